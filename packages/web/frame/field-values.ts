/** What the signer has filled in, as values of the fields; pure, so that page, guide and sheet agree. */
import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type EntryFault, entryFault, fillsField } from "@siegel/contract/field-entry.ts";
import { plainBreaks } from "@siegel/contract/text.ts";

/** Values by full field name, as they stand on the page. */
export type FieldValues = Readonly<Record<string, string>>;

/** The fields a person fills in, each once, at its first place and with all its options; the signature's place is filled by the service. */
export function fillableFields(file: WorkflowFile): readonly OwnField[] {
  const fields = new Map<string, OwnField>();
  for (const place of fieldsInOrder(file.fields)) {
    if (place.kind === "signature") continue;
    const known = fields.get(place.annotation_id);
    fields.set(place.annotation_id, known === undefined ? place : { ...known, options: joined(known, place) });
  }
  return [...fields.values()];
}

/** A group offers what its buttons stand for; a choice offers the same in each of its places. */
function joined({ options }: OwnField, place: OwnField): OwnField["options"] {
  const fresh = place.options.filter(({ value }) => !options.some((known) => known.value === value));
  return fresh.length === 0 ? options : [...options, ...fresh];
}

/** From page to page, from top to bottom, from left to right: so the guide leads, and so the Tab key goes. */
export function fieldsInOrder(fields: readonly OwnField[]): readonly OwnField[] {
  const [left, top] = [0, 3];
  return [...fields].sort(
    (a, b) => a.page - b.page || (b.rect[top] ?? 0) - (a.rect[top] ?? 0) || (a.rect[left] ?? 0) - (b.rect[left] ?? 0),
  );
}

/** The stored values of a file. */
export function storedValues(file: Pick<WorkflowFile, "xfdf_annotations">): FieldValues {
  return Object.fromEntries(file.xfdf_annotations.map(({ annotation_id, value }) => [annotation_id, value]));
}

/** The fields whose text is as the server measured it, and too long for letters that are easy to read. */
export function smallIn(
  file: Pick<WorkflowFile, "small_values" | "xfdf_annotations">,
  values: FieldValues,
): readonly string[] {
  const stored = storedValues(file);
  return file.small_values.filter((name) => values[name] === stored[name]);
}

/** What was typed or pasted, with the breaks that word processors put within a paragraph as a browser has its own; nobody could find and delete them. */
export function asTyped({ multiline }: OwnField, value: string): string {
  return multiline ? plainBreaks(value) : value.replace(/[\u2028\u2029]+/g, " ");
}

/** What is wrong with what stands in a field, or null. */
export function faultIn(field: OwnField, value: string): EntryFault | null {
  const choices = field.options.map((option) => option.value);
  return entryFault(value, { ...field, charsMax: field.chars_max, clearable: true, choices });
}

/** What of it is a value: half a date is none yet. */
export function enteredValue(field: OwnField, value: string): string {
  return faultIn(field, value) === null ? value : "";
}

/** Whether something stands in the field that can stay. */
export function isFilled(field: OwnField, values: FieldValues): boolean {
  return fillsField(enteredValue(field, values[field.annotation_id] ?? ""), field);
}

/** The first field that keeps its person from going on: required and empty, wrong, or with a problem that only the page knows. */
export function firstMissing(
  fields: readonly OwnField[],
  values: FieldValues,
  problems: Readonly<Record<string, unknown>> = {},
): OwnField | null {
  const keeps = (field: OwnField): boolean =>
    isMissing(field, values) || isWrong(field, values) || problems[field.annotation_id] !== undefined;
  return fields.find(keeps) ?? null;
}

/** How many required fields are empty. */
export function countMissing(fields: readonly OwnField[], values: FieldValues): number {
  return fields.filter((field) => isMissing(field, values)).length;
}

const isMissing = (field: OwnField, values: FieldValues): boolean => field.required && !isFilled(field, values);

const isWrong = (field: OwnField, values: FieldValues): boolean =>
  faultIn(field, values[field.annotation_id] ?? "") !== null;

/**
 * What somebody typed as a date, as DD.MM.YYYY where it can be told: number pads of phones have no full stop, people write slashes,
 * hyphens, blanks, the year first, or the month's name. What is none of these stays as it was typed, so that the field can say so.
 */
export function asDateTyped(typed: string, before: string): string {
  // Who takes something away is not to get it back.
  if (isShortened(typed, before)) return typed;
  if (/\p{L}/u.test(typed)) return namedDay(typed) ?? typed;
  // More than one key brings: nothing is to follow.
  const isPasted = typed.length > before.length + 1;
  return yearFirst(typed, isPasted) ?? dayFirst(typed);
}

function isShortened(typed: string, before: string): boolean {
  if (typed.length >= before.length) return false;
  let same = 0;
  while (same < typed.length && typed[same] === before[same]) same += 1;
  return before.endsWith(typed.slice(same));
}

const twoDigits = (number: string | undefined): string => (number ?? "").padStart(2, "0");

function dayFirst(typed: string): string {
  const parted = typed.replace(/\D+/g, ".").replace(/^\./, "");
  const digits = parted
    .replace(/(^|\.)(\d)(?=\.)/g, (_, start: string, digit: string) => `${start}0${digit}`)
    .replace(/\D/g, "")
    .slice(0, 8);
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== "");
  const ends = parted.endsWith(".") && (digits.length === 2 || digits.length === 4);
  return parts.join(".") + (ends ? "." : "");
}

/** The year first (ISO 8601), as far as it is written; null where it is not. */
function yearFirst(typed: string, isPasted: boolean): string | null {
  const written = /^\s*(\d{4})\D+(\d{0,2})(?:\D+(\d{0,2}))?\s*$/.exec(typed);
  if (written !== null) {
    const [, year, month, day = ""] = written;
    return day.length === 2 || (isPasted && day !== "") ? `${twoDigits(day)}.${twoDigits(month)}.${year}` : typed;
  }
  // Key by key it looked like a day and a month until now: a separator follows where no day-first date has one.
  const parted = /^(\d{2})\.(\d{2})(?:\.(\d{1,2}))?[^\d.]$/.exec(typed);
  if (parted === null) return null;
  const [, century = "", rest = "", month] = parted;
  if (!/^(18|19|20|21)$/.test(century)) return null;
  if (month === undefined) return Number(rest) > 12 ? `${century}${rest}-` : null;
  return Number(month) >= 1 && Number(month) <= 12 ? `${century}${rest}-${twoDigits(month)}-` : null;
}

/** A day whose month has a name, German or English, at least its first three letters; null until it is whole. */
function namedDay(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.,/-]*(?<month>\p{L}{3,})[\s.,/-]*(?<year>\d{4})$/u.exec(text)?.groups ??
    /^(?<month>\p{L}{3,})[\s.,/-]*(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.,/-]+(?<year>\d{4})$/u.exec(text)?.groups;
  const { day, month = "", year } = found ?? {};
  const number = monthNames().findIndex((names) => names.some((name) => name.startsWith(month)));
  return found === undefined || number === -1 ? null : `${twoDigits(day)}.${twoDigits(String(number + 1))}.${year}`;
}

/** By month what it is called; Austrians have a first one of their own. Made when asked for: it takes longer than a page needs to start. */
function monthNames(): ReadonlyArray<readonly string[]> {
  const formats = ["de", "de-AT", "en"].map((tag) => new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" }));
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => format.format(Date.UTC(2024, month, 1)).toLowerCase()),
  );
}
