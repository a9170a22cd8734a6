// Whether a damaged file was signed (ISO 32000-2 §12.8.1 table 255). Repairing a signed file would break its signatures, so
// anything that looks like a signature dictionary counts; a keyword alone does not, since it may occur in any text.
import { latin1, readObject } from "../pdf/lexer.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import { type PdfFile, readWindow } from "../pdf/read-indirect.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Words that stand in the dictionaries of signatures, and seldom elsewhere. */
export const signatureWords: readonly string[] = ["/ByteRange", "/SubFilter"];

/** Is told of each of the words in the order of the file, with where the body of the object around it begins, if any does. */
export type SignatureTraces = {
  readonly note: (at: number, bodyAt: number | undefined) => void;
  readonly isSigned: () => boolean;
};

/** Damage in one place leaves at least two of the four marks of a signature. */
const marksMin = 2;
/** Marks stand beside each other; only the bytes of /Contents, some hundred kilobytes, part them. */
const neighbourhood = 1_024;

/** Traces of signatures in `file`, as they are found. */
export function signatureTraces(file: PdfFile): SignatureTraces {
  let isSigned = false;
  let bodySeen: { readonly bodyAt: number; readonly end: number | undefined } | undefined;
  return {
    isSigned: () => isSigned,
    note: (at, bodyAt) => {
      if (isSigned) return;
      if (bodyAt !== undefined && bodySeen?.bodyAt !== bodyAt) {
        const body = unlessBroken(() => bodyOf(file, bodyAt));
        bodySeen = { bodyAt, end: body?.end };
        isSigned = body !== undefined && holdsSignature(body.object);
      }
      const isWithin = bodyAt !== undefined && bodySeen?.end !== undefined && at < bodySeen.end;
      // An object that can be read is taken as it reads: text that contains this word is only text.
      if (!isWithin && looksSigned(file, at)) isSigned = true;
    },
  };
}

function bodyOf(file: PdfFile, bodyAt: number): { readonly object: PdfObject; readonly end: number } {
  return readWindow(file, bodyAt, (cursor) => ({ object: readObject(cursor), end: bodyAt + cursor.at }));
}

/** Whether the dictionary of a signature stands anywhere in `object`: it may be the direct value of its field. */
function holdsSignature(object: PdfObject): boolean {
  if (object.kind === "array") return object.items.some(holdsSignature);
  if (object.kind !== "dict") return false;
  return isSignature(object) || [...object.entries.values()].some(holdsSignature);
}

function isSignature({ entries }: PdfDict): boolean {
  const type = entries.get("Type");
  const marks = [
    entries.get("ByteRange")?.kind === "array",
    entries.get("Contents")?.kind === "string",
    entries.get("SubFilter")?.kind === "name",
    type?.kind === "name" && /^(Sig|DocTimeStamp)$/.test(type.value),
  ];
  return marks.filter(Boolean).length >= marksMin;
}

/** The same by what is left of it, where nothing can be read as an object. */
function looksSigned({ source, budget }: PdfFile, at: number): boolean {
  const start = Math.max(0, at - neighbourhood);
  const text = latin1(source.read(start, Math.min(2 * neighbourhood, source.size - start)));
  budget.parse(text.length);
  const marks = [
    /\/ByteRange\s*\[/.test(text),
    /\/Contents\s*[<(]/.test(text),
    /\/SubFilter\s*\//.test(text),
    /\/Type\s*\/(Sig|DocTimeStamp)\b/.test(text),
  ];
  return marks.filter(Boolean).length >= marksMin;
}
