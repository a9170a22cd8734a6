// What can be drawn by a name in contents (ISO 32000-2 §7.8.3): forms, pictures, patterns, shadings, soft masks, glyphs of Type 3 fonts.
import { dictionaryOf, itemsOf, nameOf, type Objects, type Resolver } from "../pdf/access.ts";
import { keptDictionary } from "../pdf/kept-dictionaries.ts";
import { type PdfDict, type PdfObject, pdfDict, withEntries } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import type { Page } from "../pdf/pages.ts";

const kinds = ["XObject", "Pattern", "Shading", "ExtGState", "Font", "ColorSpace", "Properties"] as const;
/** Kinds of resources that show. */
export type ResourceKind = (typeof kinds)[number];
const shown: ReadonlySet<string> = new Set(kinds);

/** Resources, a key that is the same wherever the same ones are in effect, and their dictionaries by kind, each read once. */
export type Scope = {
  readonly resources: PdfDict;
  readonly key: string;
  readonly dictionary: (kind: ResourceKind) => PdfDict;
};

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

const nodesMax = 100;

/** What contents within others draw with (§7.8.3): their own resources, known by `owner`, or where they have none those around them. */
export function resourcesWithin(
  doc: PdfDocument,
  { dict, owner }: { readonly dict: PdfDict; readonly owner: string },
  above: Scope,
): Scope {
  const stored = dict.entries.get("Resources");
  return doc.resolve(stored)?.kind === "dict" ? scopeOf(doc, stored, owner) : above;
}

/** The resources of a page, inherited ones too (§7.7.3.4). */
export function pageResources(doc: PdfDocument, { ref, dict }: Pick<Page, "ref" | "dict">): Scope {
  const { Resources, owner, isPlain } = inheritedResources(doc, dict);
  return scopeOf(doc, Resources, isPlain ? (owner ?? `${ref.num}`) : `merged ${ref.num}`);
}

function scopeOf(doc: PdfDocument, stored: PdfObject | undefined, owner: string): Scope {
  const key = stored?.kind === "ref" ? `resources ${stored.num}` : `of ${owner}`;
  const resources = keptDictionary(doc, stored);
  const read = new Map<ResourceKind, PdfDict>();
  const dictionary = (kind: ResourceKind): PdfDict => {
    const found = read.get(kind) ?? keptDictionary(doc, resources.entries.get(kind));
    read.set(kind, found);
    return found;
  };
  return { resources, key, dictionary };
}

/** What a page draws with, as it is stored or as a browser puts it together; `owner` is the number of the node that it stands in. */
export type InheritedResources = {
  readonly Resources: PdfObject | undefined;
  readonly owner: string | undefined;
  /** Every reader takes the same. */
  readonly isPlain: boolean;
};

/**
 * Of the page and the nodes above it the nearest that has any, for most readers. pdf.js adds the kinds that these lack from the nodes further
 * above, and takes none at all where the nearest are no dictionary.
 */
export function inheritedResources(objects: Resolver, page: PdfDict): InheritedResources {
  const found: { readonly stored: PdfObject; readonly owner: string | undefined }[] = [];
  let [node, owner]: [PdfDict, string | undefined] = [page, undefined];
  for (let i = 0; i < nodesMax; i += 1) {
    const stored = node.entries.get("Resources");
    if (stored !== undefined) found.push({ stored, owner });
    const parent = node.entries.get("Parent");
    if (parent?.kind !== "ref") break;
    [node, owner] = [dictionaryOf(objects, parent), `${parent.num}`];
  }
  const [nearest, ...further] = found;
  if (nearest === undefined) return { Resources: undefined, owner: undefined, isPlain: true };
  const own = objects.resolve(nearest.stored);
  if (own?.kind !== "dict") return { Resources: pdfDict({}), owner: undefined, isPlain: false };
  const added: Record<string, PdfObject> = {};
  for (const { stored } of further)
    for (const [kind, value] of dictionaryOf(objects, stored).entries)
      if (!own.entries.has(kind) && shown.has(kind)) added[kind] ??= value;
  const isPlain = Object.keys(added).length === 0;
  return { Resources: isPlain ? nearest.stored : withEntries(own, added), owner: nearest.owner, isPlain };
}

/** What one name stands for in some resources; it may stand for several kinds of them. */
export function targetsNamed(objects: Objects, name: string, { key, dictionary }: Scope): readonly DrawnTarget[] {
  const targets: DrawnTarget[] = [];
  const of = (kind: ResourceKind): PdfObject | undefined => dictionary(kind).entries.get(name);
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

/** Whether a form is painted on a surface of its own before it is painted on the page (§11.6.6). */
export function isGroup(objects: Objects, form: PdfObject): boolean {
  const group = dictionaryOf(objects, dictionaryOf(objects, form).entries.get("Group"));
  return nameOf(objects, group.entries.get("S")) === "Transparency";
}
