/** The document an update makes is the one that reading the file again would give. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import { bytesSource, concatSource } from "./byte-source.ts";
import { beginUpdate, type PdfUpdate } from "./incremental-update.ts";
import { defaultLimits } from "./limits.ts";
import {
  type PdfObject,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNull,
  pdfNumber,
  pdfStream,
  withEntries,
} from "./objects.ts";
import { openPdf, type PdfDocument } from "./open-pdf.ts";
import { PdfRefusal } from "./refusal.ts";
import { objectText } from "./write-object.ts";

const id = new Uint8Array(16).fill(7);

/** What may stand in a revision: values, streams, and what the reader drops. */
const objects = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map((value): PdfObject => pdfDict({ Value: pdfNumber(value), Name: pdfName("a b") })),
  fc.uint8Array({ maxLength: 20 }).map((content): PdfObject => pdfStream(pdfDict({ Kind: pdfName("Odd") }), content)),
  fc.uint8Array({ maxLength: 9 }).map((content): PdfObject => pdfArray([pdfBytes(content), pdfBytes(content, true)])),
  fc.constant<PdfObject>(pdfNull),
);
/** A revision: objects added, and dictionaries that get an entry more, each told by a number. */
type Revision = { readonly added: readonly PdfObject[]; readonly changed: readonly number[] };
const revision: fc.Arbitrary<Revision> = fc.record({
  added: fc.array(objects, { maxLength: 3 }),
  changed: fc.array(fc.nat(20), { maxLength: 3 }),
});

function change(update: PdfUpdate, { added, changed }: Revision): void {
  for (const number of changed) {
    const ref = { kind: "ref", num: number % update.doc.size, gen: 0 } as const;
    const dict = update.resolve(ref);
    if (dict?.kind === "dict") update.put(ref, withEntries(dict, { Changed: pdfNumber(update.doc.size) }));
  }
  for (const object of added) update.add(object);
}

/** Everything one can ask of a document, as text. */
function told(doc: PdfDocument): unknown {
  const numbers = Array.from({ length: doc.size }, (_, num) => num);
  const { version, startXref, xrefKind, size, root } = doc;
  return {
    ...{ version, startXref, xrefKind, size, root },
    objects: numbers.map((num) => {
      const object = doc.resolve({ kind: "ref", num, gen: 0 });
      // A cross-reference stream is about the file and not in the document.
      if (object === undefined || isCrossReference(object)) return null;
      const content = object.kind === "stream" ? Buffer.from(doc.decodeStream(object)).toString("hex") : "";
      return { text: objectText(object), content, at: doc.locate(num) };
    }),
    otherGeneration: doc.resolve({ kind: "ref", num: doc.size - 1, gen: 5 }),
    beyond: doc.resolve({ kind: "ref", num: doc.size + 1, gen: 0 }),
  };
}

const isCrossReference = (object: PdfObject): boolean =>
  object.kind === "stream" && objectText(object).includes("/Type /XRef");

describe("the document after an update", () => {
  it.each(["table", "stream", "object-streams", "hybrid"] as const)(
    "says what the file says when it is read again, revision after revision (%s)",
    (xref) => {
      fc.assert(
        fc.property(fc.array(revision, { minLength: 1, maxLength: 3 }), (revisions) => {
          let file = formPdf({ xref });
          let doc = openPdf(bytesSource(file));
          for (const wanted of revisions) {
            const update = beginUpdate(doc);
            change(update, wanted);
            const again = beginUpdate(openPdf(bytesSource(file)));
            change(again, wanted);
            const finished = update.finish({ id });
            expect(Buffer.from(finished.bytes).equals(again.finish({ id }).bytes)).toBe(true);
            doc = finished.documentIn(concatSource(bytesSource(file), bytesSource(finished.bytes)));
            file = Buffer.concat([file, finished.bytes]);
            expect(told(doc)).toEqual(told(openPdf(bytesSource(file))));
          }
        }),
        { numRuns: 30 },
      );
    },
  );

  it("reads what was filled in behind a placeholder from the file", () => {
    const file = formPdf();
    const update = beginUpdate(openPdf(bytesSource(file)));
    const content = Buffer.from("<0000>");
    const ref = update.add(pdfDict({ Contents: { kind: "verbatim", written: content }, After: pdfNumber(1) }));
    const { bytes, documentIn } = update.finish({ id });
    const filled = Buffer.from(Buffer.from(bytes).toString("latin1").replace("<0000>", "<abcd>"), "latin1");
    const doc = documentIn(bytesSource(Buffer.concat([file, filled])));
    const found = doc.resolve(ref);
    expect(found && objectText(found)).toBe("<</Contents <abcd>\n/After 1>>");
  });

  it("is refused where the file has become larger than any may be", () => {
    const file = formPdf();
    const doc = openPdf(bytesSource(file), { ...defaultLimits, fileBytesMax: file.length + 10 });
    const update = beginUpdate(doc);
    update.add(pdfNull);
    const { bytes, documentIn } = update.finish({ id });
    expect(() => documentIn(concatSource(bytesSource(file), bytesSource(bytes)))).toThrow(PdfRefusal);
  });
});
