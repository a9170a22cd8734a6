/**
 * Layers (ISO 32000-2 §8.11): parts of pages that a reader shows or not. A signer must see what everybody else will see, on screen and
 * on paper, so which of them show is fixed before anybody signs; in a signed file nothing can be fixed any more.
 */
import { catalogOf, dictionaryOf, itemsOf, nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfArray, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { partsDrawn } from "./outside-parts.ts";

/** Why a layer may show here and not there (§8.11.4.4): many readers look at these without being asked to by /AS. */
const occasions = ["View", "Print", "Export", "Zoom"];

type Layers = { readonly properties: PdfDict; readonly settings: PdfDict; readonly groups: readonly PdfObject[] };

/** All layers: those that are listed, and those that pages draw with and no list names, which some readers go by all the same. */
function layersOf(objects: Objects, pages: readonly Page[]): Layers {
  const properties = dictionaryOf(objects, catalogOf(objects).entries.get("OCProperties"));
  const settings = dictionaryOf(objects, properties.entries.get("D"));
  const listed = itemsOf(objects, properties.entries.get("OCGs"));
  const numbers = new Set(listed.map(numberOfRef));
  const groups = layersNamed(objects, pages).filter(({ num }) => !numbers.has(num));
  return { properties, settings, groups: [...listed, ...groups] };
}

/** The layers that pages draw with, listed or not. */
function layersNamed(objects: Objects, pages: readonly Page[]): PdfRef[] {
  const groups = new Map<number, PdfRef>();
  for (const { value, found } of partsDrawn(objects, pages))
    if (value.kind === "ref" && found.kind === "dict" && nameOf(objects, found.entries.get("Type")) === "OCG")
      groups.set(value.num, value);
  return [...groups.values()];
}

/** Whether a layer is hidden when the document is opened, or shows on some occasions only. */
export function hidesLayers(objects: Objects, pages: readonly Page[]): boolean {
  const { settings, groups } = layersOf(objects, pages);
  if (groups.length === 0) return false;
  const base = nameOf(objects, settings.entries.get("BaseState"));
  const lists = ["OFF", "AS"].flatMap((key) => itemsOf(objects, settings.entries.get(key)));
  return (
    (base !== undefined && base !== "ON") || lists.length > 0 || groups.some((group) => isOccasional(objects, group))
  );
}

function isOccasional(objects: Objects, group: PdfObject): boolean {
  const usage = dictionaryOf(objects, dictionaryOf(objects, group).entries.get("Usage"));
  return occasions.some((occasion) => usage.entries.has(occasion));
}

/** Leaves each layer as the document opens with it, on every occasion, and locks it; answers whether anything had to be changed. */
export function fixLayers(update: PdfUpdate, pages: readonly Page[]): boolean {
  const { properties, settings, groups } = layersOf(update, pages);
  if (groups.length === 0) return false;
  const occasional = groups.filter((group) => isOccasional(update, group));
  for (const group of occasional) withoutOccasions(update, group);
  const locked = new Set(itemsOf(update, settings.entries.get("Locked")).map(numberOfRef));
  const isFixed =
    occasional.length === 0 &&
    !settings.entries.has("AS") &&
    !properties.entries.has("Configs") &&
    groups.length === itemsOf(update, properties.entries.get("OCGs")).length &&
    groups.every((group) => locked.has(numberOfRef(group)));
  if (isFixed) return false;
  const fixed = withEntries(settings, { AS: undefined, Locked: pdfArray(groups) });
  const catalog = catalogOf(update);
  // One way of showing them is left: alternative configurations are for readers to choose from.
  const only = withEntries(properties, { OCGs: pdfArray(groups), D: fixed, Configs: undefined });
  update.put(update.root, withEntries(catalog, { OCProperties: only }));
  return true;
}

const numberOfRef = (value: PdfObject): number | undefined => (value.kind === "ref" ? value.num : undefined);

/** A page cannot name a group that is not an indirect object. */
function withoutOccasions(update: PdfUpdate, group: PdfObject): void {
  if (group.kind !== "ref") return;
  const dict = dictionaryOf(update, group);
  const usage = dictionaryOf(update, dict.entries.get("Usage"));
  const rest = withEntries(usage, Object.fromEntries(occasions.map((occasion) => [occasion, undefined])));
  update.put(group, withEntries(dict, { Usage: rest }));
}
