/** Chance that can be had again: the same seed, the same rounds. */

/** Numbers from a seed. */
export type Seeded = {
  /** From 0 up to, and without, `below`. */
  readonly whole: (below: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
};

/** Mulberry32: 32 bits of state, enough for choosing moments. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return { whole, pick: (list) => list[whole(list.length)] ?? list[0] };
}
