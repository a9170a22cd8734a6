/** Sessions of administrators: a cookie's secret, opened at login, ended by logout, time, or what happens to the person. */

import { session_idle_s } from "@siegel/contract/limits.ts";
import type { SessionTime } from "@siegel/contract/session-time.ts";
import { isOver } from "@siegel/contract/session-time.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { accountTimeLeft } from "./administrators-rules.ts";
import type { Administrator } from "./administrators-store.ts";
import { insertSession, readSession, saveEnded, saveSeen } from "./session-store.ts";

type SessionDeps = { readonly db: Db; readonly clock: Clock };

/** Who asks. `slid`: the session's end moved with this call. */
export type AdministratorSession = {
  readonly sessionId: string;
  readonly person: Administrator;
  readonly left: SessionTime;
  readonly slid: boolean;
};

/** Where a browser is, as the server sees it. */
export type BrowserFacts = { readonly network: string; readonly userAgent: string };

/** Opens a session and answers its secret of 256 random bits, told once. */
export async function openSession(
  deps: SessionDeps & { readonly random: Random },
  person: Administrator,
  { network, userAgent }: BrowserFacts,
): Promise<string> {
  const secret = Buffer.from(deps.random.bytes(32)).toString("base64url");
  await insertSession(deps.db, {
    sessionId: deps.random.id(),
    administratorId: person.administratorId,
    secretHash: digestOfSecret(secret),
    at: deps.clock.now(),
    network,
    userAgent,
  });
  return secret;
}

/** A call each minute is enough to keep a session alive; each one need not write. */
const seen_every_ms = 60_000;

/** The living session of a cookie, or null. `slides`: whether the call shows that the person is there. */
export async function findSession(
  deps: SessionDeps,
  secret: string | null,
  { slides }: { readonly slides: boolean },
): Promise<AdministratorSession | null> {
  const stored = secret === null ? null : await readSession(deps.db, digestOfSecret(secret));
  const now = deps.clock.now();
  if (stored === null || isOver(accountTimeLeft(stored, now))) return null;
  const slid = slides && now.getTime() - stored.lastSeenAt.getTime() >= seen_every_ms;
  if (slid) await saveSeen(deps.db, stored.sessionId, now);
  const left = accountTimeLeft({ ...stored, ...(slid ? { lastSeenAt: now } : {}) }, now);
  return { sessionId: stored.sessionId, person: stored.person, left, slid };
}

/** The person says that they are still there: the 30 minutes begin anew. */
export async function stayLoggedIn(deps: SessionDeps, { sessionId, left }: AdministratorSession): Promise<SessionTime> {
  await saveSeen(deps.db, sessionId, deps.clock.now());
  return { ...left, idleSeconds: session_idle_s };
}

/** Ends the session of a cookie, if there is one. */
export async function logOut(deps: SessionDeps, secret: string | null): Promise<void> {
  if (secret !== null) await saveEnded(deps.db, digestOfSecret(secret), deps.clock.now());
}
