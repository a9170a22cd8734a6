/** Groups of soft masks, and tiles, that leave colours and other states as they take them over: readers begin them with other ones. */
import { type Drawn, form } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const square = "20 20 100 80 re f";
const all = "0 0 200 200 re f";
const line = "0 100 m 200 100 l S";
const text = "BT /F1 150 Tf 10 20 Td (MM) Tj ET";
const font = "/Font << /F1 5 0 R >>";
/** By a name, object 8. */
const drawing = "/XObject << /X 8 0 R >>";
const group = (entries = ""): string =>
  `/Group << /S /Transparency /CS /DeviceGray >> /Resources << ${font} ${entries} >>`;

type Masked = {
  readonly kind?: string;
  readonly after?: string;
  readonly resources?: string;
  readonly more?: readonly string[];
};
/** A mask whose group paints by `within`, set after `before`; `more`: objects from 8 on. */
const masked = (before: string, within: string, { kind, after, resources = "", more = [] }: Masked = {}): Drawn => ({
  resources: `/ExtGState << /G << /SMask << /S /${kind ?? "Luminosity"} /G 7 0 R >> >> >> ${resources}`,
  contents: `${before} /G gs ${after ?? "0 g 0 G"} ${square}`,
  more: [form(within, group(more.length > 0 ? "/XObject << /Y 8 0 R >>" : "")), ...more],
});
const nested = (before: string, outer: string): Drawn => masked(before, outer, { more: [form(all)] });
/** A form that page and mask have in common: it sets the mask, or is drawn behind it. */
const around = (contents: string, within: string, inner: string, entries = ""): Drawn => ({
  ...masked("", within, { resources: drawing }),
  contents,
  more: [
    form(within, group()),
    form(inner, `${entries} /Resources << /ExtGState << /G << /SMask << /S /Luminosity /G 7 0 R >> >> >> >>`),
  ],
});
const isolated = "/Group << /S /Transparency >>";
const tile = (operators: string, entries = "/PaintType 1"): string =>
  contentStream(operators).replace(
    "<<",
    `<< /PatternType 1 ${entries} /TilingType 1 /BBox [0 0 200 200] /XStep 200 /YStep 200 /Resources << ${font} ${operators.includes("Do") ? drawing : ""} >>`,
  );
const patterns = "/Pattern << /P 7 0 R >> /ColorSpace << /U [/Pattern /DeviceGray] >>";
/** A square in a tile. */
const tiled = (before: string, operators: string, more: readonly string[] = []): Drawn => ({
  ...{ resources: patterns, contents: `/Pattern cs /P scn ${before} ${square}`, more: [tile(operators), ...more] },
});
const inked = (before: string, operators: string): Drawn => ({
  ...{ resources: patterns, contents: `/U cs 0 /P scn ${before} ${square}`, more: [tile(operators, "/PaintType 2")] },
});
const lined = (before: string, operators: string): Drawn => ({
  resources: patterns,
  contents: `/Pattern CS /P SCN ${before} 80 w 20 60 m 120 60 l S`,
  more: [tile(operators)],
});
const type3 = (operators: string): readonly string[] => [
  "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 9 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>",
  contentStream(`1 0 d0 ${operators}`),
];
const glyph = "BT /F3 90 Tf 20 20 Td (a) Tj ET";

/** At least two of three readers show something else of each. */
const refused: Pages = [
  ["a mask in white that it takes over", masked("1 g", all)],
  ["a mask in white of red, green and blue that it takes over", masked("1 1 1 rg", all)],
  ["a mask in white of inks that it takes over", masked("0 0 0 0 k", all)],
  ["a mask in grey that it takes over", masked(".5 g", all)],
  ["a mask of lines in white that it takes over", masked("1 G", `200 w ${line}`)],
  ["a mask of lines whose colour is set behind it", masked("", `200 w ${line}`, { after: "1 G" })],
  ["a mask of text in white that it takes over", masked("1 g", text)],
  ["a mask of lines of text in white that it takes over", masked("1 G", `20 w 1 Tr ${text}`)],
  ["a mask of a stencil", masked("1 g", "q 200 0 0 200 0 0 cm BI /W 8 /H 1 /BPC 1 /IM true ID \0 EI Q")],
  ["a mask of a form in white that it takes over", nested("1 g", "/Y Do")],
  [
    "a mask of glyphs in white that they take over",
    {
      ...masked("1 g", glyph),
      more: [
        form(glyph, "/Group << /S /Transparency /CS /DeviceGray >> /Resources << /Font << /F3 8 0 R >> >>"),
        ...type3("0 0 1 1 re f"),
      ],
    },
  ],
  [
    "a mask in a white pattern that it takes over",
    masked("/Pattern cs /P scn", all, { resources: "/Pattern << /P 8 0 R >>", more: [tile(`1 g ${all}`)] }),
  ],
  [
    "a mask of opacity in an empty pattern that it takes over",
    masked("/Pattern cs /P scn", all, { kind: "Alpha", resources: "/Pattern << /P 8 0 R >>", more: [tile(" ")] }),
  ],
  ["a mask of lines whose breadth is set before it", masked("200 w", `1 G ${line}`)],
  ["a mask of lines whose breadth is set behind it", masked("", `1 G ${line}`, { after: "0 g 200 w" })],
  ["a mask of opacity of lines whose breadth is set behind it", masked("", line, { kind: "Alpha", after: "200 w" })],
  ["a mask of lines in dashes that it takes over", masked("[1 200] 0 d", `200 w 1 G ${line}`)],
  ["a mask of lines with ends that it takes over", masked("2 J", "1 G 160 w 100 100 m 100.01 100 l S")],
  ["a mask of text in a mode that is set behind it", masked("", `1 g ${text}`, { after: "3 Tr" })],
  ["a mask of text that is raised behind it", masked("", `1 g ${text}`, { after: "200 Ts" })],
  ["a mask of text that is narrow behind it", masked("", `1 g ${text}`, { after: "20 Tz" })],
  [
    "a mask of text in a font that is set again",
    masked("/F1 150 Tf", "1 g BT 10 20 Td (MM) Tj ET", { after: "/F1 9 Tf" }),
  ],
  [
    "a mask of text whose lines are set apart before it",
    masked("100 TL", "1 g BT /F1 50 Tf 10 50 Td T* (MM) Tj ET", { after: "0 TL" }),
  ],
  ["a mask in a form in white that both take over", around("1 G /X Do", `200 w ${line}`, `/G gs 0 G ${square}`)],
  ["a mask before a form that sets a colour", around("/G gs /X Do", `200 w ${line}`, `1 G ${square}`)],
  [
    "a mask in white that it takes over from another mask",
    {
      ...masked("1 g", ""),
      more: [
        form(
          `/M gs 1 G 200 w ${line}`,
          "/Group << /S /Transparency /CS /DeviceGray >> /Resources << /ExtGState << /M << /SMask << /S /Luminosity /G 8 0 R >> >> >> >>",
        ),
        form(all, group()),
      ],
    },
  ],
  ["a tile of lines in white that it takes over", tiled("1 G", `50 w ${line}`)],
  ["a tile of lines in dashes that it takes over", tiled("[1 200] 0 d", `0 G 200 w ${line}`)],
  ["a tile of text in a mode that it takes over", tiled("3 Tr", `0 g ${text}`)],
  ["a tile of text that is raised around it", tiled("200 Ts", `0 g ${text}`)],
  ["a tile of text that is narrow around it", tiled("10 Tz", `0 g ${text}`)],
  ["a tile of text that is spaced around it", tiled("200 Tc", "0 g BT /F1 50 Tf 10 20 Td (MM) Tj ET")],
  ["a tile of text in a font that it takes over", tiled("/F1 150 Tf", "0 g BT 10 20 Td (MM) Tj ET")],
  [
    "a tile of a form of text that is raised around it",
    tiled("200 Ts", "/X Do", [form(text, `/Resources << ${font} >>`)]),
  ],
  ["a tile in a colour of text that is raised", inked("200 Ts", text)],
  ["a tile of areas in white that it takes over in lines", lined("1 g", all)],
  [
    "a tile in a form's colour, of text that it raises",
    {
      ...tiled("", `0 g ${text}`, [form(`200 Ts ${square}`)]),
      resources: `${patterns} ${drawing}`,
      contents: "/Pattern cs /P scn /X Do",
    },
  ],
];

/** What every reader shows alike. */
const alike: Pages = [
  ["a mask in white of its own", masked(".5 g", `1 g ${all}`)],
  ["a mask of lines of its own", masked("3 w 2 J [1 9] 0 d .5 G", `200 w 0 J [] 0 d 1 G ${line}`)],
  ["a mask of text of its own", masked("200 Ts", `1 g 0 Ts ${text}`)],
  ["a mask in white of its own, behind another font", masked("/F1 9 Tf", `1 g ${text}`)],
  ["a mask of opacity in white that it takes over", masked("1 g", all, { kind: "Alpha" })],
  ["a mask of a form in white of the mask's own", nested(".5 g", "1 g /Y Do")],
  ["a mask in black that it takes over, and in white", masked("", `0 0 90 90 re f 1 g ${all}`)],
  ["a mask in black ink that it takes over, and in white", masked("0 0 0 1 k", `0 0 90 90 re f 1 g ${all}`)],
  ["a mask of a breadth that is set again to what it was", masked("9 w 1 w", `1 G [] 0 d 0 0 200 200 re S 1 g ${all}`)],
  [
    "a mask that takes over black, before a group in white",
    around("/G gs /X Do", `${line} 1 g ${all}`, `1 G 0 g ${square}`, isolated),
  ],
  ["a tile that takes over what it is", tiled("", all)],
  ["a tile of lines of its own", tiled("1 G", `0 G 90 w ${line}`)],
  [
    "a tile of lines whose breadth and corners are set around it",
    tiled("9 w 1 j", `0 G [] 0 d 99 0 2 200 re S 0 g ${all}`),
  ],
  ["a tile of text of its own", tiled("20 Ts", `0 g 0 Ts ${text}`)],
  ["a tile in a colour, in lines", inked("1 G", `160 w ${line}`)],
  ["a tile of areas in lines", lined("", all)],
];

describeToldApart("a page with", { refused, alike }, { apart: 400, share: 1 / 8, slack: 100, shown: 400 });
