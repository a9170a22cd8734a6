// A signature that waits for its value (EN 319 142-1 §6.3, ISO 32000-2 §12.8.1): the revision is complete except for
// the bytes inside /Contents, and the digest to sign is known. It is a plain value, so that a server can store it, get the
// signature in another process or after a power cut, and put it in.
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import type { FinishedUpdate } from "../pdf/incremental-update.ts";
import type { PdfRef } from "../pdf/objects.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";
import type { ApprovedBase } from "./approved-base.ts";
import { type ByteRange, continueDigest, type HashedBeginning } from "./byte-range.ts";

/** One prepared revision. `appended` follows the `baseLength` bytes it was made for; /Contents holds `reserveLength` zero bytes. */
export type PreparedSignature = {
  readonly kind: "signature" | "document-timestamp";
  readonly baseLength: number;
  readonly appended: Uint8Array;
  readonly byteRange: ByteRange;
  readonly reserveLength: number;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly documentDigest: Uint8Array;
};

/** Bytes that /Contents of a signature can hold: four times what P-256 with chain and timestamp needs (standards §1.3). */
export const signatureReserveLength = 16_384;
/** Bytes that /Contents of a document timestamp can hold. */
export const timestampReserveLength = 8_192;

/** What stands in an object until the offsets are known; both have a fixed width, so that filling them in moves nothing. */
export const byteRangePlaceholder = "[0 0000000000 0000000000 0000000000]";

const contentsKey = "/Contents <";

// Making 33 KB of zeros costs as much as a digest of them, and they are the same for every signature.
const placeholders = new Map<number, Uint8Array>();
const placeholdersKeptMax = 8;

/** The empty /Contents of `reserveLength` bytes. Shared: never write into it. */
export function contentsPlaceholder(reserveLength: number): Uint8Array {
  const known = placeholders.get(reserveLength);
  if (known !== undefined) return known;
  const placeholder = new Uint8Array(reserveLength * 2 + 2).fill(0x30);
  placeholder[0] = 0x3c;
  placeholder[placeholder.length - 1] = 0x3e;
  if (placeholders.size < placeholdersKeptMax) placeholders.set(reserveLength, placeholder);
  return placeholder;
}

/** What `sealPlaceholder` needs to know beside the update: which object is the signature dictionary. */
export type PlaceholderIn = {
  readonly kind: PreparedSignature["kind"];
  readonly dictionary: PdfRef;
  readonly reserveLength: number;
  readonly digestAlgorithm: DigestAlgorithm;
  /** A digest of the file up to an earlier signature's /Contents. */
  readonly hashed?: HashedBeginning;
  /** What the base must be; found out in the pass that digests it. */
  readonly approved?: ApprovedBase;
};

/** A prepared revision in the process that prepared it, which need not read again what it knows. */
export type PreparedRevision = {
  readonly prepared: PreparedSignature;
  /** The document in the file with this revision, once /Contents is filled. */
  readonly documentIn: FinishedUpdate["documentIn"];
  readonly hashed: HashedBeginning;
  /** The digest of all of the base, where it had to be what was approved. */
  readonly base: HashedBeginning | null;
};

/**
 * Writes the byte range into a finished revision and digests what it covers.
 * @throws BaseChanged, and Error when the placeholders are not where they were written, which would be a bug of ours
 */
export async function sealPlaceholder(
  base: ByteSource,
  { bytes: appended, offsets, documentIn }: FinishedUpdate,
  at: PlaceholderIn,
): Promise<PreparedRevision> {
  const bytes = Buffer.from(appended.buffer, appended.byteOffset, appended.length);
  const dictionaryAt = (offsets.get(at.dictionary.num) ?? base.size) - base.size;
  const rangeAt = bytes.indexOf(byteRangePlaceholder, dictionaryAt, "latin1");
  // Found by its beginning and its end: a search for all the zeros in between would cost as much as a signature.
  const contentsAt = bytes.indexOf(contentsKey, dictionaryAt, "latin1") + contentsKey.length - 1;
  const contentsEnd = contentsAt + at.reserveLength * 2 + 2;
  if (rangeAt < 0 || contentsAt < rangeAt || bytes[contentsEnd - 1] !== 0x3e) {
    throw new Error("the signature dictionary has no placeholder");
  }
  const gapStart = base.size + contentsAt;
  const gapEnd = base.size + contentsEnd;
  const byteRange = [0, gapStart, gapEnd, base.size + appended.length - gapEnd] as const;
  const digits = byteRange.slice(1).map((n) => String(n).padStart(10, "0"));
  // ISO 32000-2 §7.3.3 allows leading zeros; the width must not change.
  bytes.write(`[0 ${digits.join(" ")}]`, rangeAt, "latin1");
  const { kind, reserveLength, digestAlgorithm, approved } = at;
  const whole = concatSource(approved?.passing ?? base, bytesSource(appended));
  const wanted = { byteRange, algorithm: digestAlgorithm, ...(approved && { approved }) };
  const { digest, beginning, base: wholeBase } = await continueDigest(whole, wanted, at.hashed ?? null);
  const baseLength = base.size;
  const prepared = { kind, baseLength, appended, byteRange, reserveLength, digestAlgorithm, documentDigest: digest };
  return { prepared, documentIn, hashed: beginning, base: wholeBase };
}

/** A CMS or token longer than what was reserved: prepare again with a larger reserve and a new approval. */
export class ReserveTooSmall extends Error {
  override readonly name = "ReserveTooSmall";
}

/**
 * The bytes to append to the base: the prepared ones themselves, now with `contents` (DER) inside /Contents, zeros behind it.
 * @throws ReserveTooSmall
 */
export function fillContents(prepared: PreparedSignature, contents: Uint8Array): Uint8Array {
  if (contents.length > prepared.reserveLength) {
    throw new ReserveTooSmall(`${contents.length} bytes do not fit into ${prepared.reserveLength}`);
  }
  const { buffer, byteOffset, length } = prepared.appended;
  const at = prepared.byteRange[1] - prepared.baseLength + 1;
  const hex = Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString("hex");
  Buffer.from(buffer, byteOffset, length).write(hex, at, "latin1");
  return prepared.appended;
}

type Stored = Omit<PreparedSignature, "appended" | "documentDigest"> & { appended: string; documentDigest: string };

/** The prepared signature as JSON text; bytes as base64. */
export function encodePrepared(prepared: PreparedSignature): string {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return JSON.stringify({
    ...prepared,
    appended: base64(prepared.appended),
    documentDigest: base64(prepared.documentDigest),
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
