/** SQL of passkeys. */
import type { AdministratorId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";

/** A passkey as its person sees it. */
export type Passkey = {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** A passkey with what its use is checked by. */
export type StoredPasskey = {
  readonly passkeyId: string;
  readonly administratorId: AdministratorId;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** The passkeys of a person, the oldest first. */
export async function readPasskeys(db: Db, administratorId: AdministratorId): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("administrator_passkey")
    .select(["passkey_id", "name", "created_at", "last_used_at"])
    .where("administrator_id", "=", administratorId)
    .orderBy("created_at")
    .orderBy("passkey_id")
    .execute();
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** A passkey by its id, held until the transaction ends; null: nobody has it. */
export async function lockPasskey(db: Db, passkeyId: string): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom("administrator_passkey")
    .select(["passkey_id", "administrator_id", "public_key", "counter", "transports"])
    .where("passkey_id", "=", passkeyId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    passkeyId: row.passkey_id,
    administratorId: row.administrator_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: Number(row.counter),
    transports: row.transports,
  };
}

/** Writes a passkey; false: its id is known already. */
export async function insertPasskey(
  db: Db,
  made: StoredPasskey & { readonly name: string; readonly at: Date },
): Promise<boolean> {
  const done = await db
    .insertInto("administrator_passkey")
    .values({
      passkey_id: made.passkeyId,
      administrator_id: made.administratorId,
      public_key: Buffer.from(made.publicKey),
      counter: String(made.counter),
      transports: [...made.transports],
      name: made.name,
      created_at: made.at,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** The person has logged in with it. */
export async function savePasskeyUsed(db: Db, passkeyId: string, counter: number, at: Date): Promise<void> {
  await db
    .updateTable("administrator_passkey")
    .set({ counter: String(counter), last_used_at: at })
    .where("passkey_id", "=", passkeyId)
    .execute();
}

/** Renames a passkey of a person; false: they have none of this id. */
export async function savePasskeyName(
  db: Db,
  administratorId: AdministratorId,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
): Promise<boolean> {
  const done = await db
    .updateTable("administrator_passkey")
    .set({ name })
    .where("administrator_id", "=", administratorId)
    .where("passkey_id", "=", passkeyId)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Deletes a passkey of a person, or all; answers how many there were. */
export async function deletePasskeys(
  db: Db,
  administratorId: AdministratorId,
  passkeyId: string | null,
): Promise<number> {
  const done = await db
    .deleteFrom("administrator_passkey")
    .where("administrator_id", "=", administratorId)
    .$if(passkeyId !== null, (query) => query.where("passkey_id", "=", passkeyId ?? ""))
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Remembers what a browser is asked. */
export async function insertPasskeyChallenge(
  db: Db,
  asked: {
    readonly challengeId: string;
    readonly administratorId: AdministratorId | null;
    readonly challenge: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("passkey_challenge")
    .values({
      challenge_id: asked.challengeId,
      administrator_id: asked.administratorId,
      challenge: asked.challenge,
      expires_at: asked.expiresAt,
    })
    .execute();
}

/** Takes what a browser was asked, once; null: nothing, or its time is over. `administratorId`: who was asked; null at a login. */
export async function takePasskeyChallenge(
  db: Db,
  {
    challengeId,
    administratorId,
    now,
  }: { readonly challengeId: string; readonly administratorId: AdministratorId | null; readonly now: Date },
): Promise<string | null> {
  const row = await db
    .deleteFrom("passkey_challenge")
    .where("challenge_id", "=", challengeId)
    .where("administrator_id", administratorId === null ? "is" : "=", administratorId)
    .returning(["challenge", "expires_at"])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : row.challenge;
}

/** Forgets what browsers were asked and did not answer in time. */
export async function forgetPasskeyChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("passkey_challenge").where("expires_at", "<=", now).execute();
}
