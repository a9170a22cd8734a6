// Colours that contents set and paint with (ISO 32000-2 §8.6.5.1, §8.6.8). A colour space brings its initial colour with it: poppler and MuPDF
// paint with that, pdf.js with the colour before until another is set, so that a white text is black in two of three programs.

import { componentsIn, hasDefaults } from "../contents/colour-spaces.ts";
import type { Scope } from "../contents/drawn-resources.ts";
import { shows } from "../contents/operators.ts";
import { numbersIn, type Operand } from "../contents/read-operators.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { ambiguityInInks, isOfInks } from "./ink-ambiguity.ts";
import { both, drawnBy, type Kind, kindsOf, kindsOfText } from "./painting-operators.ts";
import { atStep, isAtStep } from "./steps-of-inks.ts";

/** Numbers of a colour; of a palette (§8.6.6.3) the last one; `black` as it is set. Nothing is known of what a form takes over. */
type Space = {
  readonly components: number | undefined;
  readonly last?: number | undefined;
  readonly isPattern?: boolean;
  readonly isOfInks?: boolean;
  /** Whether its colour takes a step at some amounts of its inks. */
  readonly isAtStep?: (tints: readonly number[]) => boolean;
  /** Of spaces whose initial colour it is. */
  readonly black?: readonly number[] | undefined;
};
const grey: Space = { components: 1, black: [0] };
const rgb: Space = { components: 3, black: [0, 0, 0] };
const patterns: Space = { components: undefined, isPattern: true };
const plainSpaces = new Map<string, Space>([
  ["DeviceGray", grey],
  ["DeviceRGB", rgb],
  ["DeviceCMYK", { components: 4, black: [0, 0, 0, 1] }],
  ["Pattern", patterns],
]);

/** Of a colour: `other` is one of numbers, and not black. */
export type Look = "black" | "other" | "pattern" | "taken over";
type Colour = {
  readonly space: Space | undefined;
  /** Whether the last colour that was set is black, which pdf.js paints with whatever space was set since. */
  readonly isBlack: boolean;
  /** A space was set since, and begins with another colour. */
  readonly isUnset: boolean;
  readonly isTakenOver: boolean;
};
type State = Readonly<Record<Kind, Colour>> & { readonly mode: number | undefined };

/** Of areas, of lines, and of text in a mode that is taken over, too. */
type Use = Kind | `${Kind} of text`;
/** For what contents use the colour of whoever draws them, and for what they would be given one that is not set, anywhere in a file. */
export type ColoursTakenOver = { readonly painted: Set<Use>; readonly unset: Set<Use> };

/** Nothing was painted. */
export const noneTakenOver = (): ColoursTakenOver => ({ painted: new Set(), unset: new Set() });

/** What programs make different things of in colours that forms and glyphs take over (§8.10.1), in words. */
export const ambiguityInColoursTakenOver = ({ painted, unset }: ColoursTakenOver): string | undefined =>
  [...painted].some((use) => unset.has(use)) ? unsetColour : undefined;

const unsetColour = "a colour space whose colour is not set";

/** `isPage`: contents are a page's own, and begin in black. */
type Around = {
  readonly doc: PdfDocument;
  readonly scope: Scope;
  readonly isPage: boolean;
  readonly takenOver: ColoursTakenOver;
};

/** `follow` goes along with contents, operator by operator, and answers what programs make different things of, in words. */
type Watching = {
  readonly follow: (operator: string, operands: readonly Operand[]) => string | undefined;
  readonly lookOf: (kind: Kind) => Look;
};

/** Begins contents. */
export function watchingColours(around: Around): Watching {
  const { isPage } = around;
  const colour: Colour = {
    ...{ space: isPage ? grey : undefined, isBlack: isPage, isUnset: false, isTakenOver: !isPage },
  };
  let state: State = { fill: colour, stroke: colour, mode: isPage ? 0 : undefined };
  const saved: State[] = [];
  const follow: Watching["follow"] = (operator, operands) => {
    if (operator === "q") saved.push(state);
    else if (operator === "Q") state = saved.pop() ?? state;
    else if (operator === "Tr") state = { ...state, mode: typeof operands[0] === "number" ? operands[0] : undefined };
    else {
      const kind = operator === operator.toLowerCase() ? "fill" : "stroke";
      const set = setBy(around, state[kind], operator, operands);
      if (set === undefined) return paint(around, state, operator, operands);
      state = { ...state, [kind]: set.colour };
      return set.why;
    }
    return undefined;
  };
  return { follow, lookOf: (kind) => lookOf(state[kind]) };
}

function lookOf({ space, isBlack, isUnset, isTakenOver }: Colour): Look {
  if (isTakenOver) return "taken over";
  if (space?.isPattern === true) return "pattern";
  return isBlack && !isUnset ? "black" : "other";
}

/** The colour that an operator of colours sets (table 73); nothing of another operator. */
function setBy(
  { doc, scope }: Around,
  colour: Colour,
  operator: string,
  operands: readonly Operand[],
): { readonly colour: Colour; readonly why?: string | undefined } | undefined {
  const word = operator.toLowerCase();
  const plain = plainSpaces.get(plainOperators.get(word) ?? "");
  if (plain !== undefined) return { colour: colourIn(unlessRemapped(scope, plain), operands) };
  if (word === "cs") {
    const { space, why } = spaceNamed(doc, scope, operands[0]);
    const isUnset = !colour.isBlack || space?.black === undefined;
    return { colour: { ...colour, space, isUnset, isTakenOver: false }, why };
  }
  if (word !== "sc" && word !== "scn") return undefined;
  return { colour: colourIn(colour.space, operands), why: ambiguityInColour(word, colour.space, operands) };
}

const plainOperators = new Map([
  ["g", "DeviceGray"],
  ["rg", "DeviceRGB"],
  ["k", "DeviceCMYK"],
]);

function colourIn(space: Space | undefined, operands: readonly Operand[]): Colour {
  const { black } = space ?? {};
  const isBlack = black?.length === operands.length && black.every((part, i) => part === operands[i]);
  return { space, isBlack, isUnset: false, isTakenOver: false };
}

/** Where other spaces stand for plain ones (§8.6.5.6), one may begin with theirs. */
const unlessRemapped = (scope: Scope, space: Space): Space =>
  hasDefaults(scope) ? { ...space, black: undefined } : space;

function spaceNamed(
  doc: PdfDocument,
  scope: Scope,
  name: Operand | undefined,
): { readonly space?: Space | undefined; readonly why?: string | undefined } {
  if (typeof name !== "string") return {};
  const plain = plainSpaces.get(name);
  if (plain !== undefined) return { space: unlessRemapped(scope, plain) };
  const stored = scope.dictionary("ColorSpace").entries.get(name);
  const [family, second, last] = itemsOf(doc, stored);
  const kind = nameOf(doc, family) ?? nameOf(doc, stored);
  const why = ambiguityInInks(doc, stored);
  // What else is wrong with a function is told already, and it may not end.
  const stepsAt = (inks: PdfObject | undefined) => (tints: readonly number[]) =>
    why === undefined && isAtStep(doc, inks, tints);
  if (kind === "Pattern") return { space: { ...patterns, isAtStep: stepsAt(second) }, why };
  const components = componentsIn(doc, scope)(name);
  const lastOne = kind === "Indexed" ? numberOf(doc, last) : undefined;
  const black = hasDefaults(scope) ? undefined : blackIn(doc, stored);
  const space = {
    components,
    last: lastOne,
    isOfInks: isOfInks(doc, stored),
    isAtStep: stepsAt(stored),
    black,
  };
  return { space, why: why ?? (components === undefined ? "a colour space that is missing" : undefined) };
}

/** Of a space that surely begins with it: colours of inks and palettes would have to be computed, and profiles of print begin with white. */
function blackIn(doc: PdfDocument, stored: PdfObject | undefined): readonly number[] | undefined {
  const [family, profile] = itemsOf(doc, stored);
  const name = nameOf(doc, family) ?? nameOf(doc, stored) ?? "";
  if (name === "CalGray") return grey.black;
  if (name === "CalRGB") return rgb.black;
  if (name !== "ICCBased") return plainSpaces.get(name)?.black;
  const { entries } = dictionaryOf(doc, profile);
  // The initial colour lies within the range.
  if (entries.has("Range")) return undefined;
  return [grey, rgb].find(({ components }) => components === numberOf(doc, entries.get("N")))?.black;
}

/** Of an ink, for numbers that were rounded. */
const inkSlack = 0.001;

/** What programs make different things of in a colour that is set in a space, in words. */
function ambiguityInColour(
  word: "sc" | "scn",
  space: Space | undefined,
  operands: readonly Operand[],
): string | undefined {
  if (typeof operands.at(-1) === "string") {
    // pdf.js sets none by `sc`.
    if (word === "sc") return "a pattern where numbers are set";
    if (space?.isPattern !== true) return "a pattern where colours are set";
    return space.isAtStep?.(numbersIn(operands.slice(0, -1)) ?? []) === true ? atStep : undefined;
  }
  const numbers = numbersIn(operands);
  const [index = 0] = numbers ?? [];
  if (space === undefined || space.isPattern || numbers?.length !== space.components)
    return "a colour of more or fewer numbers than its space has";
  if (space.last !== undefined && !(Number.isInteger(index) && index >= 0 && index <= space.last))
    return "a colour that its palette has not";
  const isOfAll = numbers?.every((each) => each >= -inkSlack && each <= 1 + inkSlack);
  if (space.isOfInks && !isOfAll) return "more of an ink than all";
  return space.isAtStep?.(numbers ?? []) === true ? atStep : undefined;
}

/** Notes what is painted with colours that are taken over, and what takes over those that are not set. */
function paint(
  { doc, scope, takenOver }: Around,
  state: State,
  operator: string,
  [operand]: readonly Operand[],
): string | undefined {
  const drawn = operator === "Do" ? drawnBy(doc, scope, operand) : undefined;
  const isText = shows.has(operator);
  // Glyphs of Type 3 take over both colours; so does the group of a soft mask.
  if (isText || drawn === "form" || (operator === "gs" && isMasked(doc, scope, operand))) handOn(takenOver, state);
  const kinds = isText ? kindsOfText(state.mode) : kindsOf({ doc, scope }, operator, operand);
  const isOfText = isText && state.mode === undefined;
  for (const kind of kinds) if (state[kind].isTakenOver) takenOver.painted.add(isOfText ? `${kind} of text` : kind);
  return kinds.some((kind) => state[kind].isUnset) ? unsetColour : undefined;
}

function handOn({ painted, unset }: ColoursTakenOver, state: State): void {
  for (const kind of both) if (state[kind].isUnset) unset.add(kind);
  for (const kind of kindsOfText(state.mode)) {
    if (state[kind].isUnset) unset.add(`${kind} of text`);
    // In a mode of its own, whatever it draws may paint so.
    if (state[kind].isTakenOver && state.mode !== undefined) painted.add(kind);
  }
}

function isMasked(doc: PdfDocument, scope: Scope, name: Operand | undefined): boolean {
  if (typeof name !== "string") return false;
  const state = dictionaryOf(doc, scope.dictionary("ExtGState").entries.get(name));
  return dictionaryOf(doc, state.entries.get("SMask")).entries.has("G");
}
