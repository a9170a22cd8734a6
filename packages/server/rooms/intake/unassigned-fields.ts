/** Fields to fill in that the document has of its own and no signer was given: the sender is told, and a signer is not told that there are none. */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { type Language, unassigned_fields_listed_max } from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";
import { annotationFlags, flagsOf } from "@siegel/kernel/forms/own-picture.ts";
import type { Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict } from "@siegel/kernel/pdf/objects.ts";
import { isTicked, showsIn } from "./fields-read-back.ts";
import type { IntakeSigner } from "./intake-rules.ts";

const names_max = 5;
const name_chars_max = 60;
const list_name_chars_max = 100;

/** The names of those that show, are empty, and could be filled in; each once, as they stand in the file that was sent. */
export function unassignedFields(
  objects: Objects,
  existing: readonly FormField[],
  signers: readonly IntakeSigner[],
): string[] {
  const seen = new Set(
    readFields(objects).flatMap(({ name, widgets }) => (widgets.some(({ dict }) => isSeen(objects, dict)) ? name : [])),
  );
  const unassigned = existing.filter(
    ({ name, readOnly, kind }) =>
      !readOnly && kind !== "button" && !signers.some(({ reference }) => isOwnField(name, reference)),
  );
  // Also a box in a form with values: nobody can tell whether it was left unticked on purpose, so the sender decides.
  const open = unassigned.filter(
    (field) => isEmpty(field) && seen.has(field.name) && field.places.some(showsIn(field)),
  );
  return [...new Set(open.map(({ name }) => name))];
}

const isSeen = (objects: Objects, widget: PdfDict): boolean =>
  (flagsOf(objects, widget) & (annotationFlags.hidden | annotationFlags.noView)) === 0;

function isEmpty(field: FormField): boolean {
  const { kind, value, signed } = field;
  if (kind === "signature") return !signed;
  return value === null || value === "" || (isTicked(field) && value === "Off");
}

/** The names as the answer lists them, the first of very many. */
export const listedUnassigned = (names: readonly string[]): string[] =>
  names.slice(0, unassigned_fields_listed_max).map((name) => storableLine(name, list_name_chars_max));

/** What the sender is told of them: which, and how to give them to a signer. */
export function unassignedNotices(
  names: readonly string[],
  signers: readonly Pick<IntakeSigner, "reference">[],
  language: Language,
): string[] {
  const [first = ""] = names;
  const [signer] = signers;
  if (names.length === 0 || signer === undefined) return [];
  const said = names.slice(0, names_max).map((name) => storableLine(name, name_chars_max));
  const given = `${signer.reference}.${storableLine(first, name_chars_max).split(".").at(-1)}`;
  const more = names.length - said.length;
  if (language === "de") {
    const list = said.map((name) => `„${name}“`).join(", ");
    return [
      `Kein Unterzeichner hat diese Formularfelder bekommen, also kann sie niemand ausfüllen: ${list}${more > 0 ? ` und ${more} weitere (alle stehen in unassigned_fields)` : ""}. Um ein Feld jemandem zu geben, benennen Sie es im PDF um in <reference>.<Name>, zum Beispiel „${given}“, oder setzen Sie mit fields ein eigenes Feld.`,
    ];
  }
  const list = said.map((name) => `“${name}”`).join(", ");
  return [
    `No signer was given these form fields, so nobody can fill them in: ${list}${more > 0 ? ` and ${more} more (unassigned_fields lists them)` : ""}. To give one to a signer, rename it in the PDF to <reference>.<name>, for example “${given}”, or place a field of your own with fields.`,
  ];
}
