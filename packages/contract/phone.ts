/**
 * Phone numbers: parsed by google's metadata (the `max` set: with `min` German, Austrian and French
 * numbers have no type), stored as E.164, typed in google's numbering (decisions.md §7 "Phone").
 */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type NumberType,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { default_phone_country } from "./limits.ts";

/** libphonenumber's PhoneNumberType, as the wire's `phone_type`; -1 is a valid number of no known type. */
export const phoneType = {
  FIXED_LINE: 0,
  MOBILE: 1,
  FIXED_LINE_OR_MOBILE: 2,
  TOLL_FREE: 3,
  PREMIUM_RATE: 4,
  SHARED_COST: 5,
  VOIP: 6,
  PERSONAL_NUMBER: 7,
  PAGER: 8,
  UAN: 9,
  VOICEMAIL: 10,
  UNKNOWN: -1,
} as const satisfies Record<Exclude<NumberType, undefined> | "UNKNOWN", number>;

/** A number of google's numbering. */
export type PhoneType = (typeof phoneType)[keyof typeof phoneType];

/** A number a code may be sent to. `e164` begins with +, `country` is ISO 3166-1 alpha-2 or null for shared codes. */
export type Phone = { readonly e164: string; readonly type: PhoneType; readonly country: string | null };

/**
 * A usable number, or PHONE_INVALID: not a number of its country, one that bills or pages (premium, pager …), or one of no country (`isGlobal`):
 * satellite phones and networks across borders, +870, +881, +882, +883.
 */
export type ParsedPhone =
  | { readonly ok: true; readonly phone: Phone }
  | { readonly ok: false; readonly code: "PHONE_INVALID"; readonly isGlobal: boolean };

// A person answers these; a code sent to any other costs somebody money or reaches nobody.
const reachesAPerson: ReadonlySet<PhoneType> = new Set<PhoneType>([
  phoneType.FIXED_LINE,
  phoneType.MOBILE,
  phoneType.FIXED_LINE_OR_MOBILE,
  phoneType.VOIP,
  phoneType.PERSONAL_NUMBER,
]);

const inputCharsMax = 40;
/** signer-side.md §5: "at least 12 characters", the plus sign included; German mobiles only (decisions.md §7). */
const germanMobileCharsMin = 12;
const refused: ParsedPhone = { ok: false, code: "PHONE_INVALID", isGlobal: false };

/** Reads a number as typed: national numbers are of `country`, German ones unless said; letters and extensions are refused. */
export function parsePhone(input: string, country: string = default_phone_country): ParsedPhone {
  // NFKC turns full-width digits and no-break spaces into plain ones; the rest of what copying leaves is invisible.
  const typed = input
    .normalize("NFKC")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "")
    .trim();
  if (typed.length > inputCharsMax || /\p{L}/u.test(typed)) return refused;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: country as CountryCode, extract: false });
  if (number === undefined || !number.isValid() || number.ext !== undefined) return refused;
  // Google calls some of them mobile. A text to one costs its sender what a call across an ocean does, and mostly gets lost.
  if (number.isNonGeographic()) return { ok: false, code: "PHONE_INVALID", isGlobal: true };
  const type = phoneType[number.getType() ?? "UNKNOWN"];
  if (!reachesAPerson.has(type) || isShortGermanMobile(number, type)) return refused;
  return { ok: true, phone: { e164: number.number, type, country: number.country ?? null } };
}

function isShortGermanMobile(number: PhoneNumber, type: PhoneType): boolean {
  return number.country === "DE" && type === phoneType.MOBILE && number.number.length < germanMobileCharsMin;
}

/** Whether a text message is offered: everything but a fixed line (signer-side.md §2). */
export function takesTexts(type: number): boolean {
  return type !== phoneType.FIXED_LINE;
}

/** The number as shown to whoever holds the link: country code and the last two digits, of whatever length, "+49 ••• ••48". */
export function maskPhone(e164: string): string {
  const country = parsePhoneNumberFromString(e164)?.countryCallingCode ?? "";
  return `+${country} ••• ••${e164.slice(-2)}`;
}

/** Every country that has numbers, ISO 3166-1 alpha-2, with the code before them: `DE`, `+49`. */
export const phoneCountries = (): readonly { readonly country: string; readonly code: string }[] =>
  getCountries().map((country) => ({ country, code: `+${getCountryCallingCode(country)}` }));
