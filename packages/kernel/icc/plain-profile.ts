// ICC profiles that turn a colour about into itself (ICC.1:2022): readers that know them and readers that do not show the same then.
// They have three primaries or a grey with curves like that of a screen, or tables, which profiles of printing have.

import { isPlainMatrix } from "../one-look/plain-colours.ts";
import { lightnessOf } from "./device-look.ts";
import { isPlainTable } from "./plain-table.ts";
import { type Curve, readCurve, rises, valueOn } from "./profile-curves.ts";
import { nodesOf, readTable, type Table } from "./profile-tables.ts";
import { pointOf, readProfile, type Tags } from "./profile-tags.ts";

/** Octets of a profile that is looked at; those of printing have up to three million. */
export const profile_bytes_max = 4_194_304;
/** Nodes of all its tables, 60 ms: printing has up to 23 along each of four inks, screens have 65 along each of three colours. */
const nodesMax = 300_000;

/** Colours that profiles are for, by how many components they have. */
const spaces: Readonly<Record<number, string>> = { 1: "GRAY", 3: "RGB ", 4: "CMYK" };
const kinds = new Set(["mntr", "scnr", "prtr", "spac"]);
/** The white of the space that profiles lead to (D50). */
const white = [0.9642, 1, 0.8249];
/** Whites of screens and papers, where colours are shown as they are and not on white (the absolute intent). */
const [whiteLeast, whiteMost] = [0.25, 1.4];
/** What a curve may differ from that of a screen, of white and in lightness: gammas of 1.6 and 2.8 are 0.09 and 13. */
const [curveDeviation, lightnessDeviation] = [0.12, 15];
const screenGamma = 2.2;
const curveSteps = 257;

/** How many components colours of a profile have; undefined where it is for others than these. */
export function componentsOf(octets: Uint8Array): number | undefined {
  const space = readProfile(octets)?.space;
  return [1, 3, 4].find((components) => spaces[components] === space);
}

/** Whether it is such a profile, for so many components. */
export function isPlainProfile(octets: Uint8Array, components: number): boolean {
  const profile = octets.length > profile_bytes_max ? undefined : readProfile(octets);
  if (profile === undefined || profile.space !== spaces[components] || !kinds.has(profile.kind)) return false;
  const { tags, target } = profile;
  const isOdd = (name: string): boolean => /^[DB]2[BD]/.test(name) || (/^A2B/.test(name) && !/^A2B[012]$/.test(name));
  if ((target !== "XYZ " && target !== "Lab ") || [...tags.keys()].some(isOdd) || !hasUsualWhite(tags)) return false;
  const tables = ["A2B0", "A2B1", "A2B2"].flatMap((name) => tags.get(name) ?? []);
  // Some readers go by tables and some by curves, where there are both.
  const hasCurves = ["kTRC", "rTRC", "gTRC", "bTRC"].some((name) => tags.has(name));
  if ((hasCurves || tables.length === 0) && !(target === "XYZ " && hasPlainCurves(tags, components))) return false;
  return arePlainTables(apart(tables), components, target);
}

function hasUsualWhite(tags: Tags): boolean {
  const point = tags.has("wtpt") ? pointOf(tags.get("wtpt")) : white;
  return point.length === 3 && point.every((part) => part >= whiteLeast && part <= whiteMost);
}

/** Often all intents have one table. */
const apart = (tables: readonly Buffer[]): Buffer[] =>
  tables.filter((table, i) => tables.findIndex((other) => other.equals(table)) === i);

function arePlainTables(tags: readonly Buffer[], components: number, target: string): boolean {
  const tables: Table[] = [];
  for (const tag of tags) {
    const table = readTable(tag, components);
    if (table === undefined) return false;
    tables.push(table);
  }
  const nodes = tables.reduce((all, { grid }) => all + nodesOf(grid), 0);
  return nodes <= nodesMax && tables.every((table) => isPlainTable(table, target));
}

function hasPlainCurves(tags: Tags, components: number): boolean {
  const isPlain = (name: string): boolean => {
    const tag = tags.get(name);
    const read = tag && readCurve(tag);
    return read !== undefined && isLikeScreen(read.curve);
  };
  if (components === 1) return isPlain("kTRC");
  const matrix = ["rXYZ", "gXYZ", "bXYZ"].flatMap((name) => pointOf(tags.get(name)));
  return components === 3 && isPlainMatrix(matrix, white) && ["rTRC", "gTRC", "bTRC"].every(isPlain);
}

function isLikeScreen(curve: Curve): boolean {
  // Both between its steps and at them.
  const places = [curveSteps, curve.length].flatMap((count) =>
    Array.from({ length: count }, (_, i) => i / (count - 1)),
  );
  return rises(curve) && places.every((x) => isScreenLight(x, valueOn(curve, x)));
}

function isScreenLight(x: number, value: number): boolean {
  const wanted = x ** screenGamma;
  const isNear = Math.abs(value - wanted) <= curveDeviation;
  return isNear && Math.abs(lightnessOf(value) - lightnessOf(wanted)) <= lightnessDeviation;
}
