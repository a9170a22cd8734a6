// Opens a document at its end (ISO 32000-2 §7.5.5) and gives its objects on demand. Opening reads the cross-reference
// sections and the catalog, nothing else; what it cannot follow it refuses, it never repairs.
import type { ByteSource } from "./byte-source.ts";
import { findStartXref, readSections } from "./cross-reference.ts";
import { locateIn, type Section } from "./cross-reference-section.ts";
import { header_within_bytes, headerAt } from "./header.ts";
import { latin1 } from "./lexer.ts";
import { defaultLimits, type PdfLimits } from "./limits.ts";
import { type ObjectReader, objectReader, type Placement } from "./object-reader.ts";
import type { PdfDict, PdfObject, PdfRef } from "./objects.ts";
import { readIndirectAt } from "./read-indirect.ts";
import { readingBudget } from "./reading-budget.ts";
import { broken, PdfRefusal } from "./refusal.ts";

/** An opened document. `load` follows a reference through all revisions; objects are cached for a while, stream data is not. */
export type PdfDocument = ObjectReader & {
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
};

/** Makes readable what the trailer's /Encrypt locks: is asked once, before the catalog is read. @throws PdfRefusal FILE_ENCRYPTED */
export type Unlock = (trailer: PdfDict, objects: ObjectReader) => Placement["decrypt"];

/** Opens `source`; throws PdfRefusal FILE_NOT_A_PDF, FILE_TOO_LARGE, FILE_TOO_COMPLEX, FILE_ENCRYPTED or FILE_BROKEN. */
export function openPdf(source: ByteSource, limits: PdfLimits = defaultLimits): PdfDocument {
  return openLocked(source, limits, () => {
    throw new PdfRefusal("FILE_ENCRYPTED", "the trailer names an /Encrypt dictionary");
  });
}

/** As `openPdf`, with a way to read an encrypted document. */
export function openLocked(source: ByteSource, limits: PdfLimits, unlock: Unlock): PdfDocument {
  if (source.size > limits.fileBytesMax) throw new PdfRefusal("FILE_TOO_LARGE", `${source.size} bytes`);
  const headerVersion = readHeader(source);
  const budget = readingBudget(limits);
  const startXref = findStartXref({ source });
  const sections = readSections({ source, limits, budget, resolveLength: directLength }, startXref);
  const newest = sections[0];
  if (newest === undefined) throw broken("no cross-reference section");
  const objects = unlockedReader({
    file: { source, limits, budget },
    placement: { locate: (num) => locateIn(sections, num, budget.look), readAt: readIndirectAt },
    trailer: newest.trailer,
    unlock,
  });
  return {
    source,
    limits,
    trailer: newest.trailer,
    startXref,
    xrefKind: newest.kind,
    size: Math.max(declaredSize(newest), ...sections.map((section) => section.end)),
    ...openCatalog(newest.trailer, objects, headerVersion),
    ...objects,
  };
}

/** A reader of objects that is unlocked first when `trailer` says so. @throws PdfRefusal FILE_ENCRYPTED */
export function unlockedReader(opening: {
  readonly file: Parameters<typeof objectReader>[0];
  readonly placement: Omit<Placement, "decrypt">;
  readonly trailer: PdfDict;
  readonly unlock: Unlock;
}): ObjectReader {
  const { file, placement, trailer, unlock } = opening;
  if (!trailer.entries.has("Encrypt")) return objectReader(file, { ...placement, decrypt: (_ref, object) => object });
  // The encryption dictionary is itself never encrypted (§7.6.2), so it is read by a reader that does not decrypt.
  const decrypt = unlock(trailer, objectReader(file, { ...placement, decrypt: (_ref, object) => object }));
  return objectReader(file, { ...placement, decrypt });
}

/** Root and version of a document; throws FILE_BROKEN without a catalog that has a page tree. */
export function openCatalog(
  trailer: PdfDict,
  objects: ObjectReader,
  headerVersion: string,
): Pick<PdfDocument, "root" | "version"> {
  const root = trailer.entries.get("Root");
  if (root?.kind !== "ref") throw broken("the trailer has no /Root");
  const catalog = objects.resolve(root);
  if (catalog?.kind !== "dict") throw broken("the catalog is missing");
  if (objects.resolve(catalog.entries.get("Pages"))?.kind !== "dict") throw broken("the catalog has no page tree");
  return { root, version: laterVersion(headerVersion, objects.resolve(catalog.entries.get("Version"))) };
}

function directLength(length: PdfObject | undefined): number {
  if (length?.kind !== "number") throw broken("a cross-reference stream has no direct /Length");
  return length.value;
}

function readHeader(source: ByteSource): string {
  const head = source.read(0, Math.min(header_within_bytes, source.size));
  const match = /^%PDF-(\d\.\d)/.exec(latin1(head, 0, Math.min(8, head.length)));
  if (match?.[1] !== undefined) return match[1];
  throw headerAt(head) >= 0 ? broken("bytes before the header") : new PdfRefusal("FILE_NOT_A_PDF", "no %PDF- header");
}

function laterVersion(header: string, catalog: PdfObject | undefined): string {
  return catalog?.kind === "name" && /^\d\.\d$/.test(catalog.value) && catalog.value > header ? catalog.value : header;
}

function declaredSize(section: Section): number {
  const size = section.trailer.entries.get("Size");
  return size?.kind === "number" ? size.value : 0;
}
