// Whether overprinting changes what is seen (ISO 32000-2 §8.6.7, §11.7.4): most readers of today paint over what is below, MuPDF and
// presses leave the inks below that are not named. Of black that comes to the same, and it is what real files overprint.
import { dictionaryOf, itemsOf, nameOf, numberOf } from "./access.ts";
import { componentsIn } from "./colour-cost.ts";
import { type DrawnTarget, drawnTargets, resourcesOf, type Scope } from "./drawn-resources.ts";
import { fills, strokes } from "./follow-path.ts";
import { drawingLimits } from "./limits.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import type { Page } from "./pages.ts";
import { numbersIn, type Operand, readContents } from "./read-operators.ts";
import { tooComplex, unlessBroken } from "./refusal.ts";
import { savedMax } from "./stroke-cost.ts";

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
type Walk = { state: State; readonly saved: State[]; isSeen: boolean; drawsForms: boolean };

const ends = (over: boolean): State => ({
  over: { fill: over, stroke: over },
  mode: over ? 1 : 0,
  inks: { fill: "all", stroke: "all" },
  leaves: { fill: "never", stroke: "never" },
});

type Looking = {
  readonly doc: PdfDocument;
  readonly seen: Set<string>;
  /** By the keys of scopes. */
  readonly known: Map<string, Named>;
  /** Whether contents other than a page's begin with overprinting on, as some are drawn. */
  readonly isOver: boolean;
  isSeen: boolean;
  drawsForms: boolean;
};

/**
 * Whether pages or their annotations overprint with another colour than black.
 * @throws PdfRefusal FILE_TOO_COMPLEX for contents that cannot be followed
 */
export function overprintShows(doc: PdfDocument, pages: readonly Page[]): boolean {
  const first = lookAt(doc, pages, false);
  // What a form takes over from whoever draws it is not followed: it may be on in each.
  return first.isSeen || (first.drawsForms && lookAt(doc, pages, true).isSeen);
}

function lookAt(doc: PdfDocument, pages: readonly Page[], isOver: boolean): Looking {
  const looking: Looking = { doc, seen: new Set(), known: new Map(), isOver, isSeen: false, drawsForms: false };
  for (const { ref, dict } of pages) {
    const scope = resourcesOf(doc, dict, `${ref.num}`);
    const contents = dict.entries.get("Contents");
    const parts = doc.resolve(contents)?.kind === "array" ? itemsOf(doc, contents) : [contents];
    const octets = parts.flatMap((part) => [octetsOf(doc, part), Buffer.from("\n")]);
    look(looking, Buffer.concat(octets), scope, { begins: false, depth: 0 });
    for (const annotation of itemsOf(doc, dict.entries.get("Annots"))) {
      const normal = dictionaryOf(doc, dictionaryOf(doc, annotation).entries.get("AP")).entries.get("N");
      const states = doc.resolve(normal);
      const forms = states?.kind === "dict" ? [...states.entries.values()] : [normal];
      for (const form of forms) lookBelow(looking, form, scope, 0);
    }
  }
  return looking;
}

function octetsOf(doc: PdfDocument, value: PdfObject | undefined): Uint8Array {
  const stream = doc.resolve(value);
  return (stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined) ?? new Uint8Array(0);
}

function lookBelow(looking: Looking, value: PdfObject | undefined, above: Scope, depth: number): void {
  const { doc, seen, isOver } = looking;
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream" || value?.kind !== "ref") return;
  const scope = stream.dict.entries.has("Resources") ? resourcesOf(doc, stream.dict, `${value.num}`) : above;
  const key = `${value.num} ${scope.key}`;
  if (seen.has(key)) return;
  seen.add(key);
  if (depth > drawingLimits.formDepthMax) throw tooComplex("forms within forms without end");
  look(looking, octetsOf(doc, value), scope, { begins: isOver, depth });
}

type Where = { readonly begins: boolean; readonly depth: number };

function look(looking: Looking, bytes: Uint8Array, scope: Scope, { begins, depth }: Where): void {
  const { doc, seen, known } = looking;
  const named = known.get(scope.key) ?? namedIn(doc, scope);
  known.set(scope.key, named);
  const walks = readContents(bytes, componentsIn(doc, scope), () => {
    const walk: Walk = { state: ends(begins), saved: [], isSeen: false, drawsForms: false };
    return { walk, operate: (operator, operands) => operate(walk, operator, operands, named) };
  });
  looking.isSeen ||= walks.some(({ isSeen }) => isSeen);
  looking.drawsForms ||= walks.some(({ drawsForms }) => drawsForms);
  if (seen.has(scope.key)) return;
  seen.add(scope.key);
  for (const target of named.targets) {
    if (target.kind === "contents" || target.kind === "tile" || target.kind === "mask")
      lookBelow(looking, target.value, scope, depth + 1);
    if (target.kind !== "font") continue;
    const own = target.font.entries.has("Resources") ? resourcesOf(doc, target.font, target.key) : scope;
    const glyphs = dictionaryOf(doc, target.font.entries.get("CharProcs")).entries.values();
    for (const glyph of glyphs) lookBelow(looking, glyph, own, depth + 1);
  }
}

/** Looks up what contents name. */
type Named = {
  readonly stateOf: (name: string) => Overprint;
  readonly inksOf: (name: string) => Inks;
  readonly shadingOf: (name: string) => Inks;
  /** A form, or a picture in inks that have names. */
  readonly isDrawn: (name: string) => { readonly isForm: boolean; readonly inks: Inks };
  readonly hasGlyphs: boolean;
  readonly targets: readonly DrawnTarget[];
};

function namedIn(doc: PdfDocument, scope: Scope): Named {
  const of = (kind: string, name: string): PdfObject | undefined =>
    dictionaryOf(doc, scope.resources.entries.get(kind)).entries.get(name);
  const targets = [...drawnTargets(doc, scope).values()].flat();
  return {
    stateOf: remembered((name) => overprintOf(doc, dictionaryOf(doc, of("ExtGState", name)))),
    inksOf: remembered((name) => inksOf(doc, of("ColorSpace", name) ?? { kind: "name", value: name }, scope)),
    shadingOf: remembered((name) =>
      inksOf(doc, dictionaryOf(doc, of("Shading", name)).entries.get("ColorSpace"), scope),
    ),
    isDrawn: remembered((name) => {
      const { entries } = dictionaryOf(doc, of("XObject", name));
      const isForm = nameOf(doc, entries.get("Subtype")) !== "Image";
      return { isForm, inks: isForm ? "all" : inksOf(doc, entries.get("ColorSpace"), scope) };
    }),
    hasGlyphs: targets.some(({ kind }) => kind === "font"),
    targets,
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
  const said = (key: string): boolean | undefined => {
    const value = doc.resolve(entries.get(key));
    return value?.kind === "boolean" ? value.value : undefined;
  };
  // /OP is for both where /op says nothing (table 57).
  return { stroke: said("OP"), fill: said("op") ?? said("OP"), mode: numberOf(doc, entries.get("OPM")) };
}

const spacesMax = 8;

function inksOf(doc: PdfDocument, space: PdfObject | undefined, scope: Scope, depth = 0): Inks {
  if (depth > spacesMax) return "named";
  const name = nameOf(doc, space);
  if (name === "DeviceCMYK" || name === "CMYK") return "process";
  if (name === "Pattern") return "named";
  if (name !== undefined) {
    const own = dictionaryOf(doc, scope.resources.entries.get("ColorSpace")).entries.get(name);
    return own === undefined ? "all" : inksOf(doc, own, scope, depth + 1);
  }
  const [family, second] = itemsOf(doc, space);
  switch (nameOf(doc, family)) {
    case "DeviceCMYK":
      return "process";
    case "ICCBased":
      return numberOf(doc, dictionaryOf(doc, second).entries.get("N")) === 4 ? "process" : "all";
    case "Indexed":
      return inksOf(doc, second, scope, depth + 1);
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
const shows = new Set(["Tj", "TJ", "'", '"']);

function operate(walk: Walk, operator: string, operands: readonly Operand[], named: Named): void {
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
    walk.drawsForms ||= named.hasGlyphs && isOver(state);
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
