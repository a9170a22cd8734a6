/** Which of the signers' fields have no room for a letter: nobody could fill them in, required or not. */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import type { FormField } from "@siegel/kernel/pdf/form-fields.ts";
import { type Page, toUserSpace } from "@siegel/kernel/pdf/pages.ts";
import { showsIn } from "./fields-read-back.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import type { Fonts } from "./see-through-fields.ts";
import { fitsPlace, sizesOf } from "./value-fits.ts";

/** The widest of the letters that most names are written in. */
const letter = "W";

// The least that can be placed. Fonts take a third of a second and 50 MB: where all is larger they are not asked.
const roomy_pt = 8;

/**
 * Full names of text fields and choices in one of whose places, or its cells, no letter is seen whole. Fields of one name are one field,
 * and what is entered shows in each of its places.
 */
export async function withoutLetterRoom(
  fields: readonly FormField[],
  { pages, signers, fonts }: { pages: readonly Page[]; signers: readonly IntakeSigner[]; fonts: Fonts },
): Promise<ReadonlySet<string>> {
  const small = fields
    .filter(({ kind }) => kind === "text" || kind === "choice")
    .flatMap((field) => tightPlaces(field, pages))
    .filter(({ name }) => signers.some(({ signerId }) => isOwnField(name, signerId)));
  if (small.length === 0) return new Set();
  const shaper = await fonts();
  const without = small.filter(({ place, set }) => !fitsPlace(shaper, place, { ...set, text: letter }));
  return new Set(without.map(({ name }) => name));
}

type Tight = {
  readonly name: string;
  readonly place: Parameters<typeof fitsPlace>[1];
  readonly set: Omit<Parameters<typeof fitsPlace>[2], "text">;
};

/** The places of a field that may be too small for a letter. */
function tightPlaces(field: FormField, pages: readonly Page[]): Tight[] {
  const { name, multiline, comb, maxLength } = field;
  const cells = (comb ? maxLength : null) ?? 1;
  return field.places.filter(showsIn(field)).flatMap(({ page, rect, isTurned }) => {
    const shownOn = pages[page - 1];
    if (shownOn === undefined) return [];
    const place = { rect: toUserSpace(shownOn, rect), isTurned };
    const isRoomy = sizesOf(place).every(([width, height]) => width / cells >= roomy_pt && height >= roomy_pt);
    return isRoomy ? [] : [{ name, place, set: { multiline, ...(comb ? { combCells: cells } : {}) } }];
  });
}
