// Operators of calculator functions (ISO 32000-2 §7.10.5): what each leaves on the stack, or in words why programs make different things of it.
import { moves } from "./calculator-moves.ts";
import { blurOf, isSteadyOf, risesOf } from "./calculator-rounding.ts";
import { held, heldApart, isNarrow, type Num, type Stack, steady, type Truth, type Value } from "./program-values.ts";

const missing = "a program that takes what is not there";
const rounded = "a program that goes by numbers that programs round";
/** Programs ask for two or three things. */
const partsMax = 16;
/** Of a colour that is hardly seen. */
const blurMax = 0.01;
/** Of what varies rounding may take so large a part. */
const partMax = 0.001;

/** The stack behind an operator, or in words why programs make different things of it. */
export function apply(word: string, stack: Stack): Stack | string {
  const unary = unaries.get(word);
  const binary = binaries.get(word);
  const [a, b] = [stack.at(-2), stack.at(-1)];
  if (unary !== undefined) {
    if (b?.kind !== "number") return missing;
    if (steps.has(word) && isNearStep(word, b)) return rounded;
    return pushed(word, stack.slice(0, -1), unary(b), [b]);
  }
  if (binary !== undefined) {
    if (a?.kind !== "number" || b?.kind !== "number") return missing;
    return pushed(word, stack.slice(0, -2), binary(a, b), [a, b]);
  }
  if (word === "and" || word === "or") {
    if (a?.kind !== "truth" || b?.kind !== "truth") return missing;
    if (a.parts + b.parts > partsMax) return "a program that asks too much at once";
    return [...stack.slice(0, -2), bothOf(a, b, word)];
  }
  const move = moves.get(word);
  return move === undefined ? "a program with a word that programs read differently" : (move(stack) ?? missing);
}

/** The stack with what an operator made of some numbers, and what is known of how that is rounded. */
function pushed(word: string, left: Stack, result: Value | string, of: readonly Num[]): Stack | string {
  if (typeof result === "string") return result;
  if (of.some(({ isExact }) => isExact))
    return [...left, result.kind === "truth" ? result : { ...result, isExact: true }];
  if (result.kind === "truth") return areNear(word, of) ? rounded : [...left, result];
  if (of.some((each) => each.root === result.root)) return [...left, result];
  const blur = steps.has(word) ? 0 : blurOf(word, result, of);
  if (!(blur <= blurMax * Math.max(1, Math.abs(result.least), Math.abs(result.most)))) return rounded;
  const isSteady = steps.has(word) || isSteadyOf(word, of) || isNarrow(result);
  const inputs = new Set(of.flatMap((each) => [...each.of]));
  return [...left, { ...result, blur, isSteady, of: inputs, rises: risesOf(word, of) }];
}

/** Whether rounding decides how two compare, for more than a point of what varies. */
function areNear(word: string, of: readonly Num[]): boolean {
  const [a, b] = of;
  if (a === undefined || b === undefined || a.root === b.root) return false;
  const blur = a.blur + b.blur;
  const isApart = a.least - blur > b.most || b.least - blur > a.most;
  if (blur === 0 || isApart) return false;
  if (word === "eq" || word === "ne" || isSteadyOf("sub", [a, b])) return true;
  return blur > partMax * Math.max(a.most - a.least, b.most - b.least);
}

/** Words that make steps. */
const steps = new Set(["ceiling", "floor", "round", "truncate", "cvi"]);

/** Whether rounding decides on which side of a step a number lies. */
function isNearStep(word: string, { least, most, blur, isSteady, isExact }: Num): boolean {
  if (isExact === true) return false;
  if (!isSteady) return blur > partMax * (most - least);
  const aside = word === "round" ? 0.5 : 0;
  return blur > 0 && Math.ceil(least - blur + aside) <= Math.floor(most + blur + aside);
}

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

const numberOf = (least: number, most: number, known: Partial<Num> = {}): Num => ({
  ...steady(least, most),
  ...known,
});

/** Least and most of what two numbers give at their ends. */
const cornersOf = (a: Num, b: Num, compute: (x: number, y: number) => number): Num => {
  const found = [a.least, a.most].flatMap((x) => [b.least, b.most].map((y) => compute(x, y)));
  return numberOf(Math.min(...found), Math.max(...found), {
    hasNoParts: a.hasNoParts === true && b.hasNoParts === true,
  });
};
/** What a rising function makes of a number. */
const rising =
  (compute: (x: number) => number, known: Partial<Num> = {}) =>
  ({ least, most }: Num): Num =>
    numberOf(compute(least), compute(most), known);
/** What a function makes of a number between -1 and 1. */
const waving =
  (compute: (x: number) => number) =>
  ({ least, most }: Num): Num =>
    least === most ? numberOf(compute((least * Math.PI) / 180), compute((least * Math.PI) / 180)) : numberOf(-1, 1);

function absolute(value: Num): Num {
  const { least, most, root, isWhole = false, hasNoParts = false } = value;
  if (least >= 0) return value;
  return numberOf(most <= 0 ? -most : 0, Math.max(-least, most), { sizeOf: root, isWhole, hasNoParts });
}

const whole = { hasNoParts: true };

const unaries = new Map<string, (value: Num) => Num | string>([
  ["neg", ({ least, most, hasNoParts = false }) => numberOf(-most, -least, { hasNoParts })],
  ["abs", absolute],
  ["ceiling", rising(Math.ceil, whole)],
  ["floor", rising(Math.floor, whole)],
  // Halves of less than nothing go up in some, and down in others.
  ["round", (value) => (value.least >= 0 ? rising(Math.round, whole)(value) : rounded)],
  ["truncate", rising(Math.trunc, whole)],
  ["cvi", rising(Math.trunc, { ...whole, isWhole: true })],
  ["cvr", (value) => ({ ...value, isWhole: false })],
  ["sqrt", (value) => (value.least >= 0 ? rising(Math.sqrt)(value) : "a program with a root of less than nothing")],
  ["ln", (value) => (value.least > 0 ? rising(Math.log)(value) : "a program with a logarithm of nothing")],
  ["log", (value) => (value.least > 0 ? rising(Math.log10)(value) : "a program with a logarithm of nothing")],
  ["sin", waving(Math.sin)],
  ["cos", waving(Math.cos)],
]);

const binaries = new Map<string, (a: Num, b: Num) => Value | string>([
  ["add", (a, b) => cornersOf(a, b, (x, y) => x + y)],
  ["sub", (a, b) => (a.root === b.root ? numberOf(0, 0, whole) : cornersOf(a, b, (x, y) => x - y))],
  [
    "mul",
    (a, b) => {
      const product = cornersOf(a, b, (x, y) => x * y);
      // A number with itself.
      return a.root === b.root && product.least < 0 ? { ...product, least: 0 } : product;
    },
  ],
  ["div", divided],
  [
    "mod",
    (a, b) => (a.isWhole && b.isWhole && isOne(b) && b.least !== 0 ? rest(b) : "a program with a rest of nothing"),
  ],
  ["atan", turned],
  [
    "exp",
    (a, b) =>
      a.least > 0 || (a.least >= 0 && b.least > 0)
        ? { ...cornersOf(a, b, (x, y) => x ** y), hasNoParts: false }
        : "a program with a power of what may be less than nothing",
  ],
  ["lt", (a, b) => compared(a, b, { isStrict: true })],
  ["le", (a, b) => compared(a, b, { isStrict: false })],
  ["gt", (a, b) => compared(b, a, { isStrict: true })],
  ["ge", (a, b) => compared(b, a, { isStrict: false })],
  ["eq", (a, b) => equal(a, b, true)],
  ["ne", (a, b) => equal(a, b, false)],
]);

const isOne = ({ least, most }: Num): boolean => least === most;

function divided(a: Num, b: Num): Num | string {
  if (b.least > 0 || b.most < 0) return { ...cornersOf(a, b, (x, y) => x / y), hasNoParts: false };
  if (b.gap === undefined) return "a program that divides by what may be nothing";
  const most = Math.max(Math.abs(a.least), Math.abs(a.most)) / b.gap;
  return numberOf(-most, most);
}

const rest = (by: Num): Num => numberOf(-Math.abs(by.least), Math.abs(by.least), { isWhole: true, hasNoParts: true });

/** An angle from 0 to 360, which begins anew to the right: there rounding decides. */
function turned(a: Num, b: Num): Num | string {
  if (!a.isSteady || !b.isSteady) return numberOf(0, 360);
  if (!isOne(a) || !isOne(b) || (a.blur > 0 && Math.abs(a.least) <= a.blur)) return rounded;
  const angle = (Math.atan2(a.least, b.least) * 180) / Math.PI;
  return numberOf(angle < 0 ? angle + 360 : angle, angle < 0 ? angle + 360 : angle);
}

function equal(a: Num, b: Num, word: boolean): Truth {
  const isSame = a.root === b.root || (isOne(a) && isOne(b) && a.least === b.least);
  const isNone = a.most < b.least || b.most < a.least;
  return { kind: "truth", parts: 1, holds: isSame ? word : isNone ? !word : undefined, when: (stack) => stack };
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
    const below = held(stack, less, Number.NEGATIVE_INFINITY, most);
    return heldApart(held(below, more, least, Number.POSITIVE_INFINITY), more, least);
  };
  return { kind: "truth", parts: 1, holds: isAlways ? true : isNever ? false : undefined, when };
}
