// The page tree (ISO 32000-2 §7.7.3) and the geometry of a page as a person sees it (§7.7.3.3, §8.3.2.3).

import type { Box } from "./access.ts";
import type { PdfDict, PdfObject, PdfRef } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { geometryOf, type PageAttributes } from "./page-attributes.ts";
import { broken, PdfRefusal, tooComplex } from "./refusal.ts";

/** One page: `box` is the crop box inside the media box; width and height are points as shown, after /Rotate and /UserUnit. */
export type Page = {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly attributes: PageAttributes;
  readonly box: Box;
  readonly rotate: 0 | 90 | 180 | 270;
  readonly userUnit: number;
  readonly widthPt: number;
  readonly heightPt: number;
};
/** Left, top, width, height in points from the top left of the page as shown. */
export type ShownRect = readonly [number, number, number, number];

type Inherited = Omit<PageAttributes, "UserUnit">;

/** The first page. @throws PdfRefusal FILE_BROKEN, FILE_TOO_COMPLEX as `listPages` does, for what lies on the way to it */
export function firstPage(doc: PdfDocument): Page {
  return pageNumbered(readPages(doc, 1), 1);
}

/** All pages in order; throws FILE_TOO_MANY_PAGES past the limit, FILE_TOO_COMPLEX for many empty nodes, FILE_BROKEN for loops and missing kids. */
export function listPages(doc: PdfDocument): Page[] {
  return readPages(doc, Number.POSITIVE_INFINITY);
}

function readPages(doc: PdfDocument, wanted: number): Page[] {
  const pages: Page[] = [];
  const seen = new Set<number>();
  const catalog = doc.resolve(doc.root);
  const walk = (value: PdfObject | undefined, inherited: Inherited, depth: number): void => {
    if (value?.kind !== "ref") throw broken("a page is not an indirect object");
    if (seen.has(value.num) || depth > 100) throw broken("the page tree has a loop");
    seen.add(value.num);
    if (seen.size > nodesMax(doc)) throw tooComplex("the page tree has too many nodes");
    const node = doc.resolve(value);
    if (node?.kind !== "dict") throw broken("a page is missing");
    const own = inherit(node, inherited);
    const kids = doc.resolve(node.entries.get("Kids"));
    const type = doc.resolve(node.entries.get("Type"));
    if (kids?.kind === "array" && !(type?.kind === "name" && type.value === "Page")) {
      for (const kid of kids.items) if (pages.length < wanted) walk(kid, own, depth + 1);
      return;
    }
    if (pages.length >= doc.limits.pagesMax)
      throw new PdfRefusal("FILE_TOO_MANY_PAGES", `more than ${doc.limits.pagesMax} pages`);
    pages.push(pageOf(doc, value, node, own));
  };
  if (catalog?.kind !== "dict") throw broken("the catalog is missing");
  walk(catalog.entries.get("Pages"), { MediaBox: undefined, CropBox: undefined, Rotate: undefined }, 0);
  if (pages.length === 0) throw broken("the document has no page");
  return pages;
}

/** A tree of pages has fewer nodes than pages, unless somebody wants it large. */
export function nodesMax({ limits }: PdfDocument): number {
  return 2 * limits.pagesMax + 1_000;
}

/** The page with one-based number `page`; throws FIELD_OUTSIDE_PAGE when there is none. */
export function pageNumbered(pages: readonly Page[], page: number): Page {
  const found = pages[page - 1];
  if (found === undefined) throw new PdfRefusal("FIELD_OUTSIDE_PAGE", `page ${page} of ${pages.length}`);
  return found;
}

function inherit(node: PdfDict, inherited: Inherited): Inherited {
  return {
    MediaBox: node.entries.get("MediaBox") ?? inherited.MediaBox,
    CropBox: node.entries.get("CropBox") ?? inherited.CropBox,
    Rotate: node.entries.get("Rotate") ?? inherited.Rotate,
  };
}

function pageOf(doc: PdfDocument, ref: PdfRef, dict: PdfDict, inherited: Inherited): Page {
  const attributes = { ...inherited, UserUnit: dict.entries.get("UserUnit") };
  const { box, rotate, userUnit } = geometryOf(doc, attributes);
  const [width, height] = [(box[2] - box[0]) * userUnit, (box[3] - box[1]) * userUnit];
  const sideways = rotate === 90 || rotate === 270;
  return {
    ...{ ref, dict, attributes, box, rotate, userUnit },
    widthPt: sideways ? height : width,
    heightPt: sideways ? width : height,
  };
}

/** Whether a shown rectangle lies on the page, with some grace for rounding. */
export function isOnPage(page: Page, [x, y, width, height]: ShownRect, gracePt = 0.5): boolean {
  return (
    x >= -gracePt &&
    y >= -gracePt &&
    width > 0 &&
    height > 0 &&
    x + width <= page.widthPt + gracePt &&
    y + height <= page.heightPt + gracePt
  );
}

/** A shown rectangle as a box of default user space. */
export function toUserSpace(page: Page, [x, y, width, height]: ShownRect): Box {
  const a = pointToUserSpace(page, x / page.userUnit, y / page.userUnit);
  const b = pointToUserSpace(page, (x + width) / page.userUnit, (y + height) / page.userUnit);
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

// /Rotate turns clockwise: at 90 the left edge of the sheet becomes its top.
function pointToUserSpace({ box, rotate }: Page, x: number, y: number): [number, number] {
  if (rotate === 90) return [box[0] + y, box[1] + x];
  if (rotate === 180) return [box[2] - x, box[1] + y];
  if (rotate === 270) return [box[2] - y, box[3] - x];
  return [box[0] + x, box[3] - y];
}

/** A box of default user space as a shown rectangle: the inverse of `toUserSpace`. */
export function toShown({ box, rotate, userUnit: unit }: Page, [left, bottom, right, top]: Box): ShownRect {
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  if (rotate === 90) return [(bottom - box[1]) * unit, (left - box[0]) * unit, height, width];
  if (rotate === 180) return [(box[2] - right) * unit, (bottom - box[1]) * unit, width, height];
  if (rotate === 270) return [(box[3] - top) * unit, (box[2] - right) * unit, height, width];
  return [(left - box[0]) * unit, (box[3] - top) * unit, width, height];
}
