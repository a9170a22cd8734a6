/** Secure messaging with a chip after chip authentication (TR-03110-3 §F): AES-128 in CBC, and CMACs of eight bytes. */
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { readTlvs, tlv } from "./tlv.ts";

/** Both keys of a session, and the counter of what was sent and answered. */
export type SecureChannel = { readonly encrypts: Uint8Array; readonly authenticates: Uint8Array; sent: bigint };

/** A command: class byte 0 and its four others; `data` empty: none; `reads`: whether an answer with data is expected. */
export type Command = {
  readonly instruction: number;
  readonly p1: number;
  readonly p2: number;
  readonly data?: Uint8Array;
  readonly reads?: true;
};

const block = 16;
const mac_bytes = 8;

/** The keys that both sides derive (§A.2.3): SHA-1, the first 16 bytes; 1 encrypts, 2 authenticates. */
export function openChannel(secret: Uint8Array, nonce: Uint8Array): SecureChannel {
  const derived = (use: number): Uint8Array =>
    createHash("sha1")
      .update(Buffer.concat([secret, nonce, Uint8Array.of(0, 0, 0, use)]))
      .digest()
      .subarray(0, block);
  return { encrypts: derived(1), authenticates: derived(2), sent: 0n };
}

/** A command as it goes to the chip. It counts the command; `unwrap` counts the answer. */
export function wrap(channel: SecureChannel, { instruction, p1, p2, data, reads }: Command): Uint8Array {
  const counter = count(channel);
  const header = Uint8Array.of(0x0c, instruction, p1, p2);
  const parts = [
    ...(data === undefined ? [] : [tlv("87", Uint8Array.of(1), cipher(channel, counter, pad(data)))]),
    ...(reads === undefined ? [] : [tlv("97", Uint8Array.of(0))]),
  ];
  const covered = parts.length === 0 ? [] : [pad(Buffer.concat(parts))];
  const mac = cmac(channel.authenticates, Buffer.concat([counter, pad(header), ...covered])).subarray(0, mac_bytes);
  const body = Buffer.concat([...parts, tlv("8e", mac)]);
  return Buffer.concat([header, Uint8Array.of(body.length), body, Uint8Array.of(0)]);
}

/** The data of an answer; null: the chip says no. @throws RangeError for an answer that is not the chip's */
export function unwrap(channel: SecureChannel, answer: Uint8Array): Uint8Array | null {
  const counter = count(channel);
  const parts = readTlvs(answer.subarray(0, -2));
  const valueAt = (tag: string): Uint8Array | undefined => parts.find((part) => part.tag === tag)?.value;
  const covered = Buffer.concat(parts.filter(({ tag }) => tag !== "8e").map(({ whole }) => whole));
  const expected = cmac(channel.authenticates, Buffer.concat([counter, pad(covered)])).subarray(0, mac_bytes);
  const mac = valueAt("8e");
  if (mac === undefined || !expected.equals(mac)) throw new RangeError("not the chip's answer");
  if (Buffer.from(valueAt("99") ?? []).toString("hex") !== "9000") return null;
  const encrypted = valueAt("87");
  return encrypted === undefined ? new Uint8Array() : unpad(decipher(channel, counter, encrypted.subarray(1)));
}

/** Counts a command or an answer that is not here: the one that is yet to come, or went before. */
export function skip(channel: SecureChannel): void {
  count(channel);
}

function count(channel: SecureChannel): Uint8Array {
  channel.sent += 1n;
  return Buffer.from(channel.sent.toString(16).padStart(2 * block, "0"), "hex");
}

/** RFC 4493, AES-CMAC. */
export function cmac(key: Uint8Array, message: Uint8Array): Buffer {
  const first = doubled(encryptBlock(key, new Uint8Array(block)));
  const isWhole = message.length > 0 && message.length % block === 0;
  const padded = isWhole ? Buffer.from(message) : pad(message);
  const mask = isWhole ? first : doubled(first);
  const last = padded.length - block;
  for (let i = 0; i < block; i++) padded[last + i] = (padded[last + i] ?? 0) ^ (mask[i] ?? 0);
  const chained = createCipheriv("aes-128-cbc", key, new Uint8Array(block)).setAutoPadding(false);
  return chained.update(padded).subarray(-block);
}

/** Times x in the field of 2^128 elements. */
function doubled(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(block);
  for (let i = 0; i < block; i++) out[i] = (((bytes[i] ?? 0) << 1) | ((bytes[i + 1] ?? 0) >> 7)) & 0xff;
  if ((bytes[0] ?? 0) >= 0x80) out[block - 1] = (out[block - 1] ?? 0) ^ 0x87;
  return out;
}

const encryptBlock = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createCipheriv("aes-128-ecb", key, null).setAutoPadding(false).update(bytes);

/** §F.2.2: the counter, encrypted, is the start value. */
const cipher = ({ encrypts }: SecureChannel, counter: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createCipheriv("aes-128-cbc", encrypts, encryptBlock(encrypts, counter)).setAutoPadding(false).update(bytes);

const decipher = ({ encrypts }: SecureChannel, counter: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createDecipheriv("aes-128-cbc", encrypts, encryptBlock(encrypts, counter)).setAutoPadding(false).update(bytes);

/** ISO 7816-4 §5.6: a one and zeros up to a whole block; always something. */
function pad(bytes: Uint8Array): Buffer {
  const padded = Buffer.alloc((Math.floor(bytes.length / block) + 1) * block);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  return padded;
}

const unpad = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.lastIndexOf(0x80));
