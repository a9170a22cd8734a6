// States that the groups of soft masks and the tiles of patterns take over (ISO 32000-2 §8.7.3.1, §11.6.5.2). Of a mask pdf.js takes what is set
// where the mask is, MuPDF what is set where something is painted behind it, poppler some of the former; of a tile pdf.js takes nothing, the others
// what is set where it paints. Whatever is then as at the beginning of a page is the same in all.

import { isGroup, type Scope } from "../contents/drawn-resources.ts";
import { shows } from "../contents/operators.ts";
import type { Operand } from "../contents/read-operators.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { both, drawnBy, type Kind, kindsOf, kindsOfText } from "./painting-operators.ts";
import { type Part, partsSetBy, partsSetIn, partsUsedBy, plainParts, type SetPart } from "./parts-of-state.ts";
import type { Look } from "./set-colours.ts";

type Parts = Set<Part>;
/** What contents paint with and have not set, and what they have not set where they draw others, by these. */
type Used = { readonly parts: Parts; readonly handed: Map<string, Parts> };
/** Where a mask or tile is drawn: parts that are not as at the beginning, and parts that whoever drew these contents has set. */
type Given = { readonly other: Parts; readonly unset: Parts };

/** What is found of a file; contents, masks and tiles are known by `contentsKey`. */
export type StatesTakenOver = {
  readonly used: Map<string, Used>;
  readonly given: Map<string, Given>;
  /** Contents that are drawn while a tile is the colour. */
  readonly through: Map<string, { readonly tile: Tile; readonly kind: Kind; readonly contents: string }>;
  /** What is not as at the beginning where any form, glyph, mask or tile is drawn. */
  readonly handed: Parts;
};

/** Nothing was drawn. */
export const noStates = (): StatesTakenOver => ({
  ...{ used: new Map(), given: new Map(), through: new Map(), handed: new Set() },
});

/** Forms and tiles by their number; all glyphs of a font are one, and so are those of fonts without a number. */
export const contentsKey = (stored: PdfObject | undefined): string => (stored?.kind === "ref" ? `${stored.num}` : "");

/** What programs make different things of in masks and tiles, in words. */
export function ambiguityInStates({ used, given, through, handed }: StatesTakenOver): string | undefined {
  const known = new Map<string, Parts>();
  const usedBy = (key: string): Parts => {
    const found = known.get(key) ?? new Set(used.get(key)?.parts);
    if (known.has(key)) return found;
    known.set(key, found);
    for (const [inner, unset] of used.get(key)?.handed ?? [])
      for (const part of usedBy(inner)) if (unset.has(part)) found.add(part);
    return found;
  };
  const isGiven = ({ other, unset }: Given, part: Part): boolean =>
    other.has(part) || (unset.has(part) && handed.has(part));
  for (const [key, each] of given) if ([...usedBy(key)].some((part) => isGiven(each, part))) return takesOver;
  for (const { tile, kind, contents } of through.values())
    if (usedBy(contents).has(kind) && [...usedBy(tile.key)].some((part) => isTaken(tile, kind, part))) return takesOver;
  return undefined;
}

const takesOver = "a mask or a tile that paints as whoever draws it";

type Mask = { readonly key: string; readonly isLight: boolean };
type Tile = { readonly key: string; readonly isUncoloured: boolean };
type State = {
  readonly other: ReadonlySet<Part>;
  readonly unset: ReadonlySet<Part>;
  readonly mode: number;
  /** The font of text, where its glyphs are contents. */
  readonly font: string | undefined;
  readonly mask: Mask | undefined;
  readonly tiles: Readonly<Partial<Record<Kind, Tile>>>;
};

type Around = {
  readonly doc: PdfDocument;
  readonly scope: Scope;
  /** Of contents that take over a state; a page's own begin with the first. */
  readonly key: string | undefined;
  readonly states: StatesTakenOver;
  readonly lookOf: (kind: Kind) => Look;
};
type Operation = { readonly operator: string; readonly operands: readonly Operand[] };

/** Follows contents, operator by operator, once colours were set. */
export function watchingStates(around: Around): (operator: string, operands: readonly Operand[]) => void {
  let state: State = {
    ...{ other: new Set(), unset: new Set(around.key === undefined ? [] : plainParts) },
    ...{ mode: 0, font: undefined, mask: undefined, tiles: {} },
  };
  const saved: State[] = [];
  return (operator, operands) => {
    if (operator === "q") saved.push(state);
    else if (operator === "Q") state = saved.pop() ?? state;
    else {
      state = changed(around, state, { operator, operands });
      draw(around, state, { operator, operands });
    }
  };
}

function changed(around: Around, state: State, { operator, operands }: Operation): State {
  const [name] = operands;
  const kind = colours.get(operator);
  if (kind !== undefined) {
    const tile = tileNamed(around, operands.at(-1));
    if (tile === undefined && state.tiles[kind] === undefined) return state;
    return { ...state, tiles: { ...state.tiles, [kind]: tile } };
  }
  if (operator === "gs" && typeof name === "string") return inState(around, state, name);
  const set = withParts(state, partsSetBy(operator, operands));
  if (operator === "Tr") return { ...set, mode: typeof name === "number" ? name : 0 };
  if (operator !== "Tf" || typeof name !== "string") return set;
  return { ...set, font: type3Key(around.doc, around.scope.dictionary("Font").entries.get(name)) };
}

/** Other fonts draw no contents. */
const type3Key = (doc: PdfDocument, font: PdfObject | undefined): string | undefined =>
  nameOf(doc, dictionaryOf(doc, font).entries.get("Subtype")) === "Type3" ? contentsKey(font) : undefined;

const colours = new Map<string, Kind>([
  ..."cs sc scn g rg k".split(" ").map((operator) => [operator, "fill"] as const),
  ..."CS SC SCN G RG K".split(" ").map((operator) => [operator, "stroke"] as const),
]);

function tileNamed({ doc, scope }: Around, name: Operand | undefined): Tile | undefined {
  const stored = typeof name === "string" ? scope.dictionary("Pattern").entries.get(name) : undefined;
  if (doc.resolve(stored)?.kind !== "stream") return undefined;
  const paint = numberOf(doc, dictionaryOf(doc, stored).entries.get("PaintType"));
  return { key: contentsKey(stored), isUncoloured: paint === 2 };
}

function inState(around: Around, state: State, name: string): State {
  const { doc, scope } = around;
  const dict = dictionaryOf(doc, scope.dictionary("ExtGState").entries.get(name));
  const [font] = itemsOf(doc, dict.entries.get("Font"));
  const set = {
    ...withParts(state, partsSetIn(doc, dict)),
    font: font === undefined ? state.font : type3Key(doc, font),
  };
  const stored = dict.entries.get("SMask");
  if (doc.resolve(stored) === undefined) return set;
  const { entries } = dictionaryOf(doc, stored);
  if (!entries.has("G")) return { ...set, mask: undefined };
  const mask = { key: contentsKey(entries.get("G")), isLight: nameOf(doc, entries.get("S")) !== "Alpha" };
  const masked = { ...set, mask };
  noteMask(around, masked, mask);
  return masked;
}

function withParts(state: State, parts: readonly SetPart[]): State {
  let { other, unset } = state;
  for (const [part, isPlain] of parts) {
    if (other.has(part) === isPlain) other = isPlain ? without(other, part) : new Set(other).add(part);
    if (unset.has(part)) unset = without(unset, part);
  }
  return other === state.other && unset === state.unset ? state : { ...state, other, unset };
}

function without(parts: ReadonlySet<Part>, part: Part): ReadonlySet<Part> {
  const left = new Set(parts);
  left.delete(part);
  return left;
}

/** Notes what an operator paints, and what it draws. */
function draw(around: Around, state: State, { operator, operands }: Operation): void {
  const { doc, scope, states, lookOf } = around;
  const { mask, unset } = state;
  const [operand] = operands;
  const isText = shows.has(operator);
  const drawn = operator === "Do" ? drawnBy(doc, scope, operand) : undefined;
  const kinds = isText ? kindsOfText(state.mode) : kindsOf(around, operator, operand);
  const paints = isText || kinds.length > 0;
  if (!paints && !draws.has(operator)) return;
  if (around.key !== undefined)
    for (const part of partsUsedBy(operator, kinds, isText))
      if (isColour(part) ? lookOf(part) === "taken over" : unset.has(part)) usedIn(states, around.key).parts.add(part);
  const form = drawn === "form" ? scope.dictionary("XObject").entries.get(`${operand}`) : undefined;
  const contents = isText ? state.font : form && contentsKey(form);
  if (contents !== undefined) hand(around, state, contents);
  // What is no group, each of its operators is painted behind the mask.
  const isApart = form !== undefined && isGroup(doc, form);
  if (mask !== undefined) noteMask(around, state, mask, contents !== undefined && !isApart);
  for (const kind of isText && unset.has("Tr") ? both : kinds) noteTile(around, state, kind);
}

const draws = new Set(["Do", "EI", "sh", "T*"]);

function usedIn({ used }: StatesTakenOver, key: string): Used {
  const found = used.get(key) ?? { parts: new Set(), handed: new Map() };
  used.set(key, found);
  return found;
}

function givenTo({ given }: StatesTakenOver, key: string): Given {
  const found = given.get(key) ?? { other: new Set(), unset: new Set() };
  given.set(key, found);
  return found;
}

/** Notes contents that others draw. */
function hand(around: Around, state: State, contents: string): void {
  const { key, states } = around;
  const { other, unset } = partsIn(around, state);
  for (const part of other) states.handed.add(part);
  for (const kind of both) {
    const tile = state.tiles[kind];
    if (tile !== undefined) states.through.set(`${tile.key} ${kind} ${contents}`, { tile, kind, contents });
  }
  if (key === undefined) return;
  const { handed } = usedIn(states, key);
  const all = handed.get(contents) ?? new Set();
  handed.set(contents, all);
  for (const part of unset) all.add(part);
}

/** Notes a state that a mask may be drawn in; `isAny`: what is drawn behind it may set anything. */
function noteMask(around: Around, state: State, { key, isLight }: Mask, isAny = false): void {
  const { other, unset } = partsIn(around, state);
  const given = givenTo(around.states, key);
  const add = (part: Part): void => {
    // Of opacity a colour is nothing, but a pattern may be.
    if (!isLight && isColour(part) && around.lookOf(part) === "other") return;
    given.other.add(part);
    around.states.handed.add(part);
  };
  other.forEach(add);
  if (isAny) for (const part of isLight ? [...plainParts, ...both] : plainParts) given.other.add(part);
  for (const part of unset) given.unset.add(part);
}

/** Notes a state that a tile is drawn in. */
function noteTile(around: Around, state: State, kind: Kind): void {
  const tile = state.tiles[kind];
  if (tile === undefined) return;
  const { other, unset } = partsIn(around, state);
  const given = givenTo(around.states, tile.key);
  for (const part of other) {
    if (!isTaken(tile, kind, part)) continue;
    given.other.add(part);
    around.states.handed.add(part);
  }
  for (const part of unset) if (isTaken(tile, kind, part)) given.unset.add(part);
}

/** A state with its colours. */
function partsIn({ lookOf }: Around, { other, unset }: State): Pick<State, "other" | "unset"> {
  const looks = both.map((kind) => [kind, lookOf(kind)] as const);
  const having = (is: (look: Look) => boolean): readonly Kind[] =>
    looks.flatMap(([kind, look]) => (is(look) ? [kind] : []));
  return {
    other: new Set([...other, ...having((look) => look === "other" || look === "pattern")]),
    unset: new Set([...unset, ...having((look) => look === "taken over")]),
  };
}

const isColour = (part: Part): part is Kind => part === "fill" || part === "stroke";

/** In lines all programs begin with the first breadth; their ends and corners are those of the page in hatches of matplotlib. */
const alikeInTiles: ReadonlySet<Part> = new Set<Part>(["w", "J", "j", "M"]);

/** Whether a tile takes a part over in some programs: in the colour that it is itself it begins with black, or it has that of its mask. */
function isTaken({ isUncoloured }: Tile, kind: Kind, part: Part): boolean {
  if (isColour(part)) return part !== kind && !isUncoloured;
  return !alikeInTiles.has(part);
}
