/** Pure rules of the room `documents`: whose a value is, which values a field takes, what a code binds to. */
import { createHash } from "node:crypto";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";

/** Where a field stands: `page` from 1, `rect` x0, y0, x1, y1 in user space. */
export type Placement = { readonly page: number; readonly rect: readonly [number, number, number, number] };

/** A form field of one signer in one file. `placements` is empty for an invisible signature. */
export type Field = {
  readonly fileId: FileId;
  readonly fullName: string;
  readonly signerId: SignerId;
  readonly kind: "text" | "signature";
  readonly label: string;
  readonly placements: readonly Placement[];
  readonly required: boolean;
  readonly multiline: boolean;
  readonly charsMax: number | null;
  readonly initialValue: string;
};

/** A value of a field by its full name. */
export type FieldValue = { readonly fileId: FileId; readonly name: string; readonly value: string };

/** What every text field of the list holds: the stored value, else what it held when it was sent. In a fixed order. */
export function valuesInEffect(fields: readonly Field[], stored: readonly FieldValue[]): FieldValue[] {
  const byField = new Map(stored.map((value) => [keyOf(value.fileId, value.name), value.value]));
  return fields
    .filter((field) => field.kind === "text")
    .map(({ fileId, fullName, initialValue }) => ({
      fileId,
      name: fullName,
      value: byField.get(keyOf(fileId, fullName)) ?? initialValue,
    }))
    .sort((a, b) => compare(keyOf(a.fileId, a.name), keyOf(b.fileId, b.name)));
}

/** Whether the fields hold exactly what a page showed of them; what it did not show says nothing. */
export function stillHold(inEffect: readonly FieldValue[], shown: readonly FieldValue[]): boolean {
  const held = new Map(inEffect.map(({ fileId, name, value }) => [keyOf(fileId, name), value]));
  return shown.every(({ fileId, name, value }) => held.get(keyOf(fileId, name)) === value);
}

/** What a signature writes into the document: every field that holds something or did so when it was sent. */
export function valuesToFill(fields: readonly Field[], inEffect: readonly FieldValue[]): FieldValue[] {
  const emptyAnyway = new Set(
    fields.filter(({ initialValue }) => initialValue === "").map((field) => keyOf(field.fileId, field.fullName)),
  );
  return inEffect.filter(({ fileId, name, value }) => value !== "" || !emptyAnyway.has(keyOf(fileId, name)));
}

/** Full names of required fields that are empty; blanks do not fill a field. */
export function missingRequired(fields: readonly Field[], inEffect: readonly FieldValue[]): string[] {
  const filled = new Set(
    inEffect.filter(({ value }) => value.trim() !== "").map(({ fileId, name }) => keyOf(fileId, name)),
  );
  return fields
    .filter(
      ({ kind, required, fileId, fullName }) => kind === "text" && required && !filled.has(keyOf(fileId, fullName)),
    )
    .map(({ fullName }) => fullName);
}

/**
 * What a code binds to (decisions.md §9): SHA-256, hex, over the hashes of what was sent and what is shown, and the signer's own values.
 * Other signers' values, signatures and validation data are no part of it. The canonical form is a JSON array of arrays
 * of strings in a fixed order: JSON.stringify writes it in one way only.
 */
export function stateHash(
  documents: ReadonlyArray<{ fileId: FileId; original: { sha256: string }; intake: { sha256: string } }>,
  own: readonly FieldValue[],
): string {
  const files = documents
    .map(({ fileId, original, intake }) => [fileId, original.sha256, intake.sha256])
    .sort(([a = ""], [b = ""]) => compare(a, b));
  const values = own
    .map(({ fileId, name, value }) => [fileId, name, value])
    .sort((a, b) => compare(keyOf(a[0], a[1]), keyOf(b[0], b[1])));
  return createHash("sha256")
    .update(JSON.stringify(["siegel signing state 2", files, values]))
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
  if (!isOwnField(name, signerId) || field === undefined || field.signerId !== signerId || field.kind !== "text") {
    return { ok: false, code: "FIELD_NOT_YOURS", message: `${name} is no field of this signer` };
  }
  const value = typed.value.replace(/\r\n?/g, "\n");
  const invalid = faultOf(value, field);
  return invalid === null
    ? { ok: true, value }
    : { ok: false, code: "FIELD_VALUE_INVALID", message: `${field.label}: ${invalid}` };
}

/** Why a field cannot hold a value, or null. Line breaks are \n. */
export function faultOf(value: string, field: Pick<Field, "multiline" | "charsMax">): string | null {
  if (!value.isWellFormed()) return "broken characters";
  // XML 1.0 §2.2 has no other control characters, so XFDF could not carry them; a PDF viewer would not show them.
  if (/[^\P{Cc}\t\n]/u.test(value) || /[\uFFFE\uFFFF]/.test(value)) return "control characters";
  if (!field.multiline && value.includes("\n")) return "one line only";
  const charsMax = field.charsMax ?? field_value_chars_max;
  return value.length > charsMax ? `at most ${charsMax} characters` : null;
}

// No file id, and no field name that passed intake, has a NUL.
const keyOf = (fileId: string | undefined, name: string | undefined): string => `${fileId}\0${name}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
