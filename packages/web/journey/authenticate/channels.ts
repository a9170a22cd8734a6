/** Which ways a code can take to this phone. */
import type { CodeChannel } from "../../paths.ts";

/** A fixed line (type 0) takes no text message (signer-side.md §2). */
export function channelsOf(phoneType: number): readonly CodeChannel[] {
  return phoneType === 0 ? ["phone"] : ["sms", "phone"];
}

// ITU-T E.164 Annex "Assigned country codes": zones 1 and 7 are one digit long, these two, all others three. The server's
// libphonenumber knows more and weighs more than this page.
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Enough of an E.164 number to recognise it, too little to read it over a shoulder. */
export function maskPhone(phone: string | null): string {
  if (phone === null) return "";
  return `${countryCode.exec(phone)?.[0] ?? "+"} ••• ••${phone.slice(-2)}`;
}
