// Adds the fields a sender placed (ISO 32000-2 §12.7.4, §12.5.6.19): what is filled in under a node named like the signer,
// and one signature field a signer that locks that node when it is signed (§12.7.5.5).
import { dictionaryOf, textStringOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
  pdfText,
  withEntries,
} from "../pdf/objects.ts";
import { firstPage, isOnPage, listPages, type Page, pageNumbered, type ShownRect, toUserSpace } from "../pdf/pages.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { onlyState } from "./appearance-state.ts";
import { isArchival } from "./archival.ts";
import { addAnnotation, editForm } from "./edit-form.ts";
import { fieldFlags, fieldKind, formOf, readFields, rootFields } from "./field-tree.ts";
import { appendKid, ensureNode } from "./rename-fields.ts";
import { type TaggedWidget, tagWidgets } from "./structure-tree.ts";
import { drawTicks } from "./tick-appearance.ts";

/** `page` counts from 1, `rect` is points from the top left of the page as shown. */
type Place = { readonly page: number; readonly rect: ShownRect };

/** The members of every field that a signer fills in. */
type Fillable = {
  readonly signerId: string;
  readonly name: string;
  readonly page: number;
  readonly rect: ShownRect;
  readonly required?: boolean;
  /** What a screen reader calls it; its name where this is left out. */
  readonly label?: string;
};

/** A field that a signer fills in. */
type ValueField = Fillable &
  (
    | {
        readonly kind: "text";
        /** Left out: fields of at least three lines of 12 points are. */
        readonly multiline?: boolean;
        readonly maxLength?: number;
      }
    | { readonly kind: "checkbox" }
    | { readonly kind: "choice"; readonly options: readonly string[] }
  );

/** A field to add. `page` counts from 1, `rect` is points from the top left of the page as shown; a signature field without a place is invisible. */
export type PlacedField =
  | ValueField
  | {
      readonly kind: "signature";
      readonly signerId: string;
      readonly label?: string;
      readonly place?: Place;
      /** Where the picture of the signature stands once more (a field of their own each, see `signatureCopyName`). */
      readonly copies?: readonly Place[];
      /** What the author of a field that this one stands for asks of the signature (§12.7.5.5 table 237). */
      readonly seedValues?: PdfDict;
      /** Fields that it locks besides its signer's, with everything below them. */
      readonly alsoLocked?: readonly string[];
      /** What its lock permits to change in the document once it is signed (table 236 /P). */
      readonly lockLevel?: 2 | 3;
    };

/** Print (4) for values; Print and Locked (132) for signatures (§12.5.3). */
const annotationFlags = { value: 4, signature: 132 } as const;
const multilineFromPt = 40;

/** The name of a signer's signature field, one in each document. */
export function signatureFieldName(signerId: string): string {
  return `Sig_${signerId}`;
}

/**
 * The name of the field that shows the picture of a signer's signature once more; `number` counts places, of which the signature has the
 * first. It stands below the signer's own node, so that their signature locks it (§12.7.5.5). Only code that knows the id can make this name.
 */
export function signatureCopyName(signerId: string, number: number): string {
  return `${signerId}.${signatureFieldName(signerId)}_${number}`;
}

/** The number of such a field of this signer; null for any other name. */
export function signatureCopyNumber(signerId: string, fullName: string): number | null {
  const prefix = `${signerId}.${signatureFieldName(signerId)}_`;
  const digits = fullName.startsWith(prefix) ? fullName.slice(prefix.length) : "";
  return /^[1-9]\d{0,5}$/.test(digits) ? Number(digits) : null;
}

/**
 * Adds all `fields`, on the pages of the document, or `pages`, where the update appends some. Throws FIELD_OUTSIDE_PAGE for a place that is
 * not on its page and INVALID_REQUEST for a name that is taken.
 */
export function addFields(
  update: PdfUpdate,
  fields: readonly PlacedField[],
  pages: readonly Page[] = listPages(update.doc),
): void {
  const existing = readFields(update);
  const taken = new Set(existing.map((field) => field.name));
  const nodes = new Set(existing.flatMap(({ path }) => path));
  // A form that Adobe's XFA also describes would show the XFA; the fields are what gets signed (§12.7.9).
  if (formOf(update).entries.has("XFA")) dropXfa(update);
  const widgets: TaggedWidget[] = [];
  for (const field of fields) {
    const name = field.kind === "signature" ? signatureFieldName(field.signerId) : `${field.signerId}.${field.name}`;
    if (taken.has(name) || nodes.has(name))
      throw new PdfRefusal("INVALID_REQUEST", `the document already has a field ${name}`);
    taken.add(name);
    if (field.kind === "signature")
      widgets.push(addSignatureField(update, pages, field), ...addCopies(update, pages, field));
    else widgets.push(addValueField(update, pages, field));
  }
  // The signers of a tagged document signed its structure: later fields may not extend it.
  const isSigned = existing.some(
    (field) => fieldKind(update, field) === "signature" && field.attribute("V") !== undefined,
  );
  if (!isSigned) tagWidgets(update, widgets);
}

function dropXfa(update: PdfUpdate): void {
  const catalog = dictionaryOf(update, update.root);
  const stored = catalog.entries.get("AcroForm");
  const form = withEntries(formOf(update), { XFA: undefined });
  if (stored?.kind === "ref") update.put(stored, form);
  else update.put(update.root, withEntries(catalog, { AcroForm: form }));
}

function addValueField(update: PdfUpdate, pages: readonly Page[], field: ValueField): TaggedWidget {
  if (field.name === "" || field.name.includes("."))
    throw new PdfRefusal("INVALID_REQUEST", "a field name has no full stop");
  const page = pageNumbered(pages, field.page);
  const label = field.label ?? field.name;
  if (field.kind !== "checkbox") editForm(update, { textFont: true });
  const parent = ensureNode(update, [field.signerId]);
  const shown = widgetDict({ page, rect: field.rect, flags: annotationFlags.value, label });
  const { flags, entries } = entriesOf(update, field, page);
  const required = field.required === true ? fieldFlags.required : 0;
  const widget = update.add(
    withEntries(shown, {
      ...entries,
      T: pdfText(field.name),
      Parent: parent,
      Ff: (flags | required) === 0 ? undefined : pdfNumber(flags | required),
    }),
  );
  if (field.kind === "checkbox") drawTicks(update, [{ widget, state: "Yes", isRadio: false }]);
  appendKid(update, parent, widget);
  addAnnotation(update, page.ref, widget);
  return { widget, page: page.ref };
}

type KindEntries = { readonly flags: number; readonly entries: Readonly<Record<string, PdfObject | undefined>> };

/** What makes it a field of its kind. */
function entriesOf(update: PdfUpdate, field: ValueField, page: Page): KindEntries {
  if (field.kind === "checkbox") {
    return { flags: 0, entries: { FT: pdfName("Btn"), V: pdfName("Off"), AS: pdfName("Off") } };
  }
  const DA = pdfBytes(Buffer.from("/Helv 0 Tf 0 g"));
  const AP = emptyAppearance(update, page, field.rect);
  if (field.kind === "text") {
    const multiline = field.multiline ?? field.rect[3] >= multilineFromPt;
    const MaxLen = field.maxLength === undefined ? undefined : pdfNumber(field.maxLength);
    return {
      flags: multiline ? fieldFlags.multiline : 0,
      entries: { FT: pdfName("Tx"), DA, MaxLen, AP, AS: onlyState },
    };
  }
  const Opt = pdfArray(field.options.map((option) => pdfText(option)));
  return { flags: fieldFlags.combo, entries: { FT: pdfName("Ch"), DA, Opt, AP, AS: onlyState } };
}

type SignatureField = Extract<PlacedField, { kind: "signature" }>;

/**
 * A button that cannot be pressed for each further place. A signature has one widget in the programs that people have, and before others
 * have signed a field is the only thing that may show something else afterwards (§12.8.2.2 level 2). Not a text: some viewers put an
 * input of their own on it.
 */
function addCopies(update: PdfUpdate, pages: readonly Page[], field: SignatureField): TaggedWidget[] {
  const { signerId, label = signatureFieldName(field.signerId), copies = [] } = field;
  return copies.map(({ page: number, rect }, i) => {
    const page = pageNumbered(pages, number);
    const parent = ensureNode(update, [signerId]);
    const name = signatureCopyName(signerId, i + 2).slice(signerId.length + 1);
    const widget = update.add(
      withEntries(widgetDict({ page, rect, flags: annotationFlags.signature, label }), {
        FT: pdfName("Btn"),
        Ff: pdfNumber(fieldFlags.pushButton | fieldFlags.readOnly),
        T: pdfText(name),
        Parent: parent,
        ...copyAppearance(update, emptyForm(update, page, rect)),
      }),
    );
    appendKid(update, parent, widget);
    addAnnotation(update, page.ref, widget);
    return { widget, page: page.ref };
  });
}

/** PDF/A asks for states of every button (ISO 19005-2 §6.3.3); PDFium shows nothing of one that cannot be ticked if it has some. */
function copyAppearance(update: PdfUpdate, form: PdfRef): Record<string, PdfObject> {
  if (!isArchival(update)) return { AP: pdfDict({ N: form }), AS: onlyState };
  return { AS: pdfName("Shown"), AP: pdfDict({ N: pdfDict({ Shown: form }) }) };
}

function addSignatureField(update: PdfUpdate, pages: readonly Page[], field: SignatureField): TaggedWidget {
  const page = pageNumbered(pages, field.place?.page ?? 1);
  const lock = update.add(
    pdfDict({
      Type: pdfName("SigFieldLock"),
      Action: pdfName("Include"),
      Fields: pdfArray([field.signerId, ...(field.alsoLocked ?? [])].map((name) => pdfText(name))),
      P: field.lockLevel === undefined ? undefined : pdfNumber(field.lockLevel),
    }),
  );
  const label = field.label ?? signatureFieldName(field.signerId);
  const shown = { page, rect: field.place?.rect, flags: annotationFlags.signature, label };
  const widget = update.add(
    withEntries(widgetDict(shown), {
      FT: pdfName("Sig"),
      T: pdfText(signatureFieldName(field.signerId)),
      Lock: lock,
      // An indirect object, as table 235 has it.
      SV: field.seedValues && update.add(field.seedValues),
      AP: field.place && emptyAppearance(update, page, field.place.rect),
    }),
  );
  editForm(update, { addTopLevel: widget, signatures: true });
  addAnnotation(update, page.ref, widget);
  return { widget, page: page.ref };
}

type Shown = {
  readonly page: Page;
  readonly rect: ShownRect | undefined;
  readonly flags: number;
  readonly label: string;
};

function widgetDict({ page, rect, flags, label }: Shown): PdfDict {
  if (rect !== undefined && !isOnPage(page, rect))
    throw new PdfRefusal("FIELD_OUTSIDE_PAGE", `${rect.join(" ")} on ${page.widthPt} by ${page.heightPt}`);
  const box = rect === undefined ? ([0, 0, 0, 0] as const) : toUserSpace(page, rect);
  const numbers = pdfArray(box.map((value) => pdfNumber(value)));
  return pdfDict({
    Type: pdfName("Annot"),
    Subtype: pdfName("Widget"),
    Rect: numbers,
    P: page.ref,
    F: pdfNumber(flags),
    // What a screen reader says: of the field (ISO 14289-1 §7.18.1), and of a widget without label (ISO 14289-2 §8.10.2.3).
    TU: pdfText(label),
    Contents: pdfText(label),
    // Upright for a person who sees the page turned (§12.5.6.19 table 192).
    MK: page.rotate === 0 || rect === undefined ? undefined : pdfDict({ R: pdfNumber(page.rotate) }),
  });
}

/** A widget of some size has to have an appearance (§12.5.5), also before anything is in it. */
function emptyAppearance(update: PdfUpdate, page: Page, rect: ShownRect): PdfDict {
  return pdfDict({ N: emptyForm(update, page, rect) });
}

function emptyForm(update: PdfUpdate, page: Page, rect: ShownRect): PdfRef {
  const [x0, y0, x1, y1] = toUserSpace(page, rect);
  const box = pdfArray([0, 0, x1 - x0, y1 - y0].map((value) => pdfNumber(value)));
  const dict = pdfDict({ Type: pdfName("XObject"), Subtype: pdfName("Form"), BBox: box, Resources: pdfDict({}) });
  return update.add(pdfStream(dict, new Uint8Array(0)));
}

/** Makes an invisible signature field on the first page, for documents in which the sender placed none; returns the field's reference. */
export function addInvisibleSignatureField(update: PdfUpdate, name: string): PdfRef {
  if (rootFields(update).some((field) => textStringOf(update, dictionaryOf(update, field).entries.get("T")) === name))
    throw new PdfRefusal("INVALID_REQUEST", `the document already has a field ${name}`);
  const page = firstPage(update.doc);
  const widget = update.add(
    withEntries(widgetDict({ page, rect: undefined, flags: annotationFlags.signature, label: name }), {
      FT: pdfName("Sig"),
      T: pdfText(name),
    }),
  );
  editForm(update, { addTopLevel: widget, signatures: true });
  addAnnotation(update, page.ref, widget);
  return widget;
}
