/** Who is asking: the token of the page together with the cookie of the browser (decisions.md §3, §7; standards.md §7.3). */
import { timingSafeEqual } from "node:crypto";
import { session_absolute_s, session_idle_s } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { hashOfSecret } from "./log-in.ts";
import { readSession, type StoredSession, saveSeen } from "./login-store.ts";
import { checkSessionUse, type Refused, type SignerContext, statusAt } from "./workflows-rules.ts";
import { readContext } from "./workflows-store.ts";

/** A session that is alive and whose signer is `context`. */
export type Session = { readonly sessionId: string; readonly context: SignerContext };

/** `summary`: pages that a refused workflow still shows, to the cookie alone. */
export type SessionClaim = {
  readonly accessToken: string | null;
  readonly cookie: string | null;
  readonly purpose: "signer" | "summary";
};

// The sliding end is written at most this often: one write a minute and signer is precise enough for 30 minutes.
const seenEveryMs = 60_000;

/** Checks a session and slides its end. */
export async function checkSession(
  deps: { db: Db; clock: Clock },
  claim: SessionClaim,
): Promise<
  | { ok: true; session: Session }
  | Refused<"SESSION_ENDED" | "NO_WORKFLOW_FOUND_REVOKED" | "WORKFLOW_CANCELLED" | "WORKFLOW_EXPIRED" | "NOT_YOUR_TURN">
> {
  const ended = { ok: false, code: "SESSION_ENDED" } as const;
  if (claim.cookie === null) return ended;
  const now = deps.clock.now();
  const stored = await readSession(deps.db, hashOfSecret(claim.cookie));
  if (!stored || isOver(stored, now)) return ended;
  const context = await readContext(deps.db, stored.workflowId, stored.signerId);
  if (!context) return ended;
  const refused = statusAt(context.workflow, now) === "REVOKED";
  if (!(claim.purpose === "summary" && refused && claim.accessToken === null) && !holdsToken(stored, claim.accessToken))
    return ended;
  if (!(claim.purpose === "summary" && refused)) {
    const use = checkSessionUse(context, now);
    if (!use.ok) return use;
  }
  if (now.getTime() - stored.lastSeenAt.getTime() >= seenEveryMs) await saveSeen(deps.db, stored.sessionId, now);
  return { ok: true, session: { sessionId: stored.sessionId, context } };
}

function isOver(session: StoredSession, now: Date): boolean {
  const idleMs = now.getTime() - session.lastSeenAt.getTime();
  const ageMs = now.getTime() - session.createdAt.getTime();
  return idleMs >= session_idle_s * 1_000 || ageMs >= session_absolute_s * 1_000;
}

function holdsToken(session: StoredSession, accessToken: string | null): boolean {
  if (session.tokenHash === null || accessToken === null) return false;
  return timingSafeEqual(Buffer.from(session.tokenHash, "hex"), Buffer.from(hashOfSecret(accessToken), "hex"));
}
