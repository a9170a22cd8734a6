/** How a JSON body is read: UTF-8 and nothing else, and never so many values or such long ones that reading them would hold everybody else up. */
import { isUtf8 } from "node:buffer";
import {
  json_members_max,
  json_string_bytes_max,
  json_values_max,
  signer_body_bytes_max,
} from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import type { FastifyInstance } from "fastify";

/** A body that is refused before it is parsed; answered as 400 with this sentence. */
class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  readonly statusCode = 400;
}

/** Replaces the frame's parser of `application/json`; what passes is parsed by the frame's, which knows poisoned prototypes. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const octets = typeof body === "string" ? Buffer.from(body) : body;
    const fault = faultOf(octets);
    if (fault !== null) return done(new UnreadableBody(fault));
    parse(request, octets.toString("utf8"), (failed, parsed) => {
      if (failed !== null || !hasWiderObject(parsed, json_members_max)) return done(failed, parsed);
      done(new UnreadableBody(`An object of the body has more than ${json_members_max} members.`));
    });
  });
}

function faultOf(octets: Buffer): string | null {
  // RFC 8259 §8.1. Read as UTF-8, a name in another encoding would lose its umlauts and be signed like that.
  if (!isUtf8(octets)) return "The body is not UTF-8.";
  if (hasMoreValues(octets, json_values_max)) return `The body has more than ${json_values_max} values.`;
  // In a signer's body a claim that nobody reads may be long; all of it is read before anybody notices.
  if (octets.length <= signer_body_bytes_max) return null;
  const place = overlongString(octets, json_string_bytes_max);
  return place === null ? null : `${place}: a string of more than ${json_string_bytes_max} octets`;
}

// Every value of a JSON text but the first follows one of these (RFC 8259 §2). Inside strings they count too: base64 has none.
const beforeValues = [0x2c, 0x5b, 0x7b] as const;

/** Whether a JSON text may have more values than that; a look at the octets, since parsing is what shall not happen. */
export function hasMoreValues(octets: Uint8Array, max: number): boolean {
  let left = max;
  for (const octet of beforeValues) {
    for (let at = octets.indexOf(octet); at >= 0; at = octets.indexOf(octet, at + 1)) if (--left < 0) return true;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * The last member named before the end of a string of more octets than that, or null where no string but a `content` is so long:
 * a look at the octets, since escapes and patterns over megabytes are what shall not happen.
 */
export function overlongString(octets: Uint8Array, max: number): string | null {
  let begin = -1;
  let last = 0;
  let member = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at];
    if (begin < 0) {
      if (octet === quote) begin = at + 1;
      else if (octet === colon) member = last;
    } else if (octet === quote) {
      last = begin;
      begin = -1;
    } else if (at - begin >= max) {
      const name = nameAt(octets, member);
      const end = octets.indexOf(quote, at);
      // Base64 has no quote to escape; what has one is no document, and where it ends would have to be looked for.
      if (name !== "content" || octets[end - 1] === backslash) return storableLine(name, 100) || "The body";
      if (end < 0) return null;
      begin = -1;
      at = end;
    } else if (octet === backslash) at += 1;
  }
  return null;
}

function nameAt(octets: Uint8Array, begin: number): string {
  if (begin === 0) return "";
  return Buffer.from(octets.subarray(begin, octets.indexOf(quote, begin))).toString();
}

/** Whether an object anywhere in a parsed value has more members than that; schemas would look at each, and name them all. */
export function hasWiderObject(parsed: unknown, max: number): boolean {
  const left: unknown[] = [parsed];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inside = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value) && inside.length > max) return true;
    for (const one of inside) if (typeof one === "object" && one !== null) left.push(one);
  }
  return false;
}
