/** Fonts whose dictionaries, and glyphs that are contents (Type 3), programs make different things of. */
import type { Drawn } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const coded = "/Encoding << /Differences [97 /a] >>";
const sized = "/FontMatrix [1 0 0 1 0 0]";
const resources = "/Resources << /XObject << /I 9 0 R >> /Font << /F1 5 0 R >> >>";
const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] ${sized} /CharProcs << /a 8 0 R >> ${coded} /FirstChar 97 /LastChar 97 /Widths [1] ${resources} >>`;
const picture = (entries: string, sample: string): string =>
  `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 ${entries} /Length 1 >>\nstream\n${sample}\nendstream`;
const black = picture("/BitsPerComponent 8 /ColorSpace /DeviceGray", "\x00");
const stencil = picture("/BitsPerComponent 1 /ImageMask true", "\x00");
const inline = (entries: string): string => `BI /W 1 /H 1 ${entries} ID \x00 EI`;

/** Two squares, glyphs of a font of Type 3, object 7; what a glyph shows, how text is set, and what is drawn around it. */
const squares = (glyph: string, text = "", object = stencil): Drawn => ({
  fonts: "/F3 7 0 R",
  contents: `BT /F3 60 Tf 20 40 Td ${text} (aa) Tj ET`,
  more: [font, contentStream(`1 0 0 0 1 1 d1 ${glyph}`), object],
});
const square = "0 0 1 1 re f";
/** The same with another font dictionary. */
const changed = (from: string, to: string): Drawn => {
  const [whole = "", ...others] = squares(square).more ?? [];
  return { ...squares(square), more: [whole.replace(from, to), ...others] };
};
const letters = "BT /F1 .3 Tf (MMM) Tj ET";

const refused: Pages = [
  ["no codes", changed(coded, "")],
  ["codes by an unknown name", changed(coded, "/Encoding /Foo")],
  ["an encoding that says nothing", changed(coded, "/Encoding << >>")],
  ["codes that begin with a name", changed("[97 /a]", "[/a]")],
  ["a code with a point", changed("[97 /a]", "[97.0 /a]")],
  ["a code between two", changed("[97 /a]", "[97.5 /a]")],
  ["a code past the last", changed("[97 /a]", "[353 /a]")],
  ["a code below the first", changed("[97 /a]", "[-159 /a]")],
  ["no size", changed(sized, "")],
  ["a size of five numbers", changed(sized, sized.replace("0]", "]"))],
  ["a size of a name", changed(sized, sized.replace("1 0 0 1", "1 0 /a 1"))],
  ["no glyphs", changed("/CharProcs << /a 8 0 R >>", "")],
  ["no widths", changed("/Widths [1]", "")],
  ["no last code", changed("/LastChar 97", "")],
  ["a picture in a glyph that is a shape", squares("/I Do", "1 g", black)],
  ["an inline picture in a glyph that is a shape", squares(inline("/BPC 8 /CS /G"), "1 g")],
  ["glyphs that are text, at a distance", squares(letters, "30 Tc")],
  ["glyphs that are text, at a height", squares(letters, "50 Ts")],
  ["glyphs that are text, at a distance of words", squares("BT /F1 .3 Tf (M M) Tj ET", "30 Tw")],
  [
    "glyphs that are drawn, in text that clips",
    { ...squares(square), contents: "BT /F3 60 Tf 7 Tr 20 40 Td (aa) Tj ET 0 0 90 190 re f" },
  ],
];

const asItIs: Pages = [
  ["squares", squares(square)],
  ["codes by name", changed(coded, "/Encoding /WinAnsiEncoding")],
  ["codes and others", changed("[97 /a]", "[97 /b 97 /a]")],
  ["a stencil", squares("/I Do")],
  ["an inline stencil", squares(inline("/BPC 1 /IM true"))],
  ["glyphs that are text", squares(letters)],
  ["glyphs at a distance", squares(square, "5 Tc 3 Ts 50 Tz")],
  ["glyphs that are text, at a distance that is taken back", squares(letters, "30 Tc 0 Tc")],
];

describeToldApart("a font with", { refused, alike: asItIs }, { apart: 250, share: 0.05, slack: 150 });
