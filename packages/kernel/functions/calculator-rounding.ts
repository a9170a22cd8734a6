// What rounding does to numbers of calculator functions (ISO 32000-2 §7.10.5): MuPDF has 24 bits for one, the others have 53.
import { isShort, type Num, share, sizeOf, unit } from "./program-values.ts";

const degree = Math.PI / 180;

/** How far programs may be apart in what an operator made of numbers. */
export function blurOf(word: string, result: Num, of: readonly Num[]): number {
  const [a, b = a] = of;
  if (a === undefined || b === undefined) return Number.POSITIVE_INFINITY;
  const isExact = of.every(({ blur }) => blur === 0) && sizeOf(result) < 2 ** 24;
  if (isExact && (result.hasNoParts === true || (result.least === result.most && isShort(result.least)))) return 0;
  return handedOn(word, result, a, b) + unit * sizeOf(result);
}

/** How far they are because of how far they are in these numbers. */
function handedOn(word: string, result: Num, a: Num, b: Num): number {
  switch (word) {
    case "neg":
    case "abs":
      return a.blur;
    case "add":
    case "sub":
      return a.blur + b.blur;
    case "mul":
      return sizeOf(a) * b.blur + sizeOf(b) * a.blur + a.blur * b.blur;
    case "div": {
      const least = (b.gap ?? Math.min(Math.abs(b.least), Math.abs(b.most))) - b.blur;
      return least > 0 ? (a.blur + sizeOf(result) * b.blur) / least : Number.POSITIVE_INFINITY;
    }
    case "sqrt":
      return a.least > 0 ? Math.min(Math.sqrt(a.blur), a.blur / Math.sqrt(a.least)) : Math.sqrt(a.blur);
    case "ln":
    case "log":
      return a.least > a.blur ? a.blur / (a.least - a.blur) : Number.POSITIVE_INFINITY;
    case "sin":
    case "cos":
      return degree * (a.blur + unit * sizeOf(a)) + unit;
    case "atan":
      return (a.blur + b.blur) / (degree * Math.max(sizeOf(a), sizeOf(b))) + 360 * unit;
    case "exp":
      return byPower(result, a, b);
    default:
      return 0;
  }
}

/** The same of a power: it is steepest at one of the ends, but for roots, which are at nothing. */
function byPower(result: Num, a: Num, by: Num): number {
  const ends = [a.least, a.most].flatMap((x) => [by.least, by.most].map((y) => [x, y] as const));
  const slopes = ends.map(([x, y]) => Math.abs(y) * x ** (y - 1));
  const isRoot = a.least === 0 && by.least < 1;
  const base = a.blur === 0 ? 0 : isRoot ? a.blur ** by.least : a.blur * Math.max(...slopes);
  const logarithms = ends.map(([x]) => (x > 0 ? Math.abs(Math.log(x)) : 1 / by.least));
  return base + (by.blur === 0 ? 0 : by.blur * sizeOf(result) * Math.max(...logarithms));
}

const mayBe = ({ least, most, blur }: Num, value: number): boolean => least - blur <= value && value <= most + blur;

/** Whether what an operator makes of numbers may be the same whatever goes into the program, of all that is known of them. */
export function isSteadyOf(word: string, of: readonly Num[]): boolean {
  const [a, b = a] = of;
  if (a === undefined || b === undefined || of.every(({ isSteady }) => isSteady) || word === "mod") return true;
  if (of.length === 1 || word === "add" || word === "sub")
    return !a.isSteady && !b.isSteady && of.length > 1 && isOneOf(word, a, b);
  if (a.isSteady) return mayBe(a, word === "exp" ? 1 : 0);
  if (b.isSteady) return word !== "div" && mayBe(b, 0);
  return isOneOf(word, a, b);
}

/** Whether what varies in one of two may be taken back by the other. */
function isOneOf(word: string, a: Num, b: Num): boolean {
  if (word === "add" || word === "mul") return a.root !== b.root && share(a, b) && !risesOf(word, [a, b]);
  return a.root === b.root || share(a, b);
}

/** Whether what an operator makes of numbers falls where nothing falls that goes into the program: two such take nothing back. */
export function risesOf(word: string, [a, b]: readonly Num[]): boolean {
  if (a === undefined || b === undefined) return word === "sqrt" && a?.rises === true;
  const isConstant = b.of.size === 0;
  const isEither = [a, b].every(({ rises = false, of }) => rises || of.size === 0);
  switch (word) {
    case "add":
      return isEither;
    case "sub":
      return a.rises === true && isConstant;
    case "mul":
      return isEither && a.least >= 0 && b.least >= 0;
    case "div":
      return a.rises === true && isConstant && b.least > 0;
    default:
      return false;
  }
}
