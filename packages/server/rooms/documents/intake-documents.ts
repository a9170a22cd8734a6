/**
 * Takes a sender's documents in: each is opened, checked, and given all its form fields in one revision appended to the
 * original, before anybody signs. The original's bytes are never touched and keep their hash.
 */
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import { itemsOf } from "@siegel/kernel/pdf/access.ts";
import { addFields } from "@siegel/kernel/pdf/add-fields.ts";
import { type ByteSource, bytesSource, concatSource } from "@siegel/kernel/pdf/byte-source.ts";
import { certificationLevel } from "@siegel/kernel/pdf/certification.ts";
import { formOf } from "@siegel/kernel/pdf/field-tree.ts";
import { type FormField, listFields } from "@siegel/kernel/pdf/form-fields.ts";
import { beginUpdate, type PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { defaultLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf, type PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages, type Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { renameFieldPrefix } from "@siegel/kernel/pdf/rename-fields.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Random } from "../../ports/random.ts";
import type { IntakeDocuments, IntakeInput, IntakeResult, SentDocumentBlob } from "../workflows/workflows.ts";
import { removeActiveContent } from "./active-content.ts";
import type { Field } from "./documents-rules.ts";
import { type StoredBytes, saveFile } from "./documents-store.ts";
import { saveFields } from "./fields-store.ts";
import { fieldsOfSigner, fieldsToAdd, type IntakeSigner, sentenceOf, unfillable } from "./intake-rules.ts";

/** What intake asks of the world; the limits are configuration, the product's own unless given. */
export type IntakeDeps = {
  readonly blobs: BlobStore;
  readonly random: Random;
  readonly intakeLimits?: { readonly fileBytesMax: number; readonly pagesMax: number };
};

/** Hands the intake to the room of workflows, which comes earlier and cannot import it. */
export function withIntake<Deps extends IntakeDeps>(deps: Deps): Deps & { readonly intakeDocuments: IntakeDocuments } {
  return { ...deps, intakeDocuments: (input) => intakeDocuments(deps, input) };
}

/** A document that was taken in. */
type Taken = {
  readonly fileId: FileId;
  readonly document: SentDocumentBlob;
  readonly pages: number;
  readonly notices: readonly string[];
  readonly prepared: StoredBytes;
  readonly fields: readonly Field[];
};

/** Takes in all documents or refuses the first that cannot be. Blobs are written; rows by `save`, in the caller's transaction. */
export async function intakeDocuments(deps: IntakeDeps, input: IntakeInput): Promise<IntakeResult> {
  const taken: Taken[] = [];
  for (const document of input.documents) {
    try {
      taken.push(await takeIn(deps, document, signersWithin(input, document.name)));
    } catch (fault) {
      const refusal = asRefusal(fault);
      if (refusal === null) throw fault;
      return {
        ok: false,
        code: refusal.code,
        message: `${document.name}: ${sentenceOf[refusal.code]} (${refusal.message})`,
      };
    }
  }
  return {
    ok: true,
    documents: taken.map(({ fileId, document, notices }) => ({ fileId, name: document.name, notices })),
    save: (db) => saveTaken(db, input, taken),
  };
}

/** A reader that runs out of the file, or out of stack, was led there by the file. */
function asRefusal(fault: unknown): PdfRefusal | null {
  if (fault instanceof PdfRefusal) return fault;
  return fault instanceof RangeError ? new PdfRefusal("FILE_BROKEN", fault.message) : null;
}

function signersWithin(input: IntakeInput, name: string): IntakeSigner[] {
  return input.signers.map(({ signerId, reference, firstName, lastName, organisation, type, fields }) => ({
    signerId,
    reference,
    label:
      type === "a_seal" || type === "q_seal"
        ? (organisation ?? `${firstName} ${lastName}`)
        : `${firstName} ${lastName}`,
    fields: fields.filter((field) => field.document === name),
  }));
}

async function takeIn(deps: IntakeDeps, document: SentDocumentBlob, signers: readonly IntakeSigner[]): Promise<Taken> {
  const blob = await deps.blobs.open(document.sha256);
  try {
    const { appended, notices } = prepare(deps, blob, signers);
    const prepared = await deps.blobs.put(joined(deps.blobs, document, appended));
    // The fields are read back from what was written: the tables say what the document says.
    const doc = openPdf(concatSource(blob, bytesSource(appended)), limitsOf(deps));
    const pages = listPages(doc);
    const fileId = deps.random.id() as FileId;
    const fields = listFields(doc, pages);
    const own = signers.flatMap((signer) => fieldsOfSigner(signer, { fileId, fields, pages }));
    const idle = signers.flatMap((signer) =>
      unfillable(signer, fields).map(
        (name) => `The field ${signer.reference}.${name} is no text field and stays as it is.`,
      ),
    );
    return { fileId, document, pages: pages.length, notices: [...notices, ...idle], prepared, fields: own };
  } finally {
    await blob.close();
  }
}

async function* joined(blobs: BlobStore, original: StoredBytes, appended: Uint8Array): AsyncGenerator<Uint8Array> {
  for await (const chunk of await blobs.stream(original.sha256))
    yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  yield appended;
}

const productLimits = { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max };
const limitsOf = (deps: IntakeDeps) => ({ ...defaultLimits, ...(deps.intakeLimits ?? productLimits) });

function prepare(
  deps: IntakeDeps,
  source: ByteSource,
  signers: readonly IntakeSigner[],
): { appended: Uint8Array; notices: string[] } {
  const doc = openPdf(source, limitsOf(deps));
  const pages = listPages(doc);
  refuseUnsignable(doc);
  const existing = listFields(doc, pages);
  const update = beginUpdate(doc);
  const notices = existing.some(({ signed }) => signed)
    ? keepSigned(update, pages, { signers, existing })
    : prepareUnsigned(update, pages, { signers, existing });
  addFields(
    update,
    signers.flatMap((signer) => wishesOf(signer, existing)),
  );
  return { appended: update.finish({ id: deps.random.bytes(16) }).bytes, notices };
}

type Intake = { readonly signers: readonly IntakeSigner[]; readonly existing: readonly FormField[] };

/** ISO 32000-2 §12.8.2.2: at every level of certification a new field is a change that it does not permit. */
function refuseUnsignable(doc: PdfDocument): void {
  const level = certificationLevel(doc);
  if (level !== undefined) throw new PdfRefusal("FILE_CERTIFIED", `certified at level ${level}`);
  const form = formOf(doc);
  // XFA (removed from ISO 32000-2): without fields there is nothing but the XFA to show.
  if (form.entries.has("XFA") && itemsOf(doc, form.entries.get("Fields")).length === 0)
    throw new PdfRefusal("FILE_XFA_ONLY", "/XFA without fields");
}

/** An already signed file only gets what its signers' viewers accept as signing: signature fields. */
function keepSigned(update: PdfUpdate, pages: readonly Page[], { signers, existing }: Intake): string[] {
  if (removeActiveContent(beginUpdate(update.doc), pages))
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "scripts or launch actions");
  const withText = signers.find(({ fields }) => fields.some(({ kind }) => kind === "text"));
  if (withText !== undefined)
    throw new PdfRefusal(
      "INVALID_REQUEST",
      `the file is signed already: ${withText.reference} can only get a signature field in it`,
    );
  const left = signers.filter(({ reference }) =>
    existing.some(({ name, kind }) => kind !== "signature" && name.startsWith(`${reference}.`)),
  );
  return [
    "The file is signed already. Its signatures stay as they are.",
    ...left.map(
      ({ reference }) => `Form fields of ${reference} cannot be filled in, because the file is signed already.`,
    ),
  ];
}

function prepareUnsigned(update: PdfUpdate, pages: readonly Page[], { signers }: Intake): string[] {
  const notices = removeActiveContent(update, pages) ? ["Scripts and launch actions were removed from the file."] : [];
  for (const { reference, signerId } of signers) renameFieldPrefix(update, { from: reference, to: signerId });
  return notices;
}

function wishesOf(signer: IntakeSigner, existing: readonly FormField[]): Parameters<typeof addFields>[1] {
  const wished = fieldsToAdd(signer, existing);
  if (!wished.ok) throw new PdfRefusal("INVALID_REQUEST", wished.message);
  return wished.fields;
}

async function saveTaken(db: Db, input: IntakeInput, taken: readonly Taken[]): Promise<void> {
  const signerIds: SignerId[] = input.signers.map(({ signerId }) => signerId);
  for (const [position, { fileId, document, pages, notices, prepared, fields }] of taken.entries()) {
    const original = { sha256: document.sha256, size: document.size };
    await saveFile(db, {
      fileId,
      workflowId: input.workflowId,
      name: document.name,
      pages,
      original,
      notices,
      position,
      at: input.at,
      signerIds,
      prepared,
    });
    await saveFields(db, fields);
  }
}
