// What a program of a function (ISO 32000-2 §7.10.5) has on its stack, as far as it is known without running it: between what a number lies,
// and what is known of it where something was asked.

/**
 * A number; those of one root are the same one, and `sizeOf` is the root of the one that it is the absolute of. `gap` is how far from nothing
 * it is at least. `isWhole` where it was made so, or written so. `isExact` where no program had to round it: some have 24 bits for it.
 */
type Num = {
  readonly kind: "number";
  readonly least: number;
  readonly most: number;
  readonly root: symbol;
  readonly sizeOf?: symbol;
  readonly gap?: number;
  readonly isWhole?: boolean;
  readonly isExact?: boolean;
};
/** A truth, whether it holds where that is known, and what is known of the stack where it does or does not. */
type Truth = {
  readonly kind: "truth";
  readonly holds: boolean | undefined;
  readonly when: (stack: Stack, holds: boolean) => Stack;
  /** How many it was made of: each is asked. */
  readonly parts: number;
};
/** What is on a stack. */
export type Value = Num | Truth;
/** The last one is on top. */
export type Stack = readonly Value[];

const numberOf = (least: number, most: number, root: symbol = Symbol("computed")): Num => ({
  kind: "number",
  least,
  most,
  root,
});

/** A number that stands in a program. */
export const written = (word: string): Num => {
  const value = Number(word);
  return { ...numberOf(value, value), isWhole: /^-?\d+$/.test(word), isExact: isShort(value) };
};

const isShort = (value: number): boolean => Math.fround(value) === value && Math.abs(value) < 2 ** 24;

/** Of what goes in nothing, or next to nothing, is in it. */
const isFixed = ({ least, most }: Num): boolean => most - least <= 1e-6 * Math.max(1, Math.abs(least), Math.abs(most));

/** Of what is rounded, so near is perhaps on the other side. */
const near = 1e-3;

/** Whether programs that round numbers each in their own way may order these two otherwise. */
function areNear(a: Num, b: Num): boolean {
  if (!isFixed(a) || !isFixed(b) || (a.isExact === true && b.isExact === true)) return false;
  return Math.abs(a.least - b.least) <= near * Math.max(Math.abs(a.least), Math.abs(b.least));
}

/** Whether they may take a step there, at a whole number or in the middle between two. */
const isNearStep = (value: Num): boolean =>
  isFixed(value) &&
  value.isExact !== true &&
  Math.abs(2 * value.least - Math.round(2 * value.least)) <= near * Math.max(1, Math.abs(value.least));

const rounded = "a program that goes by numbers that programs round";

/** What is computed of some numbers, with what is known of how it was rounded. */
function computed(result: Num, ...of: readonly Num[]): Num {
  const isExact = result.least === result.most && isShort(result.least) && of.every((each) => each.isExact === true);
  return { ...result, isExact };
}

/** The stack behind an operator, or in words why programs make different things of it. */
export function apply(word: string, stack: Stack): Stack | string {
  const unary = unaries.get(word);
  const binary = binaries.get(word);
  const [a, b] = [stack.at(-2), stack.at(-1)];
  if (unary !== undefined) {
    if (b?.kind !== "number") return missing;
    if (steps.has(word) && isNearStep(b)) return rounded;
    const result = unary(b);
    return typeof result === "string" ? result : [...stack.slice(0, -1), computed(result, b)];
  }
  if (binary !== undefined) {
    if (a?.kind !== "number" || b?.kind !== "number") return missing;
    const result = binary(a, b);
    if (typeof result === "string") return result;
    if (result.kind === "truth") return areNear(a, b) ? rounded : [...stack.slice(0, -2), result];
    const exact = computed(result, a, b);
    return isBlurred(word, exact, [a, b]) ? rounded : [...stack.slice(0, -2), exact];
  }
  if (word === "and" || word === "or") {
    if (a?.kind !== "truth" || b?.kind !== "truth") return missing;
    if (a.parts + b.parts > partsMax) return "a program that asks too much at once";
    return [...stack.slice(0, -2), bothOf(a, b, word)];
  }
  const move = moves.get(word);
  return move === undefined ? "a program with a word that programs read differently" : (move(stack) ?? missing);
}

/** Words that make steps. */
const steps = new Set(["ceiling", "floor", "round", "truncate", "cvi"]);
const exactMax = 2 ** 16;
const cancelled = 1e-3;

/** Whether what programs round is made large: by numbers that are, or by what is left of two that are nearly the same. */
function isBlurred(word: string, result: Num, of: readonly [Num, Num]): boolean {
  if (result.isExact === true || !["add", "sub", "mul"].includes(word)) return false;
  const most = Math.max(Math.abs(result.least), Math.abs(result.most));
  if (word === "mul" || most > exactMax) return most > exactMax;
  const before = Math.max(...of.map(({ least, most: high }) => Math.max(Math.abs(least), Math.abs(high))));
  return of.every(isFixed) && most < cancelled * before;
}

/** Programs ask for two or three things. */
const partsMax = 16;
const missing = "a program that takes what is not there";

/** Where both hold both are known, and where neither does; of the other cases nothing is. */
function bothOf(a: Truth, b: Truth, word: "and" | "or"): Truth {
  const decisive = word === "or";
  const isDecided = a.holds === decisive || b.holds === decisive;
  return {
    kind: "truth",
    parts: a.parts + b.parts,
    holds: isDecided ? decisive : a.holds === undefined || b.holds === undefined ? undefined : !decisive,
    when: (stack, holds) => (holds === decisive ? stack : b.when(a.when(stack, holds), holds)),
  };
}

/** Least and most of what two numbers give at their ends. */
const cornersOf = (a: Num, b: Num, compute: (x: number, y: number) => number): Num => {
  const found = [a.least, a.most].flatMap((x) => [b.least, b.most].map((y) => compute(x, y)));
  return numberOf(Math.min(...found), Math.max(...found));
};
/** What a rising function makes of a number. */
const rising =
  (compute: (x: number) => number) =>
  ({ least, most }: Num): Num =>
    numberOf(compute(least), compute(most));

function absolute(value: Num): Num {
  const { least, most, root } = value;
  if (least >= 0) return value;
  return { ...numberOf(most <= 0 ? -most : 0, Math.max(-least, most)), sizeOf: root, isWhole: value.isWhole === true };
}

const unaries = new Map<string, (value: Num) => Num | string>([
  ["neg", ({ least, most }) => numberOf(-most, -least)],
  ["abs", absolute],
  ["ceiling", rising(Math.ceil)],
  ["floor", rising(Math.floor)],
  // Halves of less than nothing go up in some, and down in others.
  ["round", (value) => (value.least >= 0 ? rising(Math.round)(value) : rounded)],
  ["truncate", rising(Math.trunc)],
  ["cvi", (value) => ({ ...rising(Math.trunc)(value), isWhole: true })],
  ["cvr", (value) => ({ ...value, isWhole: false })],
  ["sqrt", (value) => (value.least >= 0 ? rising(Math.sqrt)(value) : "a program with a root of less than nothing")],
  ["ln", (value) => (value.least > 0 ? rising(Math.log)(value) : "a program with a logarithm of nothing")],
  ["log", (value) => (value.least > 0 ? rising(Math.log10)(value) : "a program with a logarithm of nothing")],
  ["sin", () => numberOf(-1, 1)],
  ["cos", () => numberOf(-1, 1)],
]);

const binaries = new Map<string, (a: Num, b: Num) => Value | string>([
  ["add", (a, b) => cornersOf(a, b, (x, y) => x + y)],
  ["sub", (a, b) => cornersOf(a, b, (x, y) => x - y)],
  [
    "mul",
    (a, b) => {
      const product = cornersOf(a, b, (x, y) => x * y);
      // A number with itself.
      return a.root === b.root && product.least < 0 ? numberOf(0, product.most) : product;
    },
  ],
  ["div", divided],
  [
    "mod",
    (a, b) =>
      a.isWhole && b.isWhole && b.least === b.most && b.least !== 0 ? rest(b) : "a program with a rest of nothing",
  ],
  ["atan", () => numberOf(0, 360)],
  [
    "exp",
    (a, b) =>
      a.least > 0 || (a.least >= 0 && b.least > 0)
        ? cornersOf(a, b, (x, y) => x ** y)
        : "a program with a power of what may be less than nothing",
  ],
  ["lt", (a, b) => compared(a, b, { isStrict: true })],
  ["le", (a, b) => compared(a, b, { isStrict: false })],
  ["gt", (a, b) => compared(b, a, { isStrict: true })],
  ["ge", (a, b) => compared(b, a, { isStrict: false })],
  ["eq", (a, b) => equal(a, b, true)],
  ["ne", (a, b) => equal(a, b, false)],
]);

function divided(a: Num, b: Num): Num | string {
  if (b.least > 0 || b.most < 0) return cornersOf(a, b, (x, y) => x / y);
  if (b.gap === undefined) return "a program that divides by what may be nothing";
  const most = Math.max(Math.abs(a.least), Math.abs(a.most)) / b.gap;
  return numberOf(-most, most);
}

const rest = (by: Num): Num => ({ ...numberOf(-Math.abs(by.least), Math.abs(by.least)), isWhole: true });

function equal(a: Num, b: Num, word: boolean): Truth {
  const isOne = a.least === a.most && b.least === b.most && a.least === b.least;
  const isNone = a.most < b.least || b.most < a.least;
  return { kind: "truth", parts: 1, holds: isOne ? word : isNone ? !word : undefined, when: (stack) => stack };
}

/** The next number above, or with -1 below. */
const beyond = (value: number, way: 1 | -1): number =>
  value + way * Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);

/** That one number is less than another, or not more: where it holds and where it does not both are held to what that says. */
function compared(low: Num, high: Num, { isStrict }: { readonly isStrict: boolean }): Truth {
  const isAlways = isStrict ? low.most < high.least : low.most <= high.least;
  const isNever = isStrict ? low.least >= high.most : low.least > high.most;
  const when = (stack: Stack, holds: boolean): Stack => {
    const [less, more] = holds ? [low, high] : [high, low];
    const isApart = holds === isStrict;
    const most = isApart ? beyond(more.most, -1) : more.most;
    const least = isApart ? beyond(less.least, 1) : less.least;
    return stack.map((value) => {
      const low = held(value, less.root, Number.NEGATIVE_INFINITY, most);
      const both = held(low, more.root, least, Number.POSITIVE_INFINITY);
      const isSized = both.kind === "number" && both.root === more.sizeOf && least > 0;
      return isSized ? { ...both, gap: least } : both;
    });
  };
  return { kind: "truth", parts: 1, holds: isAlways ? true : isNever ? false : undefined, when };
}

/** What is known of a value once the number of this root is known to lie between these. */
function held(value: Value, root: symbol, least: number, most: number): Value {
  if (value.kind !== "number") return value;
  if (value.root === root) return { ...value, least: Math.max(value.least, least), most: Math.min(value.most, most) };
  return value;
}

const moves = new Map<string, (stack: Stack) => Stack | undefined>([
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
      const rest = stack.slice(0, -1);
      return count === undefined || count > rest.length ? undefined : [...rest, ...rest.slice(rest.length - count)];
    },
  ],
  [
    "roll",
    (stack) => {
      const [count, by] = [countAt(stack, -2), wholeAt(stack, -1)];
      const rest = stack.slice(0, -2);
      if (count === undefined || by === undefined || count > rest.length) return undefined;
      if (count === 0) return rest;
      const [below, rolled] = [rest.slice(0, rest.length - count), rest.slice(rest.length - count)];
      const at = (((-by % count) + count) % count) % count;
      return [...below, ...rolled.slice(at), ...rolled.slice(0, at)];
    },
  ],
]);

/** One of the stack once more, counted from its top. */
function taken(stack: Stack, at: number): Stack | undefined {
  const value = stack.at(-1 - at);
  return value === undefined || at >= stack.length ? undefined : [...stack, value];
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
