/** What a foreign answer may say of a person: its letters are kept, but nothing that is no name, no day and no country gets through. */
import { z } from "zod";
import { countryOf } from "./eid/country-letters.ts";

/** Longer than any name on a document (ICAO 9303 has 39 characters, a residence permit several lines). */
const name_chars_max = 200;
/** Of a document. */
const number_chars_max = 40;

const line = (charsMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(charsMax)
    .regex(/^\P{C}+$/u, "characters that cannot be seen");

/** First names, or a surname. */
export const personName = line(name_chars_max);
/** The number of a document. */
export const documentNumber = line(number_chars_max);
/** YYYY-MM-DD. */
export const wholeDay = z.iso.date();
/** The same; parts that a document does not know are missing. */
export const knownDay = z.union([wholeDay, z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/)], "no day, month or year");
/** A country in two letters (ISO 3166-1 alpha-2), or as documents write it; it becomes two letters, and null where it is no country. */
export const countryField = z
  .string()
  .regex(/^[A-Z]{1,3}$/, "no letters of a country")
  .transform((letters) => (letters.length === 2 ? letters : countryOf(letters)));

/** Whether a document is past its last day. No day is none that is over. */
export const isPast = (validUntil: string | null, now: Date): boolean =>
  validUntil !== null && validUntil < now.toISOString().slice(0, 10);
