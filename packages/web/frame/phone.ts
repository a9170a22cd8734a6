/** Phone numbers in E.164 as people read them. */

// ITU-T E.164 Annex "Assigned country codes": zones 1 and 7 are one digit long, these two, all others three. The server's
// libphonenumber knows more and weighs more than this page.
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Enough of an E.164 number to recognise it, too little to read it over a shoulder. */
export function maskPhone(phone: string | null): string {
  if (phone === null) return "";
  return `${countryCode.exec(phone)?.[0] ?? "+"} ••• ••${phone.slice(-2)}`;
}

/** In groups, so that it can be compared with one's own: `+49 151 234 567 89`. */
export function spacedPhone(phone: string): string {
  const code = countryCode.exec(phone)?.[0];
  if (code === undefined) return phone;
  // No group of one digit: the last ones share.
  const groups = phone.slice(code.length).match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return [code, ...groups].join("\u00a0");
}
