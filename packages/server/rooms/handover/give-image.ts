/** The phone's side: whoever has the secret may look whether it is good, and give one image. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { checkImage } from "../documents/documents.ts";
import { readLivingSession } from "../login/login.ts";
import { checkMaySign } from "../workflows/workflows.ts";
import { hashOfToken, isOpen } from "./handover-rules.ts";
import { readOfToken, saveGiven } from "./handover-store.ts";

type HandoverDeps = { readonly db: Db; readonly clock: Clock };

/** How long the secret is good for, in whole seconds; or that it is not, whatever the reason: a stranger learns no more. */
export type LookedAt =
  | { readonly ok: true; readonly expiresInS: number }
  | { readonly ok: false; readonly code: "HANDOVER_OVER" };

/** Whether a secret still takes an image: unused, in time, and its session still there and at work. */
export async function lookAtHandover(deps: HandoverDeps, token: string): Promise<LookedAt> {
  const now = deps.clock.now();
  const over = { ok: false, code: "HANDOVER_OVER" } as const;
  const handover = await readOfToken(deps.db, hashOfToken(token));
  if (handover === null || !isOpen(handover, now)) return over;
  const context = await readLivingSession(deps, handover.sessionId);
  if (context === null || !checkMaySign(context, now).ok) return over;
  return { ok: true, expiresInS: Math.max(1, Math.floor((handover.expiresAt.getTime() - now.getTime()) / 1_000)) };
}

/** Given, or why not. */
export type Given = { readonly ok: true } | { readonly ok: false; readonly code: ErrorCode; readonly message?: string };

/** Leaves one image for the session that made the secret; an image that is none uses nothing up. */
export async function giveImage(
  deps: HandoverDeps,
  given: { readonly token: string; readonly image: string },
): Promise<Given> {
  // Before the image is unpacked: strangers cost one look into an index.
  const looked = await lookAtHandover(deps, given.token);
  if (!looked.ok) return looked;
  const checked = checkImage(given.image);
  if (!checked.ok) return checked;
  const { width, height, png } = checked.image;
  const at = deps.clock.now();
  const saved = await saveGiven(deps.db, { tokenHash: hashOfToken(given.token), at, picture: { width, height, png } });
  return saved ? { ok: true } : { ok: false, code: "HANDOVER_OVER" };
}
