/** SQL that forgets the files of a workflow. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { rememberBlob } from "../../db/pending-blobs.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";

/** Forgets files, values, images and who loaded what; the blobs go once nothing names them. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId, at: Date): Promise<void> {
  const files = db.selectFrom("file").select("file_id").where("workflow_id", "=", workflowId);
  const signers = db.selectFrom("signer").select("signer_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("loaded_revision").where("file_id", "in", files).execute();
  await db.deleteFrom("signature_image").where("signer_id", "in", signers).execute();
  await db.deleteFrom("field_value").where("file_id", "in", files).execute();
  await db.deleteFrom("file_field").where("file_id", "in", files).execute();
  await db.deleteFrom("file_signer").where("file_id", "in", files).execute();
  const revisions = await db
    .deleteFrom("file_revision")
    .where("file_id", "in", files)
    .returning(["sha256", "base_sha256"])
    .execute();
  const sent = await db
    .deleteFrom("file")
    .where("workflow_id", "=", workflowId)
    .returning(["original_sha256", "intake_sha256", "latest_sha256"])
    .execute();
  const named = [...revisions, ...sent].flatMap((row) => Object.values(row));
  for (const sha256 of new Set(named.filter((name): name is Sha256Hex => name !== null)))
    await rememberBlob(db, sha256, at);
}
