/**
 * Where the marks of signatures stand that the sender gave no place (decisions.md §12 'A mark by default'): beside and above each other in the
 * free margin at the end of a page, or in the grid of a signature page. Pure; points from the top left of the page as shown.
 */
import type { ShownRect } from "@siegel/kernel/pdf/pages.ts";

/** Left, top, right, bottom. */
type Box = readonly [number, number, number, number];
/** A page's size, as shown. */
export type PageSize = { readonly widthPt: number; readonly heightPt: number };

/** Four lines of seven points, and the ring. */
export const markSize = { width: 200, height: 52 } as const;
const gap = { x: 16, y: 12 } as const;
/** What is between a mark and anything else. */
const apart_pt = 6;
/** What printers leave white at the edges; where there is room, the mark keeps as far away as text does. */
const edge_pt = { least: 12, usual: 40 } as const;
/** Where the text of a page begins, where it says nothing of it. */
const usual_left_pt = 56;
/** Below a mark nothing but a footer stands: within a text it would be taken for a part of it. */
const foot = { share: 0.15, leastPt: 100 } as const;

/** A page whose margin is looked at: `taken` is what stands on it, `textLeft` where its text begins. */
export type Margin = PageSize & { readonly taken: readonly Box[]; readonly textLeft: number | undefined };

/** Places for `count` marks in the free margin below everything on a page except its footer; null if there is no room for all of them. */
export function marginPlaces(margin: Margin, count: number): ShownRect[] | null {
  const { widthPt, heightPt, taken, textLeft = usual_left_pt } = margin;
  const left = Math.max(edge_pt.least, Math.min(textLeft, usual_left_pt * 2, (widthPt - markSize.width) / 2));
  const most = columnsIn(widthPt - 2 * left);
  for (let columns = Math.min(count, most); columns >= 1; columns -= 1) {
    const block = blockOf(count, columns);
    for (const bottom of bottomsIn(margin))
      for (const x of [left, widthPt - left - block.width])
        if (isFree([x, bottom - block.height, x + block.width, bottom], { widthPt, heightPt, taken }))
          return cells({ left: x, top: bottom - block.height }, { count, columns });
  }
  return null;
}

/** Where a block could end: at the usual margin, above each part of the footer, or as low as printers print. */
function bottomsIn({ heightPt, taken }: Margin): number[] {
  const highest = heightPt - Math.max(foot.leastPt, foot.share * heightPt);
  const [usual, lowest] = [heightPt - edge_pt.usual, heightPt - edge_pt.least];
  const above = taken.map(([, top]) => Math.floor(top - apart_pt)).filter((y) => y >= highest && y < usual);
  return [usual, ...[...new Set(above)].toSorted((a, b) => b - a), lowest];
}

function isFree([left, top, right, bottom]: Box, { widthPt, taken }: PageSize & Pick<Margin, "taken">): boolean {
  if (left < edge_pt.least || right > widthPt - edge_pt.least || top < edge_pt.least) return false;
  return !taken.some(
    (box) =>
      box[0] < right + apart_pt && box[2] > left - apart_pt && box[1] < bottom + apart_pt && box[3] > top - apart_pt,
  );
}

const columnsIn = (width: number): number => Math.max(1, Math.floor((width + gap.x) / (markSize.width + gap.x)));

const blockOf = (count: number, columns: number) => ({
  width: columns * (markSize.width + gap.x) - gap.x,
  height: Math.ceil(count / columns) * (markSize.height + gap.y) - gap.y,
});

type Grid = { readonly count: number; readonly columns: number };

/** From left to right, then down. */
const cells = (from: { readonly left: number; readonly top: number }, { count, columns }: Grid): ShownRect[] =>
  Array.from({ length: count }, (_, i) => [
    from.left + (i % columns) * (markSize.width + gap.x),
    from.top + Math.floor(i / columns) * (markSize.height + gap.y),
    markSize.width,
    markSize.height,
  ]);

/** `head` is the place of the text that a signature page has before its marks; `places` are as many as it has room for. */
export type SignaturePageLayout = PageSize & { readonly head: ShownRect; readonly places: readonly ShownRect[] };

const a4: PageSize = { widthPt: 595.28, heightPt: 841.89 };
const page_margin_pt = 56;
const head_pt = 84;
const least_page = { widthPt: markSize.width + 2 * 24, heightPt: 2 * 24 + head_pt + markSize.height } as const;

/** A signature page as large as `like`, or A4 where a mark has no room on that, for at most `count` marks. */
export function signaturePageLayout(like: PageSize, count: number): SignaturePageLayout {
  const fits = like.widthPt >= least_page.widthPt && like.heightPt >= least_page.heightPt;
  const { widthPt, heightPt } = fits ? like : a4;
  const margin = Math.min(page_margin_pt, (widthPt - markSize.width) / 2, (heightPt - head_pt - markSize.height) / 2);
  const [width, columns] = [widthPt - 2 * margin, columnsIn(widthPt - 2 * margin)];
  const top = margin + head_pt;
  const rows = Math.max(1, Math.floor((heightPt - margin - top + gap.y) / (markSize.height + gap.y)));
  const places = cells({ left: margin, top }, { count: Math.min(count, rows * columns), columns });
  return { widthPt, heightPt, head: [margin, margin, width, head_pt - gap.y], places };
}
