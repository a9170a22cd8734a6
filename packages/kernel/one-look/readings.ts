// What is found out of contents while they are followed, and whether all programs show the same of them (ISO 32000-2 §7.8.3).

import type { ResourceKind, Scope } from "../contents/drawn-resources.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import type { Pictures } from "./picture-masks.ts";
import { ambiguityInColoursTakenOver, type ColoursTakenOver, noneTakenOver } from "./set-colours.ts";
import { ambiguityInTakenOver, type ShownCodes, unshown } from "./shown-codes.ts";
import { ambiguityInStates, noStates, type StatesTakenOver } from "./states-taken-over.ts";
import type { Shapes } from "./type3-ambiguity.ts";

/** What was found in contents that were read. */
export type Readings = {
  /** What programs make different things of, where there is any. */
  why: string | undefined;
  /** Kinds and names that contents name and their own resources have not, by the keys of these; and what these are drawn within. */
  readonly unnamed: Map<string, Set<string>>;
  readonly around: Map<string, Map<string, Scope>>;
  /** Behind each `Q` of a page's contents that no `q` belongs to, by the number of the page. */
  readonly surplus: Map<number, number[]>;
  readonly shapes: Shapes;
  readonly codes: ShownCodes;
  readonly takenOver: ColoursTakenOver;
  readonly states: StatesTakenOver;
  /** Fonts that were looked at, by number. */
  readonly fonts: Set<number>;
  /** Fonts whose glyphs are contents, by number: whether they show anything. */
  readonly drawnFonts: Map<number, boolean>;
  /** What programs make different things of in patterns and shadings that were looked at, by kind, name and key of the resources. */
  readonly paints: Map<string, string | undefined>;
  /** What was found in pictures, each looked at once. */
  readonly pictures: Pictures;
};

/** Nothing was read. */
export const unread = (): Readings => ({
  ...{
    why: undefined,
    unnamed: new Map(),
    around: new Map(),
    surplus: new Map(),
    pictures: new Map(),
    paints: new Map(),
    drawnFonts: new Map(),
    fonts: new Set(),
  },
  shapes: { haveLines: false, haveTwoColours: false, haveText: false, areSpaced: false },
  codes: unshown(),
  takenOver: noneTakenOver(),
  states: noStates(),
});

/** Notes that contents with resources of their own are drawn by others: poppler looks for what they lack in those around them. */
export function noteWithin({ around }: Readings, scope: Scope, above: Scope): void {
  if (scope.key === above.key) return;
  const known = around.get(scope.key) ?? new Map<string, Scope>();
  around.set(scope.key, known.set(above.key, above));
}

/** @throws PdfRefusal FILE_ACTIVE_CONTENT where programs make different things of what was read, surplus `Q` left aside: pages can do without */
export function requireUnambiguous(readings: Readings): void {
  const { haveLines, haveTwoColours, haveText, areSpaced } = readings.shapes;
  // Of glyphs that are shapes, lines have the colour of lines in pdf.js and that of areas in others.
  if (haveLines && haveTwoColours) readings.why ??= "lines of glyphs in text of two colours";
  if (haveText && areSpaced) readings.why ??= "text of glyphs that are text, at other distances";
  readings.why ??= ambiguityInTakenOver(readings.codes) ?? ambiguityInColoursTakenOver(readings.takenOver);
  readings.why ??= ambiguityInStates(readings.states);
  const why = readings.why ?? (seesThrough(readings) ? "names of what only those around them have" : undefined);
  if (why !== undefined)
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", `contents that programs read each in their own way: ${why}`);
}

/** Whether contents name what only those around them have. */
function seesThrough({ unnamed, around }: Readings): boolean {
  for (const [key, names] of unnamed) {
    const outer = new Map(around.get(key));
    // What is added while it is gone through is gone through, too.
    for (const each of outer.keys()) for (const [further, scope] of around.get(each) ?? []) outer.set(further, scope);
    for (const scope of outer.values()) for (const name of names) if (has(scope, name)) return true;
  }
  return false;
}

function has({ dictionary }: Scope, kindAndName: string): boolean {
  const at = kindAndName.indexOf(" ");
  return dictionary(kindAndName.slice(0, at) as ResourceKind).entries.has(kindAndName.slice(at + 1));
}
