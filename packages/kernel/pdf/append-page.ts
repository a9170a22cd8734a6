// A page behind all others (ISO 32000-2 §7.7.3). Outlines and destinations name pages by their objects, and page labels go on counting, so
// nothing else changes.
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf } from "./access.ts";
import type { PdfUpdate } from "./incremental-update.ts";
import { type PdfDict, pdfArray, pdfDict, pdfName, pdfNumber, pdfStream, withEntries } from "./objects.ts";
import { geometryOf } from "./page-attributes.ts";
import type { Page } from "./pages.ts";

/** What is on it; its size is points as shown, in units of `userUnit`/72 inch. */
export type NewPage = {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly userUnit: number;
  readonly content: Uint8Array;
  readonly resources: PdfDict;
};

/** Appends an upright page; null in a document whose page tree has no node on top. */
export function appendPage(update: PdfUpdate, page: NewPage): Page | null {
  const top = catalogOf(update).entries.get("Pages");
  const node = dictionaryOf(update, top);
  const stored = node.entries.get("Kids");
  if (top?.kind !== "ref" || stored === undefined || nameOf(update, node.entries.get("Type")) === "Page") return null;
  const { widthPt, heightPt, userUnit } = page;
  const box = pdfArray([0, 0, widthPt / userUnit, heightPt / userUnit].map(pdfNumber));
  // The boxes and rotations of the nodes above are meant for other pages.
  const dict = pdfDict({
    Type: pdfName("Page"),
    Parent: top,
    MediaBox: box,
    CropBox: box,
    Rotate: pdfNumber(0),
    UserUnit: userUnit === 1 ? undefined : pdfNumber(userUnit),
    Resources: page.resources,
    Contents: update.add(pdfStream(pdfDict({}), page.content)),
  });
  const ref = update.add(dict);
  const kids = pdfArray([...itemsOf(update, stored), ref]);
  const Count = pdfNumber((numberOf(update, node.entries.get("Count")) ?? 0) + 1);
  const keepsApart = stored.kind === "ref" && update.resolve(stored)?.kind === "array";
  if (keepsApart) update.put(stored, kids);
  update.put(top, withEntries(node, { Count, Kids: keepsApart ? stored : kids }));
  const attributes = {
    MediaBox: box,
    CropBox: box,
    Rotate: dict.entries.get("Rotate"),
    UserUnit: dict.entries.get("UserUnit"),
  };
  return { ref, dict, attributes, ...geometryOf(update, attributes), widthPt, heightPt };
}
