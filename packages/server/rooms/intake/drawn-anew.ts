/**
 * Forms whose fields ask to be drawn anew (ISO 32000-2 §12.7.3 table 224 NeedAppearances, deprecated): pdf.js and poppler show what each
 * field holds, in fonts of their own, and MuPDF the picture that it has, whatever that says.
 */
import { editForm } from "@siegel/kernel/forms/edit-form.ts";
import { fieldKind, formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { hasArea, isHidden, shownForm } from "@siegel/kernel/forms/own-picture.ts";
import type { Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDict } from "@siegel/kernel/pdf/objects.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { loneFields } from "./lone-fields.ts";

/** Lets fields show their pictures. Of a file that nobody has signed, whose fields are given pictures that say what they hold. */
export function keepPictures(update: PdfUpdate): void {
  if (formOf(update).entries.has("NeedAppearances")) editForm(update, {});
}

/** Whether a field shows that readers draw anew, or do not. */
export function isDrawnAnew(doc: PdfDocument, pages: readonly Page[]): boolean {
  if (!asksForPictures(doc)) return false;
  return [...readFields(doc), ...loneFields(doc, pages)].some((field) => {
    const kind = fieldKind(doc, field);
    const isFilled = kind !== undefined && kind !== "signature";
    return isFilled && field.widgets.some(({ dict }) => showsSomething(doc, dict));
  });
}

function asksForPictures(objects: Objects): boolean {
  const asked = objects.resolve(formOf(objects).entries.get("NeedAppearances"));
  return asked?.kind === "boolean" && asked.value;
}

/** What shows nothing is left to what is said of fields without a picture. */
function showsSomething(doc: PdfDocument, widget: PdfDict): boolean {
  if (isHidden(doc, widget) || !hasArea(doc, widget.entries.get("Rect"))) return false;
  const picture = doc.resolve(shownForm(doc, widget));
  if (picture?.kind !== "stream") return false;
  const operators = Buffer.from(doc.decodeStream(picture)).toString("latin1");
  return !/^\s*(?:\/Tx\s+BMC)?\s*(?:q\s+Q)?\s*(?:EMC)?\s*$/.test(operators);
}
