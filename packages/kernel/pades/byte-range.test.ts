/** Digests over byte ranges: in one pass, and never so long that nobody else has a turn. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, bytesSource } from "../pdf/byte-source.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { type ByteRange, digestByteRange, digestByteRanges } from "./byte-range.ts";

const megabyte = 1 << 20;

/** A source that counts what is read of it, and how much at most between two turns of the event loop. */
function countedSource(
  size: number,
): ByteSource & { readonly total: () => number; readonly inOneTurnMax: () => number } {
  const window = new Uint8Array(megabyte);
  const counts = { total: 0, turn: 0, max: 0 };
  return {
    size,
    read: (_offset, length) => {
      if (counts.turn === 0) setImmediate(() => (counts.turn = 0));
      counts.total += length;
      counts.turn += length;
      counts.max = Math.max(counts.max, counts.turn);
      return window.subarray(0, length);
    },
    total: () => counts.total,
    inOneTurnMax: () => counts.max,
  };
}

describe("the digest of a byte range", () => {
  const range = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map(([first, gap, second]): ByteRange => {
    return [0, first, first + gap, second];
  });

  it("is of the bytes before and behind the gap, also when several are made in one pass", async () => {
    const bytes = Uint8Array.from({ length: 120 }, (_, i) => i);
    const wanted = fc.record({ byteRange: range, algorithm: fc.constantFrom("sha256", "sha384") });
    await fc.assert(
      fc.asyncProperty(fc.array(wanted, { maxLength: 4 }), async (all) => {
        const expected = all.map(({ byteRange: [a, b, c, d], algorithm }) =>
          digestOf(algorithm, bytes.subarray(a, a + b), bytes.subarray(c, c + d)),
        );
        expect(await digestByteRanges(bytesSource(bytes), all)).toEqual(expected);
      }),
    );
  });

  it("reads a file once for the signature and the document timestamp over it", async () => {
    const source = countedSource(10 * megabyte);
    const end = source.size;
    await digestByteRanges(source, [
      { byteRange: [0, 4 * megabyte, 4 * megabyte + 100, megabyte], algorithm: "sha384" },
      { byteRange: [0, 6 * megabyte, 6 * megabyte + 100, end - 6 * megabyte - 100], algorithm: "sha256" },
    ]);
    expect(source.total()).toBe(end - 100);
  });

  it("gives the event loop its turn at the latest after 4 MB", async () => {
    const source = countedSource(100 * megabyte);
    await digestByteRange(source, [0, 60 * megabyte, 60 * megabyte + 9, 40 * megabyte - 9], "sha256");
    expect(source.total()).toBe(100 * megabyte - 9);
    expect(source.inOneTurnMax()).toBeLessThanOrEqual(4 * megabyte);
  });
});
