/** Shadings and tiles that say less than they must, or otherwise: one reader paints them over a page, and another paints nothing. */
import { describe, expect, it } from "vitest";
import { type Drawn, made, price, same } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { refusalOf } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

/** A price, and below it a square that object 7, a shading or a pattern, paints. */
const drawn = (operators: string, ...more: readonly string[]): Drawn => ({
  resources: "/Pattern << /P 7 0 R >> /Shading << /P 7 0 R >> /ColorSpace << /S /DeviceGray >>",
  contents: `q ${operators} Q ${price}`,
  more,
});
const bySh = (shading: string, ...more: readonly string[]): Drawn => drawn("0 0 100 80 re W n /P sh", shading, ...more);
const byPattern = (pattern: string, ...more: readonly string[]): Drawn =>
  drawn("/Pattern cs /P scn 0 0 100 80 re f", pattern, ...more);
const inPattern = (shading: string, entries = ""): Drawn =>
  byPattern(`<< /PatternType 2 /Shading 8 0 R ${entries} >>`, shading);

const gray = "/ColorSpace /DeviceGray";
const ends = "/Extend [true true]";
const along = (coords: string, entries = "", space = gray, fn = same): string =>
  `<< /ShadingType 2 ${space} /Coords [${coords}] /Function ${fn} ${entries} >>`;
const axial = (entries: string, space = gray, fn = same): string => along("0 0 100 0", entries, space, fn);
const around = (coords: string, entries = ""): string =>
  along(coords, entries).replace("/ShadingType 2", "/ShadingType 3");
const powerOf = (...numbers: readonly number[]): string =>
  `<< /FunctionType 2 /Domain [0 1] /C0 [${numbers.map(() => 0)}] /C1 [${numbers}] /N 1 >>`.replaceAll(",", " ");
const blackness = (outputs: number): string =>
  contentStream(`{pop pop ${"0 ".repeat(outputs)}}`).replace(
    "<<",
    `<< /FunctionType 4 /Domain [0 100 0 100] /Range [${"0 1 ".repeat(outputs)}]`,
  );
/** Black all over. */
const all = (entries: string, outputs = 1, space = gray): Drawn =>
  bySh(`<< /ShadingType 1 ${space} /Function 8 0 R ${entries} >>`, blackness(outputs));
/** Each number an octet: a black triangle, and a black square. */
const bits = "/BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8";
const decoded = "/Decode [0 100 0 100 0 1]";
const black = String.fromCharCode(0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0);
const square = String.fromCharCode(0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 0);
const mesh = (entries: string, space = gray): string =>
  contentStream(black).replace("<<", `<< /ShadingType 4 ${space} ${entries}`);
const lattice = (entries: string): string =>
  contentStream(square).replace("<<", `<< /ShadingType 5 ${gray} ${bits} ${decoded} ${entries}`);
const tile = (entries: string, kind = "1"): Drawn =>
  byPattern(
    contentStream("0 0 9 9 re f").replace(
      "<<",
      `<< /PatternType ${kind} /PaintType 1 /TilingType 1 /XStep 9 /YStep 9 /Resources << >> ${entries}`,
    ),
  );

/** At least two of three readers show something else of each. */
const refused: Pages = [
  ["a line of three numbers", bySh(along("0 0 100"))],
  ["a line of five numbers", bySh(along("0 0 100 0 7"))],
  ["a line that begins with a name", bySh(along("/a 0 100 0"))],
  ["a line between two equal points", bySh(along("50 50 50 50"))],
  ["a line between two equal points that goes on", bySh(along("50 50 50 50", ends))],
  ["a line between two equal points that goes on at one end", inPattern(along("50 50 50 50", "/Extend [false true]"))],
  ["a line between two points that are one for some", bySh(along("50 0 50.00001 0", ends))],
  [
    "a line between two such points far away",
    drawn("0 0 100 80 re W n 1 0 0 1 -99950 0 cm /P sh", along("100000 0 100000.001 0", ends)),
  ],
  ["a line without end", bySh(along("0 0 10000000000 0"))],
  ["a circle of seven numbers", bySh(around("50 50 0 50 50 50 9"))],
  ["a circle that begins with a name", bySh(around("/a 50 0 50 50 50"))],
  ["circles that are one for some", bySh(around("50 50 20 50.0001 50 20", ends))],
  ["a circle without end", bySh(around("50 50 0 50 50 10000000000"))],
  ["a domain of nothing", bySh(axial("/Domain [0 0]"))],
  ["a domain that is turned over", inPattern(axial("/Domain [1 0]"))],
  ["a domain of one number", bySh(axial("/Domain [0]"))],
  ["a domain of names", bySh(axial("/Domain [/a /b]"))],
  ["a domain of nothing between circles", bySh(around("50 50 0 50 50 50", "/Domain [0 0]"))],
  ["an end of one word", bySh(along("20 0 70 0", "/Extend [true]"))],
  ["no colour space", bySh(axial("", ""))],
  ["no colour space in a pattern", inPattern(axial("", ""))],
  ["no colour space between circles", inPattern(around("50 50 0 50 50 50").replace(gray, ""))],
  ["a colour space that the page has by name", bySh(axial("", "/ColorSpace /S"))],
  ["a colour space by another name", bySh(axial("", "/ColorSpace /CalGray"))],
  ["a colour space of patterns", bySh(axial("", "/ColorSpace [/Pattern /DeviceGray]"))],
  ["colours of a palette", bySh(axial("", "/ColorSpace [/Indexed /DeviceGray 1 <00ff>]"))],
  ["one number for three inks", bySh(axial("", "/ColorSpace /DeviceRGB"))],
  ["three numbers for one ink", bySh(axial("", gray, powerOf(1, 1, 1)))],
  ["four numbers for three inks", bySh(axial("", "/ColorSpace /DeviceRGB", powerOf(1, 1, 1, 1)))],
  [
    "three numbers for each of three inks",
    bySh(axial("", "/ColorSpace /DeviceRGB", `[${powerOf(1, 1, 1).repeat(3)}]`)),
  ],
  ["a function of two lengths", bySh(axial("", gray, "<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1 1 1] /N 1 >>"))],
  ["a function without exponent", bySh(axial("", gray, "<< /FunctionType 2 /Domain [0 1] >>"))],
  ["a function without domain", bySh(axial("", gray, "<< /FunctionType 2 /N 1 >>"))],
  ["a function of no whole kind", bySh(axial("", gray, "<< /FunctionType 2.0 /Domain [0 1] /N 1 >>"))],
  [
    "functions one behind the other without bounds",
    bySh(
      axial("", gray, `<< /FunctionType 3 /Domain [0 1] /Functions [${same} ${same}] /Bounds [] /Encode [0 1 0 1] >>`),
    ),
  ],
  [
    "functions of one and of three numbers one behind the other",
    bySh(
      axial(
        "",
        gray,
        `<< /FunctionType 3 /Domain [0 1] /Functions [${same} ${powerOf(1, 1, 1)}] /Bounds [.5] /Encode [0 1 0 1] >>`,
      ),
    ),
  ],
  ["a kind with a point", bySh(axial("").replace("/ShadingType 2", "/ShadingType 2.0"))],
  ["a kind between two", bySh(axial("").replace("/ShadingType 2", "/ShadingType 2.5"))],
  ["a background that is not to be painted", bySh(along("20 0 70 0", "/Background [0]"))],
  ["a background of more numbers", inPattern(along("20 0 70 0", "/Background [0 0 0]"))],
  ["a box of three numbers", bySh(axial("/BBox [0 0 50]"))],
  ["a box of five numbers", bySh(axial("/BBox [0 0 50 50 50]"))],
  ["an area of names", all("/Domain [/a 100 0 100]")],
  ["an area of six numbers", all("/Domain [0 100 0 100 0 100]")],
  ["an area that is turned over", all("/Domain [100 0 0 100]")],
  ["an area in no colour space", all("/Domain [0 100 0 100]", 1, "")],
  ["an area of too many colours", all("/Domain [0 100 0 100]", 2)],
  ["an area with a matrix of no numbers", all("/Domain [0 100 0 100] /Matrix []")],
  ["an area with a matrix of names", all("/Domain [0 100 0 100] /Matrix [/a 0 0 1 0 0]")],
  [
    "an area with a background",
    byPattern(
      `<< /PatternType 2 /Shading << /ShadingType 1 ${gray} /Domain [0 50 0 50] /Function 8 0 R /Background [0] >> >>`,
      blackness(1),
    ),
  ],
  ["a mesh in no colour space", bySh(mesh(`${bits} ${decoded}`, ""))],
  ["a mesh whose colours are not decoded", bySh(mesh(`${bits} /Decode [0 100 0 100]`))],
  ["a mesh decoded for two colours", bySh(mesh(`${bits} /Decode [0 100 0 100 0 1 0 1]`))],
  ["a mesh decoded by names", inPattern(mesh(`${bits} /Decode [/a 100 0 100 0 1]`))],
  ["a mesh of one number for three inks", bySh(mesh(`${bits} ${decoded}`, "/ColorSpace /DeviceRGB"))],
  ["a mesh of seven bits", bySh(mesh(`${bits.replace("Coordinate 8", "Coordinate 7")} ${decoded}`))],
  ["a mesh of no bits for places", bySh(mesh(`${bits.replace("/BitsPerCoordinate 8", "")} ${decoded}`))],
  ["a mesh of no bits for colours", bySh(mesh(`${bits.replace("/BitsPerComponent 8", "")} ${decoded}`))],
  ["a lattice without rows", bySh(lattice(""))],
  ["a lattice of rows of one", bySh(lattice("/VerticesPerRow 1"))],
  ["a lattice of rows of two and a half", bySh(lattice("/VerticesPerRow 2.5"))],
  ["a pattern without shading", byPattern("<< /PatternType 2 >>")],
  ["a pattern of a kind with a point", tile("/BBox [0 0 9 9]", "1.0")],
  ["a pattern with a matrix of no numbers", inPattern(axial(""), "/Matrix []")],
  ["a tile without a box", tile("")],
  ["a tile with a box of no size", tile("/BBox [0 0 0 0]")],
  ["a tile with a box of no height", tile("/BBox [0 0 9 0]")],
  ["a tile with a box of three numbers", tile("/BBox [0 0 9]")],
  ["a tile with a box of five numbers", tile("/BBox [0 0 9 9 9]")],
  ["a tile with a matrix of no numbers", tile("/BBox [0 0 9 9] /Matrix []")],
  ["a tile with a matrix of names", tile("/BBox [0 0 9 9] /Matrix [/a 0 0 1 0 0]")],
];

/** What every reader shows alike. */
const asItIs: Pages = [
  ["a shading along a line", bySh(along("20 0 70 0", `${ends} /Domain [0 1]`))],
  ["a shading in a box", bySh(axial("/BBox [0 0 50 50]"))],
  ["a shading between points two thousandths apart", bySh(along("50 0 50.002 0", ends))],
  ["a shading from circle to circle", inPattern(around("20 50 5 70 50 20", ends), "/Matrix [1 0 0 1 0 0]")],
  ["a shading from circle to circle in a box", inPattern(around("20 50 5 70 50 20", "/BBox [0 0 50 50]"))],
  ["two equal circles", bySh(around("50 50 20 50 50 20", ends))],
  ["a shading of one function each", bySh(axial("", "/ColorSpace /DeviceRGB", `[${same} ${same} ${same}]`))],
  [
    "a shading of functions one behind the other",
    bySh(
      axial(
        "",
        gray,
        `<< /FunctionType 3 /Domain [0 1] /Functions [${same} ${same}] /Bounds [.5] /Encode [0 1 0 1] >>`,
      ),
    ),
  ],
  ["a shading without function, which nobody paints", bySh(axial("", gray, "null"))],
  ["a background in a pattern", inPattern(along("20 0 70 0", "/Background [0]"))],
  ["an area", all("/Domain [0 100 0 100]")],
  ["an area with a matrix", all("/Matrix [100 0 0 100 0 0]")],
  ["an area in colours", all("/Domain [0 100 0 100]", 3, "/ColorSpace /DeviceRGB")],
  ["a mesh", bySh(mesh(`${bits} ${decoded}`))],
  ["a mesh in a pattern", inPattern(mesh(`${bits} ${decoded} /BBox [0 0 50 50]`))],
  ["a mesh of a function", bySh(mesh(`${bits} ${decoded} /Function ${powerOf(1, 1, 1)}`, "/ColorSpace /DeviceRGB"))],
  ["a mesh of a palette", bySh(mesh(`${bits} ${decoded}`, "/ColorSpace [/Indexed /DeviceGray 1 <00ff>]"))],
  ["a lattice", bySh(lattice("/VerticesPerRow 2"))],
  ["a tile that is turned over", tile("/BBox [9 9 0 0]")],
  ["a tile with a matrix that leads nowhere", tile("/BBox [0 0 9 9] /Matrix [1 1 1 1 0 0]")],
];

describeToldApart("a page with", { refused, alike: asItIs }, { apart: 600, share: 1 / 8, slack: 100 });

describe("a page with", () => {
  it("a mesh without bits for its flags, which a browser reads without end, is refused", async () => {
    const file = bySh(mesh(`${bits.replace("/BitsPerFlag 8", "")} ${decoded}`));
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });
});
