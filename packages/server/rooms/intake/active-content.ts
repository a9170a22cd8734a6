/**
 * What acts in a document (ISO 32000-2 §12.6 actions, §13 multimedia). A signer must see what everybody else will see, so nothing in an
 * unsigned file may change what it shows or reach out of it (decisions.md §12).
 */
import { catalogOf, dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfNull,
  withEntries,
} from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { Repair } from "@siegel/kernel/repair/normalise.ts";
import { type ActionPlace, isOpenable, withoutActions } from "./active-content-actions.ts";
import { isMedia, stillOf } from "./media.ts";

/** What was taken out: media whose picture stays on its page, or anything else that acts. */
export type Removed = Extract<Repair, "active-content-removed" | "media-removed">;

// Scripts of the document, media clips, slide shows, and pages in waiting that only a script brings in (§7.7.4 table 32).
const activeNames = ["JavaScript", "Renditions", "AlternatePresentations", "Templates"];
const catalogPlace: ActionPlace = { keys: ["OpenAction"], clicked: false, addresses: false };
const outlinePlace: ActionPlace = { keys: ["A"], clicked: true, addresses: true };
const pagePlace: ActionPlace = { keys: [], clicked: false, addresses: false };

/** Takes all that acts out of the pending document; answers what there was, each once. @throws FILE_ACTIVE_CONTENT for what cannot be taken out */
export function removeActiveContent(update: PdfUpdate, pages: readonly Page[]): readonly Removed[] {
  const catalog = catalogOf(update);
  const outlines = catalog.entries.get("Outlines");
  const found = [
    cleanTree(update, outlines === undefined ? [] : [outlines], {
      links: ["First", "Next", "Last", "Prev"],
      clean: (item) => withoutActions(update, item, outlinePlace),
    }),
    cleanTree(update, fieldsOf(update), {
      links: ["Kids"],
      clean: (field) => withoutActions(update, field, annotationPlace(update, field)),
    }),
    cleanTree(
      update,
      pages.flatMap(({ dict }) => dict.entries.get("Parent") ?? []),
      { links: ["Parent"], clean: (node) => withoutActions(update, node, pagePlace) },
    ),
    cleanTree(
      update,
      pages.flatMap((page) => besideAnnotations(update, page)),
      {
        links: besideLinks,
        clean: (node) => withoutActions(update, node, annotationPlace(update, node)),
      },
    ),
    cleanCatalog(update),
  ];
  const onPages = new Set(pages.flatMap(({ ref }) => cleanPage(update, ref)));
  const acts = found.includes(true) || onPages.has("active-content-removed");
  return [
    ...(acts ? (["active-content-removed"] as const) : []),
    ...(onPages.has("media-removed") ? (["media-removed"] as const) : []),
  ];
}

/** The fields that a form lists. */
export const fieldsOf = (update: PdfUpdate): readonly PdfObject[] =>
  itemsOf(update, dictionaryOf(update, catalogOf(update).entries.get("AcroForm")).entries.get("Fields"));

/** What readers reach from an annotation whether the form or a page knows it or not: fields above a widget, popups, replies. */
const besideLinks = ["Parent", "Kids", "Popup", "IRT"];

function besideAnnotations(update: PdfUpdate, page: Page): PdfObject[] {
  return itemsOf(update, page.dict.entries.get("Annots")).flatMap((annotation) => {
    const { entries } = dictionaryOf(update, annotation);
    return besideLinks.flatMap((link) => {
      const kids = itemsOf(update, entries.get(link));
      return kids.length > 0 ? kids : (entries.get(link) ?? []);
    });
  });
}

function cleanCatalog(update: PdfUpdate): boolean {
  const catalog = catalogOf(update);
  const names = dictionaryOf(update, catalog.entries.get("Names"));
  const kept = without(names, activeNames);
  let clean = withoutActions(update, catalog, catalogPlace);
  if (kept !== names) clean = withEntries(clean, { Names: stored(update, catalog.entries.get("Names"), kept) });
  const base = dictionaryOf(update, catalog.entries.get("URI")).entries.get("Base");
  if (base !== undefined && !isOpenable(update, base)) clean = without(clean, ["URI"]);
  if (clean === catalog) return false;
  update.put(update.root, clean);
  return true;
}

/** The same dictionary when it has none of the entries. */
function without(dict: PdfDict, keys: readonly string[]): PdfDict {
  if (!keys.some((key) => dict.entries.has(key))) return dict;
  return withEntries(dict, Object.fromEntries(keys.map((key) => [key, undefined])));
}

/** What to write where `before` stood: its reference, now leading to `object`, or the object itself. */
function stored(update: PdfUpdate, before: PdfObject | undefined, object: PdfObject): PdfObject {
  if (before?.kind !== "ref") return object;
  update.put(before, object);
  return before;
}

type Tree = { readonly links: readonly string[]; readonly clean: (node: PdfDict) => PdfDict };

/** Visits each node once, whatever loops there are; answers whether one was changed. */
export function cleanTree(update: PdfUpdate, roots: readonly PdfObject[], { links, clean }: Tree): boolean {
  const seen = new Set<number>();
  const waiting = [...roots];
  let found = false;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === undefined || (value.kind === "ref" && seen.has(value.num))) continue;
    if (value.kind === "ref") seen.add(value.num);
    const node = update.resolve(value);
    if (node?.kind !== "dict") continue;
    const cleaned = clean(node);
    found ||= cleaned !== node;
    if (cleaned !== node) replaceNode(update, value, cleaned);
    for (const link of links) {
      const next = cleaned.entries.get(link);
      const kids = itemsOf(update, next);
      if (kids.length > 0) waiting.push(...kids);
      else if (next !== undefined) waiting.push(next);
    }
  }
  return found;
}

/** Nodes of outlines and forms are indirect (§12.3.3, §12.7.4.1); a direct one that acts is not worth mending its holder. */
function replaceNode(update: PdfUpdate, at: PdfObject, node: PdfDict): void {
  if (at.kind !== "ref")
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "an action in a node that is not an indirect object");
  update.put(at, node);
}

function cleanPage(update: PdfUpdate, ref: PdfRef): Removed[] {
  const page = dictionaryOf(update, ref);
  // Steps of a presentation (§12.4.4.2) carry actions of their own.
  const idle = without(withoutActions(update, page, pagePlace), ["PresSteps"]);
  const before = page.entries.get("Annots");
  const annotations = itemsOf(update, before);
  const cleaned = annotations.map((annotation) => cleanAnnotation(update, annotation));
  const kept = cleaned.flatMap(({ kept: annotation }) => annotation ?? []);
  const changed = kept.length < annotations.length || kept.some((annotation, at) => annotation !== annotations[at]);
  const clean = changed ? withEntries(idle, { Annots: stored(update, before, pdfArray(kept)) }) : idle;
  if (clean !== page) update.put(ref, clean);
  const removed = cleaned.flatMap(({ removed: one }) => one ?? []);
  return idle === page ? removed : [...removed, "active-content-removed"];
}

type CleanAnnotation = { readonly kept: PdfObject | undefined; readonly removed: Removed | undefined };

function cleanAnnotation(update: PdfUpdate, annotation: PdfObject): CleanAnnotation {
  const dict = update.resolve(annotation);
  if (dict?.kind !== "dict") return { kept: annotation, removed: undefined };
  if (isMedia(update, dict)) return withoutMedia(update, annotation, dict);
  const clean = withoutActions(update, dict, annotationPlace(update, dict));
  if (clean === dict) return { kept: annotation, removed: undefined };
  return { kept: stored(update, annotation, clean), removed: "active-content-removed" };
}

function withoutMedia(update: PdfUpdate, annotation: PdfObject, dict: PdfDict): CleanAnnotation {
  const still = stillOf(update, dict);
  if (still !== undefined) return { kept: stored(update, annotation, still), removed: "media-removed" };
  // The structure tree may still refer to it (§14.7.5.3): it then finds nothing.
  if (annotation.kind === "ref") update.put(annotation, pdfNull);
  return { kept: undefined, removed: "active-content-removed" };
}

function annotationPlace(update: PdfUpdate, dict: PdfDict): ActionPlace {
  return { keys: ["A", "PA"], clicked: true, addresses: nameOf(update, dict.entries.get("Subtype")) === "Link" };
}
