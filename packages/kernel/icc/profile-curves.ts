// Curves of ICC profiles (ICC.1:2022 §10.6, §10.18), as values at even steps from nothing to all.
import { fixedAt, typeOf } from "./profile-tags.ts";

/** Values of 0 to 1 at even steps; two at least. */
export type Curve = Float64Array;
/** A curve, and the octets it takes. */
export type ReadCurve = { readonly curve: Curve; readonly length: number };

const steps = 1_025;
const samplesMax = 65_536;
/** So much may be lost in rounding to eight bits. */
const rounding = 1 / 250;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The curve at the start of some octets; undefined where it is cut off or of another kind. */
export function readCurve(tag: Buffer): ReadCurve | undefined {
  if (tag.length < 12) return undefined;
  if (typeOf(tag) === "para") return readParametric(tag);
  if (typeOf(tag) !== "curv") return undefined;
  const count = tag.readUInt32BE(8);
  const length = 12 + 2 * count;
  if (count > samplesMax || tag.length < length) return undefined;
  if (count === 0) return { curve: identity, length };
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return { curve: curveOf((x) => x ** gamma), length };
  }
  return { curve: samplesAt(tag, { start: 12, count, width: 2 }), length };
}

type Samples = { readonly start: number; readonly count: number; readonly width: number };

/** Values of one or two octets each that follow each other. @throws RangeError beyond the end */
export function samplesAt(octets: Buffer, { start, count, width }: Samples): Curve {
  const value = (i: number): number =>
    width === 1 ? octets.readUInt8(start + i) / 255 : octets.readUInt16BE(start + 2 * i) / 65_535;
  return Float64Array.from({ length: count }, (_, i) => value(i));
}

const curveOf = (valueAt: (x: number) => number): Curve =>
  Float64Array.from({ length: steps }, (_, i) => {
    const value = valueAt(i / (steps - 1));
    return Number.isNaN(value) ? 0 : clamp(value);
  });

/** As it comes in. */
export const identity: Curve = Float64Array.of(0, 1);

/** A power, whole or above a straight line (§10.18), by the numbers that each kind has. */
const parameters = [1, 3, 4, 5, 7];

function readParametric(tag: Buffer): ReadCurve | undefined {
  const kind = tag.readUInt16BE(8);
  const count = parameters[kind] ?? Number.POSITIVE_INFINITY;
  const length = 12 + 4 * count;
  if (tag.length < length) return undefined;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, i) =>
    fixedAt(tag, 12 + 4 * i),
  );
  const power = (x: number): number => Math.max(0, a * x + b) ** g;
  const curve = curveOf((x) => {
    if (kind === 0) return x ** g;
    if (kind === 1 || kind === 2) return x >= -b / a ? power(x) + (kind === 2 ? c : 0) : kind === 2 ? c : 0;
    return x >= d ? power(x) + e : c * x + f;
  });
  return { curve, length };
}

/** The value of a curve between its steps. */
export function valueOn(curve: Curve, x: number): number {
  const at = clamp(x) * (curve.length - 1);
  const below = Math.min(Math.floor(at), curve.length - 2);
  const from = curve[below] ?? 0;
  const to = curve[below + 1] ?? 0;
  return from + (at - below) * (to - from);
}

/** Whether it falls nowhere, but for what rounding does. */
export function rises(curve: Curve): boolean {
  let most = 0;
  for (const value of curve) {
    if (value < most - rounding) return false;
    most = Math.max(most, value);
  }
  return true;
}

/** Where a curve that rises has a value: the middle of all such places; undefined where it has it nowhere. */
export function placeOn(curve: Curve, value: number): number | undefined {
  const last = curve.length - 1;
  if (value < (curve[0] ?? 0) - rounding || value > (curve[last] ?? 1) + rounding) return undefined;
  const first = firstAt(curve, (each) => each >= value);
  const behind = firstAt(curve, (each) => each > value);
  return (crossing(curve, first, value) + crossing(curve, behind, value)) / 2 / last;
}

/** The first step that is so, where all behind it are too; one behind the last where none is. */
function firstAt(curve: Curve, isSo: (value: number) => boolean): number {
  let [low, high] = [0, curve.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(curve[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where between a step and the one before it the curve comes to a value, in steps. */
function crossing(curve: Curve, step: number, value: number): number {
  const [before = 0, after = 0] = [curve[step - 1], curve[step]];
  if (step === 0) return 0;
  if (step >= curve.length) return curve.length - 1;
  return after > before ? step - 1 + clamp((value - before) / (after - before)) : step;
}
