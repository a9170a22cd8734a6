/**
 * Sends what was typed in one file until the server has all that it takes. A refusal names the fields it is about: those are marked,
 * and all others go on; one value never keeps the others back, and none takes the place of what nobody here has seen.
 */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { fieldsNamed, whatOf } from "@siegel/contract/named-fields.ts";
import { type Answer, mayWait, type Refusal } from "../../api/answer.ts";
import { type FieldValues, fillableFields } from "../../frame/field-values.ts";
import { problemOf } from "../fields/field-problems.ts";
import { met, stored, underWay } from "./unsaved-entry.ts";
import { changeEntries, type EntriesPlace, entriesOf } from "./unsaved-values.ts";

/** A value on its way, with what it takes the place of. */
export type SentValue = { readonly annotation_id: string; readonly value: string; readonly before: string };

/**
 * How values get to the server, and where they wait. `completed` confirms the file with them; `held` is what the server holds now, null if
 * it does not say.
 */
export type SavingWays = {
  readonly place: EntriesPlace;
  readonly send: (values: readonly SentValue[], completed: boolean) => Promise<Answer<unknown>>;
  readonly held: () => Promise<FieldValues | null>;
};

/**
 * stored: all of it · kept-back: what a field or the server does not take is still here · later: worth trying again · refused ·
 * unseen: something else stands in a field than the page showed, so that its document was not confirmed.
 */
export type SaveEnd =
  | { readonly status: "stored" | "kept-back" | "refused" | "unseen"; readonly sent: FieldValues }
  | { readonly status: "later"; readonly sent: FieldValues; readonly refusal: Refusal };

/** Whoever types in two places at once is asked again and again, but not for ever. */
const rounds_max = 12;

/**
 * Saves a file's entries; confirms it too where `shown` says what stands in its other fields, unless something is kept back. Nothing is
 * confirmed that the page did not show: the values go along, and what another page or device stored meanwhile refuses them.
 */
export async function saveEntries(file: WorkflowFile, shown: FieldValues | null, ways: SavingWays): Promise<SaveEnd> {
  const { place } = ways;
  const completed = shown !== null;
  let sent: FieldValues = {};
  for (let round = 0; round < rounds_max; round += 1) {
    const { values, keepsBack } = outgoing(file, place);
    if (values.length === 0 && (keepsBack || !completed)) return { status: keepsBack ? "kept-back" : "stored", sent };
    const ids = values.map(({ annotation_id }) => annotation_id);
    changeEntries(place, ids, (known) => known && underWay(known));
    const confirms = shown !== null && !keepsBack;
    const seen = confirms ? seenBeside(file, { values, shown: { ...shown, ...sent } }) : [];
    const answer = await ways.send([...values, ...seen], confirms);
    if (answer.ok) {
      const arrived = Object.fromEntries(values.map(({ annotation_id, value }) => [annotation_id, value]));
      sent = { ...sent, ...arrived };
      changeEntries(place, ids, (known, id) => known && stored(known, arrived[id] ?? ""));
      return { status: keepsBack ? "kept-back" : "stored", sent };
    }
    const fault = await note({ values, seen }, answer, ways);
    if (fault !== null) return fault === "later" ? { status: fault, sent, refusal: answer } : { status: fault, sent };
  }
  return { status: "refused", sent };
}

/** What stands in the fields nobody types in, each in its own place; longer ones than a value can be came with the file. */
function seenBeside(
  file: WorkflowFile,
  { values, shown }: { values: readonly SentValue[]; shown: FieldValues },
): readonly SentValue[] {
  const own = new Set(values.map(({ annotation_id }) => annotation_id));
  return fillableFields(file).flatMap(({ annotation_id }): SentValue[] => {
    const value = shown[annotation_id] ?? "";
    if (own.has(annotation_id) || value.length > field_value_chars_max) return [];
    return [{ annotation_id, value, before: value }];
  });
}

/** What can be sent of a file's entries; what no field takes stays here: sent as empty it would put nothing in the place of something. */
export function outgoing(
  file: WorkflowFile,
  place: EntriesPlace,
): { readonly values: readonly SentValue[]; readonly keepsBack: boolean } {
  const entries = entriesOf(place);
  const own = fillableFields(file).filter(({ annotation_id }) => entries[annotation_id] !== undefined);
  const values = own.flatMap((field): SentValue[] => {
    const entry = entries[field.annotation_id];
    if (entry === undefined || problemOf(field, entry.value, entry) !== null) return [];
    return [{ annotation_id: field.annotation_id, value: entry.value, before: entry.before }];
  });
  return { values, keepsBack: values.length < own.length };
}

/** Notes what a refusal says about fields; null when the others are to be sent. */
async function note(
  { values, seen }: { readonly values: readonly SentValue[]; readonly seen: readonly SentValue[] },
  refusal: Refusal,
  { held, place }: SavingWays,
): Promise<"later" | "refused" | "unseen" | null> {
  const named = new Set(fieldsNamed(refusal.messages));
  const isUnseen = refusal.code === "WORKFLOW_CHANGED" && seen.some(({ annotation_id }) => named.has(annotation_id));
  const about = values.filter(({ annotation_id }) => named.has(annotation_id));
  if (about.length === 0 && !isUnseen) return mayWait(refusal) ? "later" : "refused";
  const ids = about.map(({ annotation_id }) => annotation_id);
  if (refusal.code === "WORKFLOW_CHANGED") {
    const now = await held();
    if (now === null) return "later";
    changeEntries(place, ids, (known, id) => known && met(known, now[id] ?? ""));
    return isUnseen ? "unseen" : null;
  }
  const sent = new Map(about.map(({ annotation_id, value }) => [annotation_id, value]));
  const { code } = refusal;
  const what = whatOf(refusal.messages);
  changeEntries(place, ids, (known, id) => known && { ...known, refused: { value: sent.get(id) ?? "", code, what } });
  return null;
}
