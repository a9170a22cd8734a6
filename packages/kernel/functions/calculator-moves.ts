// Operators of calculator functions (ISO 32000-2 §7.10.5) that only move what is on the stack.
import type { Stack } from "./program-values.ts";

/** What each leaves; nothing where it takes what is not there, or as many as nobody knows. */
export const moves = new Map<string, (stack: Stack) => Stack | undefined>([
  ["pop", (stack) => (stack.length > 0 ? stack.slice(0, -1) : undefined)],
  ["dup", (stack) => taken(stack, 0)],
  [
    "exch",
    (stack) => {
      const [a, b] = [stack.at(-2), stack.at(-1)];
      return a === undefined || b === undefined ? undefined : [...stack.slice(0, -2), b, a];
    },
  ],
  [
    "index",
    (stack) => {
      const at = countAt(stack, -1);
      return at === undefined ? undefined : taken(stack.slice(0, -1), at);
    },
  ],
  [
    "copy",
    (stack) => {
      const count = countAt(stack, -1);
      const left = stack.slice(0, -1);
      return count === undefined || count > left.length ? undefined : [...left, ...left.slice(left.length - count)];
    },
  ],
  [
    "roll",
    (stack) => {
      const [count, by] = [countAt(stack, -2), wholeAt(stack, -1)];
      const left = stack.slice(0, -2);
      if (count === undefined || by === undefined || count > left.length) return undefined;
      if (count === 0) return left;
      const [below, rolled] = [left.slice(0, left.length - count), left.slice(left.length - count)];
      const at = (((-by % count) + count) % count) % count;
      return [...below, ...rolled.slice(at), ...rolled.slice(0, at)];
    },
  ],
]);

/** One of the stack once more, counted from its top. */
function taken(stack: Stack, at: number): Stack | undefined {
  const value = stack.at(-1 - at);
  return value === undefined ? undefined : [...stack, value];
}

/** A whole number that is known. */
function wholeAt(stack: Stack, at: number): number | undefined {
  const value = stack.at(at);
  return value?.kind === "number" && value.isWhole === true && value.least === value.most ? value.least : undefined;
}

function countAt(stack: Stack, at: number): number | undefined {
  const count = wholeAt(stack, at);
  return count !== undefined && count >= 0 ? count : undefined;
}
