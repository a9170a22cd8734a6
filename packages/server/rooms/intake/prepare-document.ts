/**
 * What intake makes of one foreign file, as a pure function: it runs where the file can harm nobody (workers/intake-worker.ts). An unsigned
 * file that is broken, locked or holds what acts is written anew, once and without that; then each signer gets their fields, in one
 * revision appended before anybody signs. A signed file's bytes are never touched.
 */
import { storableLine } from "@siegel/contract/text.ts";
import { addFields } from "@siegel/kernel/forms/add-fields.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { type FormField, listFields } from "@siegel/kernel/forms/form-fields.ts";
import { rehearseSigning } from "@siegel/kernel/pades/rehearse-signing.ts";
import { type ByteSource, bytesSource, concatSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { defaultLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf, type PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal, type PdfRefusalCode } from "@siegel/kernel/pdf/refusal.ts";
import { normalisePdf, type Repair } from "@siegel/kernel/repair/normalise.ts";
import { signedDocument } from "@siegel/kernel/repair/signed-file.ts";
import { authorWishes } from "./author-wishes.ts";
import { embeddedFileNotices, embeddedFilesOf } from "./embedded-files.ts";
import type { Field } from "./field.ts";
import { fieldNotices, fieldsOfSigner } from "./fields-read-back.ts";
import { noticeOf, repairNotices } from "./intake-notices.ts";
import { fieldsToAdd, type IntakeSigner, type TextKinds, type Wished } from "./intake-rules.ts";
import type { IntakeTask } from "./intake-task.ts";
import { withoutLetterRoom } from "./letter-room.ts";
import { FieldsMisplaced, type MisplacedField, requireOnPages } from "./misplaced-fields.ts";
import { nobodysFields } from "./nobodys-fields.ts";
import { placeMarks } from "./place-marks.ts";
import { prepareShown } from "./prepare-shown.ts";
import { prepareUnsigned, refuseXfaOnly } from "./prepare-unsigned.ts";
import { type Constraints, constraintsOf, keepSigned } from "./signed-files.ts";
import type { Fonts } from "./signers-fields.ts";
import type { Embedded } from "./told-embedded.ts";
import { listedUnassigned, unassignedFields, unassignedNotices } from "./unassigned-fields.ts";
import { changesOf } from "./written-anew.ts";

/** A file made ready: `appended` goes behind the original, or behind what `rewrite` was given where `repairs` is not null. */
export type PreparedDocument = {
  readonly ok: true;
  readonly pages: number;
  readonly notices: readonly string[];
  readonly fields: readonly Field[];
  /** Files within it. */
  readonly embedded: Embedded;
  /** Signatures that it has already; they are not checked. */
  readonly earlierSignatures: number;
  /** Names of fields to fill in that it shows and no signer was given; of very many the first. */
  readonly unassignedFields: readonly string[];
  readonly appended: Uint8Array;
  readonly repairs: readonly Repair[] | null;
};

/** Why a file is not taken; `message` says what was found, in English, `page` counts from 1, `field` is the form field that it is about. */
export type RefusedDocument = {
  readonly ok: false;
  readonly code: PdfRefusalCode;
  readonly message: string;
  readonly page?: number | undefined;
  readonly field?: string | undefined;
  /** Where fields that the sender placed are what is wrong: each. */
  readonly misplaced?: readonly MisplacedField[];
};

/** What preparing needs. */
export type Surroundings = {
  /** Keeps the bytes of a file written anew and answers them; called at most once. */
  readonly rewrite: (parts: Iterable<Uint8Array>) => ByteSource;
  readonly fonts: Fonts;
};

/**
 * Prepares one document.
 * @throws what `rewrite` and `fonts` throw, and bugs of ours that a file brings to light: they are no refusals of it
 */
export async function prepareDocument(
  source: ByteSource,
  task: IntakeTask,
  { rewrite, fonts }: Surroundings,
): Promise<PreparedDocument | RefusedDocument> {
  try {
    const limits = { ...defaultLimits, ...task.limits };
    const normalised = normalisePdf(source, limits, changesOf);
    const base = normalised === null ? source : rewrite(normalised.parts);
    const repairs = normalised?.repairs ?? null;
    const prepared = await prepare(base, task, fonts);
    return { ...prepared, notices: [...repairNotices(repairs, task.language), ...prepared.notices], repairs };
  } catch (fault) {
    const refusal = asRefusal(fault);
    if (refusal === null) throw fault;
    // It may quote what the file says.
    const { code, message, page, field } = refusal;
    const name = field === undefined ? undefined : storableLine(field, 100);
    const misplaced = refusal instanceof FieldsMisplaced ? { misplaced: refusal.misplaced } : {};
    return { ok: false, code, message: storableLine(message, 500), page, field: name, ...misplaced };
  }
}

/** Messages of V8 when a file makes the reader exceed the stack or the memory; any other fault is our own. */
const exhausted: readonly string[] = [
  "Maximum call stack size exceeded",
  "Array buffer allocation failed",
  "Invalid string length",
  "Map maximum size exceeded",
  "Set maximum size exceeded",
];

function asRefusal(fault: unknown): PdfRefusal | null {
  if (fault instanceof PdfRefusal) return fault;
  if (!(fault instanceof RangeError) || !exhausted.includes(fault.message)) return null;
  return new PdfRefusal("FILE_TOO_COMPLEX", fault.message, { cause: fault });
}

/** Forms that people fill in have some hundreds. */
const manyFields = 1_000;

async function prepare(base: ByteSource, task: IntakeTask, fonts: Fonts): Promise<Omit<PreparedDocument, "repairs">> {
  // The rewritten file, with what is appended, may be a little longer than the sender's file was allowed to be.
  const limits = { ...defaultLimits, pagesMax: task.limits.pagesMax };
  const doc = openPdf(base, limits);
  const embedded = embeddedFilesOf(openPdf(base, limits));
  const earlierSignatures = listFields(doc, listPages(doc)).filter(({ signed }) => signed).length;
  const carried = embeddedFileNotices(embedded, task.language);
  if (!task.isSigned) {
    const shown = await prepareShown(doc, task, fonts);
    const notices = [...shown.notices, ...carried];
    return { ...shown, embedded, earlierSignatures, unassignedFields: [], notices };
  }
  // Planning thousands of fields takes seconds. They are not spent on a file that could not be signed anyway.
  if (readFields(doc).length > manyFields) rehearseSigning(base);
  const { notices, unassigned, constraints, textKinds, appended } = await appendFields(doc, task, fonts);
  // The fields are read back from what will be written: the tables say what the document says.
  const written = concatSource(base, bytesSource(appended));
  rehearseSigning(written);
  const prepared = openPdf(written, limits);
  const pages = listPages(prepared);
  const fields = listFields(prepared, pages);
  const withoutRoom = await withoutLetterRoom(fields, { pages, signers: task.signers, fonts });
  const open = fields.filter(({ name }) => !constraints.isLocked(name));
  return {
    ok: true,
    pages: pages.length,
    notices: [
      ...notices,
      ...carried,
      ...task.signers.flatMap((signer) => fieldNotices(signer, { fields, withoutRoom, language: task.language })),
      ...(constraints.isSigned ? [] : unassignedNotices(unassigned, task.signers, task.language)),
    ],
    unassignedFields: listedUnassigned(unassigned),
    fields: task.signers.flatMap((signer) =>
      fieldsOfSigner(signer, { fileId: task.fileId, fields: open, pages, textKinds, withoutRoom }),
    ),
    embedded,
    earlierSignatures,
    appended,
  };
}

type Appended = {
  readonly notices: readonly string[];
  /** Names of fields to fill in that no signer was given. */
  readonly unassigned: readonly string[];
  readonly constraints: Constraints;
  readonly textKinds: TextKinds;
  readonly appended: Uint8Array;
};

async function appendFields(doc: PdfDocument, task: IntakeTask, fonts: Fonts): Promise<Appended> {
  const { signers, identity, language, marks: wish } = task;
  const pages = listPages(doc);
  const existing = listFields(doc, pages);
  const constraints = constraintsOf(doc, existing);
  refuseXfaOnly(doc);
  const wishes = signers.map((signer) => authorWishes(doc, signer, signers));
  const update = beginUpdate(constraints.isSigned ? signedDocument(doc) : doc);
  const notices = constraints.isSigned
    ? keepSigned(doc, pages, { signers, existing, constraints, language })
    : await prepareUnsigned(update, { pages, signers, fonts, language });
  requireOnPages(signers, pages);
  const { isSigned, level } = constraints;
  const invisible = level !== undefined;
  const locked = nobodysFields(update, signers, pages);
  const marks = invisible ? null : await placeMarks(update, { pages, existing, signers, wish, isSigned, fonts });
  if (marks !== null && marks.notice !== null) notices.push(noticeOf(marks.notice, language));
  const wished = signers.map((signer, i) =>
    wishesOf(signer, existing, {
      ...wishes[i],
      alsoLocked: locked[i] ?? [],
      invisible,
      isSigned,
      mark: marks?.places[i],
    }),
  );
  addFields(
    update,
    wished.flatMap(({ fields }) => fields),
    marks?.pages,
  );
  const textKinds = new Map(wished.flatMap((each) => [...each.textKinds]));
  const unassigned = unassignedFields(doc, existing, signers);
  return { notices, unassigned, constraints, textKinds, appended: update.finish({ id: identity }).bytes };
}

function wishesOf(
  signer: IntakeSigner,
  existing: readonly FormField[],
  how: Parameters<typeof fieldsToAdd>[2],
): Extract<Wished, { ok: true }> {
  const wished = fieldsToAdd(signer, existing, how);
  if (!wished.ok) throw new PdfRefusal("INVALID_REQUEST", wished.message);
  return wished;
}
