/** What honest programs write against the standard: each reader shows its own, until the file is written anew. */
import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { type Drawn, form, made, price } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { differenceInReaders } from "../../test/difference-in-readers.ts";
import { intake, taken } from "../../test/take-in.ts";
import { darkness, describeMended, type Pages } from "../../test/told-apart.ts";

const octets = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
const image = (entries: string, samples: string): string =>
  `<< /Type /XObject /Subtype /Image ${entries} /Length ${samples.length} >>\nstream\n${samples}\nendstream`;
const shown = (entries: string, samples: string, ...more: string[]): Drawn => ({
  resources: "/XObject << /I 7 0 R >>",
  contents: ".9 .95 1 rg 0 0 200 200 re f 0 .5 0 rg q 180 0 0 180 10 10 cm /I Do Q",
  more: [image(entries, samples), ...more],
});

const grey = "/Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray";
const black = octets("00000000");
const lights = octets("00ff80ff");
const softIn = (space: string, ...more: string[]): Drawn =>
  shown(`${grey} /SMask 8 0 R`, black, image(grey.replace("/DeviceGray", space), lights), ...more);
const greyProfile = "<< /N 1 /Length 4 >>\nstream\nnone\nendstream";

/** A JPEG of four colours, 16 points high, and what its header says of it. */
const jpeg = (rows: number): string => {
  const canvas = createCanvas(16, 16);
  const context = canvas.getContext("2d");
  for (const [i, colour] of ["#000", "#fff", "#f00", "#00f"].entries()) {
    context.fillStyle = colour;
    context.fillRect((i % 2) * 8, i < 2 ? 0 : 8, 8, 8);
  }
  const bytes = Buffer.from(canvas.toBuffer("image/jpeg", 100));
  bytes.writeUInt16BE(rows, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  return bytes.toString("latin1");
};
const photo = (height: number, rows: number, filter = "/DCTDecode"): Drawn =>
  shown(`/Width 16 /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter ${filter}`, jpeg(rows));

const pictures: Pages = [
  ["a mask that is no stencil", shown(`${grey} /Mask 8 0 R`, black, image(grey, lights))],
  ["a mask that says so", shown(`${grey} /Mask 8 0 R`, black, image(`${grey} /ImageMask false`, lights))],
  ["itself as its mask", shown(`${grey} /Mask 7 0 R`, lights)],
  ["a soft mask in calibrated grey", softIn("[/CalGray << /WhitePoint [.9505 1 1.089] >>]")],
  ["a soft mask in the grey of a profile", softIn("[/ICCBased 9 0 R]", greyProfile)],
  ["a soft mask in grey in an array", softIn("[/DeviceGray]")],
  ["a sheet whose scanner did not know its length", photo(16, 65_535)],
  ["rows that are not to be seen", photo(8, 16, "[/DCTDecode]")],
];

const allBlack = "<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0] /N 1 >>";
const areas: Pages = [
  [
    "a mask of light in no colour space",
    {
      resources: "/ExtGState << /G << /SMask << /S /Luminosity /G 7 0 R >> >> >>",
      contents: "/G gs 0 0 90 90 re f",
      more: [form("1 g 0 0 45 45 re f", "/Group << /S /Transparency >> /Resources << >>")],
    },
  ],
  [
    "a shading in a box, in a pattern",
    {
      resources: "/Pattern << /P 8 0 R >>",
      contents: `q /Pattern cs /P scn 0 0 100 80 re f Q ${price}`,
      more: [
        `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 100 0] /Function ${allBlack} /BBox [0 0 50 50] >>`,
        "<< /PatternType 2 /Shading 7 0 R >>",
      ],
    },
  ],
];

async function differenceInDarkness(pdf: Uint8Array): Promise<number> {
  const { least, most } = await darkness(pdf);
  return most - least;
}

describeMended("a page with", [...pictures, ...areas], "drawing-mended");

describe.runIf(hasTools("pdftoppm", "mutool"))("in every reader", () => {
  it.each(pictures)("%s shows the same once it is put right, and not before", async (_what, file) => {
    expect(await differenceInReaders(made(file))).toBeGreaterThan(40);
    expect(await differenceInReaders((await taken(made(file))).prepared)).toBeLessThan(10);
  });

  it.each(areas)("%s shows the same once it is put right, and not before", async (_what, file) => {
    expect(await differenceInDarkness(made(file))).toBeGreaterThan(300);
    expect(await differenceInDarkness((await taken(made(file))).prepared)).toBeLessThan(150);
  });
});

describe("a photo", () => {
  it.each([
    ["of fewer rows than it has", photo(16, 8)],
    ["packed once more", photo(8, 16, "[/ASCIIHexDecode /DCTDecode]")],
  ])("%s stays refused", async (_what, file) => {
    expect(await intake(made(file))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });
});
