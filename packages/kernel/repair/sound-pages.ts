// A page tree as ISO 32000-2 §7.7.3 requires it: every node and every page is an indirect object, once in the tree,
// with its /Type and the right /Parent and /Count. This file returns corrected objects; it writes nothing.
import { catalogOf, nameOf } from "../pdf/access.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfName,
  pdfNumber,
  withEntries,
} from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { nodesMax } from "../pdf/pages.ts";
import { broken, PdfRefusal, tooComplex } from "../pdf/refusal.ts";

/** The generation of references to new objects: none that a file has (§7.5.4), so that no reference to nothing comes to mean one. */
export const addedGeneration = 65_536;

/** What has to be read differently from how it is stored, by object number; numbers from `doc.size` on are new. */
export type SoundPages = {
  readonly overrides: ReadonlyMap<number, PdfObject>;
  /** Pages that stood in their parent directly, or in the tree twice, became objects of their own. */
  readonly madeIndirect: boolean;
  /** Kids that are nothing were left out. */
  readonly dropped: boolean;
};

type Growing = {
  readonly doc: PdfDocument;
  readonly overrides: Map<number, PdfObject>;
  readonly seen: Set<number>;
  nextNum: number;
  pages: number;
  madeIndirect: boolean;
  dropped: boolean;
};

/** Walks the page tree leniently. @throws PdfRefusal FILE_BROKEN for loops and documents without pages, FILE_TOO_MANY_PAGES */
export function soundPages(doc: PdfDocument): SoundPages {
  const growing: Growing = {
    doc,
    overrides: new Map(),
    seen: new Set(),
    nextNum: doc.size,
    pages: 0,
    madeIndirect: false,
    dropped: false,
  };
  const catalog = catalogOf(doc);
  const pages = catalog.entries.get("Pages");
  const root = place(growing, pages, { parent: undefined, depth: 0 });
  if (root === undefined || growing.pages === 0) throw broken("the document has no page");
  if (pages?.kind !== "ref") growing.overrides.set(doc.root.num, withEntries(catalog, { Pages: root }));
  return growing;
}

type Above = { readonly parent: PdfRef | undefined; readonly depth: number };

/** Takes a node or a page into the tree and gives its reference; undefined when there is nothing. */
function place(growing: Growing, value: PdfObject | undefined, above: Above): PdfRef | undefined {
  const { doc } = growing;
  const dict = doc.resolve(value);
  if (dict?.kind !== "dict") {
    growing.dropped = true;
    return undefined;
  }
  if (above.depth > 100) throw broken("the page tree is too deep");
  const kids = doc.resolve(dict.entries.get("Kids"));
  const isNode = kids?.kind === "array" && nameOf(doc, dict.entries.get("Type")) !== "Page";
  const isSeen = value?.kind === "ref" && growing.seen.has(value.num);
  if (isSeen && isNode) throw broken("the page tree has a loop");
  const ref: PdfRef =
    value?.kind === "ref" && !isSeen ? value : { kind: "ref", num: growing.nextNum++, gen: addedGeneration };
  if (ref !== value) growing.madeIndirect = true;
  growing.seen.add(ref.num);
  if (growing.seen.size > nodesMax(doc)) throw tooComplex("the page tree has too many nodes");
  if (kids?.kind === "array" && isNode) placeNode(growing, { ref, dict, kids: kids.items }, above);
  else placePage(growing, { ref, dict }, above);
  return ref;
}

function placeNode(
  growing: Growing,
  { ref, dict, kids }: { readonly ref: PdfRef; readonly dict: PdfDict; readonly kids: readonly PdfObject[] },
  { parent, depth }: Above,
): void {
  const before = growing.pages;
  const items = kids.flatMap((kid) => place(growing, kid, { parent: ref, depth: depth + 1 }) ?? []);
  const entries = { Type: pdfName("Pages"), Kids: pdfArray(items), Count: pdfNumber(growing.pages - before) };
  growing.overrides.set(ref.num, withEntries(dict, { ...entries, Parent: parent }));
}

function placePage(
  growing: Growing,
  { ref, dict }: { readonly ref: PdfRef; readonly dict: PdfDict },
  { parent }: Above,
): void {
  growing.pages += 1;
  if (growing.pages > growing.doc.limits.pagesMax)
    throw new PdfRefusal("FILE_TOO_MANY_PAGES", `more than ${growing.doc.limits.pagesMax} pages`);
  growing.overrides.set(ref.num, withEntries(dict, { Type: pdfName("Page"), Parent: parent }));
}
