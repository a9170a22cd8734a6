/** Removes personal data from messages of libraries and foreign servers, which often repeat addresses and numbers. */

/** The @ as it is, in a URL (also nested), in JSON, and in HTML. */
const at = String.raw`(?:@|%(?:25)*40|\\+u0040|&#(?:64|x40);)`;
const host = String.raw`[^\s<>"'(),:;@]{1,255}`;

const personal: ReadonlyArray<readonly [RegExp, string]> = [
  // Quoted names may contain blanks (RFC 5321 §4.1.2).
  [new RegExp(`\\\\?"[^"\\n]{1,64}"${at}${host}`, "giu"), "‹address›"],
  // An apostrophe may be part of a name; a quotation mark before the name is removed with it.
  [new RegExp(`[^\\s<>"(),:;@]{1,64}${at}${host}`, "giu"), "‹address›"],
  [/(?:\+|%2B)\d(?:[\d ().-]|%20){5,}\d/giu, "‹number›"],
  // As people write numbers within a country, or with 00 for the plus.
  [/\b00?[1-9](?:[\d ()/-]|%20){6,}\d\b/giu, "‹number›"],
  // Without a plus; milliseconds since 1970 begin with 1 and have 13 digits.
  [/\b(?:[2-9]\d{10,14}|1\d{10})\b/gu, "‹number›"],
  // An API key.
  [/sgl_[0-9A-Za-z_-]{8,}/gu, "sgl_…"],
  [/\b[0-9a-z]{26}\b/gu, "…"],
  [/\bBearer [\x21-\x7e]+/gu, "Bearer …"],
];

/** A text without the addresses, numbers, ids and tokens of people. */
export function withoutPersons(text: string): string {
  return personal.reduce((kept, [pattern, instead]) => kept.replace(pattern, instead), text);
}
