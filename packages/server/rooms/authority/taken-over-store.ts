/** SQL of CAs that were taken over, and of the last answers about their certificates. */
import type { Db } from "../../db/database.ts";

/** Keeps a CA; false: it is there already. */
export async function saveTakenOverCa(
  db: Db,
  ca: { readonly fingerprint: string; readonly name: string; readonly certificate: Uint8Array; readonly at: Date },
): Promise<boolean> {
  const { fingerprint, name, at: taken_at } = ca;
  const row = await db
    .insertInto("taken_over_ca")
    .values({ fingerprint, name, certificate: Buffer.from(ca.certificate), taken_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("fingerprint")
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps an answer; the first about a certificate stays. */
export async function saveTakenOverAnswer(
  db: Db,
  one: { readonly fingerprint: string; readonly serial: string; readonly answer: Uint8Array },
): Promise<void> {
  await db
    .insertInto("taken_over_answer")
    .values({ ...one, answer: Buffer.from(one.answer) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Every CA that was taken over: a handful. */
export async function readTakenOverCas(db: Db): Promise<Array<{ fingerprint: string; certificate: Uint8Array }>> {
  const rows = await db.selectFrom("taken_over_ca").select(["fingerprint", "certificate"]).execute();
  return rows.map((row) => ({ ...row, certificate: new Uint8Array(row.certificate) }));
}

/** The answer about a serial number; null: there is none. */
export async function readTakenOverAnswer(db: Db, fingerprint: string, serial: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("taken_over_answer")
    .select("answer")
    .where("fingerprint", "=", fingerprint)
    .where("serial", "=", serial)
    .executeTakeFirst();
  return row === undefined ? null : new Uint8Array(row.answer);
}
