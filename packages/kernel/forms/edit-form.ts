// Changes to the form dictionary itself (ISO 32000-2 §12.7.3).
import { catalogOf, dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfNumber,
  sameRef,
  withEntries,
} from "../pdf/objects.ts";
import { isArchival } from "./archival.ts";
import { formOf } from "./field-tree.ts";

/** What to change; `signatures` sets SigFlags 3 (signatures exist, append only), `textFont` offers Helvetica to viewers that edit. */
export type FormEdit = { readonly addTopLevel?: PdfRef; readonly signatures?: boolean; readonly textFont?: boolean };

/** Applies `edit`, making the form where there is none, and touching nothing when nothing changes. NeedAppearances goes: a viewer would redraw what was signed. */
export function editForm(update: PdfUpdate, edit: FormEdit): void {
  const catalog = catalogOf(update);
  const stored = catalog.entries.get("AcroForm");
  const before = formOf(update);
  let form = before;
  const fields = itemsOf(update, form.entries.get("Fields"));
  if (edit.addTopLevel !== undefined && !fields.some((field) => sameRef(field, edit.addTopLevel)))
    form = withEntries(form, { Fields: pdfArray([...fields, edit.addTopLevel]) });
  if (!form.entries.has("Fields")) form = withEntries(form, { Fields: pdfArray([]) });
  const flags = numberOf(update, form.entries.get("SigFlags")) ?? 0;
  if (edit.signatures === true && (flags & 3) !== 3) form = withEntries(form, { SigFlags: pdfNumber(flags | 3) });
  // A font that is not embedded has no place in PDF/A (ISO 19005-2 §6.2.11.4); appearances bring their own.
  if (edit.textFont === true && !isArchival(update)) form = withTextFont(update, form);
  if (form.entries.has("NeedAppearances")) form = withEntries(form, { NeedAppearances: undefined });
  if (form === before) return;
  if (stored?.kind === "ref" && update.resolve(stored) !== undefined) update.put(stored, form);
  else update.put(update.root, withEntries(catalog, { AcroForm: update.add(form) }));
}

function withTextFont(update: PdfUpdate, form: PdfDict): PdfDict {
  const resources = dictionaryOf(update, form.entries.get("DR"));
  const fonts = dictionaryOf(update, resources.entries.get("Font"));
  if (fonts.entries.has("Helv")) return form;
  const helvetica = pdfDict({
    Type: pdfName("Font"),
    Subtype: pdfName("Type1"),
    BaseFont: pdfName("Helvetica"),
    Encoding: pdfName("WinAnsiEncoding"),
  });
  return withEntries(form, {
    DR: withEntries(resources, { Font: withEntries(fonts, { Helv: update.add(helvetica) }) }),
  });
}

/** Adds an annotation to a page, in the array object where /Annots is one, else in the page itself. */
export function addAnnotation(update: PdfUpdate, page: PdfRef, annotation: PdfRef): void {
  const dict = dictionaryOf(update, page);
  const stored = dict.entries.get("Annots");
  const annotations = pdfArray([...itemsOf(update, stored), annotation]);
  if (stored?.kind === "ref" && update.resolve(stored)?.kind === "array") update.put(stored, annotations);
  else update.put(page, withEntries(dict, { Annots: annotations }));
}
