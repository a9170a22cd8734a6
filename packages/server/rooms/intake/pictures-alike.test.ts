/** Pictures whose dictionaries programs make different things of: a point is black in one and white, or not there, in another. */
import { deflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import type { Drawn } from "../../../../fixtures/drawn-page-with.ts";
import { describeToldApart, fourPoints, type Pages } from "../../test/told-apart.ts";

const octets = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
const image = (entries: string, samples: string): string =>
  `<< /Type /XObject /Subtype /Image ${entries} /Length ${samples.length} >>\nstream\n${samples}\nendstream`;
/** A picture, object 7, which fills most of a page that is not white; objects from 8 on are its masks. */
const shown = (entries: string, samples: string, ...more: string[]): Drawn => ({
  resources: "/XObject << /I 7 0 R >>",
  contents: ".9 .95 1 rg 0 0 200 200 re f 0 .5 0 rg q 180 0 0 180 10 10 cm /I Do Q",
  more: [image(entries, samples), ...more],
});

const size = "/Width 2 /Height 2";
const grey = `${size} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
/** Each of four points is another one, so that nothing looks as before when it is turned over. */
const greys = octets("00ff80c0");
const rgb = grey.replace("Gray", "RGB");
const colours = octets("000000ffffffff00000000ff");
const stencil = `${size} /ImageMask true /BitsPerComponent 1`;
const holes = octets("8000");
const black = octets("00000000");
const bits = (count: string): Drawn => shown(grey.replace("8", count), octets("4060a0c0102080b0") + greys.repeat(3));
const space = (value: string): Drawn => shown(`${size} /BitsPerComponent 8 ${value}`, colours);
const soft = (entries: string, samples = octets("00ff80ff"), ...more: string[]): Drawn =>
  shown(`${grey} /SMask 8 0 R`, black, image(entries, samples), ...more);
const matte = (entries: string): Drawn =>
  shown(`${rgb} /SMask 8 0 R`, octets("400000804020ff80c0204060"), image(`${grey} ${entries}`, octets("80ff80c0")));
const masked = (entries: string, samples = holes): Drawn =>
  shown(`${grey} /Mask 8 0 R`, black, image(entries, samples));
const palette = (entries: string, samples: string): Drawn =>
  shown(`${size} /ColorSpace [/Indexed /DeviceGray 1 <c000>] ${entries}`, octets(samples));

const side = 16;
/** A JPEG of 16 by 16 in black, white, red and blue. */
const jpeg = ((): string => {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext("2d");
  for (const [i, colour] of ["#000", "#fff", "#f00", "#00f"].entries()) {
    context.fillStyle = colour;
    context.fillRect((i % 2) * 8, i < 2 ? 0 : 8, 8, 8);
  }
  return canvas.toBuffer("image/jpeg", 100).toString("latin1");
})();
const ofSide = `/Width ${side} /Height ${side}`;
const narrow = ofSide.replace("Width 16", "Width 13");
/** A JPEG with so many markers of Adobe behind its beginning (ISO/IEC 10918-6 §6.5.3). */
const marked = (markers: number): string =>
  jpeg.slice(0, 2) + octets("ffee000e41646f626500640000000001").repeat(markers) + jpeg.slice(2);
const photo = (entries: string, samples = jpeg): Drawn =>
  shown(`/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode ${ofSide} ${entries}`, samples);
const photoAs = (from: string, to: string): Drawn => ({
  ...photo(""),
  more: (photo("").more ?? []).map((each) => each.replace(from, to)),
});
/** Its frame says something else at an offset (ISO/IEC 10918-1 §B.2.2). */
const frame = (at: number, value: number): Drawn => {
  const changed = Buffer.from(jpeg, "latin1");
  changed[changed.indexOf(Buffer.from([0xff, 0xc0])) + at] = value;
  return photo("", changed.toString("latin1"));
};

/** White in its first quarter only, as Group 4 (ITU-T T.6), and within JBIG2 as its only region (ISO/IEC 14492 §7.4.6). */
const rows = "3317fff26a0bfffe002002";
const fax = (parameters: string, entries = "/ColorSpace /DeviceGray", kind = "-1", inWidth = ofSide): Drawn =>
  shown(
    `${inWidth} /BitsPerComponent 1 ${entries} /Filter /CCITTFaxDecode /DecodeParms << /K ${kind} ${parameters} >>`,
    octets(rows),
  );
const area = "00000010000000100000000000000000";
const jbig2 = octets(`0000000030000100000013${area}000000000000012600010000001d${area}0001${rows}`);
const scanned = (entries: string, inWidth = ofSide): Drawn =>
  shown(`${inWidth} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode ${entries}`, jbig2);

/** A JPEG 2000 of 16 by 16 in black, half of red, nothing and green, as Pillow saves it with `Image.save("a.pdf")`. */
const translucent = Buffer.from(
  "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAAEAAAABAABAcHAAAAAAAPY29scgEAAAAAABAAAAAiY2RlZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAACSWpwMmP/T/9RADIAAAAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAAQHAQEHAQEHAQEHAQH/UgAMAAAAAQAEBAQAAf9cABBAQEhIUEhIUEhIUEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuNP+QAAoAAAAAAcIAAf+Tz7QIBZ/PtAgJj8+0CAWfz7QEBM/ACh9QFH4AQANvCHsJd8PqAofUBR+AEASfBJ8EccPqAp+AFH4AQAh7A18Jc8PqAp+AFPzAgAVvBX8C28/AFj7QWH2goAeg4PsYDRy/VrcG4EQdr8PqBYfUCwfUCAxLZ9OTDheG6JAEMCAhx9oLPwBofaCgC0rh26sHdVOeEL8G4EQdz8faCz8AWH2goADgBmLZBMdSi48ELuOJX8/AKn4BMPtBwBcSAOo81/mnmWkg3GLmbZH4WhcWBGqQBTC/x9oRH2hMH1AwGHCX/dslnHUbDPQVBfnIuX8WrbyMLUbPwCJ+ATD7QcAZ5QqDu/SSpQxm306+drw2IBYEapAFMMvPwC5+AXD7QgAam93VrrafRQ1SLw8WxRRxRmYGNl+PFq5QMEnnPX/PwCZ+APD7QQAk2dvQU017b98uQjHndimpJN1iz8faER9oRB9QIEp0V4domjJsKd4A3Be9QYskLC6fz8AefgFQfUCASc3bLsgSnyTc4881D9LMNV8k3K9/x9oVPwC4faCAIhk4BIwR5VldOwN62jZmCLk0xlVlJCtjv//Z",
  "base64",
).toString("latin1");

/** At least two of three programs show something else of each. */
const differ: Pages = [
  ["a /Decode of one number", shown(`${grey} /Decode [1]`, greys)],
  ["an empty /Decode", shown(`${grey} /Decode []`, greys)],
  ["a /Decode that is a name", shown(`${grey} /Decode /x`, greys)],
  ["a /Decode of names", shown(`${grey} /Decode [1 /b]`, greys)],
  ["a /Decode for one of three colours", shown(`${rgb} /Decode [1 0]`, colours)],
  ["a stencil decoded to nothing", shown(`${stencil} /Decode [0 0]`, holes)],
  ["a stencil decoded to everything", shown(`${stencil} /Decode [1 1]`, holes)],
  ["a stencil decoded in part", shown(`${stencil} /Decode [.3 1]`, holes)],
  ["a stencil whose /Decode is a name", shown(`${stencil} /Decode /x`, holes)],
  ["a stencil of eight bits", shown(stencil.replace("nent 1", "nent 8"), octets("00ff80ff"))],
  ["a stencil with a soft mask", shown(`${stencil} /SMask 8 0 R`, holes, image(grey, black))],
  ["a stencil with a mask", shown(`${stencil} /Mask 8 0 R`, holes, image(stencil, octets("c0c0")))],
  ["a stencil with transparent colours", shown(`${stencil} /Mask [0 0]`, holes)],
  ["a stencil by a name", shown(`${grey} /ImageMask /true`, greys)],
  ["samples of no bits", bits("0")],
  ["samples of three bits", bits("3")],
  ["samples of nine bits", bits("9")],
  ["samples of twelve bits", bits("12")],
  ["samples of 8.0 bits", bits("8.0")],
  ["samples of a name", bits("/x")],
  ["samples of unknown bits", shown(`${size} /ColorSpace /DeviceGray`, greys)],
  ["no colour space", space("")],
  ["a colour space of no name", space("/ColorSpace /Foo")],
  ["a colour space that is not there", space("/ColorSpace 99 0 R")],
  ["a colour space of a string", space("/ColorSpace (DeviceGray)")],
  ["a space of patterns", space("/ColorSpace [/Pattern]")],
  ["a family of spaces without more", space("/ColorSpace /CalGray")],
  ["a short name of colours of print", space("/ColorSpace /CMYK")],
  [
    "a space of the page's resources",
    { ...space("/ColorSpace /S"), resources: "/XObject << /I 7 0 R >> /ColorSpace << /S /DeviceRGB >>" },
  ],
  ["a palette of a space that is missing", space("/ColorSpace [/Indexed /S 1 <ff000000ff00>]")],
  ["a palette without a last colour", space("/ColorSpace [/Indexed /DeviceGray /x <ff>]")],
  ["a short name of a width", shown(`${grey} /W 1`, greys)],
  ["a short name of bits", shown(`${grey} /BPC 1`, greys)],
  ["a short name of a space", shown(`${grey} /CS /DeviceRGB`, greys.repeat(3))],
  ["a short name beside a /Decode", shown(`${grey} /Decode [0 1] /D [1 0]`, greys)],
  ["a stencil by its short name", shown(`${grey} /IM true`, greys)],
  ["a short name of a filter", shown(`${grey} /Filter /ASCIIHexDecode /F /FlateDecode`, "00ff80c0>")],
  ["a width of two and a half", shown(grey.replace("2", "2.5"), greys.repeat(2))],
  ["fewer octets than points", shown(grey.replace("Height 2", "Height 4"), octets("404080ff"))],
  ["a stencil of fewer octets", shown(`${stencil.replace("Height 2", "Height 4")} /Decode [1 0]`, holes)],
  ["no octets", shown(grey, "")],
  [
    "octets that cannot become enough",
    shown(
      `${grey.replace("Height 2", "Height 20000")} /Filter /FlateDecode`,
      deflateSync(Buffer.alloc(4)).toString("latin1"),
    ),
  ],
  ["transparent colours between two", shown(`${grey} /Mask [0 0.5]`, greys)],
  ["one end of transparent colours", shown(`${grey} /Mask [0]`, greys)],
  ["transparent colours of names", shown(`${grey} /Mask [/a /b]`, greys)],
  ["transparent colours of points", shown(`${grey} /Mask [128 128.0]`, greys)],
  ["transparent colours of one of three", shown(`${rgb} /Mask [0 0]`, colours)],
  [
    "transparent colours of sixteen bits",
    shown(`${grey.replace("8", "16")} /Mask [32768 32768]`, octets("0000ffff8000c000")),
  ],
  ["a palette turned over by halves", palette("/BitsPerComponent 8 /Decode [0 1]", "00ff00ff")],
  ["a palette of sixteen bits", palette("/BitsPerComponent 16", "0000000100010000")],
  ["a soft mask in colours", soft(rgb, colours)],
  ["a soft mask of no space", soft(grey.replace("/ColorSpace /DeviceGray", ""))],
  ["a soft mask of three bits", soft(grey.replace("8", "3"))],
  ["a soft mask that is a stencil", soft(stencil, holes)],
  ["a soft mask with transparent colours", soft(`${grey} /Mask [0 0]`)],
  ["a soft mask of fewer octets", soft(grey, octets("ffff80"))],
  ["a soft mask in no known packing", soft(`${grey} /Filter /Foo`)],
  ["a soft mask that is an array", shown(`${grey} /SMask [0 0]`, black)],
  ["a blending before with one of three colours", matte("/Matte [1]")],
  ["a blending before with four of three", matte("/Matte [1 1 1 1]")],
  ["a blending before with no colour", matte("/Matte []")],
  ["a mask decoded to nothing", masked(`${stencil} /Decode [0 0]`)],
  ["a mask of eight bits", masked(stencil.replace("nent 1", "nent 8"), octets("00ff80ff"))],
  ["a mask of fewer octets", masked(stencil, octets("80"))],
  ["an unknown packing", shown(`${grey} /Filter /Foo`, greys)],
  ["a packing of nothing", shown(`${grey} /Filter [null]`, greys)],
  [
    "a predictor that there is not",
    shown(
      `${grey} /Filter /FlateDecode /DecodeParms << /Predictor 3 >>`,
      deflateSync(Buffer.from("00ff80c0", "hex")).toString("latin1"),
    ),
  ],
  ["a photo half as wide", photoAs("/Width 16", "/Width 8")],
  ["a photo in grey that is none", photoAs("DeviceRGB", "DeviceGray")],
  ["a photo in colours of print that are none", photoAs("DeviceRGB", "DeviceCMYK")],
  ["a photo of four bits", photoAs("nent 8", "nent 4")],
  ["a photo of unknown bits", photoAs("/BitsPerComponent 8", "")],
  ["a photo that is a stencil", photoAs("/BitsPerComponent 8 /ColorSpace /DeviceRGB", "/ImageMask true")],
  ["a photo of another way of colours", photo("/DecodeParms << /ColorTransform /x >>")],
  ["a photo of twelve bits", frame(4, 12)],
  ["a photo of no height", frame(6, 0)],
  ["a photo that is none", photo("", "no photo at all")],
  ["a photo behind other octets", photo("", `junk${jpeg}`)],
  ["a photo packed before", photoAs("/DCTDecode", "[/DCTDecode /FlateDecode]")],
  ["a fax of unknown columns", fax("")],
  ["a fax of half the columns", fax("/Columns 8")],
  ["a photo twice as high", photoAs("/Height 16", "/Height 32")],
  ["a fax of fewer columns, and as many octets", fax("/Columns 9")],
  ["a fax of twice the columns", fax("/Columns 32")],
  ["a fax of black by a name", fax("/Columns 16 /BlackIs1 /true")],
  ["a fax of a kind between two", fax("/Columns 16", "/ColorSpace /DeviceGray", "-1.5")],
  ["a fax that ends before its end", fax("/Columns 16 /Rows 8 /EndOfBlock false")],
  ["a fax in colours", fax("/Columns 16", "/ColorSpace /DeviceRGB")],
  ["a photo that is translucent by itself", shown(`${ofSide} /Filter /JPXDecode /SMaskInData 1`, translucent)],
  ["a scan half as wide", scanned("", ofSide.replace("Width 16", "Width 8"))],
  ["a scan twice as wide", scanned("", ofSide.replace("Width 16", "Width 32"))],
  ["a scan twice as high", scanned("", ofSide.replace("Height 16", "Height 32"))],
];

/** pdf.js or MuPDF draws nothing of the page. */
const undrawn: Pages = [
  ["a picture of no width", shown(grey.replace("Width 2", "Width 0"), greys)],
  ["a picture of less than no height", shown(grey.replace("Height 2", "Height -2"), greys)],
  ["a picture of unknown width", shown(grey.replace("/Width 2", ""), greys)],
  ["a soft mask of no width", soft(grey.replace("Width 2", "Width 0"))],
  ["a soft mask that is no picture", shown(`${grey} /SMask << >>`, black)],
  ["a mask that is no picture", shown(`${grey} /Mask << >>`, black)],
];

/** Every program shows the same of each. */
const alike: Pages = [
  ["grey", shown(grey, greys)],
  ["colours", shown(rgb, colours)],
  ["sixteen bits", shown(grey.replace("8", "16"), octets("0000ffff8000c000"))],
  ["two bits", shown(grey.replace("8", "2"), octets("3090"))],
  ["grey turned over", shown(`${grey} /Decode [1 0]`, greys)],
  ["half of grey", shown(`${grey} /Decode [0 .5]`, greys)],
  ["one colour turned over", shown(`${rgb} /Decode [1 0 0 1 0 1]`, colours)],
  ["more numbers than decode", shown(`${grey} /Decode [1 0 1 0]`, greys)],
  ["a stencil", shown(stencil, holes)],
  ["a stencil turned over", shown(`${stencil.replace("/BitsPerComponent 1", "")} /Decode [1 0]`, holes)],
  ["a picture that is no stencil", shown(`${grey} /ImageMask false`, greys)],
  ["more octets than points", shown(grey, greys.repeat(4))],
  [
    "packed grey",
    shown(
      `${grey} /Filter [/ASCIIHexDecode /FlateDecode]`,
      `${deflateSync(Buffer.from("00ff80c0", "hex")).toString("hex")}>`,
    ),
  ],
  ["a transparent colour", shown(`${rgb} /Mask [255 255 0 0 0 0]`, colours)],
  ["a transparent colour and more than there are", shown(`${grey} /Mask [0 0 300 300]`, greys)],
  ["a stencil with the name of no mask", shown(`${stencil} /SMask /None`, holes)],
  ["a transparent colour of a palette", palette("/BitsPerComponent 8 /Mask [1 1]", "00010100")],
  ["a palette turned over", palette("/BitsPerComponent 1 /Decode [1 0]", "4000")],
  ["a palette as it is", palette("/BitsPerComponent 8 /Decode [0 255]", "00010100")],
  ["a soft mask", soft(grey)],
  ["a soft mask turned over", soft(`${grey} /Decode [1 0]`)],
  ["a soft mask of one bit", soft(grey.replace("8", "1"), octets("4080"))],
  ["a soft mask of another size", soft(grey.replaceAll("2", "4"), octets("0000ffff0000ffff80ffffff8080ffff"))],
  ["a soft mask before another", shown(`${grey} /SMask 8 0 R /Mask [0 0]`, black, image(grey, octets("00ff80ff")))],
  ["a soft mask by the name of none", shown(`${grey} /SMask /None`, black)],
  ["a blending before with white", matte("/Matte [1 1 1]")],
  ["a mask", masked(stencil)],
  ["a mask turned over", masked(`${stencil} /Decode [1 0]`)],
  ["a photo", photo("")],
  ["a photo turned over", photo("/Decode [1 0 1 0 1 0]")],
  ["a photo in brightness and hues by both", photo("/DecodeParms << /ColorTransform 1 >>")],
  [
    "a photo that is packed once more",
    shown(
      `/BitsPerComponent 8 /ColorSpace /DeviceRGB ${ofSide} /Filter [/FlateDecode /DCTDecode]`,
      deflateSync(Buffer.from(jpeg, "latin1")).toString("latin1"),
    ),
  ],
  ["a fax", fax("/Columns 16")],
  ["a fax whose black is one, turned over", fax("/Columns 16 /BlackIs1 true", "/ColorSpace /DeviceGray /Decode [1 0]")],
  ["a fax as a stencil", fax("/Columns 16 /Rows 16", "/ImageMask true")],
  ["a fax whose columns fill octets", fax("/Columns 16", "/ColorSpace /DeviceGray", "-1", narrow)],
  ["a scan", scanned("")],
  ["a scan whose columns fill octets", scanned("", narrow)],
  ["a photo that says twice how its colours are", photo("", marked(2))],
];

describeToldApart(
  "a picture with",
  { refused: differ, undrawn, alike },
  { measure: fourPoints, apart: 40, share: 0, slack: 10 },
);
