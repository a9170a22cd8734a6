// A signature that waits for its value (EN 319 142-1 §6.3, ISO 32000-2 §12.8.1): everything of the revision is fixed but
// the octets inside /Contents, and the digest that is to be signed is known. It is a plain value, so that a server can
// store it, ask somebody for the signature in another process or after a power cut, and put the answer in.
import { createHash } from "node:crypto";
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";

/** One prepared revision. `appended` follows the `baseLength` octets it was made for; /Contents holds `reserveLength` zero octets. */
export type PreparedSignature = {
  readonly kind: "signature" | "document-timestamp";
  readonly baseLength: number;
  readonly appended: Uint8Array;
  /** ISO 32000-2 §12.8.1: offset and length of both signed parts of the whole file. */
  readonly byteRange: readonly [number, number, number, number];
  readonly reserveLength: number;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly documentDigest: Uint8Array;
};

/** Octets that /Contents of a signature can hold: four times what P-256 with chain and timestamp needs (standards §1.3). */
export const signatureReserveLength = 16_384;
/** Octets that /Contents of a document timestamp can hold. */
export const timestampReserveLength = 8_192;

/** What stands in an object until the offsets are known; both have a fixed width, so that filling them in moves nothing. */
export const byteRangePlaceholder = "[0 0000000000 0000000000 0000000000]";

/** The empty /Contents of `reserveLength` octets. */
export function contentsPlaceholder(reserveLength: number): string {
  return `<${"0".repeat(reserveLength * 2)}>`;
}

const windowLength = 1 << 20;

/** Digest over the two parts of a byte range, read window by window. */
export function digestByteRange(
  source: ByteSource,
  byteRange: readonly [number, number, number, number],
  algorithm: DigestAlgorithm,
): Uint8Array {
  const hash = createHash(algorithm);
  for (const [start, length] of [byteRange.slice(0, 2), byteRange.slice(2, 4)]) {
    const end = (start ?? 0) + (length ?? 0);
    for (let at = start ?? 0; at < end; at += windowLength)
      hash.update(source.read(at, Math.min(windowLength, end - at)));
  }
  return new Uint8Array(hash.digest());
}

/** What `sealPlaceholder` needs to know beside the bytes: where the signature dictionary begins inside `appended`. */
export type PlaceholderAt = {
  readonly kind: PreparedSignature["kind"];
  readonly dictionaryOffset: number;
  readonly reserveLength: number;
  readonly digestAlgorithm: DigestAlgorithm;
};

/**
 * Writes the byte range into a finished revision and digests what it covers.
 * @throws Error when the placeholders are not where they were written, which would be a bug of ours
 */
export function sealPlaceholder(base: ByteSource, appended: Uint8Array, at: PlaceholderAt): PreparedSignature {
  const bytes = Buffer.from(appended.buffer, appended.byteOffset, appended.length);
  const rangeAt = bytes.indexOf(byteRangePlaceholder, at.dictionaryOffset, "latin1");
  const contentsAt = bytes.indexOf(contentsPlaceholder(at.reserveLength), at.dictionaryOffset, "latin1");
  if (rangeAt < 0 || contentsAt < 0) throw new Error("the signature dictionary has no placeholder");
  const gapStart = base.size + contentsAt;
  const gapEnd = gapStart + at.reserveLength * 2 + 2;
  const byteRange = [0, gapStart, gapEnd, base.size + appended.length - gapEnd] as const;
  const digits = byteRange.slice(1).map((n) => String(n).padStart(10, "0"));
  // ISO 32000-2 §7.3.3 allows leading zeros; the width must not change.
  bytes.write(`[0 ${digits.join(" ")}]`, rangeAt, "latin1");
  const whole = concatSource(base, bytesSource(appended));
  return {
    kind: at.kind,
    baseLength: base.size,
    appended,
    byteRange,
    reserveLength: at.reserveLength,
    digestAlgorithm: at.digestAlgorithm,
    documentDigest: digestByteRange(whole, byteRange, at.digestAlgorithm),
  };
}

/** A CMS or token longer than what was reserved: prepare again with a larger reserve and a new approval. */
export class ReserveTooSmall extends Error {
  override readonly name = "ReserveTooSmall";
}

/**
 * The octets to append to the base: the prepared revision with `contents` (DER) inside /Contents, zeros behind it.
 * @throws ReserveTooSmall
 */
export function embedContents(prepared: PreparedSignature, contents: Uint8Array): Uint8Array {
  if (contents.length > prepared.reserveLength) {
    throw new ReserveTooSmall(`${contents.length} octets do not fit into ${prepared.reserveLength}`);
  }
  const appended = Buffer.from(prepared.appended);
  const at = prepared.byteRange[1] - prepared.baseLength + 1;
  appended.write(Buffer.from(contents).toString("hex"), at, "latin1");
  return appended;
}

type Stored = Omit<PreparedSignature, "appended" | "documentDigest"> & { appended: string; documentDigest: string };

/** The prepared signature as JSON text; octets as base64. */
export function encodePrepared(prepared: PreparedSignature): string {
  const octets = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return JSON.stringify({
    ...prepared,
    appended: octets(prepared.appended),
    documentDigest: octets(prepared.documentDigest),
  });
}

/** Reads what `encodePrepared` wrote; only for values that were stored by ourselves. */
export function parsePrepared(text: string): PreparedSignature {
  // Written by encodePrepared and kept in our own database: its shape is ours.
  const stored = JSON.parse(text) as Stored;
  return {
    ...stored,
    appended: new Uint8Array(Buffer.from(stored.appended, "base64")),
    documentDigest: new Uint8Array(Buffer.from(stored.documentDigest, "base64")),
  };
}
