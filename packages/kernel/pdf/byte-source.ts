// Random access to the bytes of a file (ISO 32000-2 §7.5.1: a reader starts at the end and follows offsets).
// Nothing in this folder reads a whole file; it asks a ByteSource for the windows it needs.

/** Random access to a fixed sequence of bytes. `read` returns exactly `length` bytes and throws a RangeError when the range is outside. */
export type ByteSource = {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** What it is joined of, for whoever reads it from end to end. */
  readonly parts?: readonly ByteSource[];
};

/** A source over bytes already in memory; `read` returns views, never copies. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      checkRange(bytes.length, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** The bytes of `first` followed by the bytes of `second`; only a read across the seam copies. */
export function concatSource(first: ByteSource, second: ByteSource): ByteSource {
  const size = first.size + second.size;
  return {
    size,
    parts: [first, second].flatMap((source) => source.parts ?? [source]),
    read(offset, length) {
      checkRange(size, offset, length);
      if (offset + length <= first.size) return first.read(offset, length);
      if (offset >= first.size) return second.read(offset - first.size, length);
      const head = first.size - offset;
      const joined = new Uint8Array(length);
      joined.set(first.read(offset, head), 0);
      joined.set(second.read(0, length - head), head);
      return joined;
    },
  };
}

const windowLength = 1 << 20;

/**
 * The octets from `start` up to `end` in windows of up to 1 MB, cut where parts meet, so that nothing is copied. After
 * each whole window the event loop has its turn: a large file never keeps others waiting for longer than one takes.
 */
export async function* windowsOf(source: ByteSource, start = 0, end = source.size): AsyncGenerator<Uint8Array> {
  let partStart = 0;
  for (const part of source.parts ?? [source]) {
    const partEnd = Math.min(end, partStart + part.size);
    for (let at = Math.max(start, partStart); at < partEnd; at += windowLength) {
      const length = Math.min(windowLength, partEnd - at);
      yield part.read(at - partStart, length);
      if (length === windowLength) await new Promise((resolve) => setImmediate(resolve));
    }
    partStart += part.size;
  }
}

function checkRange(size: number, offset: number, length: number): void {
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(length) ||
    offset < 0 ||
    length < 0 ||
    offset + length > size
  ) {
    throw new RangeError(`bytes ${offset}+${length} are outside of ${size}`);
  }
}
