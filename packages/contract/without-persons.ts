/** Words of libraries and foreign servers like to repeat whom they were about; where only the fault matters, that is taken out. */

const personal: ReadonlyArray<readonly [RegExp, string]> = [
  // An apostrophe is a letter of a name; before one it is a quotation mark, and goes with it.
  [/[^\s<>"(),:;@]{1,64}(?:@|%40)[^\s<>"'(),:;@]{1,255}/giu, "‹address›"],
  [/(?:\+|%2B)\d(?:[\d ().-]|%20){5,}\d/giu, "‹number›"],
  // As people write them within a country, or with 00 for the plus.
  [/\b00?[1-9](?:[\d ()/-]|%20){6,}\d\b/giu, "‹number›"],
  [/\b[0-9a-z]{26}\b/gu, "…"],
  [/\bBearer [\x21-\x7e]+/gu, "Bearer …"],
];

/** A text without the addresses, numbers, ids and tokens of people. */
export function withoutPersons(text: string): string {
  return personal.reduce((kept, [pattern, instead]) => kept.replace(pattern, instead), text);
}
