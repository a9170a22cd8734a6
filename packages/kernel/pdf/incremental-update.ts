// Incremental update (ISO 32000-2 §7.5.6): the file stays byte for byte; changed and added objects, a cross-reference section of
// the same kind as the last one, and a trailer are appended. Earlier signatures stay valid because of this.
import type { ByteSource } from "./byte-source.ts";
import { isWhitespace } from "./lexer.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
} from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { broken } from "./refusal.ts";
import { documentAfter } from "./updated-document.ts";
import { indirectParts, joinParts, objectText, type WrittenPart } from "./write-object.ts";

/** A change in the making. `resolve` sees pending objects before those of the document. */
export type PdfUpdate = {
  readonly doc: PdfDocument;
  readonly root: PdfRef;
  readonly allocate: () => PdfRef;
  /** Sets the whole object behind `ref`. */
  readonly put: (ref: PdfRef, object: PdfObject) => void;
  /** Puts an added object and gives its reference. */
  readonly add: (object: PdfObject) => PdfRef;
  readonly resolve: (value: PdfObject | undefined) => PdfObject | undefined;
  readonly finish: (identity: { readonly id: Uint8Array }) => FinishedUpdate;
};

/** Only the bytes to append, and where (in the whole file) each written object begins. */
export type FinishedUpdate = {
  readonly bytes: Uint8Array;
  readonly offsets: ReadonlyMap<number, number>;
  /** The document in `source`: the one before with `bytes` behind it, placeholders filled. It is not read again. */
  readonly documentIn: (source: ByteSource) => PdfDocument;
};

/** Starts a change of `doc`; nothing is written until `finish({ id })`, where `id` is the second half of the file identifier (§14.4). */
export function beginUpdate(doc: PdfDocument): PdfUpdate {
  const pending = new Map<number, { ref: PdfRef; object: PdfObject }>();
  let nextNum = doc.size;
  const allocate = (): PdfRef => {
    if (nextNum >= doc.limits.objectsMax) throw broken("too many objects");
    nextNum += 1;
    return { kind: "ref", num: nextNum - 1, gen: 0 };
  };
  const put = (ref: PdfRef, object: PdfObject): void => {
    pending.set(ref.num, { ref, object });
  };
  return {
    doc,
    root: doc.root,
    allocate,
    put,
    add: (object) => {
      const ref = allocate();
      put(ref, object);
      return ref;
    },
    resolve: (value) => {
      if (value?.kind !== "ref") return doc.resolve(value);
      const own = pending.get(value.num);
      // An object of another generation is another object (§7.3.10): nothing, where only this one is there.
      if (own === undefined || own.ref.gen !== value.gen) return doc.resolve(value);
      return own.object.kind === "null" ? undefined : own.object;
    },
    finish: ({ id }) => writeUpdate(doc, pending, nextNum, id),
  };
}

type Pending = { readonly ref: PdfRef; readonly object: PdfObject };

function writeUpdate(
  doc: PdfDocument,
  objects: ReadonlyMap<number, Pending>,
  nextNum: number,
  id: Uint8Array,
): FinishedUpdate {
  const parts: WrittenPart[] = [];
  let offset = doc.source.size;
  const push = (...written: readonly WrittenPart[]): void => {
    for (const part of written) {
      parts.push(part);
      offset += part.length;
    }
  };
  if (!isWhitespace(doc.source.read(doc.source.size - 1, 1)[0])) push("\n");
  const written = [...objects.values()].sort((a, b) => a.ref.num - b.ref.num);
  const offsets = new Map<number, number>();
  for (const { ref, object } of written) {
    offsets.set(ref.num, offset);
    push(...indirectParts(ref.num, ref.gen, object));
  }
  const startXref = offset;
  const entries = written.map(({ ref }) => ({ num: ref.num, gen: ref.gen, offset: offsets.get(ref.num) ?? 0 }));
  // A cross-reference stream is an object too, the last one.
  const size = doc.xrefKind === "table" ? nextNum : nextNum + 1;
  const trailer = trailerOf(doc, size, id);
  if (doc.xrefKind === "table") push(tableSection(entries, trailer));
  else push(...streamSection(doc, [...entries, { num: nextNum, gen: 0, offset: startXref }], trailer));
  push(`startxref\n${startXref}\n%%EOF\n`);
  const update = { objects, offsets, trailer, startXref, size };
  return { bytes: joinParts(parts), offsets, documentIn: (source) => documentAfter(doc, source, update) };
}

type Entry = { readonly num: number; readonly gen: number; readonly offset: number };

function runsOf(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && run[0] !== undefined && run[0].num + run.length === entry.num) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function tableSection(entries: readonly Entry[], trailer: PdfDict): string {
  let text = "xref\n";
  for (const run of runsOf(entries)) {
    text += `${run[0]?.num ?? 0} ${run.length}\n`;
    for (const { offset, gen } of run)
      text += `${String(offset).padStart(10, "0")} ${String(gen).padStart(5, "0")} n \n`;
  }
  return `${text}trailer\n${objectText(trailer)}\n`;
}

function streamSection(doc: PdfDocument, entries: readonly Entry[], trailer: PdfDict): readonly WrittenPart[] {
  const width = Math.max(4, Math.ceil((doc.source.size + 2 ** 24).toString(16).length / 2));
  const row = 1 + width + 2;
  const table = Buffer.alloc(entries.length * row);
  entries.forEach((entry, i) => {
    table[i * row] = 1;
    table.writeUIntBE(entry.offset, i * row + 1, Math.min(6, width));
    table.writeUInt16BE(entry.gen, i * row + 1 + width);
  });
  const index = runsOf(entries).flatMap((run) => [pdfNumber(run[0]?.num ?? 0), pdfNumber(run.length)]);
  const dict = pdfDict({
    Type: pdfName("XRef"),
    W: pdfArray([pdfNumber(1), pdfNumber(width), pdfNumber(2)]),
    Index: pdfArray(index),
    ...Object.fromEntries(trailer.entries),
  });
  return indirectParts(entries.at(-1)?.num ?? 0, 0, pdfStream(dict, table));
}

function trailerOf(doc: PdfDocument, size: number, id: Uint8Array): PdfDict {
  const previous = doc.resolve(doc.trailer.entries.get("ID"));
  const first = previous?.kind === "array" ? doc.resolve(previous.items[0]) : undefined;
  return pdfDict({
    Size: pdfNumber(size),
    Root: doc.root,
    Info: doc.trailer.entries.get("Info"),
    ID: pdfArray([first?.kind === "string" ? pdfBytes(first.bytes, true) : pdfBytes(id, true), pdfBytes(id, true)]),
    Prev: pdfNumber(doc.startXref),
  });
}
