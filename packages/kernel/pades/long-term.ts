// The document security store (EN 319 142-1 §5.4.2): certificates, OCSP responses and CRLs that prove, later and
// offline, that nothing was revoked. Values are only added; those of earlier revisions stay.
import { catalogOf, dictionaryOf, itemsOf } from "../pdf/access.ts";
import { beginUpdate, type FinishedUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
  withEntries,
} from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";

/** DER of what validation needs: certificates, whole OCSPResponses, CertificateLists. */
export type ValidationData = {
  readonly certificates: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
};

const members = [
  ["Certs", "certificates"],
  ["OCSPs", "ocspResponses"],
  ["CRLs", "crls"],
] as const;

/**
 * The update by which the document keeps `wanted` beside what it kept already.
 * @param fileId the second half of the file identifier, 16 bytes
 * @throws PdfRefusal when the document cannot be read
 */
export function buildLongTermUpdate(doc: PdfDocument, wanted: ValidationData, fileId: Uint8Array): FinishedUpdate {
  const update = beginUpdate(doc);
  const catalog = catalogOf(update);
  const before = catalog.entries.get("DSS");
  const store = addToStore(update, dictionaryOf(update, before), wanted);
  // EN 319 142-1 §5.4.2.2: the value of /DSS is an indirect reference.
  const ref = before?.kind === "ref" ? before : update.allocate();
  update.put(ref, store);
  update.put(update.root, withExtensions(update, withEntries(catalog, { DSS: ref })));
  return update.finish({ id: fileId });
}

/** How many of `wanted` are not in the document's store, for each kind; only kinds that lack something. @throws PdfRefusal */
export function lackingInStore(doc: PdfDocument, wanted: ValidationData): ReadonlyMap<keyof ValidationData, number> {
  const store = dictionaryOf(doc, catalogOf(doc).entries.get("DSS"));
  const lacking = new Map<keyof ValidationData, number>();
  for (const [key, name] of members) {
    const kept = itemsOf(doc, store.entries.get(key)).map((item) => bytesOf(doc, doc.resolve(item)));
    const missing = wanted[name].filter((der) => !isKept(kept, der)).length;
    if (missing > 0) lacking.set(name, missing);
  }
  return lacking;
}

function addToStore(update: PdfUpdate, store: PdfDict, wanted: ValidationData): PdfDict {
  const changes: Record<string, PdfObject> = { Type: pdfName("DSS") };
  for (const [key, name] of members) {
    const items = [...itemsOf(update, store.entries.get(key))];
    const known = items.map((item) => bytesOf(update.doc, update.resolve(item)));
    for (const der of wanted[name]) {
      if (isKept(known, der)) continue;
      known.push(der);
      items.push(addStream(update, der));
    }
    if (items.length > 0) changes[key] = pdfArray(items);
  }
  return withEntries(store, changes);
}

function bytesOf(doc: PdfDocument, stream: PdfObject | undefined): Uint8Array | null {
  return stream?.kind === "stream" ? doc.decodeStream(stream) : null;
}

const isKept = (kept: ReadonlyArray<Uint8Array | null>, der: Uint8Array): boolean =>
  kept.some((bytes) => bytes?.length === der.length && Buffer.compare(bytes, der) === 0);

const addStream = (update: PdfUpdate, der: Uint8Array): PdfRef => update.add(pdfStream(pdfDict({}), der));

/** Says in the catalog of a PDF before 2.0 that it uses the ETSI extension (EN 319 142-1 §5.6). */
export function withExtensions(update: PdfUpdate, catalog: PdfDict): PdfDict {
  if (update.doc.version >= "2.0") return catalog;
  const extensions = dictionaryOf(update, catalog.entries.get("Extensions"));
  if (extensions.entries.has("ESIC")) return catalog;
  const esic = pdfDict({ BaseVersion: pdfName("1.7"), ExtensionLevel: pdfNumber(1) });
  return withEntries(catalog, { Extensions: withEntries(extensions, { ESIC: esic }) });
}
