// ICC profiles that turn a colour about into itself (ICC.1:2022): three primaries or a grey, and a curve like that of a screen.
// Readers that know them and readers that do not show the same then. Profiles with tables are not looked through.
import { gammas, isPlainMatrix } from "./plain-colours.ts";

/** Octets of a profile that is looked at; those of screens have some thousand. */
export const profile_bytes_max = 65_536;

const [headerLength, entryLength] = [128, 12];
const tagsMax = 100;
/** The white of the space that profiles lead to (D50). */
const white = [0.9642, 1, 0.8249];
/** What a curve may differ from that of a screen, of white: 1.8 instead of 2.2 is 0.08. */
const curveDeviation = 0.12;
const screenGamma = 2.2;
const curveSteps = 64;

/** Whether it is such a profile, for so many components. */
export function isPlainProfile(octets: Uint8Array, components: number): boolean {
  const view = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  if (view.length < headerLength + 4 || view.length > profile_bytes_max) return false;
  const tags = tagsOf(view);
  if (tags === undefined || [...tags.keys()].some((name) => /^[AD]2B|^B2D/.test(name))) return false;
  const space = view.toString("latin1", 16, 20);
  const isScreenCurve = (name: string): boolean => isCurve(tags.get(name));
  if (components === 1) return space === "GRAY" && isScreenCurve("kTRC");
  if (components !== 3 || space !== "RGB ") return false;
  const matrix = ["rXYZ", "gXYZ", "bXYZ"].flatMap((name) => pointOf(tags.get(name)));
  return isPlainMatrix(matrix, white) && ["rTRC", "gTRC", "bTRC"].every(isScreenCurve);
}

type Tags = ReadonlyMap<string, Buffer>;

function tagsOf(view: Buffer): Tags | undefined {
  const count = view.readUInt32BE(headerLength);
  if (count > tagsMax || headerLength + 4 + count * entryLength > view.length) return undefined;
  const tags = new Map<string, Buffer>();
  for (let i = 0; i < count; i += 1) {
    const at = headerLength + 4 + i * entryLength;
    const start = view.readUInt32BE(at + 4);
    const name = view.toString("latin1", at, at + 4);
    // Of two of one name readers take whichever they please.
    if (tags.has(name)) return undefined;
    tags.set(name, view.subarray(start, start + view.readUInt32BE(at + 8)));
  }
  return tags;
}

const fixed = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65_536;

function pointOf(tag: Buffer | undefined): number[] {
  if (tag === undefined || tag.length < 20 || tag.toString("latin1", 0, 4) !== "XYZ ") return [];
  return [8, 12, 16].map((at) => fixed(tag, at));
}

function isCurve(tag: Buffer | undefined): boolean {
  if (tag === undefined || tag.length < 12) return false;
  const kind = tag.toString("latin1", 0, 4);
  if (kind === "para") return isParametric(tag);
  if (kind !== "curv") return false;
  const count = tag.readUInt32BE(8);
  if (count === 0 || tag.length < 12 + 2 * count) return false;
  if (count === 1) return isGamma(tag.readUInt16BE(12) / 256);
  return isLikeScreen(count, (i) => tag.readUInt16BE(12 + 2 * i) / 65_535);
}

const isGamma = (gamma: number): boolean => gamma >= gammas[0] && gamma <= gammas[1];

function isLikeScreen(count: number, valueAt: (i: number) => number): boolean {
  return Array.from({ length: count }, (_, i) => i).every(
    (i) => Math.abs(valueAt(i) - (i / (count - 1)) ** screenGamma) <= curveDeviation,
  );
}

/** A power, whole or above a straight line (§10.18), by the numbers that each kind has. */
const parameters = [1, 3, 4, 5, 7];

function isParametric(tag: Buffer): boolean {
  const kind = tag.readUInt16BE(8);
  const count = parameters[kind] ?? Number.POSITIVE_INFINITY;
  if (tag.length < 12 + 4 * count) return false;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, i) =>
    fixed(tag, 12 + 4 * i),
  );
  const power = (x: number): number => Math.max(0, a * x + b) ** g;
  const curve = (x: number): number => {
    if (kind === 0) return x ** g;
    if (kind === 1 || kind === 2) return x >= -b / a ? power(x) + (kind === 2 ? c : 0) : kind === 2 ? c : 0;
    return x >= d ? power(x) + e : c * x + f;
  };
  return isLikeScreen(curveSteps, (i) => curve(i / (curveSteps - 1)));
}
