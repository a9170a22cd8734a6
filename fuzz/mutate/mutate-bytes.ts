/** Mutations that know nothing about a format: bits, bytes, pieces. */
import type { Random } from "../random.ts";

const extremes = [0, 1, 0x7f, 0x80, 0x81, 0xff, 0x0a, 0x0d, 0x20, 0x30] as const;

/** One change of some bytes; `other` gives pieces. */
export function mutateBytes(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  const at = random.below(input.length + 1);
  const length = pieceLength(random, input.length - at);
  switch (random.below(7)) {
    case 0:
      return withByte(input, at, (byte) => byte ^ (1 << random.below(8)));
    case 1:
      return withByte(input, at, () => random.pick(extremes));
    case 2:
      return withByte(input, at, () => random.below(256));
    case 3: // cut out
      return Buffer.concat([input.subarray(0, at), input.subarray(at + length)]);
    case 4: // again
      return Buffer.concat([input.subarray(0, at + length), input.subarray(at)]);
    case 5: // cut off
      return input.subarray(0, at);
    default:
      return splice(random, { input, at, length }, other);
  }
}

type Place = { readonly input: Uint8Array; readonly at: number; readonly length: number };

/** Replaces a piece by one of another input. */
function splice(random: Random, { input, at, length }: Place, other: Uint8Array): Uint8Array {
  const from = random.below(other.length + 1);
  const piece = other.subarray(from, from + pieceLength(random, other.length - from));
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(at + length)]);
}

function withByte(input: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  const out = Uint8Array.from(input);
  if (at < out.length) out[at] = change(out[at] ?? 0);
  return out;
}

/** Mostly short, at times anything. */
function pieceLength(random: Random, max: number): number {
  const wanted = random.oneIn(4) ? random.below(max + 1) : 1 + random.below(16);
  return Math.min(Math.max(max, 0), wanted);
}
