// Keeps a tagged document tagged (ISO 32000-2 §14.7, §14.8.4.8): each added widget becomes the content of a Form
// element, so that a screen reader reads the field at the end of the document's structure.
import { catalogOf, dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfNumber,
  withEntries,
} from "../pdf/objects.ts";

/** A widget to hang into the structure tree, and its page. */
export type TaggedWidget = { readonly widget: PdfRef; readonly page: PdfRef };

/** Gives each widget a Form element; does nothing in a document without structure tree. */
export function tagWidgets(update: PdfUpdate, widgets: readonly TaggedWidget[]): void {
  const root = catalogOf(update).entries.get("StructTreeRoot");
  if (root?.kind !== "ref" || update.resolve(root)?.kind !== "dict" || widgets.length === 0) return;
  const parent = documentElement(update, root);
  const firstKey = nextKey(update, dictionaryOf(update, root));
  const elements = widgets.map(({ widget, page }, i) => {
    const content = pdfDict({ Type: pdfName("OBJR"), Obj: widget, Pg: page });
    const element = update.add(
      pdfDict({ Type: pdfName("StructElem"), S: pdfName("Form"), P: parent, Pg: page, K: content }),
    );
    update.put(widget, withEntries(dictionaryOf(update, widget), { StructParent: pdfNumber(firstKey + i) }));
    readInStructureOrder(update, page);
    return element;
  });
  appendKids(update, parent, elements);
  appendParents(update, root, { firstKey, elements });
}

/** The one element at the top, else the root itself. */
function documentElement(update: PdfUpdate, root: PdfRef): PdfRef {
  const kids = update.resolve(dictionaryOf(update, root).entries.get("K"));
  const stored = dictionaryOf(update, root).entries.get("K");
  const only = kids?.kind === "array" ? (kids.items.length === 1 ? kids.items[0] : undefined) : stored;
  return only?.kind === "ref" && update.resolve(only)?.kind === "dict" ? only : root;
}

function appendKids(update: PdfUpdate, parent: PdfRef, elements: readonly PdfRef[]): void {
  const dict = dictionaryOf(update, parent);
  const stored = dict.entries.get("K");
  const kids = update.resolve(stored);
  const before = kids?.kind === "array" ? kids.items : stored === undefined ? [] : [stored];
  update.put(parent, withEntries(dict, { K: pdfArray([...before, ...elements]) }));
}

const depthMax = 20;

/** A key no object of the document has in the parent tree (§14.7.5.4). */
function nextKey(update: PdfUpdate, root: PdfDict): number {
  let highest = -1;
  let node: PdfObject | undefined = root.entries.get("ParentTree");
  for (let depth = 0; node !== undefined && depth < depthMax; depth += 1) {
    const dict = dictionaryOf(update, node);
    const keys = itemsOf(update, dict.entries.get("Nums")).filter((_, i) => i % 2 === 0);
    for (const key of [...keys, ...itemsOf(update, dict.entries.get("Limits"))])
      highest = Math.max(highest, numberOf(update, key) ?? -1);
    node = itemsOf(update, dict.entries.get("Kids")).at(-1);
  }
  return Math.max(highest + 1, numberOf(update, root.entries.get("ParentTreeNextKey")) ?? 0);
}

type Parents = { readonly firstKey: number; readonly elements: readonly PdfRef[] };

/** The number tree gets a leaf, or its root's own list grows. */
function appendParents(update: PdfUpdate, root: PdfRef, { firstKey, elements }: Parents): void {
  const dict = dictionaryOf(update, root);
  const stored = dict.entries.get("ParentTree");
  const tree = dictionaryOf(update, stored);
  const pairs = elements.flatMap((element, i) => [pdfNumber(firstKey + i), element]);
  const limits = pdfArray([pdfNumber(firstKey), pdfNumber(firstKey + elements.length - 1)]);
  const grown = tree.entries.has("Kids")
    ? withEntries(tree, {
        Kids: pdfArray([
          ...itemsOf(update, tree.entries.get("Kids")),
          update.add(pdfDict({ Limits: limits, Nums: pdfArray(pairs) })),
        ]),
      })
    : withEntries(tree, { Nums: pdfArray([...itemsOf(update, tree.entries.get("Nums")), ...pairs]) });
  const isIndirect = stored?.kind === "ref" && update.resolve(stored)?.kind === "dict";
  if (isIndirect) update.put(stored, grown);
  update.put(
    root,
    withEntries(dict, {
      ParentTree: isIndirect ? stored : update.add(grown),
      ParentTreeNextKey: pdfNumber(firstKey + elements.length),
    }),
  );
}

/** /Tabs /S (§12.5): the keyboard goes the way of the structure; a page that says otherwise keeps its word. */
function readInStructureOrder(update: PdfUpdate, page: PdfRef): void {
  const dict = dictionaryOf(update, page);
  if (!dict.entries.has("Tabs")) update.put(page, withEntries(dict, { Tabs: pdfName("S") }));
}
