// What a page inherits (ISO 32000-2 §7.7.3.4) comes from the nodes above it. Some viewers go down the tree by /Kids, others
// up from the page by /Parent: if the two ways differ, they draw different pages.
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import { inheritable, type PdfDict, type PdfObject, type PdfRef } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { objectText } from "../pdf/write-object.ts";

const depthMax = 100;

/** Whether every page inherits the same whichever way its reader goes. The tree is one that `listPages` takes. */
export function inheritsAlike(doc: PdfDocument): boolean {
  const walk = (node: PdfObject, above: readonly PdfRef[]): boolean => {
    if (node.kind !== "ref") return false;
    const dict = dictionaryOf(doc, node);
    const kids = doc.resolve(dict.entries.get("Kids"));
    if (kids?.kind === "array" && nameOf(doc, dict.entries.get("Type")) !== "Page")
      return itemsOf(doc, kids).every((kid) => walk(kid, [node, ...above]));
    return isAlike(doc, dict, above);
  };
  const root = catalogOf(doc).entries.get("Pages");
  return root !== undefined && walk(root, []);
}

/** Whether each node's /Count is the number of pages below it: some readers show as many as it says, others all there are. */
export function countsItsPages(doc: PdfDocument): boolean {
  const pagesBelow = (node: PdfObject): number | undefined => {
    const dict = dictionaryOf(doc, node);
    const kids = doc.resolve(dict.entries.get("Kids"));
    if (kids?.kind !== "array" || nameOf(doc, dict.entries.get("Type")) === "Page") return 1;
    const counts = kids.items.map(pagesBelow);
    const count = counts.reduce((all, one) => (all === undefined || one === undefined ? undefined : all + one), 0);
    return count === numberOf(doc, dict.entries.get("Count")) ? count : undefined;
  };
  const root = catalogOf(doc).entries.get("Pages");
  return root !== undefined && pagesBelow(root) !== undefined;
}

/** `above` are the nodes above the page by /Kids, the nearest first. */
function isAlike(doc: PdfDocument, page: PdfDict, above: readonly PdfRef[]): boolean {
  const named = ancestors(doc, page);
  if (named.length === above.length && named.every(({ num }, i) => num === above[i]?.num)) return true;
  return [...inheritable].every((key) => {
    if (page.entries.has(key)) return true;
    return sameText(inherited(doc, named, key), inherited(doc, above, key));
  });
}

function ancestors(doc: PdfDocument, page: PdfDict): PdfRef[] {
  const found: PdfRef[] = [];
  let parent = page.entries.get("Parent");
  while (parent?.kind === "ref" && found.length < depthMax) {
    found.push(parent);
    parent = dictionaryOf(doc, parent).entries.get("Parent");
  }
  return found;
}

function inherited(doc: PdfDocument, nodes: readonly PdfRef[], key: string): PdfObject | undefined {
  for (const node of nodes) {
    const value = dictionaryOf(doc, node).entries.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function sameText(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return a === undefined || b === undefined ? a === b : objectText(a) === objectText(b);
}
