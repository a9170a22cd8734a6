/**
 * Annotations that readers draw each in their own way: those without a picture of their own, links and popups with one, and
 * frames of links. Unsigned files lose what only some readers would show; in a signed file it is looked for.
 */

import { addForm } from "@siegel/kernel/forms/appearance.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { heldText } from "@siegel/kernel/forms/fill-fields.ts";
import {
  annotationFlags,
  flagsOf,
  hasArea,
  hasOwnPicture,
  isDrawable,
  isHidden,
  shownForm,
} from "@siegel/kernel/forms/own-picture.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, pdfArray, pdfDict, pdfName, pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { changeAnnotations } from "./change-annotations.ts";
import { loneFields } from "./lone-fields.ts";

/** A frame of this breadth hides nothing to speak of. */
const frameMaxPt = 3;

/** For printing presses only, over the whole page and below no other (§14.11.6); readers that know no presses draw it. */
const trapNet = "TrapNet";

/** Lets them show nothing; answers whether one of them may have shown something. */
export function leaveOutUnpictured(update: PdfUpdate, pages: readonly Page[]): boolean {
  let isTold = false;
  changeAnnotations(update, pages, (dict) => {
    const left = withoutMadeUp(update, dict);
    const look = dictionaryOf(update, dict.entries.get("MK"));
    const isWidget = nameOf(update, dict.entries.get("Subtype")) === "Widget";
    if (left !== dict) isTold ||= !isWidget || ["BG", "BC", "CA"].some((key) => look.entries.has(key));
    return left;
  });
  return isTold;
}

function withoutMadeUp(update: PdfUpdate, dict: PdfDict): PdfDict {
  const kind = nameOf(update, dict.entries.get("Subtype"));
  if (isHidden(update, dict)) return dict;
  if (kind === "Link" || kind === "Popup") return unframed(update, dict);
  if (kind === trapNet) return withEntries(dict, { F: pdfNumber(flagsOf(update, dict) | annotationFlags.hidden) });
  if (hasOwnPicture(update, dict)) return dict;
  if (kind === "Widget") return hasArea(update, dict.entries.get("Rect")) ? showingNothing(update, dict) : dict;
  if (kind === "Highlight" && isDrawable(update, shownForm(update, dict))) return withState(update, dict);
  const F = pdfNumber(flagsOf(update, dict) | annotationFlags.hidden);
  return withEntries(showingNothing(update, dict), { F });
}

function showingNothing(update: PdfUpdate, dict: PdfDict): PdfDict {
  const N = addForm(update, { width: 1, height: 1, rotate: 0 }, { operators: "", isPdfA: false });
  return withEntries(dict, { AP: pdfDict({ N }), AS: undefined });
}

function unframed(update: PdfUpdate, dict: PdfDict): PdfDict {
  const hasPicture = update.resolve(dict.entries.get("AP")) !== undefined;
  const bare = hasPicture ? withEntries(dict, { AP: undefined, AS: undefined }) : dict;
  if (linkFrame(update, dict) === 0) return bare;
  return withEntries(bare, { Border: pdfArray([0, 0, 0].map((value) => pdfNumber(value))), BS: undefined });
}

/** How broad the frame is that some readers draw around a link. */
function linkFrame(objects: Objects, dict: PdfDict): number {
  if (nameOf(objects, dict.entries.get("Subtype")) !== "Link") return 0;
  const style = objects.resolve(dict.entries.get("BS"));
  if (style?.kind === "dict") return Math.abs(numberOf(objects, style.entries.get("W")) ?? 1);
  const border = itemsOf(objects, dict.entries.get("Border"));
  return border.length === 0 ? 0 : Math.abs(numberOf(objects, border[2]) ?? 1);
}

/** A graphics state that changes nothing tells readers to draw a highlight by its picture (`hasOwnPicture`). */
function withState(update: PdfUpdate, dict: PdfDict): PdfDict {
  const form = update.resolve(shownForm(update, dict));
  if (form?.kind !== "stream") return dict;
  const resources = dictionaryOf(update, form.dict.entries.get("Resources"));
  const ExtGState = pdfDict({ Unchanged: pdfDict({ Type: pdfName("ExtGState") }) });
  const Resources = withEntries(resources, { ExtGState });
  const N = update.add({ ...form, dict: withEntries(form.dict, { Resources }) });
  return withEntries(dict, { AP: pdfDict({ N }), AS: undefined });
}

/** Whether an annotation of these pages would look different in different readers. */
export function looksDifferent(objects: Objects, pages: readonly Page[]): boolean {
  const known = [...readFields(objects), ...loneFields(objects, pages)];
  const fields = new Map(known.flatMap((field) => field.widgets.map(({ ref }) => [ref.num, field])));
  return pages.some(({ dict: page }) =>
    itemsOf(objects, page.entries.get("Annots")).some((item) => {
      const annotation = objects.resolve(item);
      if (annotation?.kind !== "dict" || isHidden(objects, annotation)) return false;
      const kind = nameOf(objects, annotation.entries.get("Subtype"));
      if (kind === "Link" || kind === "Popup")
        return (
          objects.resolve(annotation.entries.get("AP")) !== undefined || linkFrame(objects, annotation) > frameMaxPt
        );
      if (kind !== "Widget") return kind === trapNet || !hasOwnPicture(objects, annotation);
      if (!hasArea(objects, annotation.entries.get("Rect"))) return false;
      return widgetDiffers(objects, annotation, item.kind === "ref" ? fields.get(item.num) : undefined);
    }),
  );
}

/** Of a field that shows nothing but a thin frame, readers may show that or not. */
function widgetDiffers(objects: Objects, widget: PdfDict, field: FieldNode | undefined): boolean {
  const look = dictionaryOf(objects, widget.entries.get("MK"));
  const kind = field && fieldKind(objects, field);
  const isUnsigned = kind === "signature" && field?.attribute("V") === undefined;
  const hasGround = itemsOf(objects, look.entries.get("BG")).length > 0;
  if (hasOwnPicture(objects, widget)) return isUnsigned && hasGround;
  const style = dictionaryOf(objects, widget.entries.get("BS"));
  const border = itemsOf(objects, widget.entries.get("Border"));
  const line = Math.abs(numberOf(objects, style.entries.get("W")) ?? numberOf(objects, border[2]) ?? 1);
  const isFramed = itemsOf(objects, look.entries.get("BC")).length > 0 && line > frameMaxPt;
  return hasGround || isFramed || (field !== undefined && saysSomething(objects, { field, widget, look }));
}

type Looked = { readonly field: FieldNode; readonly widget: PdfDict; readonly look: PdfDict };

function saysSomething(objects: Objects, { field, widget, look }: Looked): boolean {
  const kind = fieldKind(objects, field);
  if (kind === "text" || kind === "choice") return heldText(objects, field) !== "";
  if (kind === "button") return look.entries.has("CA");
  const state = nameOf(objects, widget.entries.get("AS")) ?? nameOf(objects, field.attribute("V")) ?? "Off";
  return (kind === "checkbox" || kind === "radio") && state !== "Off";
}
