/**
 * The door of the room `signing`: the act of signing (docs/flows/signing.md).
 * Approval is recorded once (`authoriseSigning`), the work goes on by itself (`continueSigning`, `sweepSigning`).
 */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { authoriseSigning, type SigningCall } from "./authorise-signing.ts";
import { certificateOfAct } from "./choose-credential.ts";
import { continueSigning } from "./continue-signing.ts";
import { endInterrupted } from "./end-interrupted.ts";
import { endOpenWork } from "./end-open-work.ts";
import { endPreparationsOf } from "./end-preparations.ts";
import { imageArea } from "./image-area.ts";
import { forgetLeftLeases, readLeftActs } from "./lease-store.ts";
import { forgetPreparations } from "./preparation-store.ts";
import { type IssuedQualifiedCode, issueQualifiedCode } from "./prepare-qualified.ts";
import { checkPassword, checkQualifiedCode } from "./qualified-code.ts";
import { readActState } from "./read-act-state.ts";
import { sealDocument } from "./seal-document.ts";
import { type SigningAnswer, signNow } from "./sign-now.ts";
import { signQualified } from "./sign-qualified.ts";
import { referenceOf } from "./signature-appearance.ts";
import type { SigningDeps } from "./signing-run.ts";
import {
  codeOfLatestAct,
  countActs,
  forgetActs as forgetActsOf,
  readActsOfWorkflow,
  readDueActs,
} from "./signing-store.ts";
import { readDocuments } from "./step-store.ts";

export { approvalSecret } from "./approval-mac.ts";
export type { IssuedQualifiedCode, SigningAnswer, SigningCall, SigningDeps };
export {
  authoriseSigning,
  checkPassword,
  checkQualifiedCode,
  codeOfLatestAct,
  continueSigning,
  endOpenWork,
  endPreparationsOf,
  imageArea,
  issueQualifiedCode,
  readActState,
  sealDocument,
  signNow,
  signQualified,
};

/** Forgets the acts of a workflow, and what was prepared in it. */
export async function forgetActs(db: Db, workflowId: WorkflowId): Promise<void> {
  await forgetActsOf(db, workflowId);
  await forgetPreparations(db, workflowId);
}

/**
 * Goes on with every act whose next try is due; answers how many it looked at.
 * @throws when some could not even record why they failed, after all the others had their turn
 */
export async function sweepSigning(deps: SigningDeps, limit = 50): Promise<number> {
  await endInterrupted(deps, limit);
  return await continueAll(deps, await readDueActs(deps.db, deps.clock.now(), limit));
}

/** Goes on at once with what a process that died was at work on; the same throw. Answers how many acts it looked at. */
export async function takeOverSigning(deps: SigningDeps, limit = 50): Promise<number> {
  await forgetLeftLeases(deps.db, deps.clock.now());
  return await continueAll(deps, await readLeftActs(deps.db, limit));
}

async function continueAll(deps: SigningDeps, due: readonly string[]): Promise<number> {
  const faults: unknown[] = [];
  // Such an act stays due, and ahead of the others: they must not wait behind it for ever.
  for (const actId of due) await continueSigning(deps, actId).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0)
    throw new Error(`${faults.length} of ${due.length} acts did not record their fault`, { cause: faults[0] });
  return due.length;
}

/** Signing in figures: acts by status, how long the oldest unfinished one is waiting since its approval, and since its turn came. */
export type SigningFigures = {
  readonly byStatus: Readonly<Record<"AUTHORISED" | "SIGNED" | "FAILED" | "STALLED", number>>;
  readonly oldestApprovedS: number;
  readonly oldestDueS: number;
};

/** Counts the acts of the house. */
export async function signingFigures(db: Db, now: Date): Promise<SigningFigures> {
  const { byStatus, oldestApproved, oldestDue } = await countActs(db, now);
  const ageS = (since: Date | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000));
  return { byStatus, oldestApprovedS: ageS(oldestApproved), oldestDueS: ageS(oldestDue) };
}

/**
 * What the evidence tells of a signed act. `documents` are those it signed, each with the time of its signature timestamp;
 * `signedAt` is the latest of these times: it stands in the files, and anyone can check it there.
 */
export type SignedAct = {
  readonly signerId: SignerId;
  readonly approvedAt: Date;
  readonly signedAt: Date;
  readonly documents: ReadonlyArray<{ readonly fileId: FileId; readonly timestampAt: Date }>;
  /** Lower-case hex. */
  readonly certificateSerial: string;
  readonly certificateHolder: string;
  readonly certificateIssuer: string;
  /** As it stands in the visible signature. */
  readonly reference: string;
  readonly challengeId: string | null;
  /** Id of the image in the signature. */
  readonly image: string | null;
};

/** The signed acts of a workflow, oldest first. */
export async function signedActsOf(db: Db, workflowId: WorkflowId): Promise<SignedAct[]> {
  const signed: SignedAct[] = [];
  for (const act of await readActsOfWorkflow(db, workflowId)) {
    if (act.status !== "SIGNED") continue;
    const { signerId, challengeId, authorisedAt: approvedAt } = act;
    const certificate = await certificateOfAct(db, act);
    const documents = (await readDocuments(db, act.actId)).map(({ fileId, stamped }) => {
      if (stamped === null) throw new Error(`signed act ${act.actId} has no timestamp`);
      return { fileId, timestampAt: stamped.at };
    });
    signed.push({
      signerId,
      approvedAt,
      signedAt: latestOf(documents),
      challengeId,
      image: act.image,
      ...certificate,
      documents,
      reference: referenceOf(act.actId),
    });
  }
  return signed;
}

function latestOf(documents: SignedAct["documents"]): Date {
  const [first, ...more] = documents.map(({ timestampAt }) => timestampAt);
  if (first === undefined) throw new Error("a signed act without a document");
  return more.reduce((latest, at) => (at > latest ? at : latest), first);
}
