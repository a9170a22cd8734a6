/** SQL of administrators' sessions. */
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { type Administrator, personColumns, toPerson } from "./administrators-store.ts";

/** A session that has not been ended, with its person. */
export type StoredSession = {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly person: Administrator;
};

/** Writes a session. `secretHash`: SHA-256 of the cookie's secret, hex. */
export async function insertSession(
  db: Db,
  made: {
    readonly sessionId: string;
    readonly administratorId: AdministratorId;
    readonly secretHash: string;
    readonly at: Date;
    readonly network: string;
    readonly userAgent: string;
  },
): Promise<void> {
  await db
    .insertInto("administrator_session")
    .values({
      session_id: made.sessionId,
      administrator_id: made.administratorId,
      secret_hash: made.secretHash,
      created_at: made.at,
      last_seen_at: made.at,
      network: made.network,
      user_agent: made.userAgent,
    })
    .execute();
}

/** The session of a cookie with its person, where neither was ended, and the organisation is active; null otherwise. Every call asks this first. */
export async function readSession(db: Db, secretHash: string): Promise<StoredSession | null> {
  const [row] = (await sessionOfSecret(db, { secretHash })).rows;
  if (row === undefined) return null;
  const { session_id: sessionId, created_at: createdAt, last_seen_at: lastSeenAt } = row;
  return { sessionId, createdAt, lastSeenAt, person: toPerson(row) };
}

const sessionOfSecret = builtOnce((db, { secretHash }: { secretHash: string }) =>
  db
    .selectFrom("administrator_session as session")
    .innerJoin("administrator", "administrator.administrator_id", "session.administrator_id")
    .innerJoin("organisation", "organisation.organisation_id", "administrator.organisation_id")
    .select(["session.session_id", "session.created_at", "session.last_seen_at"])
    .select(personColumns)
    .where("session.secret_hash", "=", secretHash)
    .where("session.ended_at", "is", null)
    .where("administrator.state", "=", "active")
    .where("organisation.active", "=", true),
);

/** The person was here. */
export async function saveSeen(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable("administrator_session").set({ last_seen_at: at }).where("session_id", "=", sessionId).execute();
}

/** Ends the session of a cookie. */
export async function saveEnded(db: Db, secretHash: string, at: Date): Promise<void> {
  await db
    .updateTable("administrator_session")
    .set({ ended_at: at })
    .where("secret_hash", "=", secretHash)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends all sessions of a person, or all but one. */
export async function endSessions(
  db: Db,
  administratorId: AdministratorId,
  at: Date,
  but: string | null = null,
): Promise<void> {
  await db
    .updateTable("administrator_session")
    .set({ ended_at: at })
    .where("administrator_id", "=", administratorId)
    .where("ended_at", "is", null)
    .$if(but !== null, (query) => query.where("session_id", "<>", but))
    .execute();
}

/** Ends one session of a person; false: they have none of this id. */
export async function endSessionOf(
  db: Db,
  administratorId: AdministratorId,
  { sessionId, at }: { readonly sessionId: string; readonly at: Date },
): Promise<boolean> {
  const done = await db
    .updateTable("administrator_session")
    .set({ ended_at: at })
    .where("administrator_id", "=", administratorId)
    .where("session_id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** A session as its person sees it. */
export type OwnSession = {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly network: string;
  readonly userAgent: string;
};

/** The sessions of a person that were not ended, the newest first; of some the time may be over. */
export async function readSessionsOf(db: Db, administratorId: AdministratorId): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom("administrator_session")
    .select(["session_id", "created_at", "last_seen_at", "network", "user_agent"])
    .where("administrator_id", "=", administratorId)
    .where("ended_at", "is", null)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    network: row.network,
    userAgent: row.user_agent,
  }));
}
