// Opens a document at its end (ISO 32000-2 §7.5.5) and gives its objects on demand. Opening reads the cross-reference
// sections and the catalog, nothing else; what it cannot follow it refuses, it never repairs.
import type { ByteSource } from "./byte-source.ts";
import { findStartXref, type Location, readSections, type Section } from "./cross-reference.ts";
import { decode, type Filter } from "./filters.ts";
import { latin1 } from "./lexer.ts";
import { defaultLimits, type PdfLimits } from "./limits.ts";
import { type ObjectStream, parseWithin, readObjectStream } from "./object-stream.ts";
import { type PdfDict, type PdfObject, type PdfRef, type PdfStream, pdfNull } from "./objects.ts";
import { type PdfFile, readIndirectAt } from "./read-indirect.ts";
import { broken, PdfRefusal } from "./refusal.ts";

/** An opened document. `load` follows a reference through all revisions; objects are cached, stream data is not. */
export type PdfDocument = {
  readonly source: ByteSource;
  readonly limits: PdfLimits;
  /** The later of header and catalog version, for example "1.7". */
  readonly version: string;
  readonly trailer: PdfDict;
  readonly startXref: number;
  readonly xrefKind: "table" | "stream";
  /** One more than the highest object number. */
  readonly size: number;
  readonly root: PdfRef;
  readonly load: (ref: PdfRef) => PdfObject;
  /** Where an object stands in the newest revision that mentions it. */
  readonly locate: (num: number) => Location;
  /** The value itself, or what a reference leads to; undefined for nothing and null. */
  readonly resolve: (value: PdfObject | undefined) => PdfObject | undefined;
  readonly decodeStream: (stream: PdfStream) => Uint8Array;
};

/** Opens `source`; throws PdfRefusal FILE_NOT_A_PDF, FILE_TOO_LARGE, FILE_ENCRYPTED or FILE_BROKEN. */
export function openPdf(source: ByteSource, limits: PdfLimits = defaultLimits): PdfDocument {
  if (source.size > limits.fileBytesMax) throw new PdfRefusal("FILE_TOO_LARGE", `${source.size} bytes`);
  const headerVersion = readHeader(source);
  const lengthBeforeSections = (length: PdfObject | undefined): number => {
    if (length?.kind !== "number") throw broken("a cross-reference stream has no direct /Length");
    return length.value;
  };
  const startXref = findStartXref({ source, limits, resolveLength: lengthBeforeSections });
  const sections = readSections({ source, limits, resolveLength: lengthBeforeSections }, startXref);
  const newest = sections[0];
  if (newest === undefined) throw broken("no cross-reference section");
  if (newest.trailer.entries.has("Encrypt"))
    throw new PdfRefusal("FILE_ENCRYPTED", "the trailer names an /Encrypt dictionary");
  const root = newest.trailer.entries.get("Root");
  if (root?.kind !== "ref") throw broken("the trailer has no /Root");
  const objects = objectReader(source, limits, sections);
  const catalog = objects.resolve(root);
  if (catalog?.kind !== "dict") throw broken("the catalog is missing");
  if (objects.resolve(catalog.entries.get("Pages"))?.kind !== "dict") throw broken("the catalog has no page tree");
  return {
    source,
    limits,
    version: laterVersion(headerVersion, objects.resolve(catalog.entries.get("Version"))),
    trailer: newest.trailer,
    startXref,
    xrefKind: newest.kind,
    size: Math.max(declaredSize(newest), ...sections.map((section) => section.end)),
    root,
    ...objects,
  };
}

function readHeader(source: ByteSource): string {
  const head = latin1(source.read(0, Math.min(1_024, source.size)));
  const match = /^%PDF-(\d\.\d)/.exec(head);
  if (match?.[1] !== undefined) return match[1];
  throw head.includes("%PDF-")
    ? broken("bytes before the header")
    : new PdfRefusal("FILE_NOT_A_PDF", "no %PDF- header");
}

function laterVersion(header: string, catalog: PdfObject | undefined): string {
  return catalog?.kind === "name" && /^\d\.\d$/.test(catalog.value) && catalog.value > header ? catalog.value : header;
}

function declaredSize(section: Section): number {
  const size = section.trailer.entries.get("Size");
  return size?.kind === "number" ? size.value : 0;
}

type Objects = Pick<PdfDocument, "load" | "locate" | "resolve" | "decodeStream">;
function objectReader(source: ByteSource, limits: PdfLimits, sections: readonly Section[]): Objects {
  const cache = new Map<number, PdfObject>();
  const objectStreams = new Map<number, ObjectStream>();
  const loading = new Set<number>();
  const file: PdfFile = { source, limits, resolveLength };

  function resolveLength(length: PdfObject | undefined): number {
    const value = resolve(length);
    if (value?.kind !== "number" || !Number.isSafeInteger(value.value) || value.value < 0)
      throw broken("stream has no /Length");
    return value.value;
  }
  const locate = (num: number): Location => locateIn(sections, num);
  function load(ref: PdfRef): PdfObject {
    const cached = cache.get(ref.num);
    if (cached !== undefined) return cached;
    if (loading.has(ref.num)) throw broken(`object ${ref.num} needs itself to be read`);
    loading.add(ref.num);
    try {
      const object = loadAt(ref, locate(ref.num));
      cache.set(ref.num, object);
      return object;
    } finally {
      loading.delete(ref.num);
    }
  }
  function loadAt(ref: PdfRef, location: Location): PdfObject {
    if (location.kind === "free") return pdfNull;
    if (location.kind === "compressed") return fromObjectStream(ref.num, location.stream);
    if (location.gen !== ref.gen) return pdfNull;
    const found = readIndirectAt(file, location.offset);
    if (found.num !== ref.num || found.gen !== ref.gen)
      throw broken(`object ${ref.num} is not where the cross-reference says`);
    return found.object;
  }
  function fromObjectStream(num: number, streamNum: number): PdfObject {
    let stream = objectStreams.get(streamNum);
    if (stream === undefined) {
      stream = openObjectStream(streamNum);
      objectStreams.set(streamNum, stream);
    }
    const offset = stream.offsets.get(num);
    if (offset === undefined) throw broken(`object ${num} is not in its object stream`);
    return parseWithin(stream.bytes, offset);
  }
  function openObjectStream(num: number): ObjectStream {
    if (locate(num).kind !== "offset") throw broken("object stream inside an object stream");
    const object = load({ kind: "ref", num, gen: 0 });
    if (object.kind !== "stream") throw broken("object stream is not a stream");
    const length = (key: string): number => resolveLength(object.dict.entries.get(key));
    return readObjectStream(decodeStream(object), { count: length("N"), first: length("First") });
  }
  function resolve(value: PdfObject | undefined): PdfObject | undefined {
    let current = value;
    for (let hops = 0; current?.kind === "ref"; hops += 1) {
      if (hops > 32) throw broken("references form a loop");
      current = load(current);
    }
    return current?.kind === "null" ? undefined : current;
  }
  function decodeStream(stream: PdfStream): Uint8Array {
    return decode(stream.read(), filtersOf(stream.dict, resolve), limits.decodedBytesMax);
  }
  return { load, locate, resolve, decodeStream };
}

/** The newest revision that mentions an object says where it is. */
function locateIn(sections: readonly Section[], num: number): Location {
  for (const [i, section] of sections.entries()) {
    const found = section.find(num);
    if (found === undefined) continue;
    // A hybrid's table calls the objects of its /XRefStm free so that old readers do not see them (§7.5.8.4).
    const hidden =
      found.kind === "free" && section.trailer.entries.has("XRefStm") ? sections[i + 1]?.find(num) : undefined;
    return hidden ?? found;
  }
  return { kind: "free" };
}

function filtersOf(dict: PdfDict, resolve: (value: PdfObject | undefined) => PdfObject | undefined): Filter[] {
  const filter = resolve(dict.entries.get("Filter") ?? dict.entries.get("F"));
  const parameters = resolve(dict.entries.get("DecodeParms"));
  if (filter === undefined) return [];
  const all = parameters?.kind === "array" ? parameters.items : [parameters];
  return (filter.kind === "array" ? filter.items : [filter]).map((item, i) => {
    const name = resolve(item);
    if (name?.kind !== "name") throw broken("/Filter is not a name");
    const own = resolve(all[i]);
    return { name: name.value, parameters: own?.kind === "dict" ? resolveValues(own, resolve) : undefined };
  });
}

function resolveValues(dict: PdfDict, resolve: (value: PdfObject | undefined) => PdfObject | undefined): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const [key, value] of dict.entries) entries.set(key, resolve(value) ?? pdfNull);
  return { kind: "dict", entries };
}
