/** Pictures that say in their octets how large they are, and say other things beside them. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

const u32 = (...numbers: readonly number[]): Buffer =>
  Buffer.concat(
    numbers.map((number) => Buffer.from([number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255])),
  );
const u16 = (number: number): Buffer => Buffer.from([number >> 8, number & 255]);
const begin = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xc0]);
const frame = (kind: number, height: number, width: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, kind, 0, 11, 8]),
    u16(height),
    u16(width),
    Buffer.from([1, 1, 0x11, 0, 0xff, 0xda]),
  ]);
const jpeg = (side: number, kind = 0xc0): Buffer => Buffer.concat([begin, frame(kind, side, side)]);
const jpeg2000 = (side: number, from = 0): Buffer =>
  Buffer.concat([
    Buffer.from("....jp2c"),
    Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0]),
    u32(side, side, from, from, 0, 0, 0, 0),
    u16(1),
  ]);
const segment = (type: number, width: number, height: number, refers = Buffer.from([0])): Buffer =>
  Buffer.concat([u32(1), Buffer.from([type]), refers, Buffer.from([1]), u32(19, width, height), Buffer.alloc(11)]);

const stored = (octets: Buffer, filter: string, entries = ""): string =>
  `<< /Subtype /Image /Width 1 /Height 1 ${entries} /Filter ${filter} /Length ${octets.length} >>\nstream\n${octets.toString("latin1")}\nendstream`;
/** One that is as large as it says. */
const whole = (side: number, octets: Buffer, filter: string): string =>
  stored(octets, filter, `/BitsPerComponent ${filter === "/JBIG2Decode" ? 1 : 8} /ColorSpace /DeviceGray`)
    .replace("/Width 1", `/Width ${side}`)
    .replace("/Height 1", `/Height ${side}`);
const drawing = (...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", contentStream("/X Do"), ...objects);
const jbig2 = (...segments: readonly Buffer[]): Uint8Array => drawing(stored(Buffer.concat(segments), "/JBIG2Decode"));

describe("a picture that is larger than it says", () => {
  it.each<[string, Uint8Array]>([
    ["a JPEG", drawing(stored(jpeg(60_000), "/DCTDecode"))],
    ["a progressive one", drawing(stored(jpeg(60_000, 0xc2), "[/DCT]"))],
    ["one that is packed", drawing(stored(deflateSync(jpeg(60_000)), "[/FlateDecode /DCTDecode]"))],
    [
      "one behind other octets",
      drawing(
        stored(Buffer.concat([Buffer.alloc(99), begin, Buffer.alloc(9), frame(0xc1, 60_000, 60_000)]), "/DCTDecode"),
      ),
    ],
    [
      "one whose height stands at its end",
      drawing(stored(Buffer.concat([begin, frame(0xc0, 0, 60_000)]), "/DCTDecode")),
    ],
    ["a JPEG 2000", drawing(stored(jpeg2000(1_000_000), "/JPXDecode"))],
    [
      "a mask of JPEG 2000",
      drawing(stored(jpeg(9), "/DCTDecode", "/SMask 6 0 R"), stored(jpeg2000(1_000_000), "/JPXDecode")),
    ],
    ["JBIG2 by its page", jbig2(segment(48, 60_000, 60_000))],
    ["JBIG2 by one of its regions", jbig2(segment(48, 9, 9), segment(38, 60_000, 60_000))],
    [
      "JBIG2 by all of them",
      jbig2(
        segment(48, 9, 0xffffffff),
        ...Array.from({ length: 11 }, () => segment(6, 10_000, 10_000, Buffer.from([0x20, 0]))),
      ),
    ],
    [
      "JBIG2 by what it shares",
      drawing(
        stored(segment(48, 9, 9), "/JBIG2Decode", "/DecodeParms << /JBIG2Globals 6 0 R >>"),
        stored(segment(36, 60_000, 60_000, Buffer.concat([u32(0xe0000009), Buffer.alloc(11)])), "[]"),
      ),
    ],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a picture as there are many", () => {
  it.each<[string, Uint8Array]>([
    ["a JPEG", drawing(whole(5_000, jpeg(5_000), "/DCTDecode"))],
    [
      "a JPEG with another in its notes",
      drawing(
        whole(
          9,
          Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 25]), jpeg(60_000), jpeg(9).subarray(2)]),
          "/DCTDecode",
        ),
      ),
    ],
    ["a JPEG 2000 that begins far out", drawing(whole(1_000, jpeg2000(1_000_000, 999_000), "/JPXDecode"))],
    [
      "JBIG2",
      drawing(whole(5_000, Buffer.concat([segment(48, 5_000, 7_000), segment(38, 5_000, 7_000)]), "/JBIG2Decode")),
    ],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});

describe("a picture of no known size", () => {
  it.each<[string, Uint8Array]>([
    ["octets that are no picture", drawing(whole(1, Buffer.from("no picture at all"), "/DCTDecode"))],
    ["none at all", drawing(whole(1, Buffer.alloc(0), "/JBIG2Decode"))],
  ])("%s: is refused as one that programs show differently", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_ACTIVE_CONTENT" }));
  });
});
