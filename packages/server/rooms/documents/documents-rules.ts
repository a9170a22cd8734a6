/** Pure rules of the room `documents`: whose a value is, which values a field takes, what a code binds to. */
import { createHash } from "node:crypto";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { fillsField } from "@siegel/contract/field-entry.ts";
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { plainBreaks } from "@siegel/contract/text.ts";
import { type Field, faultOf, isTick } from "../intake/intake.ts";

/** A value of a field by its full name. */
export type FieldValue = { readonly fileId: FileId; readonly name: string; readonly value: string };

/** The value of every filled field of the list: the stored value, else the one it had when it was sent. In a fixed order. */
export function valuesInEffect(fields: readonly Field[], stored: readonly FieldValue[]): FieldValue[] {
  const byField = new Map(stored.map((value) => [keyOf(value.fileId, value.name), value.value]));
  return fields
    .filter((field) => field.kind !== "signature")
    .map(({ fileId, fullName, initialValue }) => ({
      fileId,
      name: fullName,
      value: byField.get(keyOf(fileId, fullName)) ?? initialValue,
    }))
    .sort((a, b) => compare(keyOf(a.fileId, a.name), keyOf(b.fileId, b.name)));
}

/** What a page says that it showed: values, and ids of the image in the signature, null where there was none. */
export type Shown = { readonly values: readonly FieldValue[]; readonly images: ReadonlyArray<string | null> };

/** Whether fields and signature hold exactly what a page showed of them; parts that the page did not show are not compared. */
function stillHold(
  state: { readonly inEffect: readonly FieldValue[]; readonly image: string | null },
  shown: Shown,
): boolean {
  const held = new Map(state.inEffect.map(({ fileId, name, value }) => [keyOf(fileId, name), value]));
  const sameValues = shown.values.every(({ fileId, name, value }) => held.get(keyOf(fileId, name)) === value);
  return sameValues && shown.images.every((image) => image === state.image);
}

/** Whether a page says of every field and of the image in the signature what it showed there. */
function showsAll(state: { readonly inEffect: readonly FieldValue[] }, shown: Shown): boolean {
  const named = new Set(shown.values.map(({ fileId, name }) => keyOf(fileId, name)));
  return shown.images.length > 0 && state.inEffect.every(({ fileId, name }) => named.has(keyOf(fileId, name)));
}

/** What a session was shown last of its signer's part (room login). */
type Seen = { readonly hash: string | null; readonly image: string | null };

/**
 * Whether the signer was shown what is held now. `shown` is what the caller says that it showed; it must still hold. For what `shown` leaves
 * out, the session must have been shown the present state last (`seen`). Without `seen` the session is not asked.
 */
export function wasShown(
  state: { readonly inEffect: readonly FieldValue[]; readonly image: string | null; readonly shownHash: string },
  { shown, seen }: { readonly shown?: Shown | undefined; readonly seen?: Seen | undefined },
): boolean {
  const isSame = seen === undefined || (seen.hash === state.shownHash && seen.image === state.image);
  if (shown === undefined) return isSame;
  return (isSame || showsAll(state, shown)) && stillHold(state, shown);
}

/** What a signature writes into the document: every field that holds something or did so when it was sent. */
export function valuesToFill(fields: readonly Field[], inEffect: readonly FieldValue[]): FieldValue[] {
  const emptyAnyway = new Set(
    fields.filter(({ initialValue }) => initialValue === "").map((field) => keyOf(field.fileId, field.fullName)),
  );
  return inEffect.filter(({ fileId, name, value }) => value !== "" || !emptyAnyway.has(keyOf(fileId, name)));
}

/** Full names of required fields that are empty; invisible text does not fill a field. */
export function missingRequired(fields: readonly Field[], inEffect: readonly FieldValue[]): string[] {
  const held = new Map(inEffect.map(({ fileId, name, value }) => [keyOf(fileId, name), value]));
  const isFilled = (field: Field): boolean => fillsField(held.get(keyOf(field.fileId, field.fullName)) ?? "", field);
  return fields
    .filter((field) => field.kind !== "signature" && field.required && !isFilled(field))
    .map(({ fullName }) => fullName);
}

/** Each document with what belongs to it behind it, otherwise in the sender's order. */
export function documentsInOrder<F extends { readonly fileId: FileId; readonly attachmentOf: FileId | null }>(
  files: readonly F[],
): F[] {
  const attached = Map.groupBy(files, ({ attachmentOf }) => attachmentOf);
  return (attached.get(null) ?? []).flatMap((file) => [file, ...(attached.get(file.fileId) ?? [])]);
}

/**
 * What a code binds to (decisions.md §9): SHA-256, hex, over the hashes of what was sent and what is shown, whether it is signed or shown
 * only, the signer's own values, and the id of the image in their signature where there is one.
 * Other signers' values, signatures and validation data are no part of it. The canonical form is a JSON array of arrays
 * of strings in a fixed order: JSON.stringify writes it in one way only.
 */
export function stateHash(
  documents: ReadonlyArray<{
    fileId: FileId;
    isSigned: boolean;
    original: { sha256: string };
    intake: { sha256: string };
  }>,
  own: readonly FieldValue[],
  image: string | null,
): string {
  const files = documents
    .map(({ fileId, isSigned, original, intake }) => [
      fileId,
      original.sha256,
      intake.sha256,
      ...(isSigned ? [] : ["shown"]),
    ])
    .sort(([a = ""], [b = ""]) => compare(a, b));
  const values = own
    .map(({ fileId, name, value }) => [fileId, name, value])
    .sort((a, b) => compare(keyOf(a[0], a[1]), keyOf(b[0], b[1])));
  return createHash("sha256")
    .update(JSON.stringify(["siegel signing state 2", files, values, ...(image === null ? [] : [image])]))
    .digest("hex");
}

/** A value as it will be stored, or why the field does not take it. */
export type CheckedValue =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, "FIELD_NOT_YOURS" | "FIELD_VALUE_INVALID">;
      readonly message: string;
    };

/** Checks what a signer typed into the field of that name; `field` is undefined where the file has no such field. */
export function checkValue(
  typed: { readonly name: string; readonly value: string; readonly signerId: SignerId },
  field: Field | undefined,
): CheckedValue {
  const { name, signerId } = typed;
  if (!isOwnField(name, signerId) || field === undefined || field.signerId !== signerId || field.kind === "signature") {
    return { ok: false, code: "FIELD_NOT_YOURS", message: `${name} is no field of this signer` };
  }
  const written = plainBreaks(typed.value);
  // What PDF and XFDF call a box without tick; no state has that name (ISO 32000-2 §12.7.5.2.3).
  const value = isTick(field) && written === "Off" ? "" : written;
  const invalid = faultOf(value, field);
  return invalid === null
    ? { ok: true, value }
    : { ok: false, code: "FIELD_VALUE_INVALID", message: `${field.label}: ${invalid}` };
}

// No file id, and no field name that passed intake, has a NUL.
const keyOf = (fileId: string | undefined, name: string | undefined): string => `${fileId}\0${name}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
