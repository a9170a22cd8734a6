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

/** Ends all sessions of a person. */
export async function endSessions(db: Db, administratorId: AdministratorId, at: Date): Promise<void> {
  await db
    .updateTable("administrator_session")
    .set({ ended_at: at })
    .where("administrator_id", "=", administratorId)
    .where("ended_at", "is", null)
    .execute();
}
