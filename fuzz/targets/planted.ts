/** Faults planted to see them found: what runs the targets is tested with it, and no round contains it. */
import type { Target } from "../target.ts";

/** Target `planted`: the first byte says what goes wrong. */
export const planted: Target = {
  name: "planted",
  seeds: [..."tdhsm."].map((letter) => Buffer.from(`${letter}, 0123456789`)),
  mutate: (_random, seed) => seed,
  run: (input) => {
    const fault = String.fromCharCode(input[0] ?? 0);
    if (fault === "t") throw new TypeError("nobody foresaw this");
    if (fault === "d") process.abort();
    if (fault === "h") for (;;) if (input.length === 0) break;
    if (fault === "s") for (const until = busy() + 2_500_000; busy() < until; );
    if (fault === "m") Buffer.alloc(600 * 1024 * 1024, 1);
    return true;
  },
};

let read = 0;

/** Target `planted-death`: the third input that one process reads kills it, and none does alone. */
export const plantedDeath: Target = {
  name: "planted-death",
  seeds: [Buffer.from("x")],
  mutate: (_random, seed) => seed,
  run: () => {
    read += 1;
    if (read === 3) process.abort();
    return true;
  },
};

const kept: Buffer[] = [];

/** Target `planted-leak`: no input is given back. */
export const plantedLeak: Target = {
  name: "planted-leak",
  seeds: [Buffer.from("x")],
  mutate: (_random, seed) => seed,
  run: () => {
    kept.push(Buffer.alloc(150 * 1024 * 1024, 1));
    return kept.length > 0;
  },
};

/** Target `planted-refusal`: nothing is accepted any more. */
export const plantedRefusal: Target = {
  name: "planted-refusal",
  seeds: [Buffer.from("x")],
  mutate: (_random, seed) => seed,
  run: () => false,
};

/** Time of the processor so far, in microseconds. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
