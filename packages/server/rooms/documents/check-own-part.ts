/** Whether a signer may still change their own part: their values, their confirmations, the image in their signature. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { Db } from "../../db/database.ts";
import { checkMaySign, loadSigner } from "../workflows/workflows.ts";
import { type Confirmation, lockConfirmations, readConfirmations } from "./fields-store.ts";
import type { Owner } from "./own-part-store.ts";

/** It may be changed, and what is confirmed in it; or why not. */
export type CheckedOwnPart =
  | { readonly ok: true; readonly confirmations: readonly Confirmation[] }
  | { readonly ok: false; readonly code: ErrorCode };

/**
 * Refused once the signer has signed, is being signed for, or the workflow ended. Within a transaction it locks first, then looks: an
 * approval that is being recorded has finished by now, and the next one waits.
 */
export async function checkOwnPartChangeable(db: Db, owner: Owner, at: Date): Promise<CheckedOwnPart> {
  const confirmations = db.isTransaction
    ? (await lockConfirmations(db, owner)).rows
    : await readConfirmations(db, owner);
  const context = await loadSigner(db, owner.workflowId, owner.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const allowed = checkMaySign(context, at);
  return allowed.ok ? { ok: true, confirmations } : allowed;
}
