/** Shadings of triangles and patches: many, upon each other, and side by side. */
import { describe, expect, it } from "vitest";
import { form, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

type Vertex = readonly [flag: number, x: number, y: number];
/** Of one octet each for a flag, a coordinate of 0 to 255 and a colour; `rows` of a lattice, which has no flags. */
const mesh = (type: number, vertices: readonly Vertex[], entries = ""): string => {
  const octets = Buffer.from(vertices.flatMap(([flag, x, y]) => (type === 5 ? [x, y, 9] : [flag, x, y, 9])));
  return stored(type, octets, entries);
};
const stored = (type: number, octets: Buffer, entries = ""): string =>
  `<< /ShadingType ${type} /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 ` +
  `/Decode [0 595 0 842 0 1] ${entries} /Length ${octets.length} >>\nstream\n${octets.toString("latin1")}\nendstream`;
const shaded = (object: string, operators = "/S sh"): Uint8Array =>
  page("/Contents 4 0 R /Resources << /Shading << /S 5 0 R >> >>", contentStream(operators), object);
const painted = (object: string, operators: string, matrix = ""): Uint8Array =>
  page(
    `/Contents 4 0 R /Resources << /Pattern << /P << /PatternType 2 /Shading 5 0 R ${matrix} >> >> /Font << /F << /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 6 0 R >> >>`,
    contentStream(operators),
    object,
    form("0 0 9 9 re f"),
  );

const times = <Item>(count: number, ...items: readonly Item[]): Item[] =>
  Array.from({ length: count }, () => items).flat();
const corners: readonly Vertex[] = [
  [0, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];
/** A patch over all of the page, of 12 or 16 points. */
const patch = (points: number, flag = 0): Buffer =>
  Buffer.from([
    flag,
    ...Array.from({ length: points }, (_, i) => [i % 2 === 0 ? 0 : 255, i % 3 === 0 ? 0 : 255]).flat(),
    1,
    2,
    ...(flag === 0 ? [3, 4] : []),
  ]);
/** A hundred triangles by a hundred, side by side. */
const tiles = Array.from({ length: 10_000 }, (_, i): Vertex[] => {
  const [x, y] = [2 * (i % 100), 2 * Math.floor(i / 100)];
  return [
    [0, x, y],
    [0, x + 2, y],
    [0, x, y + 2],
  ];
}).flat();
const strip = Array.from({ length: 20_000 }, (_, i): Vertex => [i < 3 ? 0 : 1, i % 2 === 0 ? 0 : 255, i % 256]);

describe("a shading of too much", () => {
  it.each<[string, Uint8Array]>([
    ["triangles upon each other", shaded(mesh(4, times(1_000, ...corners)))],
    [
      "triangles that share an edge",
      shaded(mesh(4, [...corners, ...times<Vertex>(1_000, [1, 0, 0], [2, 255, 255], [1, 0, 255])])),
    ],
    ["a lattice", shaded(mesh(5, times<Vertex>(1_000, [0, 0, 0], [0, 255, 255]), "/VerticesPerRow 2"))],
    ["patches", shaded(stored(6, Buffer.concat(times(1_000, patch(12)))))],
    ["patches that share an edge", shaded(stored(6, Buffer.concat([patch(12), ...times(1_000, patch(8, 2))])))],
    ["patches of tensors", shaded(stored(7, Buffer.concat(times(1_000, patch(16)))))],
    ["a mesh drawn often", shaded(mesh(4, times(50, ...corners)), "/S sh ".repeat(30))],
    ["a mesh side by side drawn often", shaded(mesh(4, tiles), "/S sh ".repeat(2_000))],
    [
      "a mesh that much is painted with",
      painted(mesh(4, times(50, ...corners)), `/Pattern cs /P scn ${"0 0 595 842 re f ".repeat(30)}`),
    ],
    [
      "a mesh in one place that much is painted with",
      painted(
        mesh(4, [...times<Vertex>(500, [0, 0, 0], [0, 9, 0], [0, 0, 9]), ...corners]),
        `/Pattern cs /P scn ${"0 0 20 29 re f ".repeat(9_000)}`,
      ),
    ],
    [
      "a mesh in the colour of a form",
      painted(mesh(4, times(500, ...corners)), "/Pattern cs /P scn 100 0 0 100 0 0 cm /X Do"),
    ],
    [
      "a mesh that text is painted with",
      painted(mesh(4, times(1_000, ...corners)), "BT /F 900 Tf /Pattern cs /P scn (a) Tj ET"),
    ],
    ["a million tiny triangles", shaded(mesh(4, times<Vertex>(1_100_000, [0, 0, 0])), "/S sh ".repeat(3))],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a shading as there are many", () => {
  it.each<[string, Uint8Array]>([
    ["ten thousand triangles side by side", shaded(mesh(4, tiles), "/S sh ".repeat(20))],
    ["a strip", shaded(mesh(4, strip.slice(0, 256)))],
    ["a lattice", shaded(mesh(5, tiles, "/VerticesPerRow 3"))],
    ["patches", shaded(stored(6, Buffer.concat([patch(12), patch(8, 1), patch(8, 3)])), "/S sh ".repeat(9))],
    [
      "a mesh that a thousand letters are painted with",
      painted(mesh(4, tiles), "BT /F 9 Tf /Pattern cs /P scn (abcdefghij) Tj ET ".repeat(10)),
    ],
    ["one that is clipped", shaded(mesh(4, times(100, ...corners)), "q 9 9 20 20 re W n /S sh Q ".repeat(1_000))],
    ["none at all", shaded(mesh(4, []))],
    ["octets that end too early", shaded(mesh(6, corners))],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
