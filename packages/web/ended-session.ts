/** Whose session has just ended in this tab: `/` then says so and offers the way back, instead of speaking of a broken link. */
import type { SignerPath } from "./paths.ts";
import { readHeader, readOutcome } from "./session.ts";

/** `was`: what the session was for. open: reading and filling in · done: who had signed or declined · none: nobody was logged in here. */
export type EndedSession = SignerPath & { readonly was: "open" | "done" | "none" };

/** An administrator's session that has ended: the page where they were. */
export type EndedAccount = { readonly was: "account"; readonly back: string };

/** Kept by the page alone; the entry of the browser's history that it leads to keeps it longer (journey/routes.tsx). */
let ended: EndedSession | EndedAccount | null = null;

/** Remembers this tab's session for the page that follows its end; a reload forgets it. Without a session the one before stays in mind. */
export function rememberSession(): void {
  const header = readHeader();
  if (header === null) return;
  const { workflow_id, signer_id } = header;
  ended = { workflow_id, signer_id, was: readOutcome() === null ? "open" : "done" };
}

/** Remembers the link of a page that needs a session where there is none. */
export function rememberLink({ workflow_id, signer_id }: SignerPath): void {
  if (ended !== null && ended.was !== "account" && ended.workflow_id === workflow_id && ended.signer_id === signer_id)
    return;
  ended = { workflow_id, signer_id, was: "none" };
}

/** Remembers where an administrator was whose session is over. */
export function rememberAccount(back: string): void {
  ended = { was: "account", back };
}

/** What has just ended in this tab, told once. */
export function takeEnded(): EndedSession | EndedAccount | null {
  const last = ended;
  ended = null;
  return last;
}

/** What a banner says of this tab's session that ends: that entries are kept only to whoever could still make any. */
export function codeOfEnd(code: "SESSION_ENDED" | "LOGGED_OUT"): string {
  return readOutcome() === null ? code : `${code}_AFTER`;
}
