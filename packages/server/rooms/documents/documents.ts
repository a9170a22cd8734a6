/**
 * The door of the room `documents`: the files of a workflow, their revisions, and what a signer fills in and confirms.
 * Trust: whoever changes a blob is found out by its name, its SHA-256; whoever changes these tables can at most show
 * another revision than the last one: an approval is bound to what was sent and shown, and nothing else is signed.
 */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { RevisionCause } from "../../db/documents-tables.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { type FieldValue, missingRequired, stateHash, valuesInEffect, valuesToFill } from "./documents-rules.ts";
import {
  type Revision,
  readFile,
  readFiles,
  readRevisions,
  type StoredBytes,
  type StoredFile,
  swapLatest,
} from "./documents-store.ts";
import { readOwnPart } from "./own-part-store.ts";

export { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
export { checkImage, imageIdOf, type SignatureImage, signatureImageLimits } from "./check-image.ts";
export { checkOwnPartChangeable } from "./check-own-part.ts";
export { checkedBytes } from "./checked-bytes.ts";
export { documentsInOrder, type FieldValue, type Shown, wasShown } from "./documents-rules.ts";
export type { Revision, StoredBytes, StoredFile } from "./documents-store.ts";
export { anyFills } from "./fields-store.ts";
export { forgetWorkflow as forgetFiles } from "./forget-store.ts";
export { type IntakeDeps, type IntakeWork, intakeDocuments } from "./intake-documents.ts";
export type { IntakeInput, IntakeResult, RepairedDocument, SentDocumentBlob } from "./intake-request.ts";
export {
  type AuditReportOf,
  type FindReport,
  filesToSign,
  findHandout,
  signerFiles,
  summaryFiles,
} from "./list-files.ts";
export { type LoadedFile, lastLoaded, noteLoaded } from "./loaded-revisions.ts";
export type { ValueWork } from "./measure-values.ts";
export { openingPlaces, type Place } from "./opening-bytes.ts";
export { pageDescriptions, pagePicture } from "./page-pictures.ts";
export { saveSignatureImage } from "./save-signature-image.ts";
export { requireUnchanged } from "./shown-revision.ts";
export { forgetSignatureImages, readSignatureImage } from "./signature-image-store.ts";
export { type FileUpdate, updateValues } from "./update-values.ts";

/** The files of a workflow in the sender's order. */
export async function filesOf(db: Db, workflowId: WorkflowId): Promise<StoredFile[]> {
  return await readFiles(db, workflowId);
}

/** The revisions of a file, the original first: what the evidence lists. */
export async function revisionsOf(db: Db, fileId: FileId): Promise<Revision[]> {
  return await readRevisions(db, fileId);
}

/** The bytes an approval is about: as sent, and as intake left them for every signer to see. */
export type ApprovedDocument = Pick<StoredFile, "fileId" | "original" | "intake">;

/** What a signer is shown beside what they sign: its bytes as they saw them. */
export type ShownDocument = { readonly fileId: FileId } & StoredBytes;

/** What an approval stands on: the signer's own part before the signature. `documents` are those that are signed, `values` are those the signature writes, `stateHash` is what a code binds to (decisions.md §9). */
export type ApprovableState = {
  readonly documents: readonly ApprovedDocument[];
  readonly shown: readonly ShownDocument[];
  readonly values: readonly FieldValue[];
  /** What every field of the signer holds. */
  readonly inEffect: readonly FieldValue[];
  /** Id of the image in their signature. */
  readonly image: string | null;
  readonly confirmed: boolean;
  /** Whether something changed in a document after it was confirmed. */
  readonly changedSinceConfirmed: boolean;
  readonly missingRequired: readonly string[];
  readonly stateHash: string;
  /** What `signerFiles` says of the same documents and values. */
  readonly shownHash: string;
};

/** The state of a signer's own part. Within a transaction it stays as answered until the transaction ends. */
export async function readApprovable(db: Db, workflowId: WorkflowId, signerId: SignerId): Promise<ApprovableState> {
  const { files, fields, values, confirmations, image } = await readOwnPart(db, { workflowId, signerId });
  const inEffect = valuesInEffect(fields, values);
  return {
    documents: files
      .filter(({ isSigned }) => isSigned)
      .map(({ fileId, original, intake }) => ({ fileId, original, intake })),
    shown: files.filter(({ isSigned }) => !isSigned).map(({ fileId, intake }) => ({ fileId, ...intake })),
    values: valuesToFill(fields, inEffect),
    inEffect,
    image,
    confirmed: confirmations.length > 0 && confirmations.every(({ confirmed }) => confirmed),
    changedSinceConfirmed: confirmations.some(({ changedSince }) => changedSince),
    missingRequired: missingRequired(fields, inEffect),
    stateHash: stateHash(files, inEffect, image),
    shownHash: stateHash(files, inEffect, null),
  };
}

/** The latest revision of a file. @throws when there is no such file */
export async function latestRevision(db: Db, fileId: FileId): Promise<StoredFile["latest"]> {
  const file = await readFile(db, fileId);
  if (file === null) throw new Error(`no file ${fileId}`);
  return file.latest;
}

/** Appends a revision that begins with the bytes of `base`; false when `base` is not the latest any more. */
export async function appendRevision(
  db: Db,
  append: { fileId: FileId; base: Sha256Hex; next: StoredBytes; cause: Extract<RevisionCause, { kind: "signature" }> },
): Promise<boolean> {
  return await swapLatest(db, append);
}
export { type Embedded, toldEmbedded } from "../intake/intake.ts";
