// Overprinting in files that are signed already, where nothing can be switched off.
import { describe, expect, it } from "vitest";
import {
  annotation,
  area,
  type Drawn,
  form,
  made,
  overprinting,
  price,
  space,
  state,
  toRed,
} from "../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { overprintShows } from "./overprint.ts";

const [black, gold] = [
  "[/Separation /Black /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 0 1] >>]",
  `[/Separation /Gold /DeviceCMYK ${toRed}]`,
];
/** Everybody sees the same. */
const harmless: readonly (readonly [string, Drawn])[] = [
  ["black text", { resources: overprinting, contents: `0 1 0 0 k ${area} /G gs 0 0 0 1 k ${price}` }],
  [
    "the black ink",
    { resources: `${overprinting} ${space(black)}`, contents: `0 1 0 0 k ${area} /G gs /S cs 1 scn ${price}` },
  ],
  ["black of all inks", { resources: overprinting, contents: `0 1 0 0 k ${area} /G gs 0.1 0.1 0.1 0.5 k ${price}` }],
  ["colours of a screen", { resources: overprinting, contents: `0 g ${price} /G gs 1 1 1 rg ${area}` }],
  ["inks that are all named", { resources: state("/OP true /op true /OPM 0"), contents: `/G gs 0 1 0 0 k ${price}` }],
  [
    "lines that there are none of",
    { resources: state("/OP true /op false /OPM 1"), contents: `/G gs 0 1 0 0 k ${price}` },
  ],
  ["what ends before", { resources: overprinting, contents: `q /G gs 0 0 0 1 k ${price} Q 0 1 0 0 k ${price}` }],
  [
    "a form that is black",
    { resources: `${overprinting} /XObject << /X 7 0 R >>`, contents: "/G gs /X Do", more: [form(`0 g ${area}`)] },
  ],
];
/** Overprinting that shows in some readers, and not in others. */
const shown: readonly (readonly [string, Drawn])[] = [
  ["a line", { resources: state("/OP true /op false /OPM 1"), contents: `/G gs 0 1 0 0 K ${area.replace("f", "S")}` }],
  [
    "a little of the black ink",
    { resources: `${overprinting} ${space(black)}`, contents: `/G gs /S cs 0 scn ${price}` },
  ],
  ["an ink from the beginning", { resources: `${overprinting} ${space(gold)}`, contents: `/G gs /S cs ${price}` }],
  [
    "a form drawn with it",
    {
      resources: `${overprinting} /XObject << /X 7 0 R >>`,
      contents: "/G gs /X Do",
      more: [form(`0 1 0 0 k ${area}`)],
    },
  ],
  [
    "a form drawn in its colour",
    { resources: `${overprinting} /XObject << /X 7 0 R >>`, contents: "/G gs 0 1 0 0 k /X Do", more: [form(area)] },
  ],
  [
    "a picture in an ink",
    {
      resources: `${overprinting} /XObject << /X 7 0 R >>`,
      contents: "/G gs 200 0 0 200 0 0 cm /X Do",
      more: [
        contentStream("0").replace(
          "<<",
          `<< /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace ${gold}`,
        ),
      ],
    },
  ],
  [
    "a pattern drawn with it",
    {
      resources: `/Pattern << /P 7 0 R >> ${overprinting}`,
      contents: `/G gs /Pattern cs /P scn ${area}`,
      more: [
        form("0 1 0 0 k 0 0 9 9 re f", "/PatternType 1 /PaintType 1 /TilingType 1 /XStep 9 /YStep 9 /Resources << >>"),
      ],
    },
  ],
  [
    "glyphs drawn with it",
    {
      resources: overprinting,
      fonts: "/F2 7 0 R",
      contents: "/G gs BT /F2 9 Tf (a) Tj ET",
      more: ["<< /Type /Font /Subtype /Type3 /CharProcs << /a 8 0 R >> >>", contentStream("0 1 0 0 k 0 0 9 9 re f")],
    },
  ],
  [
    "an annotation",
    {
      page: annotation("/Subtype /Stamp /AP << /N 7 0 R >>"),
      contents: price,
      more: [form(`/G gs 0 1 0 0 k ${area}`, `/Resources << ${overprinting} >>`)],
    },
  ],
];

function isShown(file: Drawn): boolean {
  const doc = openPdf(bytesSource(made(file)));
  return overprintShows(doc, listPages(doc));
}

describe("overprinting", () => {
  it.each(harmless)("of %s shows nowhere", (_what, file) => {
    expect(isShown(file)).toBe(false);
  });

  it.each(shown)("of %s shows", (_what, file) => {
    expect(isShown(file)).toBe(true);
  });
});
