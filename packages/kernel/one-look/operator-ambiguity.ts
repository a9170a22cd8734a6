// Operators that all programs read, and of which each makes another thing (ISO 32000-2 §8.4.2, §8.6, §9.3, §7.8.3): what none says a page
// shall look like, pdf.js, poppler and MuPDF draw each in their own way, so that a text shows in one and not in the other.

import type { ResourceKind, Scope } from "../contents/drawn-resources.ts";
import { savedMax, shows } from "../contents/operators.ts";
import { numbersIn, type Operand, type Operate } from "../contents/read-operators.ts";
import { isDrawnFont } from "../contents/type3-fonts.ts";
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex } from "../pdf/refusal.ts";
import { ambiguityInFont, isFont } from "./font-ambiguity.ts";
import { ambiguityInInline } from "./inline-picture.ts";
import { isInColours } from "./painting-operators.ts";
import { endOfContents, watchingPaths } from "./path-ambiguity.ts";
import { ambiguityInPicture } from "./picture-ambiguity.ts";
import type { Readings } from "./readings.ts";
import { watchingColours } from "./set-colours.ts";
import { ambiguitiesInState, ambiguityInPaint, isDash, isFormAmbiguous, isStyle } from "./state-ambiguity.ts";
import { watchingStates } from "./states-taken-over.ts";
import { type Glyph, watchingGlyphs } from "./type3-ambiguity.ts";

type State = { readonly clips: boolean };
type Watch = {
  readonly doc: PdfDocument;
  readonly scope: Scope;
  readonly readings: Readings;
  /** Intake draws many of those anew that name fonts that are missing (docs/flows/intake.md, "One picture"). */
  readonly isAppearance: boolean;
  /** Of a page's own contents. */
  readonly page: number | undefined;
  state: State;
  readonly saved: { readonly state: State; readonly moves: number }[];
  /** How often text was moved or shown; and whether a `Q` has undone some of it, which pdf.js knows and others do not. */
  moves: number;
  isAdrift: boolean;
  /** Whether text that clips was shown since `BT`. */
  hasClipped: boolean;
};

/** Contents, with what is found of them; `key`: what they are known by, if they are not a page's own. */
type Followed = Pick<Watch, "readings" | "page" | "isAppearance"> & {
  readonly glyph: Glyph | undefined;
  readonly key: string | undefined;
};

/** What follows contents of `scope` for `readings`. */
export function watching(doc: PdfDocument, scope: Scope, { glyph, key, ...how }: Followed): Operate {
  const watch: Watch = {
    ...{ ...how, doc, scope, saved: [], moves: 0, isAdrift: false, hasClipped: false },
    state: { clips: false },
  };
  const paths = watchingPaths();
  const { takenOver, states } = how.readings;
  const colours = watchingColours({ doc, scope, isPage: how.page !== undefined, takenOver });
  const follow = watchingStates({ doc, scope, key, states, lookOf: colours.lookOf });
  const glyphs = watchingGlyphs({
    glyph,
    isWithinPath: paths.isWithin,
    shapes: how.readings.shapes,
    isDrawn: (operator, name) => namesDrawn(watch, operator, name),
    hasColours: (operand) => isInColours(doc, scope, operand),
  });
  return (operator, operands, end) => {
    if (operator === endOfContents && (how.page !== undefined || glyph !== undefined)) return;
    const why =
      paths.follow(operator, operands) ?? (operator === endOfContents ? undefined : glyphs(operator, operands));
    if (why !== undefined) tell(watch, why);
    if (operandsAre.get(operator)?.(operands) === false) tell(watch, `operands of another kind (${operator})`);
    clips(watch, operator, operands);
    const whyColours = colours.follow(operator, operands);
    if (whyColours !== undefined) tell(watch, whyColours);
    follow(operator, operands);
    if (!saves(watch, operator, end)) names(watch, operator, operands);
  };
}

function tell({ readings }: Watch, why: string): void {
  readings.why ??= why;
}

/** Ten times that, and poppler draws nothing, for its points are counted in 32 bits; presentations have areas of 1e8. */
const farthest = 2.5e8;
const areNumbers = (operands: readonly Operand[]): boolean =>
  numbersIn(operands)?.every((each) => Math.abs(each) <= farthest) === true;
/** Of less than none poppler makes more of the others. */
const areInks = (operands: readonly Operand[]): boolean => numbersIn(operands)?.every((ink) => ink > -0.01) === true;
const isName = ([name]: readonly Operand[]): boolean => typeof name === "string";
const operandsAre = new Map<string, (operands: readonly Operand[]) => boolean>([
  ["w", ([width]) => typeof width === "number" && width >= 0 && width <= farthest],
  ["d", ([lengths, phase]) => typeof lengths === "object" && isDash(lengths.numbers, phase)],
  ..."k K".split(" ").map((each) => [each, areInks] as const),
  ..."J j".split(" ").map((each) => [each, ([way]: readonly Operand[]) => isStyle(way)] as const),
  ..."M i cm m l c v y re g G rg RG Tc Tw Tz TL Tr Ts Td TD Tm d1"
    .split(" ")
    .map((each) => [each, areNumbers] as const),
  ..."gs Do sh cs CS ri".split(" ").map((each) => [each, isName] as const),
  ["Tf", ([name, size]) => typeof name === "string" && typeof size === "number"],
  ["TJ", ([array]) => typeof array === "object" && array.kind === "array"],
]);

/** Whether the operator was one of states (§8.4.2) or of where text stands (§9.4.2). */
function saves(watch: Watch, operator: string, end: number): boolean {
  const { saved, state, page } = watch;
  switch (operator) {
    case "q":
      if (saved.push({ state, moves: watch.moves }) > savedMax)
        throw tooComplex("states within each other without end");
      return true;
    case "Q": {
      const before = saved.pop();
      if (before !== undefined)
        [watch.state, watch.isAdrift] = [before.state, watch.isAdrift || before.moves !== watch.moves];
      else if (page === undefined) tell(watch, "a form that restores what it has not saved");
      else surplusOf(watch.readings, page).push(end);
      return true;
    }
    case "BT":
    case "Tm":
      watch.isAdrift = false;
      watch.moves += 1;
      return true;
    case "Td":
    case "TD":
    case "T*":
    case "Tj":
    case "TJ":
    case "'":
    case '"':
      if (watch.isAdrift) tell(watch, "text that goes on where a state was restored");
      watch.moves += 1;
      return true;
    default:
      return false;
  }
}

/** Of text that clips before text that does not (§9.3.6) MuPDF shows less. */
function clips(watch: Watch, operator: string, [way]: readonly Operand[]): void {
  if (operator === "Q" && watch.hasClipped) tell(watch, "a state restored in text that clips");
  if (operator === "BT" || operator === "ET") watch.hasClipped = false;
  if (operator === "Tr") watch.state = { ...watch.state, clips: typeof way === "number" && way >= 4 };
  if (!shows.has(operator)) return;
  if (watch.hasClipped && !watch.state.clips) tell(watch, "text that clips, and then text that does not");
  watch.hasClipped ||= watch.state.clips;
}

function surplusOf({ surplus }: Readings, page: number): number[] {
  const found = surplus.get(page) ?? [];
  if (found.length === savedMax) throw tooComplex("states that are restored without end");
  surplus.set(page, found);
  return found;
}

const setsPattern = new Set(["scn", "SCN"]);

function names(watch: Watch, operator: string, operands: readonly Operand[]): void {
  const [name] = operands;
  const pattern = operands.at(-1);
  if (setsPattern.has(operator) && typeof pattern === "string") find(watch, "Pattern", pattern);
  if (operator === "EI" && typeof name === "object" && name.image !== undefined) {
    const why = ambiguityInInline(watch.doc, watch.scope, name.image);
    if (why !== undefined) tell(watch, why);
  }
  if (operator === "Tr" && !(typeof name === "number" && /^[0-7]$/.test(`${name}`)))
    tell(watch, "a way to paint text that there is not");
  if (typeof name !== "string") return;
  const { doc, scope } = watch;
  if (operator === "Do") {
    find(watch, "XObject", name);
    const why = ambiguityInPicture(doc, scope.dictionary("XObject").entries.get(name), watch.readings.pictures);
    if (why !== undefined) tell(watch, why);
    if (isFormAmbiguous(doc, scope.dictionary("XObject").entries.get(name)))
      tell(watch, "a form whose box or matrix is none");
  }
  if (operator === "sh") find(watch, "Shading", name);
  if (operator === "Tf") lookAtFont(watch, scope.dictionary("Font").entries.get(name));
  if (operator !== "gs") return;
  find(watch, "ExtGState", name);
  const state = dictionaryOf(doc, scope.dictionary("ExtGState").entries.get(name));
  for (const why of ambiguitiesInState(doc, state)) tell(watch, why);
  const [font] = itemsOf(doc, state.entries.get("Font"));
  if (font !== undefined) lookAtFont(watch, font);
}

/** Those of appearances that are missing are left aside: intake draws many of them anew. */
function lookAtFont(watch: Watch, stored: PdfObject | undefined): void {
  const { doc, isAppearance, readings } = watch;
  if (!isAppearance && !isFont(doc, stored)) tell(watch, "a font that is missing");
  const key = stored?.kind === "ref" ? stored.num : undefined;
  if (key !== undefined && readings.fonts.has(key)) return;
  if (key !== undefined) readings.fonts.add(key);
  const why = ambiguityInFont(doc, stored);
  if (why !== undefined) tell(watch, why);
}

function namesDrawn({ doc, scope, readings }: Watch, operator: "Tf" | "gs", name: string): boolean | undefined {
  if (operator === "Tf") return isDrawnFont(doc, scope.dictionary("Font").entries.get(name), readings.drawnFonts);
  const [font] = itemsOf(doc, dictionaryOf(doc, scope.dictionary("ExtGState").entries.get(name)).entries.get("Font"));
  return font === undefined ? undefined : isDrawnFont(doc, font, readings.drawnFonts);
}

function find(watch: Watch, kind: ResourceKind, name: string): void {
  const { doc, scope, readings } = watch;
  const { unnamed, paints } = readings;
  const stored = scope.dictionary(kind).entries.get(name);
  if (kind === "Pattern" || kind === "Shading") {
    const key = `${kind} ${name} ${scope.key}`;
    const why = paints.has(key) ? paints.get(key) : ambiguityInPaint(doc, stored, { isPattern: kind === "Pattern" });
    if (stored !== undefined) paints.set(key, why);
    if (why !== undefined) tell(watch, why);
  }
  if (doc.resolve(stored) !== undefined) return;
  const known = unnamed.get(scope.key) ?? new Set<string>();
  unnamed.set(scope.key, known.add(`${kind} ${name}`));
}
