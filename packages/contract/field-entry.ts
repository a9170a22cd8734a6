/** What a form field takes, by its kind: the one rule for whoever types and whoever stores. */
import { field_value_chars_max } from "./limits.ts";
import { isVisible, misleads } from "./text.ts";

/** What a field is for the person who fills it in. */
export const fieldKinds = ["text", "date", "initials", "checkbox", "radio", "choice", "signature"] as const;
/** One of them. */
export type FieldKind = (typeof fieldKinds)[number];

/** What an entry is held to; `choices` are the values of a choice, or the states of ticks. */
export type EntryRules = {
  readonly kind: FieldKind;
  readonly multiline: boolean;
  readonly charsMax: number | null;
  /** A choice that takes what is not among its choices. */
  readonly editable: boolean;
  /** Whether what was chosen may be taken back. */
  readonly clearable: boolean;
  readonly choices: readonly string[];
};

/** What is wrong with an entry. */
export type EntryFault = "characters" | "one-line" | "too-long" | "no-date" | "no-choice" | "not-clearable";

/** Why a field cannot hold an entry, or null. Line breaks are \n, and nothing is an empty entry. */
export function entryFault(value: string, rules: EntryRules): EntryFault | null {
  // XML 1.0 §2.2 has no other control characters, so XFDF could not carry them; a PDF viewer would not show them.
  if (!value.isWellFormed() || /[^\P{Cc}\t\n]/u.test(value) || /[\uFFFE\uFFFF]/.test(value)) return "characters";
  // Drawn, they make an amount read as another than was entered.
  if (misleads(value)) return "characters";
  if (!rules.multiline && value.includes("\n")) return "one-line";
  if (value.length > (rules.charsMax ?? field_value_chars_max)) return "too-long";
  if (rules.kind === "date") return value === "" || isDay(value) ? null : "no-date";
  if (!isChosen(rules)) return null;
  if (value === "") return rules.clearable ? null : "not-clearable";
  return rules.editable || rules.choices.includes(value) ? null : "no-choice";
}

/** What shows of an entry: of what can be chosen its label, of a tick a tick. */
type Showing = Pick<EntryRules, "kind"> & {
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
};

/** Whether an entry fills a field: blanks and characters of no width leave it as empty on paper as it was. */
export function fillsField(value: string, { kind, options }: Showing): boolean {
  if (kind === "checkbox" || kind === "radio") return value !== "";
  return value.trim() !== "" && isVisible(options.find((option) => option.value === value)?.label ?? value);
}

const isChosen = ({ kind }: EntryRules): boolean => kind === "checkbox" || kind === "radio" || kind === "choice";

/** Whether a text is DD.MM.YYYY (signer-side.md §9) and a day of the Gregorian calendar from the year 1 on. */
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
