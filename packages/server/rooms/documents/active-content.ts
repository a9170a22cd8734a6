/**
 * Scripts and programs in a document (ISO 32000-2 §12.6.4.6 launch actions, §12.6.4.17 JavaScript). Whoever signs must see what
 * everybody else will see, so nothing in the file may change what it shows (decisions.md §7 "Intake of a PDF").
 */
import { catalogOf, dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import { readFields } from "@siegel/kernel/pdf/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfArray, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";

// Actions that run something; a link, a page to go to or a form's reset stay.
const activeTypes = new Set(["JavaScript", "Launch", "Rendition", "ImportData", "SubmitForm"]);
const chainMax = 100;

/** Takes every script and launch action out of the pending document; answers whether there was any. */
export function removeActiveContent(update: PdfUpdate, pages: readonly Page[]): boolean {
  let found = cleanCatalog(update);
  for (const page of pages) found = cleanPage(update, page) || found;
  for (const { ref } of readFields(update)) found = cleanDictionary(update, ref) || found;
  return found;
}

function cleanCatalog(update: PdfUpdate): boolean {
  const catalog = catalogOf(update);
  const names = dictionaryOf(update, catalog.entries.get("Names"));
  const cleanNames = names.entries.has("JavaScript") ? withEntries(names, { JavaScript: undefined }) : names;
  let clean = withoutActions(update, catalog, "OpenAction");
  if (cleanNames !== names) {
    const stored = catalog.entries.get("Names");
    if (stored?.kind === "ref") update.put(stored, cleanNames);
    else clean = withEntries(clean, { Names: cleanNames });
  }
  if (clean !== catalog) update.put(update.doc.root, clean);
  return clean !== catalog || cleanNames !== names;
}

function cleanPage(update: PdfUpdate, page: Page): boolean {
  let found = cleanDictionary(update, page.ref);
  const dict = dictionaryOf(update, page.ref);
  const stored = dict.entries.get("Annots");
  const annotations = itemsOf(update, stored);
  const clean = annotations.map((annotation) => {
    if (annotation.kind === "ref") {
      found = cleanDictionary(update, annotation) || found;
      return annotation;
    }
    return annotation.kind === "dict" ? withoutActions(update, annotation, "A") : annotation;
  });
  if (clean.every((annotation, at) => annotation === annotations[at])) return found;
  if (stored?.kind === "ref") update.put(stored, pdfArray(clean));
  else update.put(page.ref, withEntries(dict, { Annots: pdfArray(clean) }));
  return true;
}

function cleanDictionary(update: PdfUpdate, ref: PdfRef): boolean {
  const dict = update.resolve(ref);
  if (dict?.kind !== "dict") return false;
  const clean = withoutActions(update, dict, "A");
  if (clean !== dict) update.put(ref, clean);
  return clean !== dict;
}

/** The same dictionary when nothing in it acts; additional actions (/AA) go as a whole if any of them does. */
function withoutActions(update: PdfUpdate, dict: PdfDict, key: "A" | "OpenAction"): PdfDict {
  const single = runs(update, dict.entries.get(key));
  const additional = [...dictionaryOf(update, dict.entries.get("AA")).entries.values()].some((action) =>
    runs(update, action),
  );
  if (!single && !additional) return dict;
  return withEntries(dict, { ...(single ? { [key]: undefined } : {}), ...(additional ? { AA: undefined } : {}) });
}

/** Whether an action, or one that follows it by /Next, runs something. A chain without end counts as one that does. */
function runs(update: PdfUpdate, action: PdfObject | undefined): boolean {
  const waiting = [action];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen === chainMax) return true;
    const dict = dictionaryOf(update, waiting.pop());
    if (activeTypes.has(nameOf(update, dict.entries.get("S")) ?? "")) return true;
    const next = dict.entries.get("Next");
    const following = itemsOf(update, next);
    if (next !== undefined) waiting.push(...(following.length > 0 ? following : [next]));
  }
  return false;
}
