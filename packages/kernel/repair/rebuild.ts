// A document made of the objects found in a damaged file (ISO 32000-2 §7.5): the last definition of each object counts, as in a
// chain of updates, and the trailer is combined from all trailers found.
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import { latin1 } from "../pdf/lexer.ts";
import type { PdfLimits } from "../pdf/limits.ts";
import { type ObjectReader, objectReader, type Placement } from "../pdf/object-reader.ts";
import { readObjectStream } from "../pdf/object-stream.ts";
import type { PdfDict, PdfObject, PdfRef } from "../pdf/objects.ts";
import { openCatalog, type PdfDocument, type Unlock } from "../pdf/open-pdf.ts";
import { readingBudget } from "../pdf/reading-budget.ts";
import { broken, unlessBroken } from "../pdf/refusal.ts";
import { readLenientlyAt } from "./read-leniently.ts";
import { type Scan, scanObjects } from "./scan-objects.ts";

/** A document put together from a damaged file; what cannot be read in it is null. It has no cross-reference of its own. */
export type DamagedPdf = PdfDocument & {
  /** Whether what looks like the dictionary of a signature was seen anywhere. */
  readonly isSigned: boolean;
  /** Numbers of objects that were asked for and could not be read. */
  readonly unreadable: ReadonlySet<number>;
};

/** Puts a document together from whatever stands in `source`. @throws PdfRefusal FILE_BROKEN, FILE_ENCRYPTED, FILE_TOO_COMPLEX */
export function openDamaged(source: ByteSource, limits: PdfLimits, unlock: Unlock): DamagedPdf {
  const budget = readingBudget(limits);
  // Cut files end inside an object; a word that ends it costs nothing.
  const padded = concatSource(source, bytesSource(Buffer.from("\nendobj\n")));
  const scan = scanObjects(padded, limits, budget);
  const file = { source: padded, limits, budget };
  const unreadable = new Set<number>();
  const locked: Placement = {
    locate: scan.objects.locate,
    readAt: readLenientlyAt,
    decrypt: (_ref, object) => object,
    forgive: (num) => unreadable.add(num),
  };
  const merged = mergeTrailers(scan.trailers);
  const decrypt = merged.entries.has("Encrypt") ? unlock(merged, objectReader(file, locked)) : locked.decrypt;
  const placement: Placement = { ...locked, decrypt };
  noteCompressed(scan, objectReader(file, placement), limits.objectsMax);
  unreadable.clear();
  const objects = objectReader(file, placement);
  const trailer = withRoot(merged, scan, objects);
  return {
    source: padded,
    limits,
    trailer,
    startXref: 0,
    xrefKind: "table",
    size: scan.objects.end(),
    isSigned: scan.isSigned,
    unreadable,
    ...openCatalog(trailer, objects, headerVersion(source)),
    ...objects,
  };
}

function headerVersion(source: ByteSource): string {
  const head = latin1(source.read(0, Math.min(1_024, source.size)));
  return /%PDF-(\d\.\d)/.exec(head)?.[1] ?? "1.7";
}

/** Root, Info, identifier and encryption, each from the last trailer that names it. */
function mergeTrailers(trailers: readonly PdfDict[]): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const trailer of trailers)
    for (const key of ["Root", "Info", "ID", "Encrypt"]) {
      const value = trailer.entries.get(key);
      if (value !== undefined) entries.set(key, value);
    }
  return { kind: "dict", entries };
}

/** Enters the objects of object streams, each as standing where its stream stands; unreadable streams are left out. */
function noteCompressed({ objects, objectStreams }: Scan, reader: ObjectReader, objectsMax: number): void {
  for (const { num, gen, offset } of objectStreams) {
    const location = objects.locate(num);
    if (location.kind !== "offset" || location.offset !== offset) continue;
    const numbers = unlessBroken(() => numbersWithin(reader, { kind: "ref", num, gen }));
    numbers?.forEach((compressed, index) => {
      if (compressed < objectsMax) objects.setCompressed(compressed, { stream: num, index, containerAt: offset });
    });
  }
}

function numbersWithin(reader: ObjectReader, ref: PdfRef): Uint32Array | undefined {
  const stream = reader.load(ref);
  if (stream.kind !== "stream") return undefined;
  const [count, first] = ["N", "First"].map((key) => reader.resolve(stream.dict.entries.get(key)));
  if (count?.kind !== "number" || first?.kind !== "number") return undefined;
  return readObjectStream(reader.decodeStream(stream), { count: count.value, first: first.value }).numbers;
}

/**
 * The trailer with a /Root that leads to a catalog: the one the last trailer names, or without any the last catalog in the
 * file. A wrong /Root is not replaced: other readers show nothing then, and a guess might show another document.
 */
function withRoot(trailer: PdfDict, scan: Scan, objects: ObjectReader): PdfDict {
  const named = trailer.entries.get("Root");
  const root = named === undefined ? lastCatalog(scan, objects) : named;
  if (root === undefined || !isCatalog(objects, root)) throw broken("no catalog is left in the file");
  return { kind: "dict", entries: new Map([...trailer.entries, ["Root", root]]) };
}

function isCatalog(objects: ObjectReader, ref: PdfObject | undefined): boolean {
  const dict = ref?.kind === "ref" ? objects.resolve(ref) : undefined;
  return dict?.kind === "dict" && objects.resolve(dict.entries.get("Pages"))?.kind === "dict";
}

/** The catalog that stands last in the file; those in object streams are looked at when there is no other. */
function lastCatalog(scan: Scan, objects: ObjectReader): PdfRef | undefined {
  const found = scan.catalogs.findLast((ref) => isCatalog(objects, ref));
  if (found !== undefined || scan.objectStreams.length === 0) return found;
  for (const num of scan.objects.numbers()) {
    const ref: PdfRef = { kind: "ref", num, gen: 0 };
    if (scan.objects.locate(num).kind !== "compressed") continue;
    const object = objects.load(ref);
    const type = object.kind === "dict" ? object.entries.get("Type") : undefined;
    if (type?.kind === "name" && type.value === "Catalog" && isCatalog(objects, ref)) return ref;
  }
  return undefined;
}
