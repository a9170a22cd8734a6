/**
 * Where signatures show that the sender gave no place (decisions.md §12 'A mark by default'): in the free margin of the last page, or on a page
 * that is appended for them. Settled before anybody signs, so a signer sees beforehand where their mark will stand.
 */
import type { Language } from "@siegel/contract/limits.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";
import { hasArea, isHidden } from "@siegel/kernel/forms/own-picture.ts";
import { appendSignaturePage } from "@siegel/kernel/forms/signature-page.ts";
import { dictionaryOf, itemsOf, rectangleOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { contentLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { type Page, type ShownRect, toShown } from "@siegel/kernel/pdf/pages.ts";
import { paintedBoxes } from "@siegel/kernel/pdf/painted-boxes.ts";
import type { NoticeKey } from "./intake-notices.ts";
import { type IntakeSigner, placesGiven } from "./intake-rules.ts";
import type { MarkWish } from "./intake-task.ts";
import { marginPlaces, signaturePageLayout } from "./mark-places.ts";
import type { Fonts } from "./signers-fields.ts";

/** A mark's page, from 1, and where on it. */
type Place = { readonly page: number; readonly rect: ShownRect };

/** The pages of the document, with those that were appended, and each signer's place, where they have one. */
type Placed = { readonly pages: readonly Page[]; readonly places: readonly (Place | undefined)[] };

/** `notice` is what the sender is told of it, null where it is as they wished. */
export type Marks = Placed & { readonly notice: NoticeKey | null };

type Shown = Exclude<MarkWish, { mark: "none" }>;

const words: Readonly<Record<Language, { readonly title: string; readonly workflow: string }>> = {
  de: { title: "Unterschriften", workflow: "Vorgang" },
  en: { title: "Signatures", workflow: "Workflow" },
};

type Document = {
  readonly pages: readonly Page[];
  readonly existing: readonly FormField[];
  readonly signers: readonly IntakeSigner[];
  readonly wish: Shown;
  readonly isSigned: boolean;
  readonly fonts: Fonts;
};

/** Finds them, and appends what pages they take. A file that somebody signed before gets no page: there a mark stands in a margin or nowhere. */
export async function placeMarks(
  update: PdfUpdate,
  { wish, ...given }: Omit<Document, "wish"> & { readonly wish: MarkWish },
): Promise<Marks> {
  const { pages, existing, signers, isSigned } = given;
  const unmarked = { pages, places: [] };
  if (wish.mark === "none") return { ...unmarked, notice: null };
  const document = { ...given, wish };
  const asking = signers.filter((signer) => placesGiven(signer, existing).length === 0);
  if (asking.length === 0) return { ...unmarked, notice: null };
  const inMargin = wish.mark === "auto" || isSigned ? inFreeMargin(update, document, asking.length) : null;
  const marks = inMargin ?? (isSigned ? null : await onAppendedPages(update, document, asking.length));
  if (marks === null) return { ...unmarked, notice: "mark-nowhere" };
  const found = new Map(asking.map((signer, i) => [signer, marks.places[i]]));
  const places = signers.map((signer) => found.get(signer));
  if (inMargin === null) return { pages: marks.pages, places, notice: "signature-page" };
  return { pages, places, notice: wish.mark === "page" ? "mark-in-margin" : null };
}

function inFreeMargin(update: PdfUpdate, { pages, signers }: Document, count: number): Placed | null {
  const page = pages.at(-1);
  if (page === undefined) return null;
  // A document of its own: what the content costs is not taken from what everything else may cost.
  const painted = paintedBoxes(openPdf(update.doc.source, contentLimits), page);
  if (painted === null) return null;
  const { widthPt, heightPt } = page;
  const placed = signers.flatMap(({ fields }) => fields.filter((field) => field.page === pages.length));
  const taken = [...painted.boxes, ...annotationsOf(update, page), ...placed.map(({ rect }) => boxOf(rect))];
  const places = marginPlaces({ widthPt, heightPt, taken, textLeft: painted.textLeft }, count);
  return places && { pages, places: places.map((rect) => ({ page: pages.length, rect })) };
}

type Box = readonly [number, number, number, number];
const boxOf = ([x, y, width, height]: ShownRect): Box => [x, y, x + width, y + height];

function annotationsOf(update: PdfUpdate, page: Page): Box[] {
  const { entries } = dictionaryOf(update, page.ref);
  return itemsOf(update, entries.get("Annots")).flatMap((item) => {
    const annotation = dictionaryOf(update, item);
    const rect = rectangleOf(update, annotation.entries.get("Rect"));
    const isSeen = hasArea(update, annotation.entries.get("Rect")) && !isHidden(update, annotation);
    return rect !== undefined && isSeen ? [boxOf(toShown(page, rect))] : [];
  });
}

/** One page for all signers, and a further one where it is full; null where the document takes none, or has as many as it may have. */
async function onAppendedPages(
  update: PdfUpdate,
  { pages, wish, fonts }: Document,
  count: number,
): Promise<Placed | null> {
  const last = pages.at(-1);
  if (last === undefined) return null;
  const [all, places] = [[...pages], [] as Place[]];
  const shaper = await fonts();
  const { title, workflow } = words[wish.language];
  const head = { title, document: wish.document, reference: `${workflow} ${wish.workflowId}` };
  while (places.length < count) {
    const layout = signaturePageLayout(last, count - places.length);
    if (all.length >= update.doc.limits.pagesMax) return null;
    const page = appendSignaturePage(update, shaper, { ...head, ...layout, userUnit: last.userUnit });
    if (page === null) return null;
    all.push(page);
    places.push(...layout.places.map((rect) => ({ page: all.length, rect })));
  }
  return { pages: all, places };
}
