/** Colour spaces that are set without a colour: one reader goes on in the colour before, others in the one that the space begins with. */
import {
  annotation,
  type Drawn,
  form,
  price,
  same,
  space,
  turned,
  white,
} from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const square = "20 20 100 80 re f";
const line = "60 w 20 90 m 180 90 l S";
const calGray = `[/CalGray << ${white} /Gamma 2.2 >>]`;
const whiteInk = `[/Separation /Own /DeviceGray ${same}]`;
const blackInk = `[/Separation /Own /DeviceGray ${turned}]`;
const stencil = "q 100 0 0 80 20 20 cm BI /W 8 /H 1 /BPC 1 /IM true ID \0 EI Q";
const stream = (operators: string, entries: string): string => contentStream(operators).replace("<<", `<< ${entries}`);
const picture = (entries: string): string =>
  stream("\0", `/Type /XObject /Subtype /Image /Width 8 /Height 1 ${entries}`);
const tile = (operators: string): string =>
  stream(
    operators,
    "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 200 200] /XStep 200 /YStep 200 /Resources << >>",
  );
const helvetica = "/Resources << /Font << /F1 5 0 R >> >>";
/** A page that draws object 7 by a name. */
const drawing = (contents: string, object: string): Drawn => ({
  resources: "/XObject << /X 7 0 R >> /Pattern << /P 7 0 R >>",
  contents,
  more: [object],
});
const inForm = (operators: string, before = "1 g"): Drawn => drawing(`${before} /X Do`, form(operators, helvetica));
const ofGlyph = (operators: string, before = "1 g"): Drawn => ({
  fonts: "/F3 7 0 R",
  contents: `${before} BT /F3 90 Tf 40 40 Td (a) Tj ET`,
  more: [
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 8 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>",
    contentStream(`1 0 d0 ${operators}`),
  ],
});
const appearance = (operators: string): Drawn => ({
  contents: "",
  page: annotation("/Subtype /Stamp /AP << /N 7 0 R >>"),
  more: [form(operators, helvetica)],
});
const behindMask = (before: string): Drawn => ({
  resources: "/ExtGState << /G << /SMask << /S /Luminosity /G 7 0 R /BC [1] >> >> >>",
  contents: `${before} /G gs 0 g ${square}`,
  more: [form("0 0 200 200 re f", "/Group << /S /Transparency /CS /DeviceGray >>")],
});

const after = (before: string, array: string): Drawn => ({
  resources: space(array),
  contents: `${before} /S cs ${price}`,
});

/** At least two of three readers show something else of each. */
const refused: Pages = [
  ["grey alone", { contents: `1 g /DeviceGray cs ${price}` }],
  ["red, green and blue alone", { contents: `1 1 1 rg /DeviceRGB cs ${price}` }],
  ["inks of print alone", { contents: `0 0 0 0 k /DeviceCMYK cs ${price}` }],
  ["calibrated grey alone", after("1 g", calGray)],
  ["an ink alone", after("1 g", blackInk)],
  ["an ink alone, all of which is white", after("0 g", whiteInk)],
  ["a palette alone that begins with black", after("1 g", "[/Indexed /DeviceGray 1 <00ff>]")],
  ["a palette alone that begins with white", after("0 g", "[/Indexed /DeviceGray 0 <ff>]")],
  ["patterns alone", { contents: `/Pattern cs ${price}` }],
  ["grey alone, behind a nearly white one", { contents: `.9 g /DeviceGray cs ${price}` }],
  ["a space alone behind one of others", { contents: `1 g /DeviceRGB cs /DeviceGray cs ${price}` }],
  ["a space alone behind a colour of a space", { contents: `/DeviceGray cs 1 sc /DeviceGray cs ${price}` }],
  ["a space alone in an area", { contents: `1 g /DeviceGray cs ${square}` }],
  ["a space alone in an area with lines", { contents: `1 g 1 G 1 w /DeviceGray cs 20 20 100 80 re B` }],
  ["a space alone in lines", { contents: `1 G /DeviceGray CS ${line}` }],
  ["an ink alone in lines", { resources: space(blackInk), contents: `1 G /S CS ${line}` }],
  ["a space alone in lines of text", { contents: `1 G /DeviceGray CS 3 w 1 Tr ${price}` }],
  ["a space alone in lines of text with areas", { contents: `1 g 1 G /DeviceGray CS 3 w 2 Tr ${price}` }],
  ["a space alone in a stencil", { contents: `1 g /DeviceGray cs ${stencil}` }],
  [
    "a space alone in a stencil by name",
    drawing(`1 g /DeviceGray cs q 100 0 0 80 20 20 cm /X Do Q`, picture("/ImageMask true /BitsPerComponent 1")),
  ],
  ["a space alone behind a tile", drawing(`/Pattern cs /P scn /DeviceGray cs ${price}`, tile("1 g 0 0 200 200 re f"))],
  ["a space alone that is saved", { contents: `1 g /DeviceGray cs q 0 sc Q ${price}` }],
  ["a space alone behind a colour that is restored", { contents: `1 g q 0 g Q /DeviceGray cs ${price}` }],
  ["a space alone in a form", inForm(`1 g /DeviceGray cs ${price}`)],
  ["a space alone behind the colour of a page", inForm(`/DeviceGray cs ${price}`)],
  ["a space alone of a page in a form", inForm(price, "1 g /DeviceGray cs")],
  ["a space alone of a page in lines of a form", inForm(line, "1 G /DeviceGray CS")],
  ["a space alone of a page in lines of a form's text", inForm(price, "1 G /DeviceGray CS 3 w 1 Tr")],
  [
    "a space alone of a page in lines of text of a form of a form",
    {
      ...inForm("3 w 1 Tr /Y Do", "1 G /DeviceGray CS"),
      more: [form("3 w 1 Tr /Y Do", "/Resources << /XObject << /Y 8 0 R >> >>"), form(price, helvetica)],
    },
  ],
  ["a space alone behind a mask", behindMask("1 g /DeviceGray cs")],
  ["a space alone in a glyph", ofGlyph("/DeviceGray cs 0 0 1 1 re f")],
  ["a space alone of a page in lines of a glyph", ofGlyph(".3 w 0 0 m 1 1 l S", "1 G /DeviceGray CS")],
  ["a space alone in an annotation", appearance(`1 g /DeviceGray cs ${square}`)],
  ["a space alone in a tile", drawing(`/Pattern cs /P scn ${square}`, tile(`1 g /DeviceGray cs 0 0 200 200 re f`))],
  ["a pattern that is set as numbers are", drawing(`/Pattern cs /P sc ${price}`, tile("1 g 0 0 200 200 re f"))],
  ["one of lines", drawing(`/Pattern CS /P SC ${line}`, tile("1 g 0 0 200 200 re f"))],
];

/** What every reader shows alike. */
const alike: Pages = [
  ["grey at the beginning", { contents: `/DeviceGray cs ${price}` }],
  ["red, green and blue at the beginning", { contents: `/DeviceRGB cs ${price}` }],
  ["inks of print at the beginning", { contents: `/DeviceCMYK cs ${price}` }],
  ["calibrated grey at the beginning", after("", calGray)],
  ["a space in lines at the beginning", { contents: `/DeviceRGB CS ${line}` }],
  ["a space behind black", { contents: `0 0 0 rg /DeviceGray cs ${price}` }],
  ["a space behind black ink", { contents: `1 g 0 0 0 1 k /DeviceGray cs ${price}` }],
  ["a space behind black of a space", { contents: `1 g /DeviceRGB cs 0 0 0 sc /DeviceGray cs ${price}` }],
  ["a space behind another, behind black", { resources: space(blackInk), contents: `/S cs /DeviceRGB cs ${price}` }],
  ["a space and its colour", { contents: `1 g /DeviceGray cs 0 sc ${price}` }],
  ["a space and another colour", { contents: `1 g /DeviceGray cs 0 0 0 rg ${price}` }],
  ["an ink and its colour", { resources: space(blackInk), contents: `1 g /S cs 1 scn ${price}` }],
  ["a space that is restored", { contents: `0 g q 1 g /DeviceGray cs Q ${price}` }],
  ["a space of lines, and areas", { contents: `1 G /DeviceGray CS ${price}` }],
  ["a space of areas, and lines", { contents: `1 g /DeviceGray cs ${line}` }],
  ["a space of areas, and lines of text", { contents: `1 g /DeviceGray cs 3 w 1 Tr ${price}` }],
  ["a space, and text that is not shown", { contents: `1 g /DeviceGray cs q 3 Tr ${price} Q 0 g ${price}` }],
  [
    "a space, and a picture in colours",
    drawing("1 g /DeviceGray cs q 100 0 0 80 20 20 cm /X Do Q", picture("/ColorSpace /DeviceGray /BitsPerComponent 1")),
  ],
  [
    "a space, and an inline picture in colours",
    { contents: "1 g /DeviceGray cs q 100 0 0 80 20 20 cm BI /W 8 /H 1 /BPC 1 /CS /G ID \0 EI Q" },
  ],
  [
    "a space, and a shading",
    {
      resources: `/Shading << /X << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 400 0] /Function ${same} >> >>`,
      contents: "1 g /DeviceGray cs q 20 20 100 80 re W n /X sh Q",
    },
  ],
  ["a space, and a form in colours of its own", inForm(`0 g ${price}`, "1 g /DeviceGray cs")],
  ["a space of lines, and areas of a form", inForm(price, "1 G /DeviceGray CS")],
  ["a tile behind a space", drawing(`/Pattern cs /P scn ${square}`, tile("0 g 0 0 200 200 re f"))],
];

describeToldApart("a page with", { refused, alike }, { apart: 400, share: 1 / 8, slack: 100, shown: 400 });
