/** Which of the signers' fields have no room for a letter: nobody could fill them in, required or not. */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";
import { type Page, toUserSpace } from "@siegel/kernel/pdf/pages.ts";
import { showsIn } from "./fields-read-back.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import type { Fonts } from "./signers-fields.ts";
import { fitsPlace, sizesOf } from "./value-fits.ts";

/** The widest of the letters that most names are written in. */
const letter = "W";

// The least that can be placed. Fonts take a third of a second and 50 MB: where all is larger they are not asked.
const roomy_pt = 8;

/**
 * Full names of text fields and choices that have a place, or a cell, in which no letter is fully visible. Fields of one name are one field,
 * and its value shows in each of its places. Fields that hold more than such a place shows are left out: their document is refused for
 * it (undrawable-values.ts).
 */
export async function withoutLetterRoom(
  fields: readonly FormField[],
  { pages, signers, fonts }: { pages: readonly Page[]; signers: readonly IntakeSigner[]; fonts: Fonts },
): Promise<ReadonlySet<string>> {
  const small = fields
    .filter(({ kind, readOnly }) => !readOnly && (kind === "text" || kind === "choice"))
    .flatMap((field) => tightPlaces(field, pages))
    .filter(({ name }) => signers.some(({ signerId }) => isOwnField(name, signerId)));
  if (small.length === 0) return new Set();
  const shaper = await fonts();
  const shows = ({ place, set }: Tight, text: string): boolean => fitsPlace(shaper, place, { ...set, text });
  const without = new Set(small.filter((tight) => !shows(tight, letter)).map(({ name }) => name));
  // A text longer than any value is refused for its length, and setting it would take long.
  const isCut = (tight: Tight): boolean => tight.held.length > field_value_chars_max || !shows(tight, tight.held);
  for (const tight of small) if (without.has(tight.name) && isCut(tight)) without.delete(tight.name);
  return without;
}

/** `held`: the text that the field shows. */
type Tight = {
  readonly name: string;
  readonly held: string;
  readonly place: Parameters<typeof fitsPlace>[1];
  readonly set: Omit<Parameters<typeof fitsPlace>[2], "text">;
};

/** The places of a field that may be too small for a letter. */
function tightPlaces(field: FormField, pages: readonly Page[]): Tight[] {
  const { name, multiline, comb, maxLength } = field;
  const value = field.value ?? "";
  const held = field.options.find((option) => option.value === value)?.label ?? value;
  const cells = (comb ? maxLength : null) ?? 1;
  return field.places.filter(showsIn(field)).flatMap(({ page, rect, isTurned }) => {
    const shownOn = pages[page - 1];
    if (shownOn === undefined) return [];
    const place = { rect: toUserSpace(shownOn, rect), isTurned };
    const isRoomy = sizesOf(place).every(([width, height]) => width / cells >= roomy_pt && height >= roomy_pt);
    return isRoomy ? [] : [{ name, held, place, set: { multiline, ...(comb ? { combCells: cells } : {}) } }];
  });
}
