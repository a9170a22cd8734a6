/** What a form field accepts, by its kind: the same rule in the browser and on the server. */
import { field_value_chars_max } from "./limits.ts";
import { isVisible, misleads } from "./text.ts";

/** The kinds of fields, as the signer sees them. */
export const fieldKinds = ["text", "date", "initials", "checkbox", "radio", "choice", "signature"] as const;
/** One of them. */
export type FieldKind = (typeof fieldKinds)[number];

/** The rules for an entry; `choices` are the values of a choice, or the states of checkboxes and buttons. */
export type EntryRules = {
  readonly kind: FieldKind;
  readonly multiline: boolean;
  readonly charsMax: number | null;
  /** A choice that also accepts text that is not among its choices. */
  readonly editable: boolean;
  /** Whether the signer may clear the field again. */
  readonly clearable: boolean;
  readonly choices: readonly string[];
};

/** What is wrong with an entry. */
export type EntryFault = "characters" | "one-line" | "too-long" | "no-date" | "no-choice" | "not-clearable";

/** Why a field cannot hold an entry, or null. Line breaks are \n; an empty field is "". */
export function entryFault(value: string, rules: EntryRules): EntryFault | null {
  // XML 1.0 §2.2 has no other control characters, so XFDF cannot carry them, and a PDF viewer does not show them.
  if (!value.isWellFormed() || /[^\P{Cc}\t\n]/u.test(value) || /[\uFFFE\uFFFF]/.test(value)) return "characters";
  // When drawn, they can make an amount look like another.
  if (misleads(value)) return "characters";
  if (!rules.multiline && value.includes("\n")) return "one-line";
  if (value.length > (rules.charsMax ?? field_value_chars_max)) return "too-long";
  if (rules.kind === "date") return value === "" || isDay(value) ? null : "no-date";
  if (!isChosen(rules)) return null;
  if (value === "") return rules.clearable ? null : "not-clearable";
  return rules.editable || rules.choices.includes(value) ? null : "no-choice";
}

/** How an entry appears: a choice by its label, a checkbox by its tick. */
type Showing = Pick<EntryRules, "kind"> & {
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
};

/** Whether an entry fills a field: blanks and invisible characters do not. */
export function fillsField(value: string, { kind, options }: Showing): boolean {
  if (kind === "checkbox" || kind === "radio") return value !== "";
  return value.trim() !== "" && isVisible(options.find((option) => option.value === value)?.label ?? value);
}

const isChosen = ({ kind }: EntryRules): boolean => kind === "checkbox" || kind === "radio" || kind === "choice";

/** Whether a text is DD.MM.YYYY (signer-side.md §9) and an existing day of the Gregorian calendar, year 1 or later. */
export function isDay(text: string): boolean {
  const parts = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
  if (parts === null) return false;
  const [day, month, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year);
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
