/** Colours that are computed by long programs, for many points or very often. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

/** From so many numbers to four. */
const program = (octets: number, inputs = 1): string =>
  contentStream(`{${"dup ".repeat(4 - inputs).padEnd(octets - 2)}}`).replace(
    "<<",
    `<< /FunctionType 4 /Domain [${"0 1 ".repeat(inputs)}] /Range [0 1 0 1 0 1 0 1]`,
  );
const table = (size: string): string =>
  packed(
    Buffer.alloc(1_024),
    `/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1 0 1] /BitsPerSample 8 /Size [${size}]`,
  );
const spot = "[/Separation /Spot /DeviceCMYK 5 0 R]";
const toned = "[/DeviceN [/One /Two] /DeviceCMYK 5 0 R]";
const picture = (space: string, side: number): string =>
  packed(
    Buffer.alloc(side * side * (space === toned ? 2 : 1)),
    `/Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace ${space}`,
  );
/** Object 5 is the function, 6 a picture or form of that name, `/C` the colour space. */
const drawing = (operators: string, space: string, ...objects: readonly string[]): Uint8Array =>
  page(
    `/Contents 4 0 R /Resources << /ColorSpace << /C ${space} >> /XObject << /X 6 0 R >> /Shading << /S << /ShadingType 1 /ColorSpace ${space} >> >> /ExtGState << /G << /TR 5 0 R >> /M << /SMask << /G 6 0 R /TR 5 0 R >> >> >> >>`,
    contentStream(operators),
    ...objects,
  );
const often = "/C cs .5 scn f ";
const stitched = (count: number): string => {
  const one = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [1 1 1 1] >> ";
  const bounds = Array.from({ length: count - 1 }, (_, i) => (i + 1) / count).join(" ");
  return `<< /FunctionType 3 /Domain [0 1] /Bounds [${bounds}] /Encode [${"0 1 ".repeat(count)}] /Functions [${one.repeat(count)}] >>`;
};

describe("colours that are computed without end", () => {
  it.each<[string, Uint8Array]>([
    ["for each point of a picture", drawing("/X Do", spot, program(10_000), picture(spot, 1_000))],
    ["for a picture drawn again and again", drawing("/X Do ".repeat(100), spot, program(1_000), picture(toned, 500))],
    ["for a picture by the name of a space", drawing("/X Do", toned, program(10_000), picture("/C", 1_000))],
    [
      "for a picture of another profile",
      drawing(
        "/X Do",
        spot,
        program(10_000),
        picture("[/ICCBased 7 0 R]", 1_000),
        contentStream("").replace("<<", `<< /N 1 /Alternate ${spot}`),
      ),
    ],
    ["for an inline image", drawing("BI /W 1000 /H 1000 /CS /C /BPC 8 ID x EI", spot, program(10_000))],
    ["for each point of a shading", drawing("/S sh", spot, program(10_000))],
    ["for each fill", drawing(`/C cs ${".5 scn f ".repeat(50_000)}`, spot, program(100_000))],
    [
      "for each fill of a form",
      drawing("/C cs /X Do", spot, program(100_000), form(".5 scn f ".repeat(50_000), "/Resources << >>")),
    ],
    ["for a space that is set again and again", drawing(often.repeat(100_000), spot, program(10_000))],
    [
      "for plain colours that stand for others",
      drawing("0 g f ".repeat(100_000), `/DeviceGray /DefaultGray ${spot}`, program(10_000)),
    ],
    ["by a large table, read each time", drawing(often.repeat(20_000), spot, table("100000"))],
    ["by a table for nobody", drawing(often, spot, table("1000 1000 1000"))],
    ["by a table of many inputs", drawing("/X Do", toned, table("2 ".repeat(16)), picture(toned, 1_000))],
    ["by thousands of functions", drawing("/X Do", toned, stitched(20_000), picture(toned, 1_000))],
    ["for what a graphics state transfers", drawing("/G gs ".repeat(2_000), spot, program(10_000))],
    ["for each point of a mask", drawing("/M gs", spot, program(10_000), form("f"))],
    [
      "for a colour of a palette of others",
      drawing(often.repeat(5_000), `[/Indexed ${spot} 255 (x)]`, program(10_000)),
    ],
  ])("%s: are refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });

  it("colour spaces that are made of themselves are refused", () => {
    expect(() => check(drawing("", "6 0 R", program(9), "[/Pattern 6 0 R]"))).toThrow(
      expect.objectContaining({ code: "FILE_TOO_COMPLEX" }),
    );
  });
});

describe("colours of printers", () => {
  it.each<[string, Uint8Array]>([
    ["a picture at 600 dpi in one", drawing("/X Do", spot, program(60), picture(spot, 6_000))],
    ["a picture at 300 dpi in several", drawing("/X Do", toned, program(400, 2), picture(toned, 3_000))],
    ["a plan in one, set for each line", drawing(often.repeat(300_000), spot, program(100))],
    ["the same by a table", drawing(often.repeat(50_000), spot, table("256"))],
    ["a palette", drawing("/X Do", spot, program(500), picture(`[/Indexed ${spot} 0 (x)]`, 5_000))],
    ["plain colours beside a long one", drawing("0 g f ".repeat(500_000), spot, program(1_000))],
    ["a blend of many", drawing("/S sh", spot, stitched(200))],
  ])("%s: are taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
