// What the signatures of a document forbid (ISO 32000-2 §12.7.5.5 signature field locks, §12.8.2.4 FieldMDP): which fields may
// no longer change, and which changes of the document are still allowed.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, textStringOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import { certificationLevel } from "./certification.ts";
import { type FieldNode, fieldKind, readFields } from "./field-tree.ts";

/** A level of permission (§12.8.2.2): 1 no change, 2 filling and signing, 3 annotations too. */
export type PermittedLevel = 1 | 2 | 3;

/** The locks of all signatures together. `level` is undefined where none restricts the document as a whole. */
export type SignatureLocks = {
  readonly level: PermittedLevel | undefined;
  /** The name of a signature field whose signature locks the field of that full name. */
  readonly lockedBy: (fieldName: string) => string | undefined;
};

/** Reads the certification and, of every signature, what it and its field lock. @throws PdfRefusal where the form is broken */
export function signatureLocks(objects: Objects): SignatureLocks {
  const locks: { readonly signature: string; readonly covers: Covers }[] = [];
  const levels: (PermittedLevel | undefined)[] = [certificationLevel(objects)];
  for (const field of readFields(objects)) {
    const signature = field.attribute("V");
    if (fieldKind(objects, field) !== "signature" || signature?.kind !== "dict") continue;
    const parameters = fieldMdpParameters(objects, signature);
    for (const lock of [...parameters, ...fieldLock(objects, field)]) {
      locks.push({ signature: field.name, covers: coverage(objects, lock) });
      levels.push(levelOf(objects, lock));
    }
  }
  return {
    level: levels.reduce(
      (least, level) => (least === undefined || (level ?? least) < least ? level : least),
      undefined,
    ),
    lockedBy: (name) => locks.find(({ covers }) => covers(name))?.signature,
  };
}

/** Whether a lock covers the field of a full name. */
type Covers = (fieldName: string) => boolean;

/** What a lock forbids; `level` is undefined where it says nothing about the document as a whole. */
export type FieldLock = { readonly covers: Covers; readonly level: PermittedLevel | undefined };

/** What the /Lock of a signature field will forbid once the field is signed; null where it has none. */
export function lockOf(objects: Objects, field: FieldNode): FieldLock | null {
  const [lock] = fieldLock(objects, field);
  return lock === undefined ? null : { covers: coverage(objects, lock), level: levelOf(objects, lock) };
}

function fieldLock(objects: Objects, field: FieldNode): PdfDict[] {
  const lock = objects.resolve(field.dict.entries.get("Lock"));
  return lock?.kind === "dict" ? [lock] : [];
}

function fieldMdpParameters(objects: Objects, signature: PdfDict): PdfDict[] {
  return itemsOf(objects, signature.entries.get("Reference"))
    .map((item) => dictionaryOf(objects, item))
    .filter((reference) => nameOf(objects, reference.entries.get("TransformMethod")) === "FieldMDP")
    .map((reference) => dictionaryOf(objects, reference.entries.get("TransformParams")));
}

/** §12.7.5.5 table 236: All, Include or Exclude; an unknown action locks everything. */
function coverage(objects: Objects, lock: PdfDict): Covers {
  const action = nameOf(objects, lock.entries.get("Action"));
  const names = new Set(namesIn(objects, lock));
  const isNamed: Covers = (field) => withAncestors(field).some((name) => names.has(name));
  if (action === "Include") return isNamed;
  return action === "Exclude" ? (field) => !isNamed(field) : () => true;
}

function namesIn(objects: Objects, lock: PdfDict): string[] {
  return itemsOf(objects, lock.entries.get("Fields")).flatMap((item) => textStringOf(objects, item) ?? []);
}

/** The full name of a field and those of the nodes above it, from the root down: `a`, `a.b`, `a.b.c`. */
export function withAncestors(fieldName: string): string[] {
  const names: string[] = [];
  for (let at = fieldName.indexOf("."); at >= 0; at = fieldName.indexOf(".", at + 1))
    names.push(fieldName.slice(0, at));
  names.push(fieldName);
  return names;
}

/** The names that the /Lock of a signature field includes; none where it has no such list. */
export function includedByLock(objects: Objects, field: FieldNode): string[] {
  return fieldLock(objects, field).flatMap((lock) =>
    nameOf(objects, lock.entries.get("Action")) === "Include" ? namesIn(objects, lock) : [],
  );
}

/** /P of a lock (PDF 2.0): the document as a whole from this signature on. */
function levelOf(objects: Objects, lock: PdfDict): PermittedLevel | undefined {
  const value: PdfObject | undefined = lock.entries.get("P");
  const level = numberOf(objects, value);
  return level === 1 || level === 2 || level === 3 ? level : undefined;
}
