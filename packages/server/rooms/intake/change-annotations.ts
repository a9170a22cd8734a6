/** Annotations of all pages, whether they are objects of their own or stand in their page. */
import { dictionaryOf, itemsOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfArray, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";

/** What becomes of an annotation: the same dictionary where nothing does. `ref` is undefined for one that stands in its page. */
export type AnnotationChange = (annotation: PdfDict, ref: PdfRef | undefined) => PdfDict;

/** Changes annotations in the pending document; answers whether any was. */
export function changeAnnotations(update: PdfUpdate, pages: readonly Page[], change: AnnotationChange): boolean {
  let found = false;
  for (const { ref } of pages) {
    const page = dictionaryOf(update, ref);
    const stored = page.entries.get("Annots");
    const annotations = itemsOf(update, stored);
    const changed = annotations.map((annotation) => changedOne(update, annotation, change));
    found ||= changed.some(({ isChanged }) => isChanged);
    if (changed.every(({ item }, i) => item === annotations[i])) continue;
    const array = pdfArray(changed.map(({ item }) => item));
    if (stored?.kind === "ref") update.put(stored, array);
    else update.put(ref, withEntries(page, { Annots: array }));
  }
  return found;
}

function changedOne(
  update: PdfUpdate,
  annotation: PdfObject,
  change: AnnotationChange,
): { item: PdfObject; isChanged: boolean } {
  const dict = update.resolve(annotation);
  if (dict?.kind !== "dict") return { item: annotation, isChanged: false };
  const changed = change(dict, annotation.kind === "ref" ? annotation : undefined);
  if (changed === dict) return { item: annotation, isChanged: false };
  if (annotation.kind !== "ref") return { item: changed, isChanged: true };
  update.put(annotation, changed);
  return { item: annotation, isChanged: true };
}
