/** Who is asking: the token of the page together with the cookie of the browser (decisions.md §3, §7; standards.md §7.3). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { session_idle_s } from "@siegel/contract/limits.ts";
import type { SessionTime } from "@siegel/contract/session-time.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { loadSigner, type Refused, type SignerContext, statusAt } from "../workflows/workflows.ts";
import { checkSessionUse, isAtWork, isSessionOver, timeLeft } from "./login-rules.ts";
import { findByCookies, findByToken, holderOf, type SignerCookies } from "./open-session.ts";
import { readSession, type StoredSession, saveSeen } from "./session-store.ts";

/** A session that is alive and whose signer is `context`; `left` is what it lasts from now on, `slid` whether this request made that longer. */
export type Session = {
  readonly sessionId: string;
  readonly context: SignerContext;
  readonly left: SessionTime;
  readonly slid: boolean;
};

/**
 * What a request shows. `summary`: pages that a refused workflow still shows, to the cookie alone;
 * `workflowId` is the one it asks for, where the call names one.
 */
export type SessionClaim = {
  readonly accessToken: string | null;
  readonly cookies: SignerCookies;
  readonly purpose: "signer" | "summary";
  readonly workflowId?: WorkflowId | undefined;
};

type Ended = Refused<
  "SESSION_ENDED" | "NO_WORKFLOW_FOUND_REVOKED" | "WORKFLOW_CANCELLED" | "WORKFLOW_EXPIRED" | "NOT_YOUR_TURN"
> & {
  /** Whose living session the token opens, where the browser does not hold its cookie. */
  readonly strangerTo?: SignerId;
};
type SessionDeps = { readonly db: Db; readonly clock: Clock };

// The sliding end is written at most this often: one write a minute and signer is precise enough for 30 minutes.
const seenEveryMs = 60_000;

/** Checks a session and slides its end while its signer is at work. The token says which session; the cookie that bears its signer's name must be there too. */
export async function checkSession(
  deps: SessionDeps,
  claim: SessionClaim,
): Promise<{ ok: true; session: Session } | Ended> {
  if (claim.accessToken === null) return await checkSummary(deps, claim);
  const found = await findByToken(deps, claim.accessToken, claim.cookies);
  if (found === null) {
    const strangerTo = await holderOf(deps, claim.accessToken);
    return { ok: false, code: "SESSION_ENDED", ...(strangerTo === null ? {} : { strangerTo }) };
  }
  const { session, context } = found;
  const now = deps.clock.now();
  if (claim.purpose !== "summary" || statusAt(context.workflow, now) !== "REVOKED") {
    const use = checkSessionUse(context, now);
    if (!use.ok) return use;
  }
  return await letIn(deps, session, context);
}

/** Without a token: the refused workflow that this browser entered last, or the one asked for. */
async function checkSummary(deps: SessionDeps, claim: SessionClaim): Promise<{ ok: true; session: Session } | Ended> {
  const ended = { ok: false, code: "SESSION_ENDED" } as const;
  if (claim.purpose !== "summary") return ended;
  for (const stored of await findByCookies(deps, claim.cookies)) {
    if (claim.workflowId !== undefined && claim.workflowId !== stored.workflowId) continue;
    const context = await loadSigner(deps.db, stored.workflowId, stored.signerId);
    if (context?.workflow.status === "REVOKED") return await letIn(deps, stored, context);
  }
  return ended;
}

async function letIn(
  deps: SessionDeps,
  stored: StoredSession,
  context: SignerContext,
): Promise<{ ok: true; session: Session }> {
  const now = deps.clock.now();
  const due = now.getTime() - stored.lastSeenAt.getTime() >= seenEveryMs;
  const slides = due && isAtWork(context);
  if (slides) await saveSeen(deps.db, stored.sessionId, now);
  const left = timeLeft({ ...stored, ...(slides ? { lastSeenAt: now } : {}) }, now);
  return { ok: true, session: { sessionId: stored.sessionId, context, left, slid: slides } };
}

/** The signer of a session that has not ended, neither by time nor by logout; null otherwise. Says nothing about who asks. */
export async function readLivingSession(deps: SessionDeps, sessionId: string): Promise<SignerContext | null> {
  const stored = await readSession(deps.db, sessionId);
  if (stored === null || isSessionOver(stored, deps.clock.now())) return null;
  return await loadSigner(deps.db, stored.workflowId, stored.signerId);
}

/** A person says that they are still there, at work or reading a summary: the session's sliding end begins anew. */
export async function extendSession(deps: SessionDeps, { sessionId, left }: Session): Promise<SessionTime> {
  await saveSeen(deps.db, sessionId, deps.clock.now());
  return { ...left, idleSeconds: session_idle_s };
}
