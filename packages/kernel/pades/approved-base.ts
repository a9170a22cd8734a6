// Guarantees that the signed bytes are the approved bytes. A file may change between two reads, so the digests of the approved parts
// are compared in the same pass that computes the signature's digest. Parts read earlier, to find out what to append, must be the same in
// that pass; parts read later must be the same when the signed file is read back. The bytes written are those that were digested:
// the base is not read again for writing.
import { type ByteSource, requireRange } from "../pdf/byte-source.ts";

/** Bytes of the file as they pass by, `at` an offset, in order from the first to the last, each once. @throws BaseChanged */
export type Watch = (at: number, bytes: Uint8Array) => void;

/** Takes bytes of the file, in order from the first to the last, each once; the caller may reuse their memory once it resolves. */
export type Copy = (bytes: Uint8Array) => Promise<void>;

/** The SHA-256 of the first `length` bytes of a file, which may be all of them. */
export type KnownBeginning = { readonly length: number; readonly sha256: Uint8Array };

/** A file that must be what was approved, however often it is read. */
export type ApprovedBase = {
  /** For reads at any place: until the next pass the bytes that were read are remembered and stay the same. */
  readonly source: ByteSource;
  /** For reading from end to end: its bytes are shown to a watch. */
  readonly passing: ByteSource;
  readonly beginnings: readonly KnownBeginning[];
  /** Takes the base in the pass that digests it, where it is written once more. */
  readonly copy: Copy | null;
  /** Begins a pass, which shows whether all that was read of `source` since the last one reads the same. */
  readonly beginPass: () => Watch;
};

/** The base is not what was approved, or not what was read of it before. */
export class BaseChanged extends Error {
  override readonly name = "BaseChanged";
  /** The last beginning that it should have and has not; null where it changed between two reads. */
  readonly wanted: KnownBeginning | null;
  constructor(wanted: KnownBeginning | null) {
    super(wanted === null ? "the file changed while it was read" : `the first ${wanted.length} bytes are others`);
    this.wanted = wanted;
  }
}

/**
 * `source` as one that must have these `beginnings`, of which the longest is all of it.
 * @throws RangeError when none says what all of it is: what follows them would be signed unseen
 */
export function openApproved(
  source: ByteSource,
  beginnings: readonly KnownBeginning[],
  copy: Copy | null = null,
): ApprovedBase {
  if (!beginnings.some(({ length }) => length >= source.size))
    throw new RangeError(`nothing says what all ${source.size} bytes are`);
  const blocks: Blocks = new Map();
  return {
    // Other members of it are left out: reads of its `parts` would not be remembered.
    source: { size: source.size, read: (offset, length) => readBlocks(source, blocks, { offset, length }) },
    passing: source,
    beginnings,
    copy,
    beginPass: () => {
      const read = [...blocks.values()];
      blocks.clear();
      return watchFor(read);
    },
  };
}

/** Whether a file has the `wanted` beginning; `digest` is that of as many of its first bytes. A file lacks a beginning longer than itself. */
export function beginsWith({ size }: Pick<ByteSource, "size">, wanted: KnownBeginning, digest: Uint8Array): boolean {
  return wanted.length <= size && Buffer.compare(digest, wanted.sha256) === 0;
}

/** Compares beginnings with the file's digests up to their lengths, which are asked for from the shortest on. @throws BaseChanged */
export async function requireBeginnings(
  { passing, beginnings }: ApprovedBase,
  digestUpTo: (length: number) => Promise<Uint8Array>,
): Promise<void> {
  const wrong = new Set<KnownBeginning>();
  for (const one of beginnings.toSorted((a, b) => a.length - b.length)) {
    const digest = await digestUpTo(Math.min(one.length, passing.size));
    if (!beginsWith(passing, one, digest)) wrong.add(one);
  }
  const last = beginnings.findLast((one) => wrong.has(one));
  if (last !== undefined) throw new BaseChanged(last);
}

/** A block of the file, which are all as long but the last. */
type Block = { readonly offset: number; readonly bytes: Uint8Array };

// Objects are read in windows that overlap. Blocks keep each byte only once, however many objects there are.
type Blocks = Map<number, Block>;
const blockLength = 4_096;

type Range = { readonly offset: number; readonly length: number };

/** A range out of blocks that are read where they are not yet remembered. */
function readBlocks(source: ByteSource, blocks: Blocks, { offset, length }: Range): Uint8Array {
  requireRange(source.size, offset, length);
  // An empty read keeps no block: it says nothing about the file.
  if (length === 0) return new Uint8Array(0);
  const start = offset - (offset % blockLength);
  const known = blocks.get(start);
  const inside = offset - start;
  if (known !== undefined && inside + length <= known.bytes.length)
    return known.bytes.subarray(inside, inside + length);
  const end = Math.min(source.size, Math.ceil((offset + length) / blockLength) * blockLength);
  rememberBlocks(blocks, { offset: start, bytes: source.read(start, end - start) });
  const joined = new Uint8Array(length);
  for (let at = start; at < end; at += blockLength) {
    const { bytes } = blocks.get(at) ?? { bytes: joined.subarray(0, 0) };
    const from = Math.max(0, offset - at);
    joined.set(bytes.subarray(from, offset + length - at), at + from - offset);
  }
  return joined;
}

/** A remembered block stays as it was read first. */
function rememberBlocks(blocks: Blocks, { offset, bytes }: Block): void {
  for (let from = 0; from < bytes.length; from += blockLength) {
    if (blocks.has(offset + from)) continue;
    blocks.set(offset + from, { offset: offset + from, bytes: bytes.subarray(from, from + blockLength) });
  }
}

function watchFor(blocks: readonly Block[]): Watch {
  const waiting = blocks.toSorted((a, b) => b.offset - a.offset);
  return (at, bytes) => {
    const end = at + bytes.length;
    for (let next = waiting.at(-1); next !== undefined && next.offset < end; next = waiting.at(-1)) {
      if (!isSame(next, at, bytes)) throw new BaseChanged(null);
      if (next.offset + next.bytes.length > end) return;
      waiting.pop();
    }
  };
}

/** Whether a block and a window have the same bytes where they overlap. */
function isSame({ offset, bytes }: Block, at: number, window: Uint8Array): boolean {
  const [start, end] = [Math.max(offset, at), Math.min(offset + bytes.length, at + window.length)];
  return Buffer.compare(bytes.subarray(start - offset, end - offset), window.subarray(start - at, end - at)) === 0;
}
