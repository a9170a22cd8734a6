// The objects that belong to a document: all that can be reached from its catalog and its document information (ISO 32000-2
// §7.5.5). The rest of the file is earlier revisions, free space and unused objects.
import type { PdfObject, PdfRef } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";

/** The objects that belong to a document, in the order they are met, and the new number of each (0: not there). */
export type Reachable = {
  readonly refs: readonly PdfRef[];
  readonly newNumber: (ref: PdfRef) => number;
  /** Old numbers of objects whose bytes do not end. */
  readonly damaged: ReadonlySet<number>;
  /** Past all numbers that something refers to, those aside that no object can have: an object added before it would be meant. */
  readonly namedEnd: number;
  /** Whether something refers to an object by another generation than it has: to nothing (§7.3.10), but many readers take the object. */
  readonly misnamed: boolean;
};

/** Documents of 5,000 tagged pages have some hundred thousand objects; half a million are walked in a few seconds. */
const reachableMax = 500_000;

/** Walks `doc` from `roots`. @throws PdfRefusal FILE_TOO_COMPLEX for more than half a million objects, FILE_BROKEN for objects that cannot be read, unless the document forgives them */
export function reachableFrom(doc: PdfDocument, roots: readonly PdfRef[], numbersEnd: number): Reachable {
  const numbers = new Uint32Array(numbersEnd);
  const nowhere = 0xffffffff;
  const refs: PdfRef[] = [];
  const damaged = new Set<number>();
  const waiting: PdfRef[] = [...roots].reverse();
  let namedEnd = 0;
  let misnamed = false;
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (ref.num < doc.limits.objectsMax) namedEnd = Math.max(namedEnd, ref.num + 1);
    misnamed ||= isMisnamed(doc, ref);
    if (ref.num >= numbersEnd || numbers[ref.num] !== 0) continue;
    const object = doc.load(ref);
    if (object.kind === "stream" && unlessBroken(() => object.stored()) === undefined) damaged.add(ref.num);
    // Not there in this generation; it may be in another (§7.3.10).
    if (object.kind === "null") continue;
    if (damaged.has(ref.num)) {
      numbers[ref.num] = nowhere;
      continue;
    }
    refs.push(ref);
    if (refs.length > reachableMax) throw tooComplex(`more than ${reachableMax} objects`);
    numbers[ref.num] = refs.length;
    const found = refsIn(object);
    for (let i = found.length - 1; i >= 0; i -= 1) {
      const next = found[i];
      if (next === undefined) continue;
      if ((numbers[next.num] ?? 0) === 0) waiting.push(next);
      else misnamed ||= isMisnamed(doc, next);
    }
  }
  return {
    refs,
    damaged,
    namedEnd,
    misnamed,
    newNumber: ({ num, gen }) => {
      const found = numbers[num] ?? nowhere;
      return found === nowhere || refs[found - 1]?.gen !== gen ? 0 : found;
    },
  };
}

function isMisnamed(doc: PdfDocument, { num, gen }: PdfRef): boolean {
  const location = doc.locate(num);
  return location.kind !== "free" && gen !== (location.kind === "offset" ? location.gen : 0);
}

function refsIn(object: PdfObject, found: PdfRef[] = []): PdfRef[] {
  if (object.kind === "ref") found.push(object);
  else if (object.kind === "array") for (const item of object.items) refsIn(item, found);
  else if (object.kind === "dict" || object.kind === "stream") {
    const { entries } = object.kind === "dict" ? object : object.dict;
    // A stream's length is written anew, so the object that held it is no longer needed.
    for (const [key, value] of entries) if (object.kind === "dict" || key !== "Length") refsIn(value, found);
  }
  return found;
}
