import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { inBlocks, openingPlaces } from "./opening-bytes.ts";

const stored = (bytes: Uint8Array, name: string) => {
  let opened = 0;
  const blobs = {
    open: async () => {
      opened += 1;
      return { ...bytesSource(bytes), close: async () => undefined };
    },
  };
  return { blobs, file: { sha256: name as Sha256Hex, size: bytes.length }, opened: () => opened };
};

describe("places of an opening", () => {
  it("are whole blocks in order, none in another, and hold what was asked for", () => {
    const place = fc.record({ start: fc.nat({ max: 200_000 }), length: fc.integer({ min: 1, max: 5_000 }) });
    fc.assert(
      fc.property(fc.array(place), (asked) => {
        const size = 200_777;
        const places = asked.map(({ start, length }) => ({ start, end: Math.min(size, start + length) }));
        const joined = inBlocks(places, size);
        for (const [at, { start, end }] of joined.entries()) {
          expect(start % 1_024).toBe(0);
          expect(end === size || end % 1_024 === 0).toBe(true);
          expect(start).toBeGreaterThan(joined[at - 1]?.end ?? -1);
          expect(end).toBeGreaterThan(start);
        }
        for (const { start, end } of places)
          expect(joined.some((one) => one.start <= start && end <= one.end)).toBe(true);
      }),
    );
  });

  it("stay within a limit, however much is asked for", () => {
    const places = Array.from({ length: 20_000 }, (_, i) => ({ start: i * 4_096, end: i * 4_096 + 1_500 }));
    const bytes = inBlocks(places, 2 ** 31).reduce((sum, { start, end }) => sum + end - start, 0);
    expect(bytes).toBeLessThanOrEqual(6 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(5 * 1024 * 1024);
  });

  it("are looked for once for a content", async () => {
    const one = stored(
      makePdf({ objects: ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] >>"] }),
      "once",
    );
    await Promise.all([openingPlaces(one.blobs, one.file), openingPlaces(one.blobs, one.file)]);
    await openingPlaces(one.blobs, one.file);
    expect(one.opened()).toBe(1);
  });

  it("are the ends of the file where its pages cannot be followed", async () => {
    const { blobs, file } = stored(Buffer.alloc(300_000, "%PDF-1.7 and nothing else "), "nothing");
    const places = await openingPlaces(blobs, file);
    expect(places.map(({ start, end }) => [start, end])).toEqual([
      [0, 1_024],
      [233_472, 300_000],
    ]);
  });

  it("are looked for again after a fault", async () => {
    const { file } = stored(new Uint8Array(10), "fault");
    const broken = { open: () => Promise.reject(new Error("the disk is away")) };
    await expect(openingPlaces(broken, file)).rejects.toThrow("away");
    const again = stored(Buffer.from("%PDF-1.7"), "fault");
    expect(await openingPlaces(again.blobs, again.file)).toHaveLength(1);
  });
});
