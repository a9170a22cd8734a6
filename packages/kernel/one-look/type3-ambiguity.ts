// Glyphs that are contents (Type 3, ISO 32000-2 §9.6.4): operators in and around them that programs make different things of.
import { pathConstruction, pathPainting, shows, strokes } from "../contents/operators.ts";
import { numbersIn, type Operand } from "../contents/read-operators.ts";

/** What is found out of a glyph: the box that it says it fills (`d1`), its left, lower, right and upper sides. */
export type Glyph = { box?: readonly number[] };

/**
 * Whether there are glyphs that are shapes (`d1`) with lines, and text of any glyphs where lines and areas are of two colours; glyphs
 * that show text, and text of any glyphs at other distances, heights or widths than usual, which MuPDF goes on with within them.
 */
export type Shapes = { haveLines: boolean; haveTwoColours: boolean; haveText: boolean; areSpaced: boolean };

/** In the colour of the text; whether others count in a glyph that says no width, programs do not agree. */
const colourless = new Set([..."q Q cm w J j M d i W W*".split(" "), ...pathConstruction, ...pathPainting]);
const colours = new Set("g rg k cs sc scn".split(" "));

type State = {
  readonly isDrawn: boolean;
  readonly isHidden: boolean;
  readonly fill: string;
  readonly stroke: string;
  /** Operators that set another distance, height or width (§9.3.2 to §9.3.4, §9.3.7) than there is at first. */
  readonly spaced: ReadonlySet<string>;
};
/** What they begin with is taken over, or black. */
const beginning: State = { isDrawn: false, isHidden: false, fill: "", stroke: "", spaced: new Set() };
const usual = new Map(Object.entries({ Tc: 0, Tw: 0, Ts: 0, Tz: 100 }));

type Around = {
  /** Where the contents are of a glyph. */
  readonly glyph: Glyph | undefined;
  readonly shapes: Shapes;
  /** Whether a path is begun and not painted. */
  readonly isWithinPath: () => boolean;
  /** Whether the font that `Tf` or `gs` names is of Type 3, and shows anything; undefined where it names none. */
  readonly isDrawn: (operator: "Tf" | "gs", name: string) => boolean | undefined;
  /** Whether what `Do` names, or an inline image, is a picture in colours of its own. */
  readonly hasColours: (operand: Operand | undefined) => boolean;
};

/** Follows contents, operator by operator; answers what programs make different things of, in words. */
export function watchingGlyphs({
  glyph,
  shapes,
  isWithinPath,
  isDrawn,
  hasColours,
}: Around): (operator: string, operands: readonly Operand[]) => string | undefined {
  let [isFirst, isBare, isShape] = [true, false, false];
  let state = beginning;
  const saved: State[] = [];
  return (operator, operands) => {
    const isWidth = operator === "d0" || operator === "d1";
    const isBeginning = glyph !== undefined && isFirst;
    // Behind anything else, it takes their colours from what follows in some programs; in other contents pdf.js shows none of that.
    if (isWidth && !isBeginning) return "a glyph's width where no glyph begins";
    isFirst = false;
    isBare ||= isBeginning && !isWidth;
    if (isBare && !colourless.has(operator)) return "a glyph in colours that does not say its width";
    if (glyph !== undefined && operator === "d1") [glyph.box, isShape] = [numbersIn(operands)?.slice(2) ?? [], true];
    if (isShape && strokes.has(operator)) shapes.haveLines = true;
    // It has the colour of its text; poppler takes others where it is large, or its font says no box.
    const isPicture = (operator === "Do" || operator === "EI") && isShape && hasColours(operands[0]);
    if (isPicture || (isShape && (operator === "sh" || colours.has(operator.toLowerCase()))))
      return "a glyph that is a shape, in colours";
    if (glyph !== undefined && shows.has(operator)) shapes.haveText = true;
    if (operator === "q") saved.push(state);
    if (operator === "Q") state = saved.pop() ?? state;
    state = changed(state, { operator, operands, isDrawn });
    if (!state.isDrawn || !shows.has(operator)) return undefined;
    shapes.haveTwoColours ||= state.fill !== state.stroke;
    shapes.areSpaced ||= state.spaced.size > 0;
    // poppler paints it with the first area of a glyph.
    if (isWithinPath()) return "glyphs that are drawn, within a path";
    // The mode has no effect on such glyphs (§9.3.6): they show, but not in every program, and MuPDF clips by them.
    return state.isHidden ? "glyphs that are drawn, in text that is not" : undefined;
  };
}

type Step = Pick<Around, "isDrawn"> & { readonly operator: string; readonly operands: readonly Operand[] };

function changed(state: State, { operator, operands, isDrawn }: Step): State {
  const [operand] = operands;
  if (operator === "Tr") return { ...state, isHidden: typeof operand === "number" && operand >= 3 };
  if (usual.has(operator)) {
    const spaced = new Set(state.spaced);
    if (operand === usual.get(operator)) spaced.delete(operator);
    else spaced.add(operator);
    return { ...state, spaced };
  }
  if ((operator === "Tf" || operator === "gs") && typeof operand === "string")
    return { ...state, isDrawn: isDrawn(operator, operand) ?? state.isDrawn };
  const kind = operator.toLowerCase();
  if (!colours.has(kind)) return state;
  const key = operator === kind ? "fill" : "stroke";
  // A colour is one of its space.
  const [space = ""] = state[key].split(" ", 1);
  const isOfSpace = kind === "sc" || kind === "scn";
  return { ...state, [key]: `${isOfSpace ? space : `${kind}${operand}`} ${JSON.stringify(operands)}` };
}
