/** Pictures in contents whose entries programs make different things of. */
import { deflateSync } from "node:zlib";
import { type Drawn, space } from "../../../../fixtures/drawn-page-with.ts";
import { describeToldApart, fourPoints, type Pages } from "../../test/told-apart.ts";

const octets = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
/** One that fills most of a page that is not white. */
const shown = (entries: string, samples: string, resources = ""): Drawn => ({
  resources,
  contents: `.9 .95 1 rg 0 0 200 200 re f 0 .5 0 rg q 180 0 0 180 10 10 cm BI ${entries} ID ${samples} EI Q`,
});
const size = "/W 2 /H 2";
const grey = `${size} /BPC 8 /CS /G`;
const greys = octets("00ff80c0");
const colours = octets("000000ffffffff00000000ff");
const stencil = `${size} /IM true`;
const holes = octets("8000");
const rows = octets("3317fff26a0bfffe002002");

/** At least two of three programs show something else of each. */
const differ: Pages = [
  ["two ways of decoding", shown(`${grey} /Decode [0 1] /D [1 0]`, greys)],
  ["a way of decoding of one number", shown(`${grey} /D [1]`, greys)],
  ["a way of decoding by a name", shown(`${grey} /D /x`, greys)],
  ["two widths", shown(`${grey} /Width 1`, greys)],
  ["two widths, in full first", shown(`/Width 1 ${grey}`, greys)],
  ["two sizes of samples", shown(`${grey} /BitsPerComponent 1`, greys)],
  ["two colour spaces", shown(`${grey} /ColorSpace /RGB`, greys.repeat(3))],
  ["a stencil of eight bits", shown(`${stencil} /BPC 8`, octets("00ff80ff"))],
  ["a stencil decoded to nothing", shown(`${stencil} /D [0 0]`, holes)],
  ["a stencil decoded to everything", shown(`${stencil} /D [1 1]`, holes)],
  ["a stencil that is none in full", shown(`${stencil} /ImageMask false`, holes)],
  ["a soft mask", shown(`${grey} /SMask [0 0]`, greys)],
  ["an unknown packing", shown(`${grey} /F /Foo`, greys)],
  ["two packings", shown(`${grey} /F /AHx /Filter /A85`, "00ff80c0>")],
  [
    "two kinds of fax",
    shown(
      `/W 16 /H 16 /IM true /F /CCF /DP << /K -1 /Columns 16 >> /DecodeParms << /K -1 /Columns 16 /BlackIs1 true >>`,
      rows,
    ),
  ],
  ["a space of no name", shown(`${size} /BPC 8 /CS /Foo`, greys)],
  ["a space of patterns", shown(`${size} /BPC 8 /CS /Pattern`, greys)],
  ["no space", shown(`${size} /BPC 8`, greys)],
  ["a calibrated space", shown(`${size} /BPC 8 /CS [/CalGray << /WhitePoint [.9505 1 1.089] >>]`, greys)],
  ["grey that the resources have as colours", shown(grey, greys, "/ColorSpace << /G /DeviceRGB >>")],
  [
    "grey in full that they have",
    shown(grey.replace("/G", "/DeviceGray"), greys, "/ColorSpace << /DeviceGray /DeviceRGB >>"),
  ],
  [
    "a palette of a space of the resources",
    shown(`${size} /BPC 8 /CS [/I /S 1 <ff000000ff00>]`, octets("00010100"), space("/DeviceRGB")),
  ],
  ["a palette of a palette", shown(`${size} /BPC 8 /CS [/I [/I /G 1 <ff00>] 1 <0100>]`, octets("00010100"))],
  ["a palette of two and a half", shown(`${size} /BPC 8 /CS [/I /G 1.5 <ff00ff00>]`, octets("00010100"))],
  ["samples of unknown bits", shown(`${size} /CS /G`, greys)],
  ["a width between two", shown(grey.replace("/W 2", "/W 2.5"), greys.repeat(2))],
];

/** MuPDF draws nothing of the page. */
const undrawn: Pages = [
  ["samples of three bits", shown(grey.replace("8", "3"), greys)],
  ["no width", shown(grey.replace("/W 2", "/W 0"), greys)],
  ["less than no width", shown(grey.replace("/W 2", "/W -2"), greys)],
];

/** Every program shows the same of each. */
const alike: Pages = [
  ["grey", shown(grey, greys)],
  ["grey in full", shown("/Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray", greys)],
  ["grey turned over", shown(`${grey} /D [1 0]`, greys)],
  ["colours", shown(grey.replace("/G", "/RGB"), colours)],
  ["sixteen bits", shown(grey.replace("8", "16"), octets("0001ffff8101c101"))],
  ["a stencil", shown(stencil, holes)],
  ["a stencil turned over", shown(`${stencil} /BPC 1 /D [1 0]`, holes)],
  ["no stencil", shown(`${grey} /IM false`, greys)],
  ["a transparent colour", shown(`${grey} /Mask [128 128]`, greys)],
  ["a packing", shown(`${grey} /F /AHx`, "00ff80c0>")],
  [
    "two packings one after the other",
    shown(`${grey} /F [/AHx /Fl]`, `${deflateSync(Buffer.from("00ff80c0", "hex")).toString("hex")}>`),
  ],
  ["a palette", shown(`${size} /BPC 8 /CS [/I /RGB 1 <ff000000ff00>]`, octets("00010100"))],
  ["colours of the resources", shown(grey.replace("/G", "/S"), colours, space("/DeviceRGB"))],
  [
    "a palette of the resources",
    shown(grey.replace("/G", "/S"), octets("00010100"), space("[/Indexed /DeviceGray 1 <ff00>]")),
  ],
  ["a fax", shown("/W 16 /H 16 /IM true /F /CCF /DP << /K -1 /Columns 16 >>", rows)],
  ["a length", shown(`${grey} /L 4`, greys)],
];

describeToldApart(
  "an inline picture with",
  { refused: differ, undrawn, alike },
  { measure: fourPoints, apart: 40, share: 0, slack: 10 },
);
