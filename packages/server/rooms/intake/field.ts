/** A form field of one signer, as documents keep it and pages show it, and which values it takes. */
import { type EntryFault, entryFault, type FieldKind } from "@siegel/contract/field-entry.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";

/**
 * Where a field stands: `page` from 1, `rect` x0, y0, x1, y1 in user space, along whose height a turned text runs (null: taken in before
 * that was kept); of ticks the state they stand for there.
 */
export type Placement = {
  readonly page: number;
  readonly rect: readonly [number, number, number, number];
  readonly isTurned: boolean | null;
  readonly state: string | null;
};

/** What can be chosen, and what a person reads of it. */
export type FieldOption = { readonly value: string; readonly label: string };

/** A form field of one signer in one file. `placements` is empty for an invisible signature. */
export type Field = {
  readonly fileId: FileId;
  readonly fullName: string;
  readonly signerId: SignerId;
  readonly kind: FieldKind;
  readonly label: string;
  readonly placements: readonly Placement[];
  readonly required: boolean;
  readonly multiline: boolean;
  readonly charsMax: number | null;
  /** One character a cell, `charsMax` of them. */
  readonly comb: boolean;
  /** A choice that takes what is not among its options. */
  readonly editable: boolean;
  /** Whether a choice can be taken back. */
  readonly clearable: boolean;
  readonly options: readonly FieldOption[];
  readonly initialValue: string;
};

/** Whether the field is a box or a button that is on or off in each of its places. */
export const isTick = ({ kind }: Pick<Field, "kind">): boolean => kind === "checkbox" || kind === "radio";

/** The most characters of a signer's choices: a page gets all of them for each place in all files. No form has more, and phones cannot take more. */
export const choice_chars_max = 1_000_000;
/** The message for a sender whose forms have more. */
export const tooManyChoices = `more than ${choice_chars_max} characters of choices for one signer`;

/** The characters of all choices, as often as they are sent. */
export function choiceCharsOf(fields: readonly Pick<Field, "kind" | "options" | "placements">[]): number {
  return fields
    .filter(({ kind }) => kind === "choice")
    .reduce((sum, { options, placements }) => {
      const once = options.reduce((chars, { value, label }) => chars + value.length + label.length, 0);
      return sum + placements.length * once;
    }, 0);
}

/** What a value is held to. */
type Asking = Pick<Field, "kind" | "multiline" | "charsMax" | "editable" | "clearable" | "options" | "initialValue">;

/** Why a field cannot hold a value, or null. Line breaks are \n. */
export function faultOf(value: string, field: Asking): string | null {
  const fault = entryFault(value, {
    ...field,
    // A group in which nothing was chosen when it was sent may stay so.
    clearable: field.clearable || field.initialValue === "",
    choices: field.options.map((option) => option.value),
  });
  return fault === null ? null : faultSentences[fault](field.charsMax ?? field_value_chars_max);
}

const faultSentences: Readonly<Record<EntryFault, (charsMax: number) => string>> = {
  characters: () => "control, turning, hidden or broken characters",
  "one-line": () => "one line only",
  "too-long": (charsMax) => `at most ${charsMax} characters`,
  "no-date": () => "a day as DD.MM.YYYY",
  "no-choice": () => "none of its choices",
  "not-clearable": () => "one of its choices stays chosen",
};
