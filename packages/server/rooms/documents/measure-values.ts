/**
 * Whether fonts have the characters of new values, whether each value has room in its field, and which are set small. Setting one long
 * value takes seconds of processor time, so only short ones are set here: the others go to a worker that has a limit, takes turns
 * among its callers and ends with the connection.
 */
import { type BoundedWork, MachineBusy, TooMuchWork, type Turn, WorkExceeded } from "../../ports/bounded-work.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { type Field, fitsField, isSetSmall, type Measuring } from "../intake/intake.ts";
import type { FieldValue } from "./documents-rules.ts";

/** A value that a font has to draw, and the field that it is drawn in. */
export type Written = FieldValue & { readonly field: Field };

/** What values would look like: characters that no font has and the fields that have them, fields without room, and values in small letters (`keyOf`). */
export type MeasuredValues = {
  readonly unknown: { readonly characters: string; readonly fields: readonly string[] } | null;
  readonly withoutRoom: readonly string[];
  readonly small: readonly string[];
};

/** Where long values are measured. */
export type ValueWork = BoundedWork<readonly Written[], MeasuredValues>;

/** What measuring asks of the world. */
export type MeasureDeps = { readonly shaper: Shaper; readonly valueWork: ValueWork };

type Shaper = Measuring & Pick<TextShapingPort, "missing">;

/** Why values could not be measured. */
export type Unmeasured = {
  readonly ok: false;
  readonly code: "TOO_MANY_REQUESTS" | "SERVICE_ERROR" | "INVALID_REQUEST";
  readonly message: string;
  readonly retryAfterS?: number;
};

/** Characters, counted in each place of their fields, that are set without a worker: some milliseconds, and what a person types at once. */
const here_chars_max = 300;
const told_max = 10;

/** Names a value of a field, whatever it is looked up in. */
export const keyOf = ({ fileId, name, value }: FieldValue): string => `${fileId}\0${name}\0${value}`;

/** Measures values here or in a worker, as much as there is. @throws WorkerDied, the reason of the turn's signal */
export async function measuredValues(
  { shaper, valueWork }: MeasureDeps,
  written: readonly Written[],
  turn: Omit<Turn<MeasuredValues>, "known">,
): Promise<{ readonly ok: true; readonly measured: MeasuredValues } | Unmeasured> {
  const chars = written.reduce((sum, { value, field }) => sum + value.length * Math.max(1, field.placements.length), 0);
  if (chars <= here_chars_max) return { ok: true, measured: measureValues(shaper, written) };
  try {
    return { ok: true, measured: await valueWork.run(written, turn) };
  } catch (fault) {
    if (fault instanceof WorkExceeded) return { ok: false, code: "INVALID_REQUEST", message: tooMuch };
    if (fault instanceof TooMuchWork) return { ok: false, code: "TOO_MANY_REQUESTS", message: busy, ...when(fault) };
    if (fault instanceof MachineBusy) return { ok: false, code: "SERVICE_ERROR", message: busy, ...when(fault) };
    throw fault;
  }
}

const when = ({ retryAfterS }: { readonly retryAfterS: number }) => ({ retryAfterS });
const tooMuch = "These values take too long to lay out together. Send fewer of them in one call.";
const busy = "Too many values are being laid out right now. Please try again later.";

/** Measures values at once, however long that takes. */
export function measureValues(shaper: Shaper, written: readonly Written[]): MeasuredValues {
  const unknown = unknownCharacters(shaper, written);
  if (unknown !== null) return { unknown, withoutRoom: [], small: [] };
  const withoutRoom = written.filter(({ field, value }) => !fitsField(shaper, field, value)).map(({ name }) => name);
  if (withoutRoom.length > 0) return { unknown, withoutRoom, small: [] };
  const small = written.filter(({ field, value }) => isSetSmall(shaper, field, value)).map(keyOf);
  return { unknown, withoutRoom, small };
}

/** The characters that could only be drawn as empty boxes, told as they are. Each is looked up once. */
function unknownCharacters(shaper: Shaper, written: readonly Written[]): MeasuredValues["unknown"] {
  const composed = written.map(({ name, value }) => ({ name, value: value.normalize("NFC") }));
  const characters = new Set(composed.flatMap(({ value }) => [...value]));
  const told = shaper.missing([...characters].join(" ")).slice(0, told_max);
  if (told.length === 0) return null;
  const having = composed.filter(({ value }) => told.some((character) => value.includes(character)));
  return { characters: told.join(" "), fields: having.map(({ name }) => name) };
}
