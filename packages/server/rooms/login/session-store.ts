/** SQL of signers' sessions. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { contexts, type SignerContext, toContext } from "../workflows/workflows.ts";

/** A session's row; secrets are stored as SHA-256 only. Sessions of one signer in one browser share their cookie. */
export type StoredSession = {
  readonly sessionId: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  /** Null: the cookie alone, for the summary of a refused workflow. */
  readonly tokenHash: string | null;
  readonly cookieHash: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};

/** What a session was shown last of its signer's part: a hash of documents and values, null before the first, and the image's id. */
export type ShownToSession = { readonly hash: string | null; readonly image: string | null };

/** What a session was shown last. */
export async function readShown(db: Db, sessionId: string): Promise<ShownToSession> {
  const query = db.selectFrom("signer_session").select(["shown_hash as hash", "shown_image as image"]);
  return await query.where("session_id", "=", sessionId).executeTakeFirstOrThrow();
}

/** Keeps what a session is shown now; a member that is not named stays as it is. Nothing is written if it was shown the same before. */
export async function saveShown(db: Db, sessionId: string, shown: Partial<ShownToSession>): Promise<void> {
  const { hash, image } = shown;
  await db
    .updateTable("signer_session")
    .set({
      ...(hash === undefined ? {} : { shown_hash: hash }),
      ...(image === undefined ? {} : { shown_image: image }),
    })
    .where("session_id", "=", sessionId)
    .where((row) =>
      row.or([
        ...(hash === undefined ? [] : [row("shown_hash", "is distinct from", hash)]),
        ...(image === undefined ? [] : [row("shown_image", "is distinct from", image)]),
      ]),
    )
    .execute();
}

/** Writes a session. */
export async function insertSession(db: Db, session: StoredSession): Promise<void> {
  await newSession(db, session);
}

const newSession = builtOnce((db, session: StoredSession) =>
  db.insertInto("signer_session").values({
    session_id: session.sessionId,
    workflow_id: session.workflowId,
    signer_id: session.signerId,
    token_hash: session.tokenHash,
    cookie_hash: session.cookieHash,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
  }),
);

/** Under names that no column of another table has: they are read beside those of the signer and their workflow. */
const columns = [
  "session.session_id",
  "session.workflow_id as session_workflow_id",
  "session.signer_id as session_signer_id",
  "session.token_hash as session_token_hash",
  "session.cookie_hash as session_cookie_hash",
  "session.created_at as session_created_at",
  "session.last_seen_at as session_last_seen_at",
] as const;

const unended = (db: Db) =>
  db.selectFrom("signer_session as session").select(columns).where("session.ended_at", "is", null);
type SessionRow = Awaited<ReturnType<ReturnType<typeof unended>["executeTakeFirstOrThrow"]>>;

function toSession(row: SessionRow): StoredSession {
  return {
    sessionId: row.session_id,
    workflowId: row.session_workflow_id,
    signerId: row.session_signer_id,
    tokenHash: row.session_token_hash,
    cookieHash: row.session_cookie_hash,
    createdAt: row.session_created_at,
    lastSeenAt: row.session_last_seen_at,
  };
}

/** A session that has not been ended, by its id; or null. */
export async function readSession(db: Db, sessionId: string): Promise<StoredSession | null> {
  const row = await unended(db).where("session.session_id", "=", sessionId).executeTakeFirst();
  return row === undefined ? null : toSession(row);
}

/** The session of a token, if it has not been ended, with its signer and their workflow, or null. Every call of a signer asks this first. */
export async function readSessionByToken(
  db: Db,
  tokenHash: string,
): Promise<{ readonly session: StoredSession; readonly context: SignerContext } | null> {
  const [row] = (await sessionOfToken(db, { tokenHash })).rows;
  if (row === undefined) return null;
  return { session: toSession(row), context: toContext(row) };
}

const sessionOfToken = builtOnce((db, { tokenHash }: { tokenHash: string }) =>
  contexts(db)
    .innerJoin("signer_session as session", (join) =>
      join
        .onRef("session.signer_id", "=", "signer.signer_id")
        .onRef("session.workflow_id", "=", "workflow.workflow_id"),
    )
    .select(columns)
    .where("session.ended_at", "is", null)
    .where("session.token_hash", "=", tokenHash),
);

/** The sessions of these cookies that have not been ended, newest first. */
export async function readSessionsByCookies(db: Db, cookieHashes: readonly string[]): Promise<StoredSession[]> {
  if (cookieHashes.length === 0) return [];
  const query = unended(db).where("session.cookie_hash", "in", cookieHashes).orderBy("session.created_at", "desc");
  return (await query.execute()).map(toSession);
}

/** The signer was here. */
export async function saveSeen(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable("signer_session").set({ last_seen_at: at }).where("session_id", "=", sessionId).execute();
}

/** Ends the sessions of these cookies; without `tokensToo` only those that the cookie alone opens. */
export async function saveSessionsEnded(
  db: Db,
  ended: { cookieHashes: readonly string[]; tokensToo: boolean; at: Date },
): Promise<void> {
  if (ended.cookieHashes.length === 0) return;
  const query = db
    .updateTable("signer_session")
    .set({ ended_at: ended.at })
    .where("cookie_hash", "in", ended.cookieHashes)
    .where("ended_at", "is", null);
  await (ended.tokensToo ? query : query.where("token_hash", "is", null)).execute();
}
