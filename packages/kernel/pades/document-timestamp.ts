// A document timestamp (EN 319 142-1 §5.4.3): a revision whose /Contents is a bare RFC 3161 token over everything before
// it. Appended after the validation data, it keeps them provable after their certificates have expired.

import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { dictionaryOf } from "../pdf/access.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { pdfDict, pdfName, withEntries } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import type { HashedBeginning } from "./byte-range.ts";
import { withExtensions } from "./long-term.ts";
import {
  byteRangePlaceholder,
  contentsPlaceholder,
  type PreparedSignature,
  sealPlaceholder,
  timestampReserveLength,
} from "./prepared-signature.ts";

/** Where the token goes: the name of the invisible field to make, and the second half of the file identifier. */
export type DocumentTimestampWish = {
  readonly fieldName: string;
  readonly fileId: Uint8Array;
  readonly reserveLength?: number;
};

/**
 * Prepares a document timestamp; the token's imprint is the prepared `documentDigest`.
 * @param hashed a digest of the file's beginning, where one is at hand
 * @throws PdfRefusal when the document cannot be read or the field's name is taken
 */
export async function prepareDocumentTimestamp(
  doc: PdfDocument,
  wish: DocumentTimestampWish,
  hashed?: HashedBeginning,
): Promise<PreparedSignature> {
  const update = beginUpdate(doc);
  const reserveLength = wish.reserveLength ?? timestampReserveLength;
  const field = addInvisibleSignatureField(update, wish.fieldName);
  const dictionary = update.add(
    pdfDict({
      Type: pdfName("DocTimeStamp"),
      Filter: pdfName("Adobe.PPKLite"),
      SubFilter: pdfName("ETSI.RFC3161"),
      ByteRange: { kind: "verbatim", written: byteRangePlaceholder },
      Contents: { kind: "verbatim", written: contentsPlaceholder(reserveLength) },
    }),
  );
  update.put(field, withEntries(dictionaryOf(update, field), { V: dictionary }));
  const catalog = dictionaryOf(update, update.root);
  const extended = withExtensions(update, catalog);
  if (extended !== catalog) update.put(update.root, extended);
  const { prepared } = await sealPlaceholder(doc.source, update.finish({ id: wish.fileId }), {
    kind: "document-timestamp",
    dictionary,
    reserveLength,
    digestAlgorithm: "sha256",
    ...(hashed && { hashed }),
  });
  return prepared;
}
