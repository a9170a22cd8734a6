/** Objects of the kernel in a document that pdfkit writes. */
import type { ObjectSink } from "@siegel/kernel/forms/embedded-font.ts";
import type { PdfObject, PdfRef } from "@siegel/kernel/pdf/objects.ts";

/** Takes dictionaries and streams of the kernel, and says what they are for pdfkit. */
export type PageObjects = ObjectSink & { readonly entryOf: (object: PdfObject) => unknown };

/** The objects of `doc`. */
export function pageObjects(doc: PDFKit.PDFDocument): PageObjects {
  const added = new Map<number, PDFKit.PDFKitReference>();
  const entryOf = (object: PdfObject): unknown => {
    switch (object.kind) {
      case "name":
        return object.value;
      case "number":
        return object.value;
      case "string":
        return object.bytes;
      case "array":
        return object.items.map(entryOf);
      case "dict":
        return Object.fromEntries([...object.entries].map(([key, value]) => [key, entryOf(value)]));
      case "ref":
        return added.get(object.num);
      default:
        throw new TypeError(`a ${object.kind} has no place in a report`);
    }
  };
  const add = (object: PdfObject): PdfRef => {
    if (object.kind !== "dict" && object.kind !== "stream") throw new TypeError(`a ${object.kind} cannot be added`);
    const entries = entryOf(object.kind === "dict" ? object : object.dict) as Record<string, unknown>;
    // pdfkit counts the bytes itself, after it has made them fewer.
    const { Length: _, ...others } = entries;
    const reference = doc.ref(others);
    reference.end(object.kind === "stream" ? Buffer.from(object.read()) : undefined);
    added.set(reference.id, reference);
    return { kind: "ref", num: reference.id, gen: 0 };
  };
  return { add, entryOf };
}
