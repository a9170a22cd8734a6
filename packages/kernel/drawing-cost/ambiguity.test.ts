// What readers draw each in their own way, by the rule that finds it: each beside the same page without it. What three readers make of
// most of it is compared in the server's rooms/intake.
import { describe, expect, it } from "vitest";
import { type Drawn, made } from "../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

/** Why a page is refused; null where it is taken. */
function reasonOf(page: Drawn): string | null {
  try {
    requireDrawable(bytesSource(made(page)), defaultLimits);
    return null;
  } catch (refusal) {
    return String(refusal).replace(/^PdfRefusal: contents that programs read each in their own way: /, "");
  }
}

const latin1 = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
const image = (entries: string, samples: string): string =>
  `<< /Type /XObject /Subtype /Image ${entries} /Length ${samples.length} >>\nstream\n${samples}\nendstream`;
const picture = (entries: string, samples: string, ...more: readonly string[]): Drawn => ({
  ...{
    resources: "/XObject << /I 7 0 R >>",
    contents: "q 90 0 0 90 9 9 cm /I Do Q",
    more: [image(entries, samples), ...more],
  },
});
const size = "/Width 2 /Height 2";
const grey = `${size} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
const four = latin1("00ff80c0");
const stencil = `${size} /ImageMask true /BitsPerComponent 1 /ColorSpace /DeviceGray`;
const soft = (entries: string, samples: string): Drawn =>
  picture(`${grey} /SMask 8 0 R`, four, image(entries, samples));
const flate = (parameters: string): Drawn =>
  picture(`${grey} /Filter /LZWDecode /DecodeParms << ${parameters} >>`, four);

/** What is read of a JPEG, up to its first scan (ISO/IEC 10918-1 §B.2): so many frames of 2 by 2 points, of components by these names. */
const jpeg = (ids: string, frames = 1): string => {
  const named = [...ids].map((id) => Buffer.from(id, "latin1").toString("hex"));
  const frame = `ffc0001108000200020${ids.length}${named.map((id) => `${id}1100`).join("")}`;
  return latin1(`ffd8${frame.repeat(frames)}ffda000c0${ids.length}${named.map((id) => `${id}00`).join("")}003f00`);
};
const photo = (octets: string): Drawn =>
  picture(`${size} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`, octets);

/** Four by four in three components (ISO/IEC 15444-1 Annex I). */
const jp2 = Buffer.from(
  "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABAAAAAQAAwcHAAAAAAAPY29scgEAAAAAABAAAACranAyY/9P/1EALwAAAAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAMwAB/5PfgIAQ2xzt1V0OOWBSE5CcQBIf34AwHjJz9Mt/34AwCN33kmEf/9k=",
  "base64",
).toString("latin1");
const wavelets = (entries: string, octets = jp2, { width = 4, height = 4, space = "/DeviceRGB" } = {}): Drawn =>
  picture(
    `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space} /Filter /JPXDecode ${entries}`,
    octets,
  );

/** The same that says to have so many parts (§A.5.1): colours, and of two or four how opaque they are. */
const ofParts = (parts: number): string => jp2.replace("\0\x03\x07\x01", `\0${String.fromCharCode(parts)}\x07\x01`);

const state = (entries: string): Drawn => ({
  ...{ resources: `/ExtGState << /G << ${entries} >> >>`, contents: "/G gs 0 0 9 9 re f" },
});
const pattern = (object: string, ...more: readonly string[]): Drawn => ({
  ...{ resources: "/Pattern << /P 7 0 R >>", contents: "/Pattern cs /P scn 0 0 90 90 re f", more: [object, ...more] },
});
const tile = "/PatternType 1 /PaintType 1 /TilingType 1 /XStep 9 /YStep 9 /BBox [0 0 9 9] /Resources << >>";
const tiled = (entries: string): Drawn => pattern(contentStream("0 0 5 5 re f").replace("<<", `<< ${entries}`));
const mesh =
  "/ShadingType 4 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 100 0 100 0 1]";
const part = "<< /FunctionType 2 /Domain [0 1] /N 1 >>";
const stitched = (encode: string): Drawn => ({
  resources: "/Shading << /P 7 0 R >>",
  contents: "/P sh",
  more: [
    `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 90 0] /Function << /FunctionType 3 /Domain [0 1] /Functions [${part} ${part}] /Bounds [.5] /Encode [${encode}] >> >>`,
  ],
});
const inline = (entries: string): Drawn => ({ contents: `BI /W 2 /H 2 /BPC 8 /CS /G ${entries} ID ${four} EI` });

/** An embedded CMap of so many codespaces of one code each. */
const mapOf = (spaces: number): Drawn => {
  const codes = Array.from({ length: spaces }, (_, i) => `<${(i + 1).toString(16).padStart(2, "0")}>`);
  const map = `begincmap ${spaces} begincodespacerange ${codes.map((code) => `${code} ${code}`).join(" ")} endcodespacerange 1 begincidchar <01> 1 endcidchar endcmap`;
  return {
    fonts: "/F9 7 0 R",
    contents: "BT /F9 24 Tf 20 90 Td <01> Tj ET",
    more: [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding 9 0 R /DescendantFonts [8 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 10 0 R >>",
      contentStream(map).replace("<<", "<< /Type /CMap /CMapName /Own"),
      "<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontFile2 11 0 R >>",
      contentStream("no font"),
    ],
  };
};

/** What is found, the page it is found in, and the page without it. */
const rules: readonly (readonly [string, Drawn, Drawn])[] = [
  ["a tile in no way", tiled(tile.replace("/PaintType 1", "/PaintType 3")), tiled(tile)],
  ["a tile without contents", pattern(`<< ${tile} >>`), tiled(tile)],
  ["lines of less than no width", state("/LW -5"), state("/LW 5")],
  [
    "a mesh without points",
    pattern("<< /PatternType 2 /Shading 8 0 R >>", `<< ${mesh} >>`),
    pattern("<< /PatternType 2 /Shading 8 0 R >>", contentStream(latin1("00000000")).replace("<<", `<< ${mesh}`)),
  ],
  ["an inline picture with a mask", inline("/Mask true"), inline("/Mask [0 0]")],
  ["a soft mask with a mask", soft(stencil, latin1("8000")), soft(grey, four)],
  ["a JPEG that is something else than it is called", photo(jpeg("RGB")), photo(jpeg("YCb"))],
  ["a JPEG that is something else than it is called", photo(jpeg("YCb", 2)), photo(jpeg("YCb", 1))],
  [
    "colours that are transparent in some programs",
    picture(`${grey} /Mask [300 300]`, four),
    picture(`${grey} /Mask [3 300]`, four),
  ],
  [
    "a picture that is blended before with no colour",
    soft(`${grey.replaceAll("2", "4")} /Matte [1]`, four.repeat(4)),
    soft(`${grey} /Matte [1]`, four),
  ],
  ["a picture by a predictor that there is not", flate("/EarlyChange 2"), flate("/EarlyChange 0")],
  [
    "a picture by a predictor that there is not",
    flate("/Predictor 2 /BitsPerComponent 16 /Columns 2"),
    flate("/Predictor 2 /BitsPerComponent 8 /Columns 2"),
  ],
  ["a shading with functions that are stitched in no way", stitched("0 1 0"), stitched("0 1 0 1")],
  ["a map of codes that is not written as all programs read it", mapOf(31), mapOf(30)],
  ...[
    wavelets("/Mask [0 0 0 0 0 0]"),
    wavelets("", jp2, { width: 5 }),
    wavelets("", jp2, { height: 5 }),
    wavelets("", jp2, { space: "/DeviceGray" }),
    wavelets("", jp2.replace("colr", "pclr")),
    wavelets("", ofParts(4)),
    wavelets("/SMaskInData 0", ofParts(4)),
    wavelets("/SMaskInData 1", ofParts(5)),
  ].map((page) => ["a JPEG 2000 that is something else than it is called", page, wavelets("")] as const),
  ...[
    wavelets("/SMaskInData 1", ofParts(4)),
    wavelets("/SMaskInData 2", ofParts(4)),
    wavelets("/SMaskInData 1", ofParts(2), { space: "/DeviceGray" }),
  ].map((page) => ["a JPEG 2000 that brings its own opacity", page, wavelets("")] as const),
];

describe("a page with", () => {
  it.each(rules)("%s is refused for that, and taken without it", (reason, page, plain) => {
    expect([reasonOf(page), reasonOf(plain)]).toEqual([reason, null]);
  });
});
