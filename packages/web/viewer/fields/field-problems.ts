/** What keeps entries from being saved, and the sentence a person reads about it; pure, so that page, guide and saving agree. */
import type { OwnField } from "@siegel/contract/calls/files.ts";
import type { EntryFault } from "@siegel/contract/field-entry.ts";
import { date_chars } from "@siegel/contract/limits.ts";
import { type FieldValues, faultIn } from "../../frame/field-values.ts";
import { shownValue } from "../../frame/shown-value.ts";
import { sentenceOfCode, type Translate } from "../../i18n/catalogue.ts";
import type { UnsavedEntry } from "../saving/unsaved-entry.ts";
import type { UnsavedEntries } from "../saving/unsaved-values.ts";

/** entry: the field does not take it · refused: the server does not · changed: something else was stored elsewhere. */
export type FieldProblem =
  | { readonly kind: "entry"; readonly fault: EntryFault }
  | { readonly kind: "refused"; readonly code: string; readonly what: string }
  | { readonly kind: "changed"; readonly theirs: string };

/** Problems by full field name. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** What is wrong with what stands in a field, or null. */
export function problemOf(field: OwnField, value: string, entry: UnsavedEntry | undefined): FieldProblem | null {
  const fault = faultIn(field, value) ?? (isTakenAway(field, entry) ? "not-clearable" : null);
  if (fault !== null) return { kind: "entry", fault };
  if (entry?.theirs !== undefined) return { kind: "changed", theirs: entry.theirs };
  if (entry?.refused?.value !== value) return null;
  return { kind: "refused", code: entry.refused.code, what: entry.refused.what };
}

/** A choice that may not be left, and was: in one that was never made nothing is wrong. */
function isTakenAway({ clearable }: OwnField, entry: UnsavedEntry | undefined): boolean {
  return !clearable && entry?.value === "" && entry.before !== "";
}

/** The problems of all fields that have one. */
export function problemsOf(fields: readonly OwnField[], values: FieldValues, entries: UnsavedEntries): FieldProblems {
  const problems: Record<string, FieldProblem> = {};
  for (const field of fields) {
    const id = field.annotation_id;
    const problem = problemOf(field, values[id] ?? "", entries[id]);
    if (problem !== null) problems[id] = problem;
  }
  return problems;
}

/** Half a date is a problem for whoever wants to go on, not for who is writing it; a whole one that no calendar has is one at once. */
export function isUnfinished(problem: FieldProblem, value: string): boolean {
  if (problem.kind !== "entry" || problem.fault !== "no-date") return false;
  return value.length < date_chars || /[^\d.]/.test(value);
}

/** What a person reads beside the field. */
export function sentenceOfProblem(field: OwnField, value: string, problem: FieldProblem, t: Translate): string {
  switch (problem.kind) {
    case "entry":
      // Where nobody gave a number, most places take far less than any field may hold: none is promised.
      if (problem.fault === "too-long" && field.chars_max === null) return t("entry.too-much");
      return t(`entry.${problem.fault}`, { n: field.chars_max ?? 0 });
    case "refused":
      return sentenceOfCode(problem.code, (key) => t(key, { what: problem.what }));
    case "changed":
      return t("entry.changed", { mine: shownValue(field, value, t), theirs: shownValue(field, problem.theirs, t) });
  }
}
