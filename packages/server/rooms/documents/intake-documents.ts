/**
 * Takes a sender's documents in: each is read and given its form fields elsewhere (prepare-document.ts), and kept here:
 * the original as sent, and the prepared one that signers will see. Rows are written by `save`, in the caller's transaction.
 */

import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import { BlobChanged, type BlobFile, type BlobStore, type Sha256Hex } from "../../ports/blobs.ts";
import { type BoundedWork, MachineBusy, TooMuchWork, WorkExceeded } from "../../ports/bounded-work.ts";
import type { Random } from "../../ports/random.ts";
import type { IntakeSigner, IntakeTask, PreparedDocument, RefusedDocument } from "../intake/intake.ts";
import { choice_chars_max, choiceCharsOf, misplacedLine, refusalSentence, tooManyChoices } from "../intake/intake.ts";
import { checkedBytes } from "./checked-bytes.ts";
import { type StoredBytes, saveFile } from "./documents-store.ts";
import { saveFields } from "./fields-store.ts";
import type { IntakeInput, IntakeResult, SentDocumentBlob } from "./intake-request.ts";

/**
 * One document for a worker: `prepareDocument` over the file at `path`, whose bytes must have this SHA-256; a file written
 * anew goes to `rewrittenPath`.
 */
export type IntakeFileTask = IntakeTask & {
  readonly path: string;
  readonly sha256: Sha256Hex;
  readonly rewrittenPath: string;
};

/** The file holds other bytes than its task says. */
export type ChangedFile = { readonly ok: false; readonly code: "BLOB_CHANGED" };

/** Where documents are prepared. */
export type IntakeWork = BoundedWork<IntakeFileTask, PreparedDocument | RefusedDocument | ChangedFile>;

/** What intake asks of the world; the limits are configuration. */
export type IntakeDeps = {
  readonly blobs: BlobStore;
  readonly random: Random;
  readonly intakeWork: IntakeWork;
  readonly intakeLimits: IntakeTask["limits"];
};

/** A document that was taken in; `prepared` is what `work` made of it, in the blob store. */
type Taken = {
  readonly ok: true;
  readonly fileId: FileId;
  readonly document: SentDocumentBlob;
  readonly work: PreparedDocument;
  /** Null: it is shown as it was sent, byte for byte. */
  readonly prepared: StoredBytes | null;
};
type Refused = Extract<IntakeResult, { ok: false }>;

/** Takes in all documents, or says of each that cannot be why, under the code of the first. @throws BlobChanged for one that is not what was sent any more */
export async function intakeDocuments(deps: IntakeDeps, input: IntakeInput): Promise<IntakeResult> {
  const taken: Taken[] = [];
  const refused: Refused[] = [];
  for (const document of input.documents) {
    const result = await takeIn(deps, document, input);
    if (result.ok) taken.push(result);
    // A document that could not be read now is not faulty, and the next ones were not examined.
    else if (result.retryAfterS !== undefined) return result;
    else refused.push(result);
    if (refused.length === 0 && hasTooManyChoices(taken))
      return refusalOf(document, { ok: false, code: "FILE_TOO_COMPLEX", message: tooManyChoices }, input.language);
  }
  const [first] = refused;
  if (first !== undefined) return { ...first, messages: refused.flatMap(({ messages = [] }) => messages) };
  return {
    ok: true,
    documents: taken.map(({ fileId, document, work: { notices, unassignedFields } }) => ({
      fileId,
      name: document.name,
      notices,
      unassignedFields,
    })),
    repaired: taken.flatMap(({ fileId, document, work, prepared }) =>
      work.repairs === null || prepared === null
        ? []
        : [
            {
              fileId,
              name: document.name,
              original: document.sha256,
              prepared: prepared.sha256,
              repairs: work.repairs,
            },
          ],
    ),
    save: (db) => saveTaken(db, input, taken),
  };
}

/** A worker counts within its document; a signer is sent the choices of all of them. */
function hasTooManyChoices(taken: readonly Taken[]): boolean {
  const bySigner = Map.groupBy(
    taken.flatMap(({ work }) => work.fields),
    ({ signerId }) => signerId,
  );
  return [...bySigner.values()].some((fields) => choiceCharsOf(fields) > choice_chars_max);
}

function signersWithin(input: IntakeInput, name: string): IntakeSigner[] {
  return input.signers.map(({ signerId, reference, firstName, lastName, organisation, type, fields }, n) => ({
    signerId,
    reference,
    label: isSeal(type) ? (organisation ?? `${firstName} ${lastName}`) : `${firstName} ${lastName}`,
    fields: fields
      .map((field, m) => ({ ...field, path: `signers.${n}.fields.${m}` }))
      .filter((field) => field.document === name),
  }));
}

function marksIn({ mark, workflowLanguage: language, workflowId }: IntakeInput, document: string): IntakeTask["marks"] {
  return mark === "none" ? { mark } : { mark, language, document, workflowId };
}

async function takeIn(deps: IntakeDeps, document: SentDocumentBlob, input: IntakeInput): Promise<Taken | Refused> {
  const fileId = deps.random.id() as FileId;
  const lent = await deps.blobs.asFile(document.sha256);
  try {
    const task: IntakeFileTask = {
      path: lent.path,
      sha256: document.sha256,
      rewrittenPath: lent.scratchPath,
      fileId,
      isSigned: document.isSigned,
      signers: signersWithin(input, document.name),
      marks: marksIn(input, document.name),
      limits: deps.intakeLimits,
      identity: deps.random.bytes(16),
      language: input.language,
    };
    const work = await deps.intakeWork.run(task, { names: [input.organisationId] });
    if (!work.ok && work.code === "BLOB_CHANGED") throw changed(document);
    if (!work.ok) return refusalOf(document, work, input.language);
    const isAsSent = work.repairs === null && work.appended.length === 0;
    const prepared = isAsSent ? null : await deps.blobs.put(bytesOf(deps.blobs, { document, lent, work }));
    return { ok: true, fileId, document, work, prepared };
  } catch (fault) {
    // A worker that died of something else does not refuse the document: the sender may try again, and the log says what it was.
    if (fault instanceof WorkExceeded)
      return refusalOf(document, { ok: false, code: "FILE_TOO_COMPLEX", message: fault.message }, input.language);
    if (fault instanceof TooMuchWork) return later("TOO_MANY_REQUESTS", tooMuch[input.language], fault);
    if (fault instanceof MachineBusy) return later("SERVICE_ERROR", tooBusy[input.language], fault);
    throw fault;
  } finally {
    await lent.close();
  }
}

function refusalOf({ name }: SentDocumentBlob, refused: RefusedDocument, language: Language): Refused {
  const { code, page, field, message: detail, misplaced = [] } = refused;
  const lines = misplaced.map((one) => misplacedLine(one, name, language));
  const messages = lines.length > 0 ? lines : [refusalSentence({ name, code, page, field, detail }, language)];
  return { ok: false, code, messages };
}

const tooMuch: Said = {
  en: "Too many documents are being read right now. Please try again later.",
  de: "Gerade werden zu viele Dokumente gelesen. Bitte versuchen Sie es später noch einmal.",
};
const tooBusy: Said = {
  en: "This service is very busy and could not finish reading the documents. Please try again later.",
  de: "Dieser Dienst ist gerade sehr beschäftigt und konnte die Dokumente nicht zu Ende lesen. Bitte versuchen Sie es später noch einmal.",
};

const later = (code: Refused["code"], sentence: string, { retryAfterS }: TooMuchWork | MachineBusy): Refused => ({
  ok: false,
  code,
  messages: [sentence],
  retryAfterS,
});

const changed = ({ sha256 }: SentDocumentBlob): BlobChanged => new BlobChanged(`blob ${sha256} holds other bytes`);

type Made = { readonly document: SentDocumentBlob; readonly lent: BlobFile; readonly work: PreparedDocument };

async function* bytesOf(blobs: BlobStore, { document, lent, work }: Made): AsyncGenerator<Uint8Array> {
  // The blob may differ when it is read a second time: a result that ends in a fault is not kept.
  if (work.repairs === null) yield* checkedBytes(await blobs.stream(document.sha256), document.sha256);
  else yield* lent.scratch();
  yield work.appended;
}

async function saveTaken(db: Db, input: IntakeInput, taken: readonly Taken[]): Promise<void> {
  const signerIds: SignerId[] = input.signers.map(({ signerId }) => signerId);
  const idOf = new Map(taken.map(({ fileId, document }) => [document.name, fileId]));
  const placed = taken.map((one, position) => ({ ...one, position }));
  // A row names only what is there: documents come before their attachments, whatever order they were sent in.
  for (const { fileId, document, work, prepared, position } of placed.toSorted(byAttachment)) {
    const { attachmentOf } = document;
    await saveFile(db, {
      fileId,
      workflowId: input.workflowId,
      name: document.name,
      isSigned: document.isSigned,
      attachmentOf: attachmentOf === null ? null : parentIn(idOf, document.name, attachmentOf),
      pages: work.pages,
      original: { sha256: document.sha256, size: document.size },
      notices: work.notices,
      embedded: work.embedded,
      earlierSignatures: work.earlierSignatures,
      hasUnassignedFields: work.unassignedFields.length > 0,
      position,
      at: input.at,
      signerIds,
      prepared,
    });
    await saveFields(db, work.fields);
  }
}

/** Intake is asked with whole requests: kept without its document an attachment would be shown as one of its own. */
function parentIn(idOf: ReadonlyMap<string, FileId>, name: string, attachmentOf: string): FileId {
  const parent = idOf.get(attachmentOf);
  if (parent === undefined) throw new Error(`${name} belongs to ${attachmentOf}, which was not taken in`);
  return parent;
}

type Placed = Pick<Taken, "document">;

const byAttachment = (a: Placed, b: Placed): number =>
  Number(a.document.attachmentOf !== null) - Number(b.document.attachmentOf !== null);
