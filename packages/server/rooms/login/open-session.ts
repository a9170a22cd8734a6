/** Sessions of signers: two secrets each, opened at login, ended by logout or time (docs/decisions/0011-a-cookie-for-each-signer.md). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { digestOfSecret, isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { isSessionOver } from "./login-rules.ts";
import {
  insertSession,
  readSessionByToken,
  readSessionsByCookies,
  type StoredSession,
  saveSessionsEnded,
} from "./session-store.ts";

/** The secrets of a session, told once: the token lives in the page, the cookie in the browser; each is useless alone. */
export type OpenedSession = { readonly accessToken: string; readonly cookie: string };

/** The signers' cookies that a browser sent, by the signer whose name each bears. */
export type SignerCookies = ReadonlyMap<SignerId, string>;

/** A browser keeps this many signers' cookies: far below what a request's header can carry (Node: 16 KiB, 93 bytes each). */
const cookiesMax = 20;

/** Whose session is to be opened, and the cookie that this browser holds for that signer already. */
export type SessionWish = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly cookies: SignerCookies;
  /** `summary` sessions have no token: the cookie alone opens them. */
  readonly kind: "signer" | "summary";
};

type SessionDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/**
 * Opens a session of 2 × 256 random bits, stored hashed. A browser in which this signer is at work already keeps its cookie:
 * the same link in a second tab must not end the first.
 */
export async function openSession(deps: SessionDeps, wish: SessionWish): Promise<OpenedSession> {
  const now = deps.clock.now();
  const session = {
    accessToken: secret(deps.random),
    cookie: (await livingCookie(deps.db, wish, now)) ?? secret(deps.random),
  };
  await insertSession(deps.db, {
    sessionId: deps.random.id(),
    workflowId: wish.workflowId,
    signerId: wish.signerId,
    tokenHash: wish.kind === "signer" ? digestOfSecret(session.accessToken) : null,
    cookieHash: digestOfSecret(session.cookie),
    createdAt: now,
    lastSeenAt: now,
  });
  return session;
}

/** A cookie without a living session is never taken over: it may have been planted. */
async function livingCookie(db: Db, { signerId, cookies }: SessionWish, now: Date): Promise<string | null> {
  const held = cookies.get(signerId);
  if (held === undefined) return null;
  const sessions = await readSessionsByCookies(db, [digestOfSecret(held)]);
  return sessions.some((session) => session.signerId === signerId && !isSessionOver(session, now)) ? held : null;
}

/** The session of a token with its signer, where the browser holds that signer's cookie; null when it is over or the cookie another's. */
export async function findByToken(
  deps: { db: Db; clock: Clock },
  accessToken: string,
  cookies: SignerCookies,
): Promise<{ readonly session: StoredSession; readonly context: SignerContext } | null> {
  const found = await readSessionByToken(deps.db, digestOfSecret(accessToken));
  const cookie = found === null ? undefined : cookies.get(found.session.signerId);
  if (found === null || cookie === undefined || isSessionOver(found.session, deps.clock.now())) return null;
  const same = isSameMac(Buffer.from(found.session.cookieHash, "hex"), Buffer.from(digestOfSecret(cookie), "hex"));
  return same ? found : null;
}

/** The signer whose living session a token belongs to, for any client that presents it; null where there is none. */
export async function holderOf(deps: { db: Db; clock: Clock }, accessToken: string): Promise<SignerId | null> {
  const found = await readSessionByToken(deps.db, digestOfSecret(accessToken));
  return found === null || isSessionOver(found.session, deps.clock.now()) ? null : found.session.signerId;
}

/** The living sessions of a browser's cookies, newest first. */
export async function findByCookies(
  deps: { db: Db; clock: Clock },
  cookies: SignerCookies,
): Promise<readonly StoredSession[]> {
  const signerOf = new Map([...cookies].map(([signerId, cookie]) => [digestOfSecret(cookie), signerId]));
  const sessions = await readSessionsByCookies(deps.db, [...signerOf.keys()]);
  const now = deps.clock.now();
  return sessions.filter(
    (session) => signerOf.get(session.cookieHash) === session.signerId && !isSessionOver(session, now),
  );
}

/**
 * Ends what a browser holds: with a token every session of its signer in this browser, without one those that have none,
 * the summaries of refused workflows. Answers the signers whose cookies are of no use any more.
 */
export async function endSessions(
  deps: { db: Db; clock: Clock },
  held: { accessToken: string | null; cookies: SignerCookies },
): Promise<readonly SignerId[]> {
  const ended =
    held.accessToken === null
      ? (await findByCookies(deps, held.cookies)).filter((session) => session.tokenHash === null)
      : [(await findByToken(deps, held.accessToken, held.cookies))?.session].filter((session) => session !== undefined);
  const cookieHashes = ended.map((session) => session.cookieHash);
  await saveSessionsEnded(deps.db, { cookieHashes, tokensToo: held.accessToken !== null, at: deps.clock.now() });
  const left = new Set((await readSessionsByCookies(deps.db, cookieHashes)).map((session) => session.signerId));
  return ended.map((session) => session.signerId).filter((signerId) => !left.has(signerId));
}

/** Cookies that a browser with too many should forget: those of no living session, then the oldest. */
export async function surplusCookies(
  deps: { db: Db; clock: Clock },
  cookies: SignerCookies,
): Promise<readonly SignerId[]> {
  if (cookies.size < cookiesMax) return [];
  const living = [...new Set((await findByCookies(deps, cookies)).map((session) => session.signerId))];
  const kept = new Set(living.slice(0, cookiesMax - 1));
  return [...cookies.keys()].filter((signerId) => !kept.has(signerId));
}

const secret = (random: Random) => Buffer.from(random.bytes(32)).toString("base64url");
