/** Sessions of operators: a cookie's secret, opened at login, ended by logout, time, or what a command does to the operator. */
import { session_idle_s } from "@siegel/contract/limits.ts";
import { isOver, type SessionTime } from "@siegel/contract/session-time.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { accountTimeLeft } from "../administrators/administrators.ts";
import type { Operator } from "./operators-store.ts";
import { insertSession, readSession, saveEnded, saveSeen } from "./session-store.ts";

type SessionDeps = { readonly db: Db; readonly clock: Clock };

/** Who asks. `slid`: the session's end moved with this call. */
export type OperatorSession = {
  readonly sessionId: string;
  readonly operator: Operator;
  readonly left: SessionTime;
  readonly slid: boolean;
};

/** Opens a session and answers its secret of 256 random bits, told once. */
export async function openSession(
  deps: SessionDeps & { readonly random: Random },
  { operatorId }: Operator,
  { network, userAgent }: { readonly network: string; readonly userAgent: string },
): Promise<string> {
  const secret = Buffer.from(deps.random.bytes(32)).toString("base64url");
  await insertSession(deps.db, {
    sessionId: deps.random.id(),
    operatorId,
    secretHash: digestOfSecret(secret),
    at: deps.clock.now(),
    network,
    userAgent,
  });
  return secret;
}

/** A call each minute is enough to keep a session alive; each one need not write. */
const seen_every_ms = 60_000;

/** The living session of a cookie, or null. `slides`: whether the call shows that the operator is there. */
export async function findOperatorSession(
  deps: SessionDeps,
  secret: string | null,
  { slides }: { readonly slides: boolean },
): Promise<OperatorSession | null> {
  const stored = secret === null ? null : await readSession(deps.db, digestOfSecret(secret));
  const now = deps.clock.now();
  if (stored === null || isOver(accountTimeLeft(stored, now))) return null;
  const slid = slides && now.getTime() - stored.lastSeenAt.getTime() >= seen_every_ms;
  if (slid) await saveSeen(deps.db, stored.sessionId, now);
  const left = accountTimeLeft({ ...stored, ...(slid ? { lastSeenAt: now } : {}) }, now);
  return { sessionId: stored.sessionId, operator: stored.operator, left, slid };
}

/** The operator says that they are still there: the 30 minutes begin anew. */
export async function stayAtDesk(deps: SessionDeps, { sessionId, left }: OperatorSession): Promise<SessionTime> {
  await saveSeen(deps.db, sessionId, deps.clock.now());
  return { ...left, idleSeconds: session_idle_s };
}

/** Ends the session of a cookie, if there is one. */
export async function logOutOperator(deps: SessionDeps, secret: string | null): Promise<void> {
  if (secret !== null) await saveEnded(deps.db, digestOfSecret(secret), deps.clock.now());
}
