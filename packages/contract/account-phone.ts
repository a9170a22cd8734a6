/** The phone number of a person with an account; apart from account-rules.ts because google's metadata is large. */
import type { AccountFault } from "./account-rules.ts";
import { default_phone_country } from "./limits.ts";
import { type ParsedPhone, parsePhone, phoneType } from "./phone.ts";

/** What is wrong with a number as typed, or null; a national one is of `country`. Empty is no fault: the field is optional (admin-side.md §5). */
export function phoneFault(typed: string, country: string = default_phone_country): AccountFault | null {
  if (typed.trim() === "") return null;
  const parsed = parsePhone(typed, country);
  if (!parsed.ok) return "phone";
  return isMobile(parsed) ? null : "phoneNotMobile";
}

/** The number as it is stored, E.164; null where none was typed, or where it is no mobile number. */
export function storedPhone(typed: string, country: string = default_phone_country): string | null {
  const parsed = parsePhone(typed, country);
  return parsed.ok && isMobile(parsed) ? parsed.phone.e164 : null;
}

// In some countries, the USA one of them, a number does not say which of the two it is.
const isMobile = ({ phone }: Extract<ParsedPhone, { readonly ok: true }>): boolean =>
  phone.type === phoneType.MOBILE || phone.type === phoneType.FIXED_LINE_OR_MOBILE;
