// That what is signed is what was approved: a file may change between two reads of it, so its digests are compared in the very pass
// that makes the signature's own, and whatever was read of it before, to find out what to append, must read the same in that pass.
import type { ByteSource } from "../pdf/byte-source.ts";

/** Octets of the file as they pass by, `at` an offset, in order and each at most once. */
export type Watch = (at: number, octets: Uint8Array) => void;

/** The SHA-256 of the first `length` octets of a file, which may be all of them. */
export type KnownBeginning = { readonly length: number; readonly sha256: Uint8Array };

/** What the pass over a base has to find: these beginnings, and in `watch` what was read of it before. */
export type ApprovedBase = {
  readonly source: ByteSource;
  readonly beginnings: readonly KnownBeginning[];
  readonly watch: Watch;
};

/** The base is not what was approved, or not what was read of it before. Nothing was signed. */
export class BaseChanged extends Error {
  override readonly name = "BaseChanged";
  /** The last beginning that it should have and has not; null where it changed between two reads. */
  readonly wanted: KnownBeginning | null;
  constructor(wanted: KnownBeginning | null) {
    super(wanted === null ? "the file changed while it was read" : `the first ${wanted.length} octets are others`);
    this.wanted = wanted;
  }
}

/** Compares beginnings with the digests of so many octets, asked for in the order of their lengths. @throws BaseChanged */
export async function requireBeginnings(
  { source, beginnings }: ApprovedBase,
  digestUpTo: (length: number) => Promise<Uint8Array>,
): Promise<void> {
  const wrong = new Set<KnownBeginning>();
  for (const one of beginnings.toSorted((a, b) => a.length - b.length)) {
    const digest = await digestUpTo(Math.min(one.length, source.size));
    if (Buffer.compare(digest, one.sha256) !== 0) wrong.add(one);
  }
  const last = beginnings.findLast((one) => wrong.has(one));
  if (last !== undefined) throw new BaseChanged(last);
}

type Read = { readonly offset: number; readonly octets: Uint8Array };

/** `source` with a memory of what is read of it until the first octets pass by `watch`, which throws BaseChanged where they differ. */
export function witnessed(source: ByteSource): { readonly source: ByteSource; readonly watch: Watch } {
  const reads: Read[] = [];
  let waiting: Read[] | null = null;
  let open: Read[] = [];
  return {
    source: {
      ...source,
      read: (offset, length, into) => {
        const octets = source.read(offset, length, into);
        if (waiting === null) reads.push({ offset, octets: into === undefined ? octets : Uint8Array.from(octets) });
        return octets;
      },
    },
    watch: (at, octets) => {
      waiting ??= reads.toSorted((a, b) => b.offset - a.offset);
      const end = at + octets.length;
      for (let next = waiting.at(-1); next !== undefined && next.offset < end; next = waiting.at(-1)) {
        open.push(next);
        waiting.pop();
      }
      open = open.filter((read) => {
        if (!isSame(read, at, octets)) throw new BaseChanged(null);
        return read.offset + read.octets.length > end;
      });
    },
  };
}

/** Whether a read and a window have the same octets where they overlap. */
function isSame({ offset, octets }: Read, at: number, window: Uint8Array): boolean {
  const [start, end] = [Math.max(offset, at), Math.min(offset + octets.length, at + window.length)];
  if (start >= end) return true;
  return Buffer.compare(octets.subarray(start - offset, end - offset), window.subarray(start - at, end - at)) === 0;
}
