// The document after an update (ISO 32000-2 §7.5.6), without reading the file again: the written objects are known, and all others
// are where they were. Signing writes up to three revisions in a row, and would otherwise open the file for each.
import type { ByteSource } from "./byte-source.ts";
import { followReferences } from "./object-reader.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfNull } from "./objects.ts";
import { openPdf, type PdfDocument } from "./open-pdf.ts";
import { PdfRefusal } from "./refusal.ts";

/** What an update wrote: its objects with their offsets in the whole file, by number, and what its section says. */
export type WrittenUpdate = {
  readonly objects: ReadonlyMap<number, { readonly ref: PdfRef; readonly object: PdfObject }>;
  readonly offsets: ReadonlyMap<number, number>;
  readonly trailer: PdfDict;
  readonly startXref: number;
  readonly size: number;
};

/**
 * The document in `source`, which is that of `before` with the update behind it. @throws PdfRefusal FILE_TOO_LARGE
 */
export function documentAfter(before: PdfDocument, source: ByteSource, update: WrittenUpdate): PdfDocument {
  if (source.size > before.limits.fileBytesMax) throw new PdfRefusal("FILE_TOO_LARGE", `${source.size} bytes`);
  let reread: PdfDocument | undefined;
  const load = (ref: PdfRef): PdfObject => {
    const own = update.objects.get(ref.num);
    if (own === undefined) return before.load(ref);
    if (own.ref.gen !== ref.gen) return pdfNull;
    if (!hasPlaceholder(own.object)) return own.object;
    // Values filled in after writing stand only in the file.
    reread ??= openPdf(source, before.limits);
    return reread.load(ref);
  };
  return {
    ...before,
    source,
    trailer: update.trailer,
    startXref: update.startXref,
    size: update.size,
    load,
    locate: (num) => {
      const [own, offset] = [update.objects.get(num), update.offsets.get(num)];
      return own === undefined || offset === undefined
        ? before.locate(num)
        : { kind: "offset", offset, gen: own.ref.gen };
    },
    resolve: followReferences(load),
  };
}

function hasPlaceholder(object: PdfObject): boolean {
  return object.kind === "dict" && [...object.entries.values()].some(({ kind }) => kind === "verbatim");
}
