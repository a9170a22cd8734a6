/** Inks over other inks, and palettes of palettes: one reader draws nothing of a page that has them. */
import { describe, expect, it } from "vitest";
import { type Drawn, made, price, space, turned, white } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { refusalOf } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const ink = `[/Separation /B /DeviceGray ${turned}]`;
const over = (alternate: string): string => `[/Separation /A ${alternate} ${turned}]`;
const square = "20 20 100 80 re f";
/** A price, and a square in a colour of a space. */
const painted = (array: string, colour: string): Drawn => ({
  resources: space(array),
  contents: `${price} /S cs ${colour} scn ${square}`,
});
const pictured = (array: string): Drawn => ({
  resources: "/XObject << /X 7 0 R >>",
  contents: `${price} q 100 0 0 80 20 20 cm /X Do Q`,
  more: [
    contentStream("\0").replace(
      "<<",
      `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace ${array}`,
    ),
  ],
});
const inlined = (array: string): Drawn => ({
  resources: space(array),
  contents: `${price} q 100 0 0 80 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /S ID \0 EI Q`,
});
const palette = (base: string): string => `[/Indexed ${base} 1 <00ff>]`;

const refused: Pages = [
  ["an ink over an ink", painted(over(ink), "1")],
  ["an ink over an ink in a picture", pictured(over(ink))],
  ["an ink over an ink in an inline picture", inlined(over(ink))],
  ["an ink over an ink in a palette", painted(palette(over(ink)), "1")],
  ["an ink over an ink that nothing is painted with", { ...painted(over(ink), "1"), contents: `${price} q /S cs Q` }],
  ["an ink over several inks", painted(over(`[/DeviceN [/B] /DeviceGray ${turned}]`), "1")],
  ["several inks over an ink", painted(`[/DeviceN [/A] ${ink} ${turned}]`, "1")],
  ["an ink over a palette", painted(over("[/Indexed /DeviceGray 1 <00ff>]"), "1")],
  ["an ink over patterns", painted(over("/Pattern"), "1")],
  ["a palette of a palette", painted(palette(palette("/DeviceGray")), "1")],
  ["a palette of a palette in a picture", pictured(palette(palette("/DeviceGray")))],
  ["a palette of patterns", painted(palette("/Pattern"), "1")],
  ["patterns of patterns", { ...painted("[/Pattern [/Pattern /DeviceGray]]", "1"), contents: `/S cs 0 g ${price}` }],
  ["a palette of an ink whose function is none", painted(palette("[/Separation /A /DeviceGray << >>]"), "1")],
  [
    "patterns over an ink whose function is none",
    { ...painted("[/Pattern [/Separation /A /DeviceGray << >>]]", "1"), contents: `/S cs 0 g ${price}` },
  ],
];

const alike: Pages = [
  ["an ink", painted(ink, "1")],
  ["an ink over calibrated grey", painted(over(`[/CalGray << ${white} /Gamma 2.2 >>]`), "1")],
  ["an ink over grey in an array", painted(over("[/DeviceGray]"), "1")],
  ["a palette of an ink", painted(palette(ink), "1")],
  ["a palette of an ink in a picture", pictured(palette(ink))],
  ["an ink in an inline picture", inlined(ink)],
];

describe("a page with", () => {
  it.each(refused)("%s is refused", async (_what, page) => {
    expect(await refusalOf(made(page))).toMatchSnapshot();
  });
});
describeToldApart("a page with", { refused: [], alike }, { apart: 0, share: 1 / 8, slack: 100, shown: 400 });
