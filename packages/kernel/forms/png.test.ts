/** Pictures from strangers: what is read of them, and what is not. */
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PdfRefusal } from "../pdf/refusal.ts";
import { readPng, writePng } from "./png.ts";

const limits = { bytesMax: 10_000, widthMax: 64, heightMax: 32 };

function chunk(type: string, content: Uint8Array, sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(sum ?? crc32(named));
  return Buffer.concat([length, named, check]);
}
const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const end = chunk("IEND", Buffer.alloc(0));
function header(width: number, height: number, rest: readonly number[] = [8, 6, 0, 0, 0]): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set(rest, 8);
  return chunk("IHDR", content);
}
/** One row of two pixels: red, and half of a green one. */
const pixels = chunk("IDAT", deflateSync(Buffer.from([0, 255, 0, 0, 255, 0, 255, 0, 128])));
const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([start, ...chunks]);
const whyNot = (bytes: Uint8Array): string => {
  try {
    readPng(bytes, limits);
  } catch (error) {
    if (error instanceof PdfRefusal && error.code === "INVALID_REQUEST") return error.message;
    throw error;
  }
  return "read";
};

describe("a PNG", () => {
  it("is read with and without opacity, whatever its rows are filtered with", () => {
    const rgba = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 128]);
    expect(readPng(png(header(2, 1), pixels, end), limits)).toEqual({ width: 2, height: 1, rgba });
    const rgb = chunk("IDAT", deflateSync(Buffer.from([1, 9, 8, 7, 1, 1, 1])));
    const opaque = new Uint8Array([9, 8, 7, 255, 10, 9, 8, 255]);
    expect(readPng(png(header(2, 1, [8, 2, 0, 0, 0]), rgb, end), limits).rgba).toEqual(opaque);
  });

  it("keeps its pixels and nothing else when it is written anew", () => {
    const told = chunk("tEXt", Buffer.from("Author\0Käthe", "latin1"));
    const written = Buffer.from(writePng(readPng(png(header(2, 1), told, pixels, end), limits)));
    expect(written.includes("tEXt")).toBe(false);
    expect(readPng(written, limits)).toEqual(readPng(png(header(2, 1), pixels, end), limits));
  });

  it("of any pixels is written so that it is read as the same", () => {
    const raster = fc
      .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 16 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
          .map((rgba) => ({ width, height, rgba })),
      );
    fc.assert(
      fc.property(raster, (one) => {
        expect(readPng(writePng(one), limits)).toEqual(one);
      }),
    );
  });

  it.each<[string, Buffer, RegExp]>([
    ["nothing", Buffer.alloc(0), /no PNG/],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /no PNG/],
    ["too many bytes", Buffer.alloc(10_001), /10001 bytes/],
    ["a bomb: sides beyond the limit", png(header(60_000, 60_000), pixels, end), /60000 by 60000/],
    ["one pixel too wide", png(header(65, 1), pixels, end), /65 by 1/],
    ["no area", png(header(0, 1), pixels, end), /0 by 1/],
    ["more pixels than it says", png(header(1, 1), pixels, end), /cannot be unpacked/],
    ["fewer pixels than it says", png(header(2, 2), pixels, end), /missing pixels/],
    ["no pixels", png(header(2, 1), end), /cannot be unpacked/],
    ["interlaced", png(header(2, 1, [8, 6, 0, 0, 1]), pixels, end), /interlaced/],
    ["a palette", png(header(2, 1, [8, 3, 0, 0, 0]), pixels, end), /truecolour/],
    ["a header twice", png(header(2, 1), header(2, 1), pixels, end), /header/],
    ["pixels before the header", png(pixels, header(2, 1), end), /header/],
    [
      "pixels with something between them",
      png(header(2, 1), pixels, chunk("tIME", Buffer.alloc(7)), pixels, end),
      /interrupted/,
    ],
    ["a transparent colour", png(header(2, 1, [8, 2, 0, 0, 0]), chunk("tRNS", Buffer.alloc(6)), pixels, end), /tRNS/],
    ["a chunk that must be known", png(header(2, 1), chunk("CgBI", Buffer.alloc(4)), pixels, end), /CgBI/],
    ["a wrong check sum", png(header(2, 1), chunk("IDAT", Buffer.alloc(1), 7), end), /damaged/],
    ["no end", png(header(2, 1), pixels), /too early/],
    [
      "a chunk beyond the end",
      png(header(2, 1), Buffer.from([0, 1, 0, 0, 73, 68, 65, 84, 0, 0, 0, 0])),
      /inside a chunk/,
    ],
    [
      "something behind its end",
      Buffer.concat([png(header(2, 1), pixels, end), Buffer.from("%PDF")]),
      /behind its end/,
    ],
    [
      "a filter that does not exist",
      png(header(1, 1), chunk("IDAT", deflateSync(Buffer.from([9, 1, 2, 3, 4]))), end),
      /filter/,
    ],
  ])("is refused: %s", (_, bytes, why) => {
    expect(whyNot(bytes)).toMatch(why);
  });

  it("that was damaged anywhere is refused or read within its limits, and nothing else happens", () => {
    const sound = png(header(2, 1), pixels, end);
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(sound);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(whyNot(damaged)).not.toBe("read");
      }),
    );
  });
});
