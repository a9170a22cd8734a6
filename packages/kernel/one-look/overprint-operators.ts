// Where operators overprint with another colour than black (ISO 32000-2 §8.6.7, §11.7.4), contents by contents.

import type { ResourceKind, Scope } from "../contents/drawn-resources.ts";
import { fills, savedMax, shows, strokes } from "../contents/operators.ts";
import { numbersIn, type Operand } from "../contents/read-operators.ts";
import { booleanOf, dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex } from "../pdf/refusal.ts";

/** What a graphics state says of overprinting; undefined where it says nothing. */
type Overprint = {
  readonly fill?: boolean | undefined;
  readonly stroke?: boolean | undefined;
  readonly mode?: number | undefined;
};

/** How colours of a space are painted: with the inks of a press, with one that has a name, or over everything. */
type Inks = "process" | "black" | "named" | "all";
/** Whether a colour leaves what is below in some readers: in every mode, or where nothing of an ink is left out (/OPM 1). */
type Leaves = "never" | "by-mode" | "always";

type Kind = "fill" | "stroke";
type State = {
  readonly over: Readonly<Record<Kind, boolean>>;
  readonly mode: number;
  readonly inks: Readonly<Record<Kind, Inks>>;
  readonly leaves: Readonly<Record<Kind, Leaves>>;
};
/** Where contents are: whether overprinting was seen, and whether forms, or texts, were drawn with it. */
export type Walk = { state: State; readonly saved: State[]; isSeen: boolean; drawsForms: boolean; drawsText: boolean };

/** Contents that begin with overprinting on, or off. */
export function beginning(over: boolean): Walk {
  const state: State = {
    over: { fill: over, stroke: over },
    mode: over ? 1 : 0,
    inks: { fill: "all", stroke: "all" },
    leaves: { fill: "never", stroke: "never" },
  };
  return { state, saved: [], isSeen: false, drawsForms: false, drawsText: false };
}

/** What contents name. */
export type Named = {
  readonly stateOf: (name: string) => Overprint;
  readonly inksOf: (name: string) => Inks;
  readonly shadingOf: (name: string) => Inks;
  /** A form, or a picture in inks that have names. */
  readonly isDrawn: (name: string) => { readonly isForm: boolean; readonly inks: Inks };
};

/** Looks up what contents name in resources whose dictionaries are given by kind. */
export function namedIn(doc: PdfDocument, dictionary: Scope["dictionary"]): Named {
  const of = (kind: ResourceKind, name: string): PdfObject | undefined => dictionary(kind).entries.get(name);
  return {
    stateOf: remembered((name) => overprintOf(doc, dictionaryOf(doc, of("ExtGState", name)))),
    inksOf: remembered((name) => inksOf(doc, of("ColorSpace", name) ?? { kind: "name", value: name }, dictionary)),
    shadingOf: remembered((name) =>
      inksOf(doc, dictionaryOf(doc, of("Shading", name)).entries.get("ColorSpace"), dictionary),
    ),
    isDrawn: remembered((name) => {
      const { entries } = dictionaryOf(doc, of("XObject", name));
      const isForm = nameOf(doc, entries.get("Subtype")) !== "Image";
      return { isForm, inks: isForm ? "all" : inksOf(doc, entries.get("ColorSpace"), dictionary) };
    }),
  };
}

/** The same, looked up once for each name. */
function remembered<Found>(lookUp: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (name) => {
    const before = known.get(name) ?? { found: lookUp(name) };
    known.set(name, before);
    return before.found;
  };
}

function overprintOf(doc: PdfDocument, { entries }: PdfDict): Overprint {
  const said = (key: string): boolean | undefined => booleanOf(doc, entries.get(key));
  // /OP is for both where /op says nothing (table 57).
  return { stroke: said("OP"), fill: said("op") ?? said("OP"), mode: numberOf(doc, entries.get("OPM")) };
}

const spacesMax = 8;

function inksOf(doc: PdfDocument, space: PdfObject | undefined, dictionary: Scope["dictionary"], depth = 0): Inks {
  if (depth > spacesMax) return "named";
  const name = nameOf(doc, space);
  if (name === "DeviceCMYK" || name === "CMYK") return "process";
  if (name === "Pattern") return "named";
  if (name !== undefined) {
    const own = dictionary("ColorSpace").entries.get(name);
    return own === undefined ? "all" : inksOf(doc, own, dictionary, depth + 1);
  }
  const [family, second] = itemsOf(doc, space);
  switch (nameOf(doc, family)) {
    case "DeviceCMYK":
      return "process";
    case "ICCBased":
      return numberOf(doc, dictionaryOf(doc, second).entries.get("N")) === 4 ? "process" : "all";
    case "Indexed":
      return inksOf(doc, second, dictionary, depth + 1);
    case "Separation":
      return nameOf(doc, second) === "Black" ? "black" : "named";
    case "DeviceN":
    case "Pattern":
      return "named";
    default:
      return "all";
  }
}

/** So much black is dark, whatever is below. */
const blackLeast = 0.9;

/** Follows one operator. @throws PdfRefusal FILE_TOO_COMPLEX for states within each other without end */
export function operate(walk: Walk, operator: string, operands: readonly Operand[], named: Named): void {
  const { saved, state } = walk;
  const first = typeof operands[0] === "string" ? operands[0] : "";
  if (operator === "q") {
    if (saved.push(state) > savedMax) throw tooComplex("graphics states within each other without end");
  } else if (operator === "Q") walk.state = saved.pop() ?? state;
  else if (operator === "gs") {
    const { fill = state.over.fill, stroke = state.over.stroke, mode = state.mode } = named.stateOf(first);
    walk.state = { ...state, over: { fill, stroke }, mode };
  } else if (operator === "Do") draw(walk, named.isDrawn(first));
  else if (operator === "sh") paintInks(walk, named.shadingOf(first));
  else if (shows.has(operator)) {
    paint(walk, "fill");
    paint(walk, "stroke");
    walk.drawsText ||= isOver(state);
  } else if (operator === "EI") {
    // What space its points are in is not looked for: a mask, or any of them.
    paintInks(walk, "named");
  } else if (!colour(walk, operator, operands, named)) {
    if (fills.has(operator)) paint(walk, "fill");
    if (strokes.has(operator)) paint(walk, "stroke");
  }
}

const isOver = ({ over }: State): boolean => over.fill || over.stroke;

function draw(walk: Walk, { isForm, inks }: ReturnType<Named["isDrawn"]>): void {
  paint(walk, "fill");
  if (isForm) {
    // It begins with both colours.
    paint(walk, "stroke");
    walk.drawsForms ||= isOver(walk.state);
  } else paintInks(walk, inks);
}

function paint(walk: Walk, kind: Kind): void {
  const { over, mode, leaves } = walk.state;
  if (over[kind] && (leaves[kind] === "always" || (leaves[kind] === "by-mode" && mode === 1))) walk.isSeen = true;
}

/** Pictures and shadings paint all inks of a press, in either mode (§8.6.7). */
function paintInks(walk: Walk, inks: Inks): void {
  if (walk.state.over.fill && (inks === "named" || inks === "black")) walk.isSeen = true;
}

/** Whether the operator was one of colours (§8.6.8). */
function colour(walk: Walk, operator: string, operands: readonly Operand[], { inksOf: inks }: Named): boolean {
  const kind = operator === operator.toLowerCase() ? "fill" : "stroke";
  const set = (ink: Inks, leaves: Leaves): boolean => {
    const { state } = walk;
    walk.state = { ...state, inks: { ...state.inks, [kind]: ink }, leaves: { ...state.leaves, [kind]: leaves } };
    return true;
  };
  switch (operator.toLowerCase()) {
    case "g":
    case "rg":
      return set("all", "never");
    case "k":
      return set("process", leavesOf("process", numbersIn(operands)));
    case "cs": {
      const found = inks(typeof operands[0] === "string" ? operands[0] : "");
      // A space begins with all of an ink, or with black (§8.6.8).
      return set(found, found === "named" ? "always" : "never");
    }
    case "sc":
    case "scn":
      return set(walk.state.inks[kind], leavesOf(walk.state.inks[kind], numbersIn(operands)));
    default:
      return false;
  }
}

function leavesOf(inks: Inks, numbers: readonly number[] | undefined): Leaves {
  if (inks === "all") return "never";
  if (inks === "named" || numbers === undefined) return "always";
  if ((numbers.at(-1) ?? 0) >= blackLeast) return "never";
  if (inks === "black") return "always";
  return numbers.length === 4 && numbers.every((number) => number > 0) ? "never" : "by-mode";
}
