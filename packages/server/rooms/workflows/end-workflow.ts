/** Ends of a workflow that nobody signs any more: what was promised but not signed goes back to the licence. */
import type { Db } from "../../db/database.ts";
import { releaseSignatures, signaturesOf } from "../accounts/accounts.ts";
import type { Signer, Workflow } from "./workflows-rules.ts";
import { saveUnsigned } from "./workflows-store.ts";

/**
 * Gives back the promises of signers who have not signed. If a signature is being made for one of them, their act finds the
 * workflow ended and fails. Call it under the workflow's row lock.
 */
export async function releaseRest(db: Db, workflow: Workflow, signers: readonly Signer[]): Promise<void> {
  const open = signers.filter((signer) => signer.status !== "SIGNED");
  await releaseSignatures(db, workflow.tokenId, signaturesOf(open.map((signer) => signer.type)));
  await saveUnsigned(
    db,
    open.map((signer) => signer.signerId),
  );
}
