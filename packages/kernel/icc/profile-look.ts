// What the numbers of a table of an ICC profile look like (ICC.1:2022 §6.3.4, §10.10 to §10.12).
import { type Lab, lookOf } from "./device-look.ts";
import { identity, valueOn } from "./profile-curves.ts";
import type { Table } from "./profile-tables.ts";

/** The white that profiles lead to (D50). */
const white = [0.9642, 1, 0.8249] as const;
const xyzMost = 1 + 32_767 / 32_768;

/** Something that puts the look of a node, or of a place between nodes, into `look`. */
export type TableLook = {
  readonly atNode: (look: Lab, node: number) => void;
  /** Places are told by how far along the grid of each component they are. */
  readonly between: (look: Lab, coordinates: Float64Array) => void;
};

/** Looks of a table that leads to "XYZ " or "Lab ". */
export function tableLook(table: Table, target: string): TableLook {
  const { grid, nodeAt, middles, matrix, outputs, lab } = table;
  const [middle0 = identity, middle1 = identity, middle2 = identity] = middles;
  const [output0 = identity, output1 = identity, output2 = identity] = outputs;
  const isDirect = matrix === undefined && middles.every((curve) => curve === identity);
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1, j = 0, k = 0, l = 0] = matrix ?? [];
  const decode = (look: Lab, x: number, y: number, z: number): void => {
    const u = valueOn(output0, x);
    const v = valueOn(output1, y);
    const w = valueOn(output2, z);
    if (target === "Lab ") {
      look.lightness = lab.lightness * u;
      look.red = lab.chroma * v - lab.zero;
      look.yellow = lab.chroma * w - lab.zero;
    } else lookOf(look, (xyzMost * u) / white[0], xyzMost * v, (xyzMost * w) / white[2]);
  };
  const show = (look: Lab, u: number, v: number, w: number): void => {
    if (isDirect) {
      decode(look, u, v, w);
      return;
    }
    const x = valueOn(middle0, u);
    const y = valueOn(middle1, v);
    const z = valueOn(middle2, w);
    decode(look, a * x + b * y + c * z + j, d * x + e * y + f * z + k, g * x + h * y + i * z + l);
  };
  return {
    atNode: (look, node) => show(look, nodeAt(3 * node), nodeAt(3 * node + 1), nodeAt(3 * node + 2)),
    between: (look, coordinates) => {
      const [u = 0, v = 0, w = 0] = numbersBetween(grid, nodeAt, coordinates);
      show(look, u, v, w);
    },
  };
}

/** What the nodes around a place come to, by how near each is. */
function numbersBetween(grid: Table["grid"], nodeAt: Table["nodeAt"], coordinates: Float64Array): number[] {
  const numbers = [0, 0, 0];
  for (let corner = 0; corner < 1 << grid.length; corner += 1) {
    let [node, weight] = [0, 1];
    for (let axis = 0; axis < grid.length; axis += 1) {
      const [points, at] = [grid[axis] ?? 2, coordinates[axis] ?? 0];
      const below = Math.min(Math.floor(at), points - 2);
      const step = (corner >> axis) & 1;
      node = node * points + below + step;
      weight *= step === 1 ? at - below : 1 - at + below;
    }
    if (weight > 0) for (let i = 0; i < 3; i += 1) numbers[i] = (numbers[i] ?? 0) + weight * nodeAt(3 * node + i);
  }
  return numbers;
}
