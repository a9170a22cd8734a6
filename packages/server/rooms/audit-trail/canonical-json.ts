/** The one way to write a JSON value as bytes (RFC 8785, JSON Canonicalization Scheme): what the trail hashes. */

/** A value that JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * RFC 8785 §3.2: no white space, members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them.
 * @throws RangeError for NaN, infinities and lone surrogates, which JSON cannot carry
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError("JSON has no such number");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  // §3.2.3: the default order of Array.prototype.sort is the order of UTF-16 code units.
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${canonicalString(name)}:${canonicalJson(value[name] ?? null)}`).join(",")}}`;
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new RangeError("a lone surrogate is no text");
  return JSON.stringify(text);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
