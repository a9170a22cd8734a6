/** A field's name as a person can read it, for forms whose makers gave it no label (ISO 32000-2 §12.7.4.1, table 226 /TU). */

/** What programs put before a name to say what kind of field it is. */
const kindPrefix = /^(?:txt|tf|chk|cb|cbx|rb|rad|opt|cbo|cmb|ddl|lst|fld|edt|dat)(?=\p{Lu}|_)/u;

/**
 * `topmostSubform[0].Page1[0].txtFirstName[0]` becomes "First Name", `date_of_birth` "Date of birth". A name with spaces was written for
 * people and stays; so does one of which nothing would be left.
 */
export function readableName(name: string): string {
  if (/\s/.test(name.trim())) return name;
  const parts = name.split(".").map((part) => part.replace(/\[\d+\]/g, ""));
  // A number counts copies of what is named before it.
  const named = parts.findLastIndex((part) => /\p{L}/u.test(part));
  const words = parts
    .slice(Math.max(0, named))
    .join(" ")
    .replace(kindPrefix, "")
    .replace(/_+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/\s+/g, " ")
    .trim();
  if (!/[\p{L}\d]/u.test(words)) return name;
  // Shouted words are spoken; what is short is an abbreviation: IBAN, PLZ.
  const spoken = words.replace(/\p{Lu}{5,}/gu, (word) => word.toLocaleLowerCase("en"));
  return spoken.charAt(0).toLocaleUpperCase("en") + spoken.slice(1);
}
