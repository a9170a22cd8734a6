// Colours of a table of an ICC profile that are looked at: what its nodes stand for, and places in between at even distances.
import { type Lab, type Light, lightThrough, lookOfLight } from "./device-look.ts";
import { placeOn, valueOn } from "./profile-curves.ts";
import type { Table } from "./profile-tables.ts";

/** A place along a component: how far along the grid, which of its nodes that is, and what a device lets through there. */
type Place = { readonly coordinate: number; readonly node: number; readonly light: Light };
/** Places along one component, and its nodes. */
export type Axis = { readonly points: number; readonly places: readonly Place[] };
/** Even places along each component, by how many components there are. */
const evenPlaces: Readonly<Record<number, number>> = { 1: 129, 3: 17, 4: 7 };

/** Nodes that the curves lead to; what they do not lead to shows nowhere. */
export function nodeAxes(table: Table): Axis[] {
  return axesOf(table, (curve, points) =>
    Array.from({ length: points }, (_, node) => ({ node, x: placeOn(curve, node / (points - 1)) })),
  );
}

/** Places from nothing to all. */
export function evenAxes(table: Table): Axis[] {
  const count = evenPlaces[table.inputs.length] ?? 2;
  return axesOf(table, () => Array.from({ length: count }, (_, i) => ({ node: 0, x: i / (count - 1) })));
}

type Found = { readonly node: number; readonly x: number | undefined };

const axesOf = ({ inputs, grid }: Table, find: (curve: Float64Array, points: number) => Found[]): Axis[] =>
  inputs.map((curve, component) => {
    const points = grid[component] ?? 2;
    const places = find(curve, points).flatMap(({ node, x }) =>
      x === undefined
        ? []
        : [{ node, coordinate: valueOn(curve, x) * (points - 1), light: lightThrough(inputs.length, component, x) }],
    );
    return { points, places };
  });

/**
 * Whether it holds wherever places of all components meet, for what a device shows there: `device` and `coordinates` are the same
 * objects each time.
 */
export function everyPoint(
  axes: readonly Axis[],
  holds: (device: Lab, node: number, coordinates: Float64Array) => boolean,
): boolean {
  const coordinates = new Float64Array(axes.length);
  const device: Lab = { lightness: 0, red: 0, yellow: 0 };
  const walk = (depth: number, node: number, red: number, green: number, blue: number): boolean => {
    const axis = axes[depth];
    if (axis === undefined) {
      lookOfLight(device, red, green, blue);
      return holds(device, node, coordinates);
    }
    for (const place of axis.places) {
      coordinates[depth] = place.coordinate;
      const { light } = place;
      if (!walk(depth + 1, node * axis.points + place.node, red * light[0], green * light[1], blue * light[2]))
        return false;
    }
    return true;
  };
  return walk(0, 0, 1, 1, 1);
}
