// Programs of functions (ISO 32000-2 §7.10.5) that programs compute differently: followed with what can go in, so that nothing is taken
// from a stack that has it not, nothing is a number here and a truth there, and nothing is divided by nothing.
import { latin1 } from "../pdf/lexer.ts";
import { apply } from "./calculator-operators.ts";
import { exactly, input, type Stack, written } from "./program-values.ts";

/** Between what each number lies that goes in, and how many shall come out. */
type Asked = { readonly inputs: readonly (readonly [number, number])[]; readonly outputs: number };

/** Words that were followed in a document so far. */
export type Followed = { steps: number };

type Block = readonly (string | Block)[];

/** Of a colour that is hardly seen. */
const blurMax = 0.01;
const nestedMax = 32;
/** Annex C has a hundred; MuPDF has room for one fewer. */
const stackMax = 99;
/** Ways through a program that are followed, each with what is known on it: a gradient has one for each of its colours. */
const waysMax = 200;
/** Words on all of them, in all programs of a document; one on a high stack counts once for each of so many numbers on it. */
const stepsMax = 400_000;
const numbersAStep = 8;
const tokensMax = 100_000;
/** MuPDF makes two words of one of more than 255. */
const wordMax = 31;

/** What is said in no way that all programs read. */
class Unclear extends Error {}

/** What programs compute differently of a program, in words. */
export function ambiguityInProgram(
  octets: Uint8Array,
  { inputs, outputs }: Asked,
  followed: Followed,
): string | undefined {
  try {
    const block = blockOf(octets);
    const stack = inputs.map(([least, most]) => input(least, most));
    const left = run(block, [stack], followed);
    const isWhole = left.every((each) => each.length === outputs && each.every(({ kind }) => kind === "number"));
    if (!isWhole) return "a program that gives more or fewer numbers";
    const isSharp = left.every((each) => each.every((value) => value.kind === "number" && value.blur <= blurMax));
    return isSharp ? undefined : "a program that gives numbers that programs round";
  } catch (fault) {
    if (fault instanceof Unclear) return fault.message;
    throw fault;
  }
}

/** What a program gives that is right, where that can be said. */
export function computedBy(
  octets: Uint8Array,
  numbers: readonly number[],
  followed: Followed,
): readonly number[] | undefined {
  try {
    const [left = []] = run(blockOf(octets), [numbers.map(exactly)], followed);
    return left.map((value) => (value.kind === "number" ? value.least : 0));
  } catch (fault) {
    if (fault instanceof Unclear) return undefined;
    throw fault;
  }
}

/** The outermost braces and what is within. */
function blockOf(octets: Uint8Array): Block {
  const text = latin1(octets).replace(/%[^\r\n]*/g, " ");
  // Poppler does not take it for white space here.
  if (text.includes("\0")) throw new Unclear("a program with an octet of nothing");
  const words = text.match(/[{}]|[^\t\n\f\r {}]+/g) ?? [];
  if (words.length > tokensMax) throw new Unclear("a program without end");
  if (words.some((word) => word.length > wordMax)) throw new Unclear("a program of words without end");
  const open: (string | Block)[][] = [[]];
  for (const word of words) {
    const inner = open.at(-1) ?? [];
    if (word === "{") {
      if (open.push([]) > nestedMax) throw new Unclear("a program of programs without end");
    } else if (word !== "}") inner.push(word);
    else {
      open.pop();
      const around = open.at(-1);
      if (around === undefined) throw new Unclear("a program with a brace too many");
      around.push(inner);
    }
  }
  const [outer] = open;
  const [block] = outer ?? [];
  if (open.length !== 1 || outer?.length !== 1 || block === undefined || typeof block === "string")
    throw new Unclear("a program that is not within braces");
  return block;
}

/** What may be on the stack behind a block: one stack for each way through it. */
function run(block: Block, begun: readonly Stack[], spent: Followed): readonly Stack[] {
  let ways = begun;
  for (const [i, part] of block.entries()) {
    if (typeof part !== "string") {
      if (!isRunAt(block, i)) throw new Unclear("a program within a program that nothing runs");
      continue;
    }
    const isBranch = part === "if" || part === "ifelse";
    for (const stack of ways) count(spent, stack);
    ways = isBranch ? ways.flatMap((stack) => branch(block, i, stack, spent)) : ways.map((stack) => step(part, stack));
    if (ways.length > waysMax) throw new Unclear("a program of too many ways");
    if (ways.some((stack) => stack.length > stackMax)) throw new Unclear("a program that needs too much room");
  }
  return ways;
}

/** Counts what following one word on one stack costs, or as many times that. */
function count(spent: Followed, { length }: Stack, times = 1): void {
  spent.steps += times * Math.max(1, Math.ceil(length / numbersAStep));
  if (spent.steps > stepsMax) throw new Unclear("a program that takes too long to follow");
}

/** Whether a word runs the block at `i`. */
const isRunAt = (block: Block, i: number): boolean =>
  block[i + 1] === "if" || (block[i + 1] === "ifelse" ? isBlock(block[i - 1]) : block[i + 2] === "ifelse");

const isBlock = (part: string | Block | undefined): part is Block => part !== undefined && typeof part !== "string";

function branch(block: Block, i: number, stack: Stack, spent: Followed): readonly Stack[] {
  const isEither = block[i] === "ifelse";
  const [first, second] = isEither ? [block[i - 2], block[i - 1]] : [block[i - 1], []];
  const asked = stack.at(-1);
  if (!isBlock(first) || !isBlock(second) || asked?.kind !== "truth")
    throw new Unclear("a program that asks for no truth");
  count(spent, stack, asked.parts);
  const rest = stack.slice(0, -1);
  return [
    ...(asked.holds !== false ? run(first, [asked.when(rest, true)], spent) : []),
    ...(asked.holds !== true ? run(second, [asked.when(rest, false)], spent) : []),
  ];
}

// Poppler knows no plus before one.
const number = /^-?(?:\d+\.?\d*|\.\d+)$/;
/** What counts in 32 bits ends there. */
const countable = 2 ** 31;

function step(word: string, stack: Stack): Stack {
  const left = number.test(word) ? [...stack, written(word)] : apply(word, stack);
  if (typeof left === "string") throw new Unclear(left);
  const last = left.at(-1);
  if (last?.kind === "number" && !(Math.abs(last.least) < countable && Math.abs(last.most) < countable))
    throw new Unclear("a program of numbers that programs cannot count to");
  return left;
}
