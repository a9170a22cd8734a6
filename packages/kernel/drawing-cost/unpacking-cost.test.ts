/** Pictures and fonts that unpack to more than anybody can hold, through several filters. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

/** 100 MB of nothing in some hundred octets. */
const twice = deflateSync(deflateSync(Buffer.alloc(100_000_000)));
/** 30 MB that RunLength makes two gigabytes of. */
const runs = deflateSync(Buffer.alloc(30_000_000, Buffer.from([129, 0])));

/** 90 MB in one stage. */
const packedOnce = deflateSync(Buffer.alloc(90_000_000));

const stored = (octets: Uint8Array, entries: string): string =>
  `<< ${entries} /Length ${octets.length} >>\nstream\n${Buffer.from(octets).toString("latin1")}\nendstream`;
const flateTwice = "/Filter [/FlateDecode /Fl]";
const picture = "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";
/** The head of one of a single point, in grey. */
const jpeg = Buffer.from("ffd8ffc0000b080001000101011100ffda", "hex");
const inline = (filters: string, octets: Uint8Array, size = "/W 1 /H 1"): Buffer =>
  Buffer.concat([Buffer.from(`BI ${size} /BPC 8 /CS /G /F [${filters}] ID `), octets, Buffer.from("\nEI\n")]);
const drawing = (octets: Uint8Array, ...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", stored(octets, ""), ...objects);
const once = drawing(Buffer.from("/X Do"), stored(twice, `${picture} ${flateTwice}`));

describe("what unpacks without end", () => {
  it.each<[string, Uint8Array]>([
    ["a picture", once],
    [
      "a mask of one",
      drawing(
        Buffer.from("/X Do"),
        packed(Buffer.alloc(1), `${picture} /SMask 6 0 R`),
        stored(twice, `${picture} ${flateTwice}`),
      ),
    ],
    ["a picture of runs", drawing(Buffer.from("/X Do"), stored(runs, `${picture} /Filter [/Fl /RL]`))],
    [
      "a picture of one point that is packed once",
      drawing(Buffer.from("/X Do"), stored(packedOnce, `${picture} /Filter /FlateDecode`)),
    ],
    ["a JPEG that is packed", drawing(Buffer.from("/X Do"), stored(twice, `${picture} /Filter [/Fl /Fl /DCTDecode]`))],
    [
      "a font",
      page(
        "/Contents 4 0 R /Resources << /Font << /F << /FontDescriptor << /FontFile2 5 0 R >> >> >> >>",
        contentStream(""),
        stored(twice, flateTwice),
      ),
    ],
    [
      "a picture of an annotation",
      page(
        "/Annots [<< /AP << /N 4 0 R >> >>]",
        form("/X Do", "/Resources << /XObject << /X 5 0 R >> >>"),
        stored(twice, `${picture} ${flateTwice}`),
      ),
    ],
    ["an inline image", drawing(inline("/Fl /Fl", twice))],
    ["one of runs", drawing(inline("/Fl /RL", runs))],
    ["one by other names", drawing(inline("/FlateDecode /#46l", twice))],
    [
      "one in a form",
      page(
        "/Contents 4 0 R",
        contentStream("/X Do"),
        stored(inline("/Fl /Fl", twice), "/Subtype /Form /BBox [0 0 9 9]"),
      ),
    ],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });

  it("a picture through filters of which one is damaged: is refused, because some readers draw what they got", () => {
    const octets = deflateSync(Buffer.from([5, 1]));
    expect(() => check(drawing(Buffer.from("/X Do"), stored(octets, `${picture} /Filter [/Fl /RL]`)))).toThrow(
      expect.objectContaining({ code: "FILE_BROKEN" }),
    );
  });
});

describe("what unpacks as it should", () => {
  const small = deflateSync(deflateSync(Buffer.alloc(1)));
  it.each<[string, Uint8Array]>([
    ["a picture packed twice", drawing(Buffer.from("/X Do"), stored(small, `${picture} ${flateTwice}`))],
    [
      "a picture packed once, as large as it says",
      drawing(
        Buffer.from("/X Do"),
        stored(
          packedOnce,
          `${picture.replace("/Width 1 /Height 1", "/Width 9000 /Height 10000")} /Filter /FlateDecode`,
        ),
      ),
    ],
    [
      "a JPEG packed twice",
      drawing(Buffer.from("/X Do"), stored(deflateSync(deflateSync(jpeg)), `${picture} /Filter [/Fl /Fl /DCTDecode]`)),
    ],
    ["an inline image packed twice", drawing(inline("/Fl /Fl", small))],
    [
      "many inline images, packed once",
      drawing(Buffer.concat(Array.from({ length: 5_000 }, () => inline("/Fl", deflateSync(Buffer.alloc(1)))))),
    ],
    ["a text about BI and ID", drawing(Buffer.from("(BI (W) and ID) Tj ".repeat(20_000)))],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
