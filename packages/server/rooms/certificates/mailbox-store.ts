/** SQL of the proof of a certificate's mailbox. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";

/** For which workflow a certificate was made, and the digest of the secret that proves its mailbox. */
export async function saveMailbox(
  db: Db,
  certificateId: string,
  made: { readonly workflowId: WorkflowId; readonly hash: string },
): Promise<void> {
  await db
    .updateTable("signer_certificate")
    .set({ made_for_workflow: made.workflowId, mailbox_hash: made.hash })
    .where("certificate_id", "=", certificateId)
    .execute();
}

/** The certificate of a mail's secret, by its digest, while its mailbox is to be proven and it is not replaced; or null. */
export async function readUnproven(db: Db, hash: string): Promise<string | null> {
  const row = await db
    .selectFrom("signer_certificate")
    .select("certificate_id")
    .where("mailbox_hash", "=", hash)
    .where("mailbox_proven_at", "is", null)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return row?.certificate_id ?? null;
}

/** Proves a mailbox, once. */
export async function saveProven(db: Db, certificateId: string, at: Date): Promise<boolean> {
  const done = await db
    .updateTable("signer_certificate")
    .set({ mailbox_proven_at: at })
    .where("certificate_id", "=", certificateId)
    .where("mailbox_proven_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
