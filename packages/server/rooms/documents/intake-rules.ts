/** Pure rules of intake: which fields each signer gets in a document. */
import type { PlacedField as SentField } from "@siegel/contract/calls/sending.ts";
import { isOwnField, nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { type PlacedField, signatureFieldName } from "@siegel/kernel/pdf/add-fields.ts";
import type { FormField } from "@siegel/kernel/pdf/form-fields.ts";
import { type Page, toUserSpace } from "@siegel/kernel/pdf/pages.ts";
import type { Field } from "./documents-rules.ts";

/** A signer as intake sees one; `fields` are those placed in this document. */
export type IntakeSigner = {
  readonly signerId: SignerId;
  readonly reference: string;
  readonly label: string;
  readonly fields: readonly SentField[];
};

/** The fields to add for one signer: their text fields and one signature field, or what is wrong with the wish. `invisible`: wherever the sender prepared a place. */
export function fieldsToAdd(
  signer: IntakeSigner,
  existing: readonly FormField[],
  { invisible }: { readonly invisible: boolean },
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
    fields: [...texts, { kind: "signature", signerId, label, ...(place === undefined ? {} : { place }) }],
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

type Place = Extract<PlacedField, { kind: "signature" }>["place"];

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
  const own = prepared.fields.filter(
    (field) => isFillable(field, signerId) || field.name === signatureFieldName(signerId),
  );
  return own.map((field) => ({
    fileId: prepared.fileId,
    fullName: field.name,
    signerId,
    kind: field.kind === "signature" ? "signature" : "text",
    label: field.kind === "signature" ? label : nameWithinOwner(field.name, signerId),
    placements: field.places.flatMap(({ page, rect }) => {
      const shownOn = prepared.pages[page - 1];
      return shownOn === undefined || rect[2] <= 0 || rect[3] <= 0 ? [] : [{ page, rect: toUserSpace(shownOn, rect) }];
    }),
    required: field.kind === "text" && field.required,
    multiline: field.multiline,
    charsMax: field.maxLength,
    initialValue: field.value ?? "",
  }));
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
