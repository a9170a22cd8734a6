// Intake of a file nobody has signed yet (ISO 32000-2 §7.5): what does not open strictly, or only with gaps, is written as a
// new and sound file, once, before anybody signs. Reading and signing never repair; they meet ordinary files only.

import { fieldKind, readFields } from "../forms/field-tree.ts";
import { listFields } from "../forms/form-fields.ts";
import type { Objects } from "../pdf/access.ts";
import { type ByteSource, partOf } from "../pdf/byte-source.ts";
import { header_within_bytes, headerAt } from "../pdf/header.ts";
import { defaultLimits, type PdfLimits } from "../pdf/limits.ts";
import type { PdfObject, PdfRef } from "../pdf/objects.ts";
import { openLocked, type PdfDocument } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { broken, PdfRefusal, unlessBroken } from "../pdf/refusal.ts";
import { countsItsPages, inheritsAlike } from "./page-parents.ts";
import { type Reachable, reachableFrom } from "./reachable.ts";
import { type DamagedPdf, openDamaged } from "./rebuild.ts";
import { countsItsObjects, refuseSigned, rootsOf } from "./signed-file.ts";
import { addedGeneration, soundPages } from "./sound-pages.ts";
import { unlockStandard } from "./standard-security.ts";
import { writeDocument } from "./write-document.ts";

/** What was done to a file, for the sender and the trail. */
export type Repair =
  | "cross-reference-rebuilt"
  | "bytes-before-header-removed"
  | "decrypted"
  | "damaged-objects-dropped"
  | "pages-made-indirect"
  | "page-tree-mended"
  | "objects-unpacked"
  | "annotations-mended"
  | "circling-actions-removed"
  | "active-content-removed"
  | "media-removed"
  | "outside-parts-removed"
  | "portfolio-removed"
  | "xfa-removed";

/** What is to be done to a document, and its objects that are to be read differently, by number; no repairs: nothing is to be changed. */
export type Change = { readonly repairs: readonly Repair[]; readonly objects: ReadonlyMap<number, PdfObject> };

/** Looks at a sound and unsigned document for what shall not be in the new file. @throws PdfRefusal for what cannot be left out */
export type ChangeOf = (doc: PdfDocument) => Change;

const noChange: Change = { repairs: [], objects: new Map() };

/** null: the file opens strictly and needs nothing. `parts` are the bytes of the new file, in order. */
export type Normalised = { readonly repairs: readonly Repair[]; readonly parts: Iterable<Uint8Array> } | null;

/**
 * Makes a sound file of `source`, or says that it is one; what `changeOf` takes out is nowhere in the new file, which
 * holds only what can be reached. A signed file is never changed: it opens strictly or is refused.
 * @throws PdfRefusal with the code of what cannot be mended; FILE_ENCRYPTED when a password is needed
 */
export function normalisePdf(
  source: ByteSource,
  limits: PdfLimits = defaultLimits,
  changeOf: ChangeOf = () => noChange,
): Normalised {
  const strict = unlessBroken(() => openLocked(source, limits, unlockStandard));
  if (strict !== undefined) {
    const isSigned = unlessBroken(() => hasSignature(strict));
    const isEncrypted = strict.trailer.entries.has("Encrypt");
    if (isSigned === true) return leaveSigned(strict, isEncrypted);
    // Pages and fields before all objects: a tree that is too large ends within thousands of them.
    const isTree = isSigned === false && isListed(strict);
    const found = isSigned === false ? completeIn(strict) : undefined;
    if (found !== undefined) {
      const repairs: Repair[] = [];
      // The next object that is added would be meant by what refers past the last one.
      if (found.namedEnd > strict.size || found.misnamed) repairs.push("damaged-objects-dropped");
      if (isTree && !isReadAlike(strict)) repairs.push("page-tree-mended");
      const isSound = !isEncrypted && isTree && repairs.length === 0 && changeOf(strict).repairs.length === 0;
      return isSound ? null : rewrite(strict, { repairs, changeOf });
    }
  }
  return withoutPrefix(source, limits, changeOf) ?? rebuild(source, limits, changeOf);
}

function leaveSigned(doc: PdfDocument, isEncrypted: boolean): null {
  if (isEncrypted) throw new PdfRefusal("FILE_SIGNED_ENCRYPTED", "the file is encrypted and signed");
  listFields(doc, listPages(doc));
  return null;
}

/** Whether all readers find the same pages, with the same from above. */
const isReadAlike = (doc: PdfDocument): boolean => inheritsAlike(doc) && countsItsPages(doc);

/** Whether any signature field has a value (§12.7.5.5). */
function hasSignature(objects: Objects): boolean {
  return readFields(objects).some(
    (field) => fieldKind(objects, field) === "signature" && field.attribute("V")?.kind === "dict",
  );
}

/** Whether a signature field names a value that is not there any more: in a damaged file, a signature that was. */
function lostSignature(objects: Objects): boolean {
  return readFields(objects).some((field) => {
    const value = field.dict.entries.get("V");
    return fieldKind(objects, field) === "signature" && value?.kind === "ref" && objects.resolve(value) === undefined;
  });
}

/** What belongs to the document, if all of it can be read and the trailer counts its objects right. */
function completeIn(doc: PdfDocument): Reachable | undefined {
  if (!countsItsObjects(doc) || doc.size > doc.limits.objectsMax) return undefined;
  const found = unlessBroken(() => reachableFrom(doc, rootsOf(doc), doc.size));
  return found?.damaged.size === 0 ? found : undefined;
}

/** Whether pages and fields can be listed strictly. */
function isListed(doc: PdfDocument): boolean {
  return unlessBroken(() => listFields(doc, listPages(doc))) !== undefined;
}

/** A file whose offsets count from its header only needs the bytes before it removed. */
function withoutPrefix(source: ByteSource, limits: PdfLimits, changeOf: ChangeOf): Normalised {
  const at = headerOffset(source);
  if (at === 0) return null;
  const cut = partOf(source, at, source.size);
  const doc = unlessBroken(() => openLocked(cut, limits, unlockStandard));
  const isSigned = doc && unlessBroken(() => hasSignature(doc));
  if (doc === undefined || isSigned === undefined || completeIn(doc) === undefined) return null;
  if (isSigned) refuseSigned();
  return rewrite(doc, { repairs: ["bytes-before-header-removed"], changeOf });
}

function rebuild(source: ByteSource, limits: PdfLimits, changeOf: ChangeOf): Normalised {
  const at = headerOffset(source);
  const doc = openDamaged(source, limits, unlockStandard);
  const repairs: Repair[] = ["cross-reference-rebuilt"];
  if (at > 0) repairs.push("bytes-before-header-removed");
  return rewrite(doc, { repairs, changeOf, damaged: doc });
}

function headerOffset(source: ByteSource): number {
  const at = headerAt(source.read(0, Math.min(header_within_bytes, source.size)));
  if (at < 0) throw new PdfRefusal("FILE_NOT_A_PDF", "no %PDF- header");
  return at;
}

type Rewriting = {
  readonly repairs: readonly Repair[];
  readonly changeOf: ChangeOf;
  readonly damaged?: DamagedPdf;
};

/** Plans the new file; everything that can be refused is refused here, before its first byte. */
function rewrite(doc: PdfDocument, { repairs, changeOf, damaged }: Rewriting): Normalised {
  const pages = soundPages(doc);
  const paged = withOverrides(doc, pages.overrides);
  if (hasSignature(paged) || (damaged !== undefined && (damaged.isSigned || lostSignature(paged)))) refuseSigned();
  const change = changeOf(paged);
  const sound = withOverrides(paged, change.objects);
  const reachable = reachableFrom(sound, rootsOf(sound), doc.size + pages.overrides.size);
  listFields(sound, listPages(sound));
  const isDropped = pages.dropped || reachable.damaged.size > 0 || (damaged?.unreadable.size ?? 0) > 0;
  const all: Repair[] = [...repairs];
  if (doc.trailer.entries.has("Encrypt")) all.push("decrypted");
  if (isDropped && !all.includes("damaged-objects-dropped")) all.push("damaged-objects-dropped");
  if (pages.madeIndirect) all.push("pages-made-indirect");
  all.push(...change.repairs);
  return { repairs: all, parts: { [Symbol.iterator]: () => writeDocument(sound, reachable) } };
}

/** The document with some objects read differently. */
function withOverrides(doc: PdfDocument, overrides: ReadonlyMap<number, PdfObject>): PdfDocument {
  // Read differently is the object that is there, not one of another generation (§7.3.10).
  const isThere = ({ num, gen }: PdfRef): boolean => {
    if (num >= doc.size) return gen === addedGeneration;
    const location = doc.locate(num);
    return gen === (location.kind === "offset" ? location.gen : 0);
  };
  const load = (ref: PdfRef): PdfObject => (isThere(ref) ? overrides.get(ref.num) : undefined) ?? doc.load(ref);
  const resolve = (value: PdfObject | undefined): PdfObject | undefined => {
    let current = value;
    for (let hops = 0; current?.kind === "ref"; hops += 1) {
      if (hops > 32) throw broken("references form a loop");
      current = load(current);
    }
    return current?.kind === "null" ? undefined : current;
  };
  return { ...doc, load, resolve };
}
