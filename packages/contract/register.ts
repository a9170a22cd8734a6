/** What an operator takes from the register about an organisation that seals, and what is wrong with it. */
import { register_extract_days_max } from "./limits.ts";

/**
 * Kind of register, country, number (ETSI EN 319 412-1 §5.1.4): `NTRDE-HRB160442`. Kinds of their own begin with two letters and a colon;
 * an identifier of a legal entity has `XG` in place of a country.
 */
export const organizationIdentifierPattern =
  /^(?:VAT|NTR|PSD|LEI|EOI|[A-Z]{2}:)[A-Z]{2}-[\x21-\x7e](?:[\x20-\x7e]{0,60}[\x21-\x7e])?$/;

/** Why an extract does not count: it is from a day that is to come, or older than 30 days. `day`: YYYY-MM-DD. */
export function whyNotExtract(day: string, now: Date): "REGISTER_EXTRACT_OLD" | null {
  const days = (now.getTime() - Date.parse(`${day}T00:00:00Z`)) / 86_400_000;
  // A day that begins in Kiribati ends 26 hours later elsewhere.
  return days >= -0.6 && days < register_extract_days_max + 1 ? null : "REGISTER_EXTRACT_OLD";
}
