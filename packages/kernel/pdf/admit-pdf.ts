// What a document may bring along (decisions.md §7 "Intake of a PDF"). Opening asks whether a file can be read; admission
// asks whether it should be put before a person who signs. Taking scripts out of unsigned files belongs to intake later.
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf, type Objects } from "./access.ts";
import type { ByteSource } from "./byte-source.ts";
import { type FieldNode, formOf, readFields } from "./field-tree.ts";
import type { PdfLimits } from "./limits.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import { openPdf, type PdfDocument } from "./open-pdf.ts";
import { listPages, type Page } from "./pages.ts";
import { broken, PdfRefusal } from "./refusal.ts";

/** A document that may be signed, with its pages and how many of its signature fields already are. */
export type AdmittedPdf = { readonly doc: PdfDocument; readonly pages: readonly Page[]; readonly signatures: number };

/** Opens and examines `source`; throws every FILE_* refusal, a certified or scripted or XFA-only document included. */
export function admitPdf(source: ByteSource, limits?: PdfLimits): AdmittedPdf {
  const doc = openPdf(source, limits);
  const pages = listPages(doc);
  const fields = readFields(doc);
  refuseCertified(doc);
  refuseXfaOnly(doc, fields);
  refuseActiveContent(doc, pages, fields);
  const signatures = fields.filter(
    (field) => nameOf(doc, field.attribute("FT")) === "Sig" && field.attribute("V") !== undefined,
  ).length;
  return { doc, pages, signatures };
}

/** Throws FILE_CERTIFIED when the author's certification forbids every change (§12.8.2.2, DocMDP P = 1). */
export function refuseCertified(objects: Objects): void {
  const permissions = dictionaryOf(objects, catalogOf(objects).entries.get("Perms"));
  const certification = dictionaryOf(objects, permissions.entries.get("DocMDP"));
  for (const item of itemsOf(objects, certification.entries.get("Reference"))) {
    const reference = dictionaryOf(objects, item);
    if (nameOf(objects, reference.entries.get("TransformMethod")) !== "DocMDP") continue;
    const level =
      numberOf(objects, dictionaryOf(objects, reference.entries.get("TransformParams")).entries.get("P")) ?? 2;
    if (level === 1) throw new PdfRefusal("FILE_CERTIFIED", "certified against any change (DocMDP P=1)");
  }
}

function refuseXfaOnly(doc: PdfDocument, fields: readonly FieldNode[]): void {
  const rendered = doc.resolve(catalogOf(doc).entries.get("NeedsRendering"));
  const dynamic = rendered?.kind === "boolean" && rendered.value;
  if (formOf(doc).entries.has("XFA") && (dynamic || fields.length === 0))
    throw new PdfRefusal("FILE_XFA_ONLY", "an XFA form without a page content of its own");
}

// §12.6.4: actions that run programs, send data or change what is shown. GoTo, URI, Named, Hide and ResetForm stay.
const activeActions = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "Rendition",
  "RichMediaExecute",
  "GoTo3DView",
]);
const activeAnnotations = new Set(["RichMedia", "3D", "Screen"]);

function refuseActiveContent(doc: PdfDocument, pages: readonly Page[], fields: readonly FieldNode[]): void {
  const catalog = catalogOf(doc);
  const check = (value: PdfObject | undefined, where: string): void => refuseAction(doc, value, where);
  const checkTriggers = (dict: PdfDict, where: string): void => {
    for (const action of dictionaryOf(doc, dict.entries.get("AA")).entries.values()) check(action, where);
  };
  if (dictionaryOf(doc, catalog.entries.get("Names")).entries.has("JavaScript"))
    throw active("the document has scripts");
  check(catalog.entries.get("OpenAction"), "opening");
  checkTriggers(catalog, "the document");
  for (const page of pages) {
    checkTriggers(page.dict, "a page");
    for (const annotation of itemsOf(doc, page.dict.entries.get("Annots"))) {
      const dict = dictionaryOf(doc, annotation);
      const subtype = nameOf(doc, dict.entries.get("Subtype")) ?? "";
      if (activeAnnotations.has(subtype)) throw active(`an annotation of type ${subtype}`);
      check(dict.entries.get("A"), "an annotation");
      checkTriggers(dict, "an annotation");
    }
  }
  for (const field of fields) {
    check(field.dict.entries.get("A"), `field ${field.name}`);
    for (const action of dictionaryOf(doc, field.attribute("AA")).entries.values())
      check(action, `field ${field.name}`);
  }
}

function refuseAction(doc: PdfDocument, value: PdfObject | undefined, where: string, depth = 0): void {
  const action = doc.resolve(value);
  if (action?.kind !== "dict") return;
  if (depth > 50) throw broken("actions form a loop");
  const type = nameOf(doc, action.entries.get("S")) ?? "";
  if (activeActions.has(type)) throw active(`${where} has an action ${type}`);
  const next = action.entries.get("Next");
  const following = doc.resolve(next);
  for (const item of following?.kind === "array" ? following.items : [next]) refuseAction(doc, item, where, depth + 1);
}

function active(message: string): PdfRefusal {
  return new PdfRefusal("FILE_ACTIVE_CONTENT", message);
}
