/**
 * Parts of pages that lie outside the file: external streams (ISO 32000-2 §7.3.8.2), reference XObjects (§8.10.4) and OPI proxies
 * (§14.11.7); and images that have others in their place on paper (PDF 1.7 §8.9.5.4). What they show is decided elsewhere and later.
 */
import { catalogOf, dictionaryOf, itemsOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { type Part, partsFrom } from "@siegel/kernel/pdf/reached-parts.ts";

/** Whether pages, annotations or the form draw with one. */
export function hasOutsideParts(objects: Objects, pages: readonly Page[]): boolean {
  for (const { found } of partsDrawn(objects, pages))
    if (found.kind === "stream" && outsideKeys(objects, found.dict).length > 0) return true;
  return false;
}

/** Lets each show what the file itself has of it; answers whether there was one. */
export function removeOutsideParts(update: PdfUpdate, pages: readonly Page[]): boolean {
  const found: { readonly ref: PdfRef; readonly keys: readonly string[] }[] = [];
  for (const { value, found: part } of partsDrawn(update, pages)) {
    if (part.kind !== "stream" || value.kind !== "ref") continue;
    const keys = outsideKeys(update, part.dict);
    if (keys.length > 0) found.push({ ref: value, keys });
  }
  for (const { ref, keys } of found) {
    const stream = update.resolve(ref);
    if (stream?.kind !== "stream") continue;
    const gone = keys.includes("F") ? [...keys, "FFilter", "FDecodeParms"] : keys;
    const dict = withEntries(stream.dict, Object.fromEntries(gone.map((key) => [key, undefined])));
    update.put(ref, { ...stream, dict });
  }
  return found.length > 0;
}

/** Everything that pages, annotations and the form draw with, once each, and how it is named where it is first. */
export function partsDrawn(objects: Objects, pages: readonly Page[]): Iterable<Part> {
  return partsFrom(objects, drawnFrom(objects, pages));
}

/** The entries of a stream that lead out of the file. */
function outsideKeys(objects: Objects, { entries }: PdfDict): string[] {
  const keys = ["F", "Ref", "OPI"].filter((key) => {
    const kind = objects.resolve(entries.get(key))?.kind;
    // A name or an array at /F is a filter under the short name of inline images, never a file.
    return kind === "dict" || kind === "string" || kind === "stream";
  });
  return itemsOf(objects, entries.get("Alternates")).length > 0 ? [...keys, "Alternates"] : keys;
}

/** Where drawing begins: contents, resources (inherited ones too, §7.7.3.4), appearances and icons, and the form's defaults. */
function drawnFrom(objects: Objects, pages: readonly Page[]): PdfObject[] {
  const form = dictionaryOf(objects, catalogOf(objects).entries.get("AcroForm"));
  const roots = [form.entries.get("DR")];
  const ancestors = new Set<number>();
  for (const { ref } of pages) {
    const page = dictionaryOf(objects, ref);
    roots.push(...["Contents", "Resources", "Thumb"].map((key) => page.entries.get(key)));
    for (const annotation of itemsOf(objects, page.entries.get("Annots"))) {
      const { entries } = dictionaryOf(objects, annotation);
      roots.push(entries.get("AP"), entries.get("MK"), entries.get("OC"));
    }
    let parent = page.entries.get("Parent");
    while (parent?.kind === "ref" && !ancestors.has(parent.num)) {
      ancestors.add(parent.num);
      const node = dictionaryOf(objects, parent);
      roots.push(node.entries.get("Resources"));
      parent = node.entries.get("Parent");
    }
  }
  return roots.filter((root) => root !== undefined);
}
