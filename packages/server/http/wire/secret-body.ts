/**
 * Bodies with a member that must not become a string: strings cannot be overwritten, and copies of them stay in memory for a long time.
 * Its bytes are taken out of the JSON text before that is parsed, and overwritten everywhere once the call is answered.
 */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { password_chars_max, signer_json_names_max } from "@siegel/contract/limits.ts";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { hasMoreNames } from "./json-body.ts";

/** What was taken out of the bodies of requests that are not answered yet. */
const taken = new WeakMap<FastifyRequest, Map<string, Uint8Array>>();

/** The hooks of a route whose body has such members: what is left for the parser holds `x` in their place. */
export function secretHooks(names: readonly string[], bytesMax: number) {
  return {
    preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
      const body = await readAndForget(payload, bytesMax);
      // What is not UTF-8, or has more names than the parser takes, is refused as it is.
      if (isUtf8(body) && !hasMoreNames(body, signer_json_names_max)) taken.set(request, takeOut(body, names));
      return Object.assign(Readable.from([body]), { receivedEncodedLength: body.length });
    },
    onResponse: async (request: FastifyRequest) => forgetSecrets(request),
    onRequestAbort: async (request: FastifyRequest) => forgetSecrets(request),
  };
}

/** The bytes (UTF-8) of a member that was taken out. @throws when the route does not name it: the schema has seen that it is there */
export function secretOf(request: FastifyRequest, name: string): PasswordBytes {
  const secret = taken.get(request)?.get(name);
  if (secret === undefined) throw new Error(`${name} was not taken out of this body`);
  return secret as PasswordBytes;
}

/** Overwrites what was taken out. */
export function forgetSecrets(request: FastifyRequest): void {
  for (const secret of taken.get(request)?.values() ?? []) secret.fill(0);
  taken.delete(request);
}

/** Reads a body into bytes of our own, and overwrites those that it came in. @throws as the parser does when it is too long */
async function readAndForget(payload: RequestPayload, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= bytesMax) parts.push(copyOf(chunk));
    chunk.fill(0);
  }
  if (length > bytesMax) {
    for (const part of parts) part.fill(0);
    throw Object.assign(new Error("the body is too long"), { code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 });
  }
  const body = own(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
    part.fill(0);
  }
  return body;
}

/** Bytes outside of V8's heap: it copies small arrays when it moves them, and what it leaves behind cannot be overwritten. */
const own = (length: number): Uint8Array => Buffer.from(new ArrayBuffer(length));

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = own(bytes.length);
  copy.set(bytes);
  return copy;
}

const [quote, backslash, open, close, openList, closeList, colon, comma] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c,
];
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Takes the string values of these members of the outermost object out; of several with one name the last counts, as for a parser. */
export function takeOut(body: Uint8Array, names: readonly string[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let depth = 0;
  let isName = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === open || byte === openList) isName = ++depth === 1 && byte === open;
    else if (byte === close || byte === closeList) depth -= 1;
    else if (byte === comma) isName = depth === 1;
    else if (byte === quote) {
      const end = endOfString(body, at);
      // Only a name, which a colon follows, is unescaped: their number is limited (`hasMoreNames`).
      const value = isName ? startOfValue(body, end + 1) : body.length;
      const name = value === body.length ? "" : Buffer.from(unescaped(body.subarray(at + 1, end))).toString("utf8");
      isName = false;
      at = end;
      if (!names.includes(name)) continue;
      if (body[value] !== quote) continue;
      const valueEnd = endOfString(body, value);
      found.get(name)?.fill(0);
      found.set(name, takeString(body, value, valueEnd));
      at = valueEnd;
    }
  }
  return found;
}

/** Where a string ends that begins at `at`: its quotation mark, or the end of the text. */
function endOfString(body: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < body.length && body[end] !== quote) end += body[end] === backslash ? 2 : 1;
  return Math.min(end, body.length);
}

function startOfValue(body: Uint8Array, at: number): number {
  let start = at;
  while (isBlank(body[start])) start += 1;
  if (body[start] !== colon) return body.length;
  start += 1;
  while (isBlank(body[start])) start += 1;
  return start;
}

/** Leaves a string of the same emptiness, or too long where it was: the schema says the same of it. */
function takeString(body: Uint8Array, at: number, end: number): Uint8Array {
  const content = body.subarray(at + 1, end);
  const secret = unescaped(content);
  const isTooLong = lengthOf(secret) > password_chars_max;
  const left = isTooLong ? content.length : Math.min(content.length, 1);
  content.fill(0x78, 0, left);
  if (isTooLong || left === content.length || end >= body.length) return secret;
  // The quotation mark moves to the front; blanks follow it.
  content.fill(0x20, left);
  content[left] = quote;
  body[end] = 0x20;
  return secret;
}

/** Units of UTF-16, as a schema counts them. */
function lengthOf(utf8: Uint8Array): number {
  let length = 0;
  for (const byte of utf8) if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  return length;
}

const escapes: Readonly<Record<number, number>> = { 98: 0x08, 102: 0x0c, 110: 0x0a, 114: 0x0d, 116: 0x09 };

/** What a JSON string stands for (RFC 8259 §7), in UTF-8; a surrogate alone is U+FFFD, as in every text of a program. */
function unescaped(content: Uint8Array): Uint8Array {
  const out = own(content.length);
  let length = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at] ?? 0;
    if (byte !== backslash) {
      out[length++] = byte;
      continue;
    }
    const kind = content[++at] ?? 0;
    if (kind !== 0x75) {
      out[length++] = escapes[kind] ?? kind;
      continue;
    }
    let point = hexAt(content, at + 1);
    at += 4;
    if (point >= 0xd800 && point < 0xdc00 && content[at + 1] === backslash && content[at + 2] === 0x75) {
      const low = hexAt(content, at + 3);
      if (low >= 0xdc00 && low < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
    }
    length = writePoint(out, length, point >= 0xd800 && point < 0xe000 ? 0xfffd : point);
  }
  return out.subarray(0, length);
}

function hexAt(content: Uint8Array, at: number): number {
  let value = 0;
  for (let digit = 0; digit < 4; digit++) {
    const byte = content[at + digit] ?? 0x30;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : (byte & 0x1f) + 9);
  }
  return value & 0xffff;
}

function writePoint(out: Uint8Array, at: number, point: number): number {
  const bytes =
    point < 0x80
      ? [point]
      : point < 0x800
        ? [0xc0 | (point >> 6), 0x80 | (point & 0x3f)]
        : point < 0x10000
          ? [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)]
          : [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  out.set(bytes, at);
  return at + bytes.length;
}
