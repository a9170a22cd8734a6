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

/** The certificate of a mail. */
export type Mailbox = {
  readonly certificateId: string;
  readonly isProven: boolean;
  /** Which it was made for, and serves until the mailbox is proven. */
  readonly workflowId: WorkflowId | null;
};

/** The certificate of a mail's secret, by its digest, while it is not replaced; or null. */
export async function readMailbox(db: Db, hash: string): Promise<Mailbox | null> {
  const row = await db
    .selectFrom("signer_certificate")
    .select(["certificate_id", "mailbox_proven_at", "made_for_workflow"])
    .where("mailbox_hash", "=", hash)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    certificateId: row.certificate_id,
    isProven: row.mailbox_proven_at !== null,
    workflowId: row.made_for_workflow as WorkflowId | null,
  };
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
