/** SQL of operators' sessions. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Operator } from "./operators-store.ts";

/** A session that has not been ended, with its operator. */
export type StoredSession = {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly operator: Operator;
};

/** Writes a session. `secretHash`: SHA-256 of the cookie's secret, hex. */
export async function insertSession(
  db: Db,
  made: {
    readonly sessionId: string;
    readonly operatorId: OperatorId;
    readonly secretHash: string;
    readonly at: Date;
    readonly network: string;
    readonly userAgent: string;
  },
): Promise<void> {
  await db
    .insertInto("operator_session")
    .values({
      session_id: made.sessionId,
      operator_id: made.operatorId,
      secret_hash: made.secretHash,
      created_at: made.at,
      last_seen_at: made.at,
      network: made.network,
      user_agent: made.userAgent,
    })
    .execute();
}

/** The session of a cookie with its operator, where neither was ended nor disabled; null otherwise. Every call of the desk asks this first. */
export async function readSession(db: Db, secretHash: string): Promise<StoredSession | null> {
  const row = await db
    .selectFrom("operator_session as session")
    .innerJoin("operator", "operator.operator_id", "session.operator_id")
    .select(["session.session_id", "session.created_at", "session.last_seen_at"])
    .select(["operator.operator_id", "email", "first_name", "last_name", "disabled_at", "last_login_at"])
    .where("session.secret_hash", "=", secretHash)
    .where("session.ended_at", "is", null)
    .where("operator.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    operator: {
      operatorId: row.operator_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      disabledAt: row.disabled_at,
      lastLoginAt: row.last_login_at,
    },
  };
}

/** The operator was here. */
export async function saveSeen(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable("operator_session").set({ last_seen_at: at }).where("session_id", "=", sessionId).execute();
}

/** Ends the session of a cookie. */
export async function saveEnded(db: Db, secretHash: string, at: Date): Promise<void> {
  await db
    .updateTable("operator_session")
    .set({ ended_at: at })
    .where("secret_hash", "=", secretHash)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends all sessions of an operator. */
export async function endSessions(db: Db, operatorId: OperatorId, at: Date): Promise<void> {
  await db
    .updateTable("operator_session")
    .set({ ended_at: at })
    .where("operator_id", "=", operatorId)
    .where("ended_at", "is", null)
    .execute();
}
