// A document timestamp (EN 319 142-1 §5.4.3): a revision whose /Contents is a bare RFC 3161 token over everything before
// it. Put behind the validation data it keeps them provable when the certificates in them have run out.

import { dictionaryOf } from "../pdf/access.ts";
import { addInvisibleSignatureField } from "../pdf/add-fields.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { pdfDict, pdfName, withEntries } from "../pdf/objects.ts";
import { openPdf } from "../pdf/open-pdf.ts";
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
 * @throws PdfRefusal when the document cannot be read or the field's name is taken
 */
export async function prepareDocumentTimestamp(
  source: ByteSource,
  wish: DocumentTimestampWish,
): Promise<PreparedSignature> {
  const update = beginUpdate(openPdf(source));
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
  const { bytes, offsets } = update.finish({ id: wish.fileId });
  return await sealPlaceholder(source, bytes, {
    kind: "document-timestamp",
    dictionaryOffset: (offsets.get(dictionary.num) ?? source.size) - source.size,
    reserveLength,
    digestAlgorithm: "sha256",
  });
}
