/**
 * Password and number that somebody has just chosen, while they look at the documents once more. They stand in the memory of the page alone,
 * never where a tab keeps things: after a reload the page asks again.
 */
import type { SessionHeader } from "../../../session.ts";

/** `phone`: E.164. */
export type Chosen = { readonly password: string; readonly phone: string };

let kept: { readonly by: string; readonly chosen: Chosen } | null = null;

const sessionOf = ({ workflow_id, signer_id, accessToken }: SessionHeader): string =>
  [workflow_id, signer_id, accessToken ?? ""].join(" ");

/** Keeps them for this session; answers whether they differ from what this page knew before. After a reload it knows nothing. */
export function keepChosen(header: SessionHeader, chosen: Chosen): boolean {
  const known = readChosen(header);
  kept = { by: sessionOf(header), chosen };
  return known !== null && (known.password !== chosen.password || known.phone !== chosen.phone);
}

/** What this session chose; null: nothing, or the page was loaded anew. */
export function readChosen(header: SessionHeader): Chosen | null {
  if (kept?.by !== sessionOf(header)) dropChosen();
  return kept?.chosen ?? null;
}

/** Forgets them: used, or nobody's any more. */
export function dropChosen(): void {
  kept = null;
}
