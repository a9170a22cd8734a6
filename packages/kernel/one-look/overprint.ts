// Whether overprinting changes what is seen (ISO 32000-2 §8.6.7, §11.7.4): most readers of today paint over what is below, MuPDF and
// presses leave the inks below that are not named. Of black that comes to the same, and it is what real files overprint.

import { componentsIn } from "../contents/colour-spaces.ts";
import {
  type DrawnTarget,
  pageResources,
  resourcesWithin,
  type Scope,
  targetsNamed,
} from "../contents/drawn-resources.ts";
import { type Operate, readContents } from "../contents/read-operators.ts";
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { contentParts, type Page } from "../pdf/pages.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";
import { beginning, type Named, namedIn, operate } from "./overprint-operators.ts";

type Looking = {
  readonly doc: PdfDocument;
  /** Contents with what they draw with, by number and the key of a scope, and names in scopes. */
  readonly seen: Set<string>;
  /** Contents that were read, by number. */
  readonly read: Set<number>;
  /** Contents that were looked at, by number, and whether they name anything: those that do not are alike wherever they are drawn. */
  readonly naming: Map<number, boolean>;
  /** By the keys of scopes. */
  readonly known: Map<string, Named>;
  /** What was looked at again, as `againMax` counts it. */
  again: number;
  /** Whether contents other than a page's begin with overprinting on, as some are drawn. */
  readonly isOver: boolean;
  isSeen: boolean;
  drawsForms: boolean;
  drawsText: boolean;
  hasGlyphs: boolean;
};

/**
 * Whether pages or their annotations overprint with another colour than black.
 * @throws PdfRefusal FILE_TOO_COMPLEX for contents that cannot be followed
 */
export function overprintShows(doc: PdfDocument, pages: readonly Page[]): boolean {
  const first = lookAt(doc, pages, { isOver: false, known: new Map() });
  // What a form takes over from whoever draws it is not followed: it may be on in each.
  const draws = first.drawsForms || (first.drawsText && first.hasGlyphs);
  return first.isSeen || (draws && lookAt(doc, pages, { ...first, isOver: true }).isSeen);
}

type How = Pick<Looking, "isOver" | "known">;

function lookAt(doc: PdfDocument, pages: readonly Page[], { isOver, known }: How): Looking {
  const looking: Looking = {
    ...{ doc, isOver, known, seen: new Set(), read: new Set(), naming: new Map() },
    ...{ again: 0, isSeen: false, drawsForms: false, drawsText: false, hasGlyphs: false },
  };
  for (const { ref, dict } of pages) {
    const scope = pageResources(doc, { ref, dict });
    const octets = contentParts(doc, dict).flatMap((part) => [octetsOf(looking, part), Buffer.from("\n")]);
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

function octetsOf(looking: Looking, value: PdfObject | undefined): Uint8Array {
  const { doc, read } = looking;
  const stream = doc.resolve(value);
  if (value?.kind !== "ref" || stream?.kind !== "stream") return new Uint8Array(0);
  const octets = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  if (read.has(value.num)) count(looking, againBytes + octets.length);
  read.add(value.num);
  return octets;
}

function lookBelow(looking: Looking, value: PdfObject | undefined, above: Scope, depth: number): void {
  if (value?.kind !== "ref") return;
  const { doc, seen, naming, isOver } = looking;
  count(looking, 1);
  if (naming.get(value.num) === false) return;
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream") return;
  const scope = resourcesWithin(doc, { dict: stream.dict, owner: `${value.num}` }, above);
  const key = `${value.num} ${scope.key}`;
  if (seen.has(key)) return;
  seen.add(key);
  if (depth > drawingLimits.formDepthMax) throw tooComplex("forms within forms without end");
  naming.set(value.num, look(looking, octetsOf(looking, value), scope, { begins: isOver, depth }));
}

/**
 * Contents without resources of their own are other contents wherever they are drawn, and are read again: at most so many octets of them,
 * `againBytes` more each time, and one for each form or glyph that was only asked for.
 */
const [againMax, againBytes] = [32 * 1024 * 1024, 256];

function count(looking: Looking, octets: number): void {
  looking.again += octets;
  if (looking.again > againMax) throw tooComplex("contents that are drawn with ever other resources");
}

type Where = { readonly begins: boolean; readonly depth: number };

/** Follows contents and what they draw by name; whether they name anything. */
function look(looking: Looking, bytes: Uint8Array, scope: Scope, { begins, depth }: Where): boolean {
  const { doc, known } = looking;
  const named = known.get(scope.key) ?? namedIn(doc, scope.dictionary);
  known.set(scope.key, named);
  const names = new Set<string>();
  const components = componentsIn(doc, scope);
  const componentsOf = (name: string): number | undefined => {
    names.add(name);
    return components(name);
  };
  const walks = readContents({ bytes, componentsOf }, () => {
    const walk = beginning(begins);
    const follow: Operate = (operator, operands) => {
      for (const operand of operands) if (typeof operand === "string") names.add(operand);
      operate(walk, operator, operands, named);
    };
    return { walk, operate: follow };
  });
  looking.isSeen ||= walks.some(({ isSeen }) => isSeen);
  looking.drawsForms ||= walks.some(({ drawsForms }) => drawsForms);
  looking.drawsText ||= walks.some(({ drawsText }) => drawsText);
  for (const name of names) lookAtNamed(looking, { name, scope, depth: depth + 1 });
  return names.size > 0;
}

type InScope = {
  readonly name: string;
  readonly scope: Scope;
  readonly depth: number;
};

function lookAtNamed(looking: Looking, { name, scope, depth }: InScope): void {
  const key = `/${name} ${scope.key}`;
  if (looking.seen.has(key)) return;
  looking.seen.add(key);
  for (const target of targetsNamed(looking.doc, name, scope)) lookAtTarget(looking, target, scope, depth);
}

function lookAtTarget(looking: Looking, target: DrawnTarget, scope: Scope, depth: number): void {
  if (target.kind === "contents" || target.kind === "tile" || target.kind === "mask")
    lookBelow(looking, target.value, scope, depth);
  if (target.kind !== "font") return;
  looking.hasGlyphs = true;
  const { doc } = looking;
  const own = resourcesWithin(doc, { dict: target.font, owner: target.key }, scope);
  const glyphs = dictionaryOf(doc, target.font.entries.get("CharProcs")).entries.values();
  for (const glyph of glyphs) lookBelow(looking, glyph, own, depth);
}
