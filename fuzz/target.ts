/** What is fuzzed: one parser, or one way through several. */
import type { Random } from "./random.ts";

/** A target. Seeds are sound inputs (or telling ones), the same bytes on every machine. */
export type Target = {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  /** Makes a hostile input of a seed; `other` is a seed to take parts from. Follows from `random` alone. */
  readonly mutate: (random: Random, seed: Uint8Array, other: Uint8Array) => Uint8Array;
  /** Reads an input: true when it was accepted, false when it met a refusal with a type. @throws whatever is a finding */
  readonly run: (input: Uint8Array) => boolean | Promise<boolean>;
};

/** A promise about accepted input that did not hold. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

/** Demands a promise about accepted input. @throws BrokenPromise */
export function mustHold(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new BrokenPromise(promise);
}

/** What `read` gives, or undefined where it throws `refusal`; anything else that is thrown is a finding. */
export function unlessRefused<T>(refusal: abstract new (...args: never[]) => Error, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}

/** A run that reads with `parse`, which may throw `refusal`, and then has `judge` look at what was read, which may throw nothing. */
export function readThenJudge<T>(
  refusal: abstract new (...args: never[]) => Error,
  parse: (input: Uint8Array) => T,
  judge: (parsed: T, input: Uint8Array) => void,
): Target["run"] {
  return (input) => {
    const parsed = unlessRefused(refusal, () => parse(input));
    if (parsed === undefined) return false;
    judge(parsed, input);
    return true;
  };
}
