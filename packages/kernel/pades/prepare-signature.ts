// Prepares one signing revision (EN 319 142-1 §6.3, ISO 32000-2 §12.8.1): the signer's values, the visible appearance and
// the signature dictionary with its empty /Contents go into a single incremental update, so that what is signed is what
// was filled in, and nothing can be put between the two.

import { signatureCopyNumber, signatureFieldName } from "../forms/add-fields.ts";
import { type SignatureAppearance, signatureAppearances, writeAppearances } from "../forms/appearance.ts";
import { certificationLevel } from "../forms/certification.ts";
import { includedByLock, lockOf, type PermittedLevel, signatureLocks } from "../forms/field-locks.ts";
import { type FieldNode, readFields } from "../forms/field-tree.ts";
import { setValues } from "../forms/fill-fields.ts";
import { unmetSeedValues } from "../forms/seed-values.ts";
import type { TextShaper } from "../forms/shaped-text.ts";
import { dictionaryOf } from "../pdf/access.ts";
import { beginUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfRef,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfText,
  withEntries,
} from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";
import type { ApprovedBase } from "./approved-base.ts";
import { withExtensions } from "./long-term.ts";
import {
  byteRangePlaceholder,
  contentsPlaceholder,
  type PreparedRevision,
  sealPlaceholder,
  signatureReserveLength,
} from "./prepared-signature.ts";

/** A signature one wishes to make in an existing, empty signature field. */
export type SignatureWish = {
  readonly fieldName: string;
  /** Goes into /M, in whole seconds of UTC; the CMS carries no time. */
  readonly claimedTime: Date;
  /** /Name: whose signature a reader shows. */
  readonly signerName: string;
  readonly reason?: string;
  readonly location?: string;
  /** Values of this signer's fields by full name, filled in the same revision. */
  readonly values?: ReadonlyMap<string, string>;
  /** Field names (with everything below them) that may not change any more (FieldMDP, Action Include); what the field's own /Lock includes comes to them. */
  readonly lockedFields?: readonly string[];
  /** What a visible field shows; an invisible one shows nothing whatever this says. */
  readonly appearance?: SignatureAppearance;
  readonly digestAlgorithm?: DigestAlgorithm;
  readonly reserveLength?: number;
  /** Second half of the file identifier, 16 bytes. */
  readonly fileId: Uint8Array;
};

/**
 * Prepares a signature over `doc`, with the values that the next step needs.
 * @throws PdfRefusal when the field is missing or already signed, or a value cannot be filled in; BaseChanged where it is not `approved`
 */
export async function prepareRevision(
  doc: PdfDocument,
  wish: SignatureWish & { readonly approved?: ApprovedBase | null },
  shaper: TextShaper,
): Promise<PreparedRevision> {
  const update = beginUpdate(doc);
  const field = emptySignatureField(update, wish.fieldName);
  const copies = wish.appearance === undefined ? [] : copiesOf(update, wish.fieldName);
  refuseForbidden(update, field, [...(wish.values?.keys() ?? []), ...copies.map(({ name }) => name)]);
  const drawn = setValues(update, wish.values ?? new Map(), shaper);
  const reserveLength = wish.reserveLength ?? signatureReserveLength;
  const lockedFields = wish.lockedFields && [...new Set([...wish.lockedFields, ...includedByLock(update, field)])];
  const lockLevel = lockOf(update, field)?.level;
  const signature = update.add(signatureDictionary(update, { ...wish, lockedFields, lockLevel }, reserveLength));
  const widget = fillSignatureField(update, field, signature);
  const shown = wish.appearance;
  if (shown !== undefined) {
    const widgets = [widget, ...copies.map(({ ref }) => ref)];
    drawn.push(...signatureAppearances(update, { widgets, shown, shaper }));
  }
  writeAppearances(update, shaper, drawn);
  const catalog = dictionaryOf(update, update.root);
  const extended = withExtensions(update, catalog);
  if (extended !== catalog) update.put(update.root, extended);
  return await sealPlaceholder(doc.source, update.finish({ id: wish.fileId }), {
    kind: "signature",
    dictionary: signature,
    reserveLength,
    digestAlgorithm: wish.digestAlgorithm ?? "sha256",
    ...(wish.approved && { approved: wish.approved }),
  });
}

function emptySignatureField(update: PdfUpdate, name: string): FieldNode {
  const field = readFields(update).find((candidate) => candidate.name === name);
  const type = field?.attribute("FT");
  if (field === undefined || type?.kind !== "name" || type.value !== "Sig") {
    throw new PdfRefusal("INVALID_REQUEST", `no signature field ${name}`);
  }
  if (field.attribute("V") !== undefined) throw new PdfRefusal("INVALID_REQUEST", `field ${name} is signed already`);
  return field;
}

/** The fields that show the picture of this signature once more. */
function copiesOf(update: PdfUpdate, fieldName: string): FieldNode[] {
  return readFields(update).filter(({ name }) => {
    const signerId = name.slice(0, name.indexOf("."));
    return signatureFieldName(signerId) === fieldName && signatureCopyNumber(signerId, name) !== null;
  });
}

/** What the author of the field, or an earlier signer, forbids (§12.7.5.5, §12.8.2). */
function refuseForbidden(update: PdfUpdate, field: FieldNode, names: readonly string[]): void {
  const [unmet] = unmetSeedValues(update, field);
  if (unmet !== undefined) throw new PdfRefusal("INVALID_REQUEST", `field ${field.name} requires /SV ${unmet}`);
  if (certificationLevel(update) === 1) throw new PdfRefusal("FILE_CERTIFIED", "certified against any change");
  if (names.length === 0) return;
  const { lockedBy } = signatureLocks(update);
  for (const name of names) {
    const signature = lockedBy(name);
    if (signature !== undefined)
      throw new PdfRefusal("INVALID_REQUEST", `field ${name} is locked by the signature in ${signature}`);
  }
}

type Described = Omit<SignatureWish, "lockedFields"> & {
  readonly lockedFields: readonly string[] | undefined;
  /** What the field's own /Lock permits in the document afterwards. */
  readonly lockLevel: PermittedLevel | undefined;
};

function signatureDictionary(update: PdfUpdate, wish: Described, reserveLength: number): PdfDict {
  return pdfDict({
    Type: pdfName("Sig"),
    Filter: pdfName("Adobe.PPKLite"),
    SubFilter: pdfName("ETSI.CAdES.detached"),
    ByteRange: { kind: "verbatim", written: byteRangePlaceholder },
    Contents: { kind: "verbatim", written: contentsPlaceholder(reserveLength) },
    M: pdfBytes(Buffer.from(pdfDate(wish.claimedTime))),
    Name: pdfText(wish.signerName),
    Reason: wish.reason === undefined ? undefined : pdfText(wish.reason),
    Location: wish.location === undefined ? undefined : pdfText(wish.location),
    Reference: wish.lockedFields === undefined ? undefined : fieldMdp(update.root, wish.lockedFields, wish.lockLevel),
  });
}

// ISO 32000-2 §12.8.2.4: says in the signature what the field's /Lock says in the form.
function fieldMdp(
  catalog: PdfRef,
  fields: readonly string[],
  level: PermittedLevel | undefined,
): ReturnType<typeof pdfArray> {
  const parameters = pdfDict({
    Type: pdfName("TransformParams"),
    V: pdfName("1.2"),
    Action: pdfName("Include"),
    Fields: pdfArray(fields.map((name) => pdfText(name))),
    // Not in table 259; Acrobat and DSS read it here as in the lock.
    P: level === undefined ? undefined : pdfNumber(level),
  });
  return pdfArray([
    pdfDict({
      Type: pdfName("SigRef"),
      TransformMethod: pdfName("FieldMDP"),
      Data: catalog,
      TransformParams: parameters,
    }),
  ]);
}

/** Points the field at its signature; answers the widget that shows it. */
function fillSignatureField(update: PdfUpdate, field: FieldNode, signature: PdfRef): PdfRef {
  const widget = field.widgets[0]?.ref ?? field.ref;
  update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { V: signature }));
  // Print and Locked (ISO 32000-2 §12.5.3).
  update.put(widget, withEntries(dictionaryOf(update, widget), { F: pdfNumber(132) }));
  return widget;
}

/** A PDF date in UTC, whole seconds (ISO 32000-2 §7.9.4). */
export function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}
