// Paths (ISO 32000-2 §8.5): between where one begins and where it is painted only operators of paths may stand (§8.2, figure 9). Of
// others there, programs clip, draw or forget each something else.
import { pathPainting, strokes } from "../contents/operators.ts";
import { numbersIn, type Operand } from "../contents/read-operators.ts";

/** How lines are stroked: corners that are points, as long as `M` says, and whether that is no length. */
type Corners = { readonly arePointed: boolean; readonly areLimitless: boolean };
type Path = {
  /** Whether there is a point to go on from, whether a rectangle was the last thing, and how many lines and curves there are. */
  hasPoint: boolean;
  isBehindBox: boolean;
  parts: number;
  isBegun: boolean;
  clips: boolean;
  corners: Corners;
  readonly saved: Corners[];
};

const goingOn = new Set("l c v y".split(" "));
const drawn = new Set("Do sh EI".split(" "));

/**
 * Follows contents, operator by operator; answers what programs make different things of, in words. `endOfContents` asks what is left open
 * in contents that others draw, whose path MuPDF goes on with.
 */
export function watchingPaths(): {
  readonly follow: (operator: string, operands: readonly Operand[]) => string | undefined;
  /** Whether there is a path with lines that was not painted. */
  readonly isWithin: () => boolean;
} {
  const path: Path = {
    ...{ hasPoint: false, isBehindBox: false, parts: 0, isBegun: false, clips: false },
    ...{ corners: { arePointed: true, areLimitless: false }, saved: [] },
  };
  return {
    follow: (operator, operands) => {
      const why = ambiguityAt(path, operator);
      lead(path, operator, operands);
      return why;
    },
    isWithin: () => path.parts > 0,
  };
}

/** As an operator, what stands behind the last one. */
export const endOfContents = "";

function ambiguityAt(path: Path, operator: string): string | undefined {
  // pdf.js goes on from the corner of the page, or from where the last path ended.
  if (goingOn.has(operator) && !path.hasPoint) return "a path that begins nowhere";
  if (goingOn.has(operator) && path.isBehindBox) return "a path that goes on from a rectangle";
  if (operator === "W" || operator === "W*") return path.isBegun ? undefined : "a clip without a path";
  // The clip is in effect from where the path is painted: in pdf.js within other states than in others.
  if ((operator === "q" || operator === "Q") && path.clips) return "a clip that another state ends";
  if (drawn.has(operator) && path.parts > 0) return "something drawn within a path";
  if (operator === endOfContents && path.parts > 0) return "contents that end within a path";
  // Of no limit pdf.js makes the one before.
  const { arePointed, areLimitless } = path.corners;
  return strokes.has(operator) && path.parts > 1 && arePointed && areLimitless ? "corners without a limit" : undefined;
}

function lead(path: Path, operator: string, operands: readonly Operand[]): void {
  if (operator === "m" || operator === "re") [path.hasPoint, path.isBegun] = [true, true];
  if (goingOn.has(operator)) [path.parts, path.isBegun, path.hasPoint] = [path.parts + 1, true, true];
  if (operator === "re") path.parts += 4;
  path.isBehindBox = operator === "re" || (path.isBehindBox && !goingOn.has(operator) && operator !== "m");
  if (operator === "h") path.isBegun = true;
  if (operator === "W" || operator === "W*") path.clips = path.isBegun;
  if (pathPainting.has(operator)) [path.hasPoint, path.isBehindBox, path.parts, path.isBegun, path.clips] = none;
  const [first = 0] = numbersIn(operands) ?? [];
  if (operator === "j") path.corners = { ...path.corners, arePointed: first === 0 };
  if (operator === "M") path.corners = { ...path.corners, areLimitless: first <= 0 };
  if (operator === "q") path.saved.push(path.corners);
  if (operator === "Q") path.corners = path.saved.pop() ?? path.corners;
}

const none = [false, false, 0, false, false] as const;
