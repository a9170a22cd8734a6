// Random access to the bytes of a file (ISO 32000-2 §7.5.1: a reader starts at the end and follows offsets).
// Nothing in this folder reads a whole file; it asks a ByteSource for the windows it needs.

/**
 * Random access to a fixed sequence of bytes. `read` returns exactly `length` bytes and throws a RangeError when the range
 * is outside; a source that has to copy may do it into `into`, which is at least that long.
 */
export type ByteSource = {
  readonly size: number;
  read(offset: number, length: number, into?: Uint8Array): Uint8Array;
  /** The sources it is joined of, for callers that read it from end to end. */
  readonly parts?: readonly ByteSource[];
};

/** A source over bytes already in memory; `read` returns views, never copies. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      requireRange(bytes.length, offset, length);
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
    read(offset, length, into) {
      requireRange(size, offset, length);
      if (offset + length <= first.size) return first.read(offset, length, into);
      if (offset >= first.size) return second.read(offset - first.size, length, into);
      const head = first.size - offset;
      const joined = new Uint8Array(length);
      joined.set(first.read(offset, head), 0);
      joined.set(second.read(0, length - head), head);
      return joined;
    },
  };
}

/** The bytes from `start` up to `end`; nothing is copied. @throws RangeError where they are not all within the source */
export function partOf(source: ByteSource, start: number, end: number): ByteSource {
  requireRange(source.size, start, end - start);
  const size = end - start;
  return {
    size,
    read(offset, length, into) {
      requireRange(size, offset, length);
      return source.read(start + offset, length, into);
    },
  };
}

/** Bytes of the longest window: 1 MB. */
export const windowLengthMax = 1 << 20;

/**
 * The bytes from `start` up to `end` in windows, cut where parts meet. A window is good until the next one is asked for:
 * a large file goes through the same memory. After each long window the event loop has its turn, so that other work does
 * not wait for longer than one takes.
 */
export async function* windowsOf(source: ByteSource, start = 0, end = source.size): AsyncGenerator<Uint8Array> {
  const room = end - start > windowLengthMax ? new Uint8Array(windowLengthMax) : undefined;
  let partStart = 0;
  for (const part of source.parts ?? [source]) {
    const partEnd = Math.min(end, partStart + part.size);
    for (let at = Math.max(start, partStart); at < partEnd; at += windowLengthMax) {
      const length = Math.min(windowLengthMax, partEnd - at);
      yield part.read(at - partStart, length, room);
      if (length === windowLengthMax) await new Promise((resolve) => setImmediate(resolve));
    }
    partStart += part.size;
  }
}

/** @throws RangeError for bytes that are not all within `size` */
export function requireRange(size: number, offset: number, length: number): void {
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
