/**
 * Parts of a page that lie outside the file: external streams (ISO 32000-2 §7.3.8.2), reference XObjects (§8.10.4) and OPI
 * proxies (§14.11.7); and images that have others in their place on paper (PDF 1.7 §8.9.5.4). What they show is decided elsewhere
 * and later, so nobody can sign it.
 */
import { catalogOf, dictionaryOf, itemsOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { type Part, partsFrom } from "@siegel/kernel/pdf/reached-parts.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

const elsewhere: Readonly<Record<string, string>> = {
  F: "an external stream",
  Ref: "a reference XObject",
  OPI: "an OPI proxy",
};

/** Looks at every stream that pages, annotations and the form draw with; throws FILE_ACTIVE_CONTENT for one kept outside. */
export function refuseExternalStreams(objects: Objects, pages: readonly Page[]): void {
  for (const { found } of partsDrawn(objects, pages)) if (found.kind === "stream") refuseElsewhere(objects, found.dict);
}

/** Everything that pages, annotations and the form draw with, once each, and how it is named where it is first. */
export function partsDrawn(objects: Objects, pages: readonly Page[]): Iterable<Part> {
  return partsFrom(objects, drawnFrom(objects, pages));
}

function refuseElsewhere(objects: Objects, dict: PdfDict): void {
  if (itemsOf(objects, dict.entries.get("Alternates")).length > 0)
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "an image with alternates");
  for (const [key, what] of Object.entries(elsewhere)) {
    const kind = objects.resolve(dict.entries.get(key))?.kind;
    // A name or an array at /F is a filter under the short name of inline images, never a file.
    if (kind === "dict" || kind === "string" || kind === "stream") throw new PdfRefusal("FILE_ACTIVE_CONTENT", what);
  }
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
