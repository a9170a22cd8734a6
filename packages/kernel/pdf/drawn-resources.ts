// What can be drawn by a name in contents (ISO 32000-2 §7.8.3): forms, pictures, patterns, shadings, soft masks, glyphs of Type 3 fonts.
import { dictionaryOf, itemsOf, nameOf, type Objects } from "./access.ts";
import type { PdfDict, PdfObject } from "./objects.ts";

/** Resources, and a key that is the same wherever the same ones are in effect. */
export type Scope = { readonly resources: PdfDict; readonly key: string };

/** Something with contents of its own, or that is dear without any. `value` is a stream, or the dictionary or array of functions that some of these are. */
export type DrawnTarget =
  | {
      readonly kind:
        | "contents"
        | "mask"
        | "tile"
        | "picture"
        | "shading"
        | "shading-pattern"
        | "transfer"
        | "mask-transfer";
      readonly value: PdfObject;
    }
  | { readonly kind: "font"; readonly font: PdfDict; readonly key: string };

/** By name; one name may stand for several kinds of resources. */
export type DrawnTargets = ReadonlyMap<string, readonly DrawnTarget[]>;

const nodesMax = 100;

/** The resources of a page, inherited ones too (§7.7.3.4), or of anything else that names its own. `owner` names it. */
export function resourcesOf(objects: Objects, dict: PdfDict, owner: string): Scope {
  let [node, at] = [dict, owner];
  for (let i = 0; i < nodesMax && !node.entries.has("Resources"); i += 1) {
    const parent = node.entries.get("Parent");
    if (parent?.kind !== "ref") break;
    [node, at] = [dictionaryOf(objects, parent), `${parent.num}`];
  }
  const stored = node.entries.get("Resources");
  const key = stored?.kind === "ref" ? `resources ${stored.num}` : `of ${at}`;
  return { resources: dictionaryOf(objects, stored), key };
}

const kinds = ["XObject", "Pattern", "Shading", "ExtGState", "Font"] as const;
/** The dictionary of one kind of resources. */
export type DictionaryOfKind = (kind: (typeof kinds)[number]) => PdfDict;

/** Everything in some resources that has contents. */
export function drawnTargets(objects: Objects, { resources, key }: Scope): DrawnTargets {
  const read = new Map(kinds.map((kind) => [kind, dictionaryOf(objects, resources.entries.get(kind))]));
  const dictionary: DictionaryOfKind = (kind) => read.get(kind) ?? resources;
  const targets = new Map<string, readonly DrawnTarget[]>();
  for (const { entries } of read.values())
    for (const name of entries.keys()) {
      if (targets.has(name)) continue;
      targets.set(name, targetsNamed(objects, { name, key, dictionary }));
    }
  for (const [name, found] of targets) if (found.length === 0) targets.delete(name);
  return targets;
}

type Naming = { readonly name: string; readonly key: string; readonly dictionary: DictionaryOfKind };

/** What one name stands for in resources that are known by `key`. */
export function targetsNamed(objects: Objects, { name, key, dictionary }: Naming): readonly DrawnTarget[] {
  const targets: DrawnTarget[] = [];
  const of = (kind: (typeof kinds)[number]): PdfObject | undefined => dictionary(kind).entries.get(name);
  const object = of("XObject");
  if (object !== undefined) {
    const isPicture = nameOf(objects, dictionaryOf(objects, object).entries.get("Subtype")) === "Image";
    targets.push({ kind: isPicture ? "picture" : "contents", value: object });
  }
  const pattern = of("Pattern");
  const painted = dictionaryOf(objects, pattern).entries.get("Shading");
  if (painted !== undefined) targets.push({ kind: "shading-pattern", value: painted });
  if (pattern !== undefined && objects.resolve(pattern)?.kind === "stream")
    targets.push({ kind: "tile", value: pattern });
  const shading = of("Shading");
  if (shading !== undefined) targets.push({ kind: "shading", value: shading });
  const { entries } = dictionaryOf(objects, of("ExtGState"));
  targets.push(...ofState(objects, entries));
  for (const value of [of("Font"), itemsOf(objects, entries.get("Font"))[0]]) {
    if (value === undefined) continue;
    const font = dictionaryOf(objects, value);
    const own = value.kind === "ref" ? `${value.num}` : `font ${name} ${key}`;
    if (nameOf(objects, font.entries.get("Subtype")) === "Type3") targets.push({ kind: "font", font, key: own });
  }
  return targets;
}

function ofState(objects: Objects, entries: PdfDict["entries"]): DrawnTarget[] {
  const targets: DrawnTarget[] = [];
  const mask = dictionaryOf(objects, entries.get("SMask")).entries;
  const group = mask.get("G");
  if (group !== undefined) targets.push({ kind: "mask", value: group });
  // Of a mask, for each of its points.
  const ofMask = mask.get("TR");
  if (ofMask !== undefined) targets.push({ kind: "mask-transfer", value: ofMask });
  for (const key of ["TR", "TR2"]) {
    const transfer = entries.get(key);
    if (transfer !== undefined) targets.push({ kind: "transfer", value: transfer });
  }
  return targets;
}

/** All graphics states of some resources. */
export function statesOf(objects: Objects, { resources }: Scope): PdfDict[] {
  const states = dictionaryOf(objects, resources.entries.get("ExtGState")).entries.values();
  return [...states].map((state) => dictionaryOf(objects, state));
}
