// Shadings that are meshes (ISO 32000-2 §8.7.4.5.5 to §8.7.4.5.8): a few octets are a triangle or a patch, and each may lie over all
// that is shaded.

import { noBox } from "../contents/follow-path.ts";
import { type Box, dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Triangles, cells of a lattice or patches; square units of the boxes around them, in the space of the shading. */
export type Mesh = { readonly elements: number; readonly area: number };

type Point = readonly [x: number, y: number];
type MeshReader = {
  readonly isAtEnd: () => boolean;
  readonly flag: () => number;
  readonly point: () => Point;
  readonly skipColours: (count: number) => void;
  readonly align: () => void;
};

/** The mesh of a shading, nothing of one that is none; those read before are in `known` by their numbers. */
export function meshOf(doc: PdfDocument, shading: PdfObject | undefined, known: Map<number, Mesh>): Mesh | undefined {
  const stream = doc.resolve(shading);
  const type = numberOf(doc, dictionaryOf(doc, shading).entries.get("ShadingType")) ?? 0;
  const read = readers.get(type);
  if (stream?.kind !== "stream" || shading?.kind !== "ref" || read === undefined) return undefined;
  const found = known.get(shading.num);
  if (found !== undefined) return found;
  const octets = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  const rows = Math.max(2, numberOf(doc, stream.dict.entries.get("VerticesPerRow")) ?? 2);
  // Whether an element ends with an octet readers see in different ways.
  const [packed, whole] = [false, true].map((aligns) => read(readerOf(doc, stream.dict, octets, aligns), rows));
  const mesh = (packed?.area ?? 0) > (whole?.area ?? 0) ? packed : whole;
  if (mesh !== undefined) known.set(shading.num, mesh);
  return mesh;
}

function readerOf(doc: PdfDocument, { entries }: PdfDict, octets: Uint8Array, aligns: boolean): MeshReader {
  const number = (key: string): number => Math.min(32, Math.max(1, numberOf(doc, entries.get(key)) ?? 1));
  const decode = itemsOf(doc, entries.get("Decode")).map((item) => numberOf(doc, item) ?? 0);
  const [left = 0, right = 0, bottom = 0, top = 0] = decode;
  const [ofPoint, ofColour, ofFlag] = [number("BitsPerCoordinate"), number("BitsPerComponent"), number("BitsPerFlag")];
  const components = entries.has("Function") ? 1 : Math.max(1, Math.floor((decode.length - 4) / 2));
  let at = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; ) {
      const part = Math.min(left, 8 - (at & 7));
      value = value * 2 ** part + (((octets[at >> 3] ?? 0) >> (8 - (at & 7) - part)) & (2 ** part - 1));
      [at, left] = [at + part, left - part];
    }
    return value;
  };
  const most = 2 ** ofPoint - 1;
  return {
    isAtEnd: () => at + 8 > 8 * octets.length,
    flag: () => bits(ofFlag) & 3,
    point: () => [left + (bits(ofPoint) * (right - left)) / most, bottom + (bits(ofPoint) * (top - bottom)) / most],
    skipColours: (count) => {
      at += count * components * ofColour;
    },
    align: () => {
      if (aligns) at = (at + 7) & ~7;
    },
  };
}

const boxAround = (points: readonly (Point | undefined)[]): Box =>
  points.reduce<Box>(
    ([left, bottom, right, top], point) =>
      point === undefined
        ? [left, bottom, right, top]
        : [Math.min(left, point[0]), Math.min(bottom, point[1]), Math.max(right, point[0]), Math.max(top, point[1])],
    noBox,
  );

function areaAround(points: readonly (Point | undefined)[]): number {
  const [left, bottom, right, top] = boxAround(points);
  return Math.max(0, right - left) * Math.max(0, top - bottom);
}

/** Each vertex makes a triangle with two before it, but for the first ones of a new triangle. */
function freeMesh(reader: MeshReader): Mesh {
  let [elements, area, fresh] = [0, 0, 0];
  let triangle: readonly (Point | undefined)[] = [];
  while (!reader.isAtEnd()) {
    const flag = reader.flag();
    const point = reader.point();
    reader.skipColours(1);
    reader.align();
    const [a, b, c] = triangle;
    if (fresh > 0) {
      triangle = [...triangle, point];
      fresh -= 1;
    } else if (flag === 0) {
      triangle = [point];
      fresh = 2;
    } else triangle = flag === 1 ? [b, c, point] : [a, c, point];
    if (fresh > 0) continue;
    elements += 1;
    area += areaAround(triangle);
  }
  return { elements, area };
}

function latticeMesh(reader: MeshReader, perRow: number): Mesh {
  let [elements, area] = [0, 0];
  let above: Point[] = [];
  let row: Point[] = [];
  while (!reader.isAtEnd()) {
    row.push(reader.point());
    reader.skipColours(1);
    reader.align();
    const i = row.length - 1;
    if (i > 0 && above.length > 0) {
      elements += 1;
      area += areaAround([above[i - 1], above[i], row[i - 1], row[i]]);
    }
    if (row.length === perRow) [above, row] = [row, []];
  }
  return { elements, area };
}

/** Patches of so many points, of which four are those of an edge of the one before, unless a flag says that all are new. */
const patchMesh =
  (count: number) =>
  (reader: MeshReader): Mesh => {
    let [elements, area] = [0, 0];
    let patch: readonly (Point | undefined)[] = [];
    while (!reader.isAtEnd()) {
      const flag = reader.flag();
      const shared = flag === 0 ? [] : [0, 1, 2, 3].map((i) => patch[(3 * flag + i) % 12]);
      const own = Array.from({ length: count - shared.length }, () => reader.point());
      patch = [...shared, ...own];
      reader.skipColours(flag === 0 ? 4 : 2);
      reader.align();
      elements += 1;
      area += areaAround(patch);
    }
    return { elements, area };
  };

const readers: ReadonlyMap<number, (reader: MeshReader, perRow: number) => Mesh> = new Map([
  [4, freeMesh],
  [5, latticeMesh],
  [6, patchMesh(12)],
  [7, patchMesh(16)],
]);
