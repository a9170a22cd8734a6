// Times as certificates, lists and tokens write them (RFC 5280 §4.1.2.5): UTCTime up to 2049 and GeneralizedTime from
// 2050 on, both in UTC to the second. Only a timestamp's genTime may carry a fraction (RFC 3161 §2.4.2).
import { contentOf, DerError, type DerNode, TAG } from "./der.ts";
import { encodeElement } from "./der-writer.ts";

/** Time: UTCTime before 2050, else GeneralizedTime. Fractions of a second are cut off. */
export function encodeTime(at: Date): Uint8Array {
  const text = utcText(at);
  const year = at.getUTCFullYear();
  if (year < 1950 || year >= 2050) return encodeElement(TAG.generalizedTime, Buffer.from(text, "latin1"));
  return encodeElement(TAG.utcTime, Buffer.from(text.slice(2), "latin1"));
}

/** GeneralizedTime to the second; fractions of a second are cut off. */
export function encodeGeneralizedTime(at: Date): Uint8Array {
  return encodeElement(TAG.generalizedTime, Buffer.from(utcText(at), "latin1"));
}

/**
 * Time of a certificate or revocation list.
 * @throws DerError also for a GeneralizedTime that should have been a UTCTime
 */
export function parseTime(node: DerNode): Date {
  if (node.tag === TAG.utcTime) return parseUtcTime(node);
  const time = parseGeneralizedTime(node);
  const year = time.getUTCFullYear();
  if (year >= 1950 && year < 2050) throw new DerError("invalid-time", "GeneralizedTime before 2050");
  return time;
}

/**
 * GeneralizedTime in UTC; with `fraction: "allowed"` to the millisecond, the rest of a finer fraction is dropped.
 * @throws DerError
 */
export function parseGeneralizedTime(node: DerNode, options?: { readonly fraction: "allowed" }): Date {
  if (node.tag !== TAG.generalizedTime) throw new DerError("unexpected-element", "GeneralizedTime expected");
  const whole = wholeSeconds(node);
  if (whole !== null) return calendarTime(whole, 0);
  const text = Buffer.from(contentOf(node)).toString("latin1");
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/.exec(text);
  if (!match) throw new DerError("invalid-time", text);
  if (match[7] && !options) throw new DerError("invalid-time", `fraction in ${text}`);
  return calendarTime(match.slice(1, 7).map(Number), Number((match[7] ?? "").padEnd(3, "0").slice(0, 3)));
}

/** Year to second of `YYYYMMDDHHMMSSZ`, which nearly all are; null for anything else. */
function wholeSeconds({ source, contentStart: at, end }: DerNode): readonly number[] | null {
  if (end - at !== 15 || source[end - 1] !== 0x5a) return null;
  const digits = (from: number, count: number): number => {
    let value = 0;
    for (let i = at + from; i < at + from + count; i++) {
      const digit = (source[i] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  };
  const parts = [digits(0, 4), digits(4, 2), digits(6, 2), digits(8, 2), digits(10, 2), digits(12, 2)];
  return parts.some(Number.isNaN) ? null : parts;
}

function parseUtcTime(node: DerNode): Date {
  const text = Buffer.from(contentOf(node)).toString("latin1");
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw new DerError("invalid-time", text);
  const [year = 0, ...rest] = match.slice(1).map(Number);
  return calendarTime([year < 50 ? 2000 + year : 1900 + year, ...rest], 0);
}

function calendarTime(parts: readonly number[], milliseconds: number): Date {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second, milliseconds);
  // A calendar rolls 31 April over to May; a certificate that says so is malformed.
  const exact = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hour;
  if (!exact || time.getUTCMinutes() !== minute || time.getUTCSeconds() !== second) {
    throw new DerError("invalid-time", parts.join("-"));
  }
  return time;
}

function utcText(at: Date): string {
  const year = at.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new RangeError("time outside of the years 0 to 9999");
  const iso = at.toISOString();
  const date = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10);
  return `${date}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
}
