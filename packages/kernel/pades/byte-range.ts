// The bytes a signature covers and their digests (ISO 32000-2 §12.8.1): everything except the value of its own /Contents. A
// file may be large, so it is read once, window by window, for all requested digests, and other work of the event loop runs
// in between.
import { createHash, type Hash } from "node:crypto";
import { type ByteSource, windowsOf } from "../pdf/byte-source.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";
import { type ApprovedBase, beginsWith, type KnownBeginning, requireBeginnings, type Watch } from "./approved-base.ts";

/** A byte range: offset and length of the part before /Contents and of the part behind it. */
export type ByteRange = readonly [number, number, number, number];

/** A digest that is wanted: of the bytes in `byteRange`. */
export type WantedDigest = { readonly byteRange: ByteRange; readonly algorithm: DigestAlgorithm };

/** Digest of what one byte range covers. */
export async function digestByteRange(
  source: ByteSource,
  byteRange: ByteRange,
  algorithm: DigestAlgorithm,
): Promise<Uint8Array> {
  const [digest] = await digestByteRanges(source, [{ byteRange, algorithm }]);
  if (digest === undefined) throw new Error("no digest of a byte range");
  return digest;
}

/** The digest of the first `length` bytes of a file, to continue from: a file that grows is not hashed again from its start. */
export type HashedBeginning = { readonly algorithm: DigestAlgorithm; readonly length: number; readonly hash: Hash };

/** A digest, that of the bytes before the gap, and that of all of the base where it had to be what was approved. */
export type ContinuedDigest = {
  readonly digest: Uint8Array;
  readonly beginning: HashedBeginning;
  readonly base: HashedBeginning | null;
};

/**
 * Digest of what a byte range covers, from where `before` ends when that is a digest by the same algorithm of what is covered. With
 * `approved` the same pass shows that the file begins with what was approved, and copies that. @throws BaseChanged, and what the copy throws
 */
export async function continueDigest(
  source: ByteSource,
  { byteRange, algorithm, approved }: WantedDigest & { readonly approved?: ApprovedBase },
  before: HashedBeginning | null,
): Promise<ContinuedDigest> {
  const [start, gapStart, gapEnd, rest] = byteRange;
  const known = start === 0 && before?.algorithm === algorithm && before.length <= gapStart ? before : null;
  const growing = known?.hash.copy() ?? createHash(algorithm);
  let at = known?.length ?? start;
  const watch = approved?.beginPass();
  const hashUpTo = async (end: number): Promise<void> => {
    for await (const bytes of windowsOf(source, at, end)) {
      watch?.(at, bytes);
      // Windows end where the base does. The system takes the bytes while they are digested.
      const copying = approved !== undefined && at < approved.passing.size ? approved.copy?.(bytes) : undefined;
      growing.update(bytes);
      at += bytes.length;
      await copying;
    }
  };
  let base: HashedBeginning | null = null;
  if (approved !== undefined) {
    if (algorithm !== "sha256") throw new Error(`what was approved is known by its SHA-256, not by ${algorithm}`);
    if (at !== 0) throw new Error("what was approved is digested from its first byte on");
    await requireBeginnings(approved, async (length) => {
      await hashUpTo(length);
      return growing.copy().digest();
    });
    base = { algorithm, length: at, hash: growing.copy() };
  }
  await hashUpTo(start + gapStart);
  const beginning = { algorithm, length: gapStart, hash: growing.copy() };
  for await (const bytes of windowsOf(source, gapEnd, gapEnd + rest)) growing.update(bytes);
  return { digest: new Uint8Array(growing.digest()), beginning, base };
}

/** The digest of a whole base, to continue from; the same pass shows that it is what was approved, and copies it. @throws BaseChanged */
export async function digestApproved(approved: ApprovedBase): Promise<HashedBeginning> {
  const { size } = approved.passing;
  const wanted = { byteRange: [0, size, size, 0], algorithm: "sha256", approved } as const;
  return (await continueDigest(approved.passing, wanted, null)).beginning;
}

/**
 * Digests of several byte ranges in one pass over the file. What two of them cover alike from the beginning on is hashed
 * once: a document timestamp and the signatures before it differ only behind the first /Contents. `watch` sees all bytes that any of them covers.
 */
export async function digestByteRanges(
  source: ByteSource,
  wanted: readonly WantedDigest[],
  watch?: Watch,
): Promise<Uint8Array[]> {
  let strands: Strand[] = [...new Set(wanted.map(({ algorithm }) => algorithm))].map((algorithm) => ({
    hash: createHash(algorithm),
    of: wanted.filter((one) => one.algorithm === algorithm),
  }));
  const cuts = [...new Set(wanted.flatMap(({ byteRange: [a, b, c, d] }) => [a, a + b, c, c + d]))].sort(
    (a, b) => a - b,
  );
  for (const [i, start] of cuts.slice(0, -1).entries()) {
    strands = strands.flatMap((strand) => splitAt(strand, start));
    const growing = strands.filter(({ of: [first] }) => first !== undefined && covers(first, start));
    if (growing.length === 0) continue;
    let at = start;
    for await (const bytes of windowsOf(source, start, cuts[i + 1])) {
      watch?.(at, bytes);
      for (const { hash } of growing) hash.update(bytes);
      at += bytes.length;
    }
  }
  const digests = new Map(strands.flatMap(({ hash, of }) => toDigests(hash, of)));
  return wanted.flatMap((one) => digests.get(one) ?? []);
}

/** The digest of the first `length` bytes of a file. */
export const digestOfBeginning = ({ length }: Pick<KnownBeginning, "length">): WantedDigest => ({
  byteRange: [0, length, length, 0],
  algorithm: "sha256",
});

/** The last of `beginnings` that a file has not, or null where it has them all; in one pass over it. */
export async function missingBeginning(
  source: ByteSource,
  beginnings: readonly KnownBeginning[],
): Promise<KnownBeginning | null> {
  const digests = await digestByteRanges(source, beginnings.map(digestOfBeginning));
  const isThere = (one: KnownBeginning, i: number): boolean => {
    const digest = digests[i];
    return digest !== undefined && beginsWith(source, one, digest);
  };
  return beginnings.findLast((one, i) => !isThere(one, i)) ?? null;
}

/** A hash in the making that stands for all of `of`, which have covered the same bytes so far. */
type Strand = { readonly hash: Hash; readonly of: readonly WantedDigest[] };

function splitAt(strand: Strand, start: number): Strand[] {
  const inside = strand.of.filter((one) => covers(one, start));
  const outside = strand.of.filter((one) => !covers(one, start));
  if (inside.length === 0 || outside.length === 0) return [strand];
  return [
    { hash: strand.hash.copy(), of: inside },
    { hash: strand.hash, of: outside },
  ];
}

function covers({ byteRange: [a, b, c, d] }: WantedDigest, at: number): boolean {
  return (at >= a && at < a + b) || (at >= c && at < c + d);
}

function toDigests(hash: Hash, of: readonly WantedDigest[]): [WantedDigest, Uint8Array][] {
  const digest = new Uint8Array(hash.digest());
  return of.map((one) => [one, digest]);
}
