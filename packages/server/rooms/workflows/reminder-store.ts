/** SQL of reminders: a row each, and whom time alone reminds. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { Due } from "./reminder-rules.ts";

/** Writes down that a signer is reminded; false where that occasion was used before. */
export async function insertReminder(
  db: Db,
  reminder: { signerId: SignerId; occasion: string; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("reminder")
    .values({ signer_id: reminder.signerId, occasion: reminder.occasion, at: reminder.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("occasion")
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these signers who were reminded: the last time, and how often the sender asked for it. */
export async function readReminded(
  db: Db,
  signerIds: readonly SignerId[],
): Promise<ReadonlyMap<SignerId, { readonly last: Date; readonly asked: number }>> {
  if (signerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("reminder")
    .select((e) => [
      "signer_id",
      e.fn.max("at").as("last"),
      e.fn.countAll<string>().filterWhere("occasion", "like", "asked-%").as("asked"),
    ])
    .where("signer_id", "in", signerIds)
    .groupBy("signer_id")
    .execute();
  return new Map(rows.map((row) => [row.signer_id, { last: row.last, asked: Number(row.asked) }]));
}

/** A signer who is due. */
export type DueSigner = { readonly signerId: SignerId; readonly workflowId: WorkflowId };

/** Signers whose turn it is in an open workflow and whom an occasion reminds now, by id from behind `after` on. */
export async function readDueSigners(
  db: Db,
  { due, now, after, limit }: { due: Due; now: Date; after: SignerId | ""; limit: number },
): Promise<DueSigner[]> {
  const signers = db
    .selectFrom("signer")
    .innerJoin("workflow", "workflow.workflow_id", "signer.workflow_id")
    .select(["signer.signer_id as signerId", "signer.workflow_id as workflowId"])
    .where("signer.status", "=", sql.lit("INVITED"))
    .where("signer.invited_at", "<=", due.invitedUntil)
    .where("workflow.status", "=", sql.lit("OPEN"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("reminder")
            .select("occasion")
            .whereRef("reminder.signer_id", "=", "signer.signer_id")
            .where((one) => one.or([one("occasion", "=", due.occasion), one("at", ">", due.quietSince)])),
        ),
      ),
    )
    .where("signer.signer_id", ">", after as SignerId)
    .orderBy("signer.signer_id")
    .limit(limit);
  const query =
    due.kind === "before expiry"
      ? signers.where("expires_at", ">", now).where("expires_at", "<=", due.expiryUntil)
      : signers
          .where("signer.invited_at", ">", due.invitedSince)
          .where((one) => one.or([one("expires_at", "is", null), one("expires_at", ">", now)]));
  return await query.execute();
}
