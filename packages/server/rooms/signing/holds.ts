/** Holds of documents as acts meet them (decisions.md §13 "Hold"). */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { holdMs, isLiving, msLeft } from "./hold-rules.ts";
import { endHolds, forgetWanted, readHolds, saveHold, saveWanted } from "./hold-store.ts";
import type { PreparedDocument } from "./preparation-store.ts";
import type { SigningDeps } from "./signing-run.ts";
import { readActsOfWorkflow } from "./signing-store.ts";

/** Somebody else holds a document: it is not signed before that is over. */
export class DocumentHeld extends Error {
  override readonly name = "DocumentHeld";
}

type Wanting = { readonly fileIds: readonly FileId[]; readonly signerId: SignerId; readonly now: Date };

/** Milliseconds that others hold one of these files at least, 0: nobody does. It is noted that they are wanted. */
export async function msHeldByOthers(db: Db, { fileIds, signerId, now }: Wanting): Promise<number> {
  const others = (await readHolds(db, fileIds)).filter((hold) => hold.signerId !== signerId && isLiving(hold, now));
  if (others.length === 0) return 0;
  await saveWanted(db, fileIds, signerId, now);
  return Math.max(...others.map((hold) => msLeft(hold, now)));
}

/** Ends what an act held, and lets those go on who wait for it. The caller has the workflow's row lock. */
export async function releaseHolds(
  db: Db,
  { enqueue }: Pick<SigningDeps, "enqueue">,
  { actId, workflowId, at }: { readonly actId: string; readonly workflowId: WorkflowId; readonly at: Date },
): Promise<void> {
  await endHolds(db, actId, at);
  await wakeOthers(db, { enqueue }, { actId, workflowId });
}

/** Signers who pressed at the same moment wait for a lease or a hold: their turn is now, not at the next sweep. */
export async function wakeOthers(
  db: Db,
  { enqueue }: Pick<SigningDeps, "enqueue">,
  { actId, workflowId }: { readonly actId: string; readonly workflowId: WorkflowId },
): Promise<void> {
  for (const other of await readActsOfWorkflow(db, workflowId)) {
    if (other.status === "AUTHORISED" && other.actId !== actId)
      await enqueue(db, "continue-signing", { actId: other.actId });
  }
}

type Retaken = {
  readonly actId: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly documents: readonly Pick<PreparedDocument, "fileId">[];
  readonly at: Date;
};

/** The signatures exist: the documents are held until they are in the files. */
export async function retakeHolds(db: Db, { documents, at, ...holder }: Retaken): Promise<void> {
  const until = new Date(at.getTime() + holdMs);
  for (const { fileId } of documents) await saveHold(db, { ...holder, fileId, at, until });
}

/** A signature is in these files: who waited for them had their turn. */
export async function noteSigned(
  db: Db,
  { actId, fileIds, at }: { readonly actId: string; readonly fileIds: readonly FileId[]; readonly at: Date },
): Promise<void> {
  await endHolds(db, actId, at);
  await forgetWanted(db, fileIds);
}
