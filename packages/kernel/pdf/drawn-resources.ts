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

/** Everything in some resources that has contents. */
export function drawnTargets(objects: Objects, { resources, key }: Scope): DrawnTargets {
  const targets = new Map<string, DrawnTarget[]>();
  const note = (name: string, target: DrawnTarget): void => {
    targets.set(name, [...(targets.get(name) ?? []), target]);
  };
  const each = (kind: string): [string, PdfObject][] => [
    ...dictionaryOf(objects, resources.entries.get(kind)).entries.entries(),
  ];
  for (const [name, value] of each("XObject")) {
    const isPicture = nameOf(objects, dictionaryOf(objects, value).entries.get("Subtype")) === "Image";
    note(name, { kind: isPicture ? "picture" : "contents", value });
  }
  for (const [name, value] of each("Pattern")) {
    const shading = dictionaryOf(objects, value).entries.get("Shading");
    if (shading !== undefined) note(name, { kind: "shading-pattern", value: shading });
    if (objects.resolve(value)?.kind === "stream") note(name, { kind: "tile", value });
  }
  for (const [name, value] of each("Shading")) note(name, { kind: "shading", value });
  for (const [name, value] of each("ExtGState")) {
    const { entries } = dictionaryOf(objects, value);
    const mask = dictionaryOf(objects, entries.get("SMask")).entries;
    const group = mask.get("G");
    if (group !== undefined) note(name, { kind: "mask", value: group });
    // Of a mask, for each of its points.
    const ofMask = mask.get("TR");
    if (ofMask !== undefined) note(name, { kind: "mask-transfer", value: ofMask });
    for (const key of ["TR", "TR2"]) {
      const transfer = entries.get(key);
      if (transfer !== undefined) note(name, { kind: "transfer", value: transfer });
    }
  }
  const states = each("ExtGState").map(
    ([name, value]) => [name, itemsOf(objects, dictionaryOf(objects, value).entries.get("Font"))[0]] as const,
  );
  for (const [name, value] of [...each("Font"), ...states]) {
    if (value === undefined) continue;
    const font = dictionaryOf(objects, value);
    const own = value.kind === "ref" ? `${value.num}` : `font ${name} ${key}`;
    if (nameOf(objects, font.entries.get("Subtype")) === "Type3") note(name, { kind: "font", font, key: own });
  }
  return targets;
}

/** All graphics states of some resources. */
export function statesOf(objects: Objects, { resources }: Scope): PdfDict[] {
  const states = dictionaryOf(objects, resources.entries.get("ExtGState")).entries.values();
  return [...states].map((state) => dictionaryOf(objects, state));
}
