/** Pure rules of intake: which fields each signer gets in a document. */
import type { PlacedField as SentField } from "@siegel/contract/calls/sending.ts";
import { isOwnField, nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { field_name_chars_max, field_value_chars_max } from "@siegel/contract/limits.ts";
import { lineText, storableLine } from "@siegel/contract/text.ts";
import { type PlacedField, signatureFieldName } from "@siegel/kernel/pdf/add-fields.ts";
import type { FormField } from "@siegel/kernel/pdf/form-fields.ts";
import { type Page, toUserSpace } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { type Field, faultOf } from "./documents-rules.ts";

/** A signer as intake sees one; `fields` are those placed in this document. */
export type IntakeSigner = {
  readonly signerId: SignerId;
  readonly reference: string;
  readonly label: string;
  readonly fields: readonly SentField[];
};

type SignatureField = Extract<PlacedField, { kind: "signature" }>;

/** What a signer's field takes over from the one that the sender prepared for them. */
export type AuthorWishes = Pick<SignatureField, "seedValues" | "lockLevel">;

/** `invisible`: wherever the sender prepared a place. */
type How = Pick<SignatureField, "seedValues" | "lockLevel" | "alsoLocked"> & { readonly invisible: boolean };

/** The fields to add for one signer: their text fields and one signature field, or what is wrong with the wish. */
export function fieldsToAdd(
  signer: IntakeSigner,
  existing: readonly FormField[],
  { invisible, ...wishes }: How,
): { readonly ok: true; readonly fields: PlacedField[] } | { readonly ok: false; readonly message: string } {
  const { signerId, reference, label } = signer;
  const signatures = signer.fields.filter(({ kind }) => kind === "signature");
  if (signatures.length > 1)
    return { ok: false, message: `${reference} has two signature fields; a document takes one a signer` };
  const taken = new Set(
    existing
      .map(({ name }) => name)
      .concat(signer.fields.flatMap(({ name }) => (name === undefined ? [] : `${reference}.${name}`))),
  );
  const texts = signer.fields.filter(({ kind }) => kind === "text").map((field) => toTextField(signer, field, taken));
  const place = invisible ? undefined : (placeOf(signatures[0]) ?? preparedPlace(signer, existing));
  return {
    ok: true,
    fields: [...texts, { kind: "signature", signerId, label, ...wishes, ...(place === undefined ? {} : { place }) }],
  };
}

function toTextField({ signerId, reference }: IntakeSigner, field: SentField, taken: Set<string>): PlacedField {
  const { page, rect, required = false } = field;
  return { kind: "text", signerId, name: field.name ?? freeName(reference, taken), page, rect, required };
}

function freeName(reference: string, taken: Set<string>): string {
  let number = 1;
  while (taken.has(`${reference}.text_${number}`)) number += 1;
  taken.add(`${reference}.text_${number}`);
  return `text_${number}`;
}

type Place = SignatureField["place"];

function placeOf(field: SentField | undefined): Place {
  return field === undefined ? undefined : { page: field.page, rect: field.rect };
}

/** Where the sender's own empty signature field for this signer stands: the signature belongs there. */
function preparedPlace({ reference }: IntakeSigner, existing: readonly FormField[]): Place {
  const prepared = existing.find(
    ({ name, kind, signed }) => kind === "signature" && !signed && isOwnField(name, reference),
  );
  const place = prepared?.places[0];
  return place === undefined || place.rect[2] <= 0 || place.rect[3] <= 0
    ? undefined
    : { page: place.page, rect: place.rect };
}

/** A signer's fields as they stand in the prepared document: text fields they may fill in, and their signature field. */
export function fieldsOfSigner(
  signer: IntakeSigner,
  prepared: { readonly fileId: FileId; readonly fields: readonly FormField[]; readonly pages: readonly Page[] },
): Field[] {
  const { signerId, label } = signer;
  const own = prepared.fields.filter(({ name }) => isOwnField(name, signerId) || name === signatureFieldName(signerId));
  return [...Map.groupBy(own, ({ name }) => name).values()].flatMap((sameName) => {
    if (!sameName.some((field) => isFillable(field, signerId) || field.name === signatureFieldName(signerId)))
      return [];
    const field = joined(sameName, signer);
    const common = {
      fileId: prepared.fileId,
      fullName: field.name,
      signerId,
      placements: field.places.flatMap(({ page, rect }) => {
        const shownOn = prepared.pages[page - 1];
        return shownOn === undefined || rect[2] <= 0 || rect[3] <= 0
          ? []
          : [{ page, rect: toUserSpace(shownOn, rect) }];
      }),
    };
    const asked = field.kind === "signature" ? unfilled(label) : textAsked(field, signer);
    return [{ ...common, ...asked }];
  });
}

type Asked = Omit<Field, "fileId" | "fullName" | "signerId" | "placements">;

const unfilled = (label: string): Asked => ({
  kind: "signature",
  label,
  required: false,
  multiline: false,
  charsMax: null,
  initialValue: "",
});

/** What goes into rows obeys the rules of the wire. @throws PdfRefusal FIELD_VALUE_INVALID for a name or a value that does not */
function textAsked(field: FormField, { signerId, reference }: IntakeSigner): Asked {
  const label = nameWithinOwner(field.name, signerId);
  if (!fieldName.safeParse(label).success || /[\uFFFE\uFFFF]/.test(label))
    throw unusable(`${reference}.${label}`, `a name is one line of 1 to ${field_name_chars_max} readable characters`);
  const { multiline, required, maxLength } = field;
  const charsMax = maxLength === null || maxLength > field_value_chars_max ? null : maxLength;
  const value = (field.value ?? "").replace(/\r\n?/g, "\n");
  // A viewer shows one line, whatever breaks there are; what is signed is written again as it is shown.
  const initialValue = multiline ? value : value.replaceAll("\n", " ");
  const fault = faultOf(initialValue, { multiline, charsMax });
  if (fault !== null) throw unusable(`${reference}.${label}`, `its value: ${fault}`);
  return { kind: "text", label, required, multiline, charsMax, initialValue };
}

const fieldName = lineText(field_name_chars_max).min(1);

const unusable = (name: string, why: string): PdfRefusal =>
  new PdfRefusal("FIELD_VALUE_INVALID", `${storableLine(name, 100)}: ${why}`);

/** Fields of one name are one field in several places (§12.7.4.2), if they say the same. @throws PdfRefusal FIELD_VALUE_INVALID if not */
function joined(sameName: readonly FormField[], { signerId, reference }: IntakeSigner): FormField {
  const [first, ...others] = sameName;
  if (first === undefined) throw new Error("no field of a name");
  const differs = others.some(
    ({ kind, readOnly, value }) => kind !== first.kind || readOnly !== first.readOnly || value !== first.value,
  );
  if (differs)
    throw unusable(`${reference}.${nameWithinOwner(first.name, signerId)}`, "several fields of that name differ");
  const limits = sameName.flatMap(({ maxLength }) => maxLength ?? []);
  return {
    ...first,
    places: sameName.flatMap(({ places }) => places),
    required: sameName.some(({ required }) => required),
    multiline: sameName.every(({ multiline }) => multiline),
    maxLength: limits.length === 0 ? null : Math.min(...limits),
  };
}

function isFillable(field: FormField, signerId: SignerId): boolean {
  return field.kind === "text" && !field.readOnly && isOwnField(field.name, signerId);
}

/** Fields prepared for a signer that this signer will not be able to fill in; the sender is told. */
export function unfillable(signer: IntakeSigner, fields: readonly FormField[]): string[] {
  return fields
    .filter((field) => isOwnField(field.name, signer.signerId) && field.kind !== "text" && field.kind !== "signature")
    .map((field) => nameWithinOwner(field.name, signer.signerId));
}
