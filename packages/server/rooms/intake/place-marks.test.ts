/** Where a signature shows that the sender gave no place (decisions.md §12 'A mark by default'). */
import { readFileSync } from "node:fs";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { dictionaryOf, itemsOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages, type ShownRect } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { archivalPdf, taggedPdf } from "../../../../fixtures/archival.ts";
import { plainPdf, rotatedPdf } from "../../../../fixtures/documents.ts";
import { page } from "../../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";
import { marginPlaces, markSize, signaturePageLayout } from "./mark-places.ts";

/** Where the signatures of a prepared document show. */
function placesIn(prepared: Uint8Array): { page: number; rect: readonly number[] }[] {
  const fields = listFields(openPdf(bytesSource(prepared))).filter(({ name }) => name.startsWith("Sig_"));
  return fields.flatMap(({ places }) =>
    places.flatMap(({ page, rect }) => (rect[2] > 0 ? [{ page, rect: rect.map(Math.round) }] : [])),
  );
}
const marked = async (...given: Parameters<typeof taken>) => {
  const result = await taken(...given);
  return { ...result, places: placesIn(result.prepared), pages: listPages(openPdf(bytesSource(result.prepared))) };
};

/** A page of A4 in which something stands from its top down to the given height above its bottom, in points. */
const filledTo = (points: number): Uint8Array =>
  page("/Contents 4 0 R", contentStream(`60 ${points} 400 ${842 - points} re f`), contentStream(""));
const { width, height } = markSize;

describe("a signature without a place", () => {
  it("[T-044] stands in the free margin of the last page, where its text begins; those of others stand beside and above it", async () => {
    const one = await marked(plainPdf());
    expect(one.places).toEqual([{ page: 1, rect: [72, 842 - 40 - height, width, height] }]);
    const three = await marked(plainPdf(), { a: [], b: [], c: [] });
    expect(three.places.map(({ rect }) => rect.slice(0, 2))).toEqual([
      [72, 686],
      [288, 686],
      [72, 750],
    ]);
    expect(three.notices).toEqual([]);
    expect(three.rows.file_field?.map((row) => row.page)).toEqual([1, 1, 1]);
  });

  it.each([0, 90, 180, 270] as const)("stands upright at the bottom of a page turned by %s", async (turn) => {
    const { places, pages } = await marked(rotatedPdf(turn, 2));
    const shown = pages[0];
    expect(places).toMatchObject([{ page: 1 }]);
    expect(places[0]?.rect[1]).toBe(Math.round((shown?.heightPt ?? 0) - 40 - height));
  });

  it("stands below what reaches far down, as long as printers print there", async () => {
    expect((await marked(filledTo(75))).places).toEqual([{ page: 1, rect: [56, 842 - 12 - height, width, height] }]);
  });

  it("keeps away from fields that were placed, and leaves theirs to those that have one", async () => {
    const placed = {
      kind: "signature",
      page: 1,
      rect: [72, 740, 200, 60] as [number, number, number, number],
    } as const;
    const { places } = await marked(plainPdf(), { a: [placed], b: [] });
    expect(places).toEqual([
      { page: 1, rect: [72, 740, 200, 60] },
      { page: 1, rect: [323, 750, width, height] },
    ]);
  });

  it.each([
    ["is full", filledTo(40)],
    ["is one colour", page("/Contents 4 0 R", contentStream("1 1 0.9 rg 0 0 595 842 re f"), contentStream(""))],
    ["cannot be read", page("/Contents 4 0 R", contentStream("what is this"), contentStream(""))],
  ])("stands on an appended page where the last one %s", async (_, pdf) => {
    const { places, pages, rows, notices } = await marked(pdf, { a: [], b: [] });
    expect(pages.map(({ widthPt, heightPt }) => [widthPt, heightPt])).toEqual([
      [595, 842],
      [595, 842],
    ]);
    expect(places).toEqual([
      { page: 2, rect: [56, 140, width, height] },
      { page: 2, rect: [272, 140, width, height] },
    ]);
    expect(rows.file?.[0]).toMatchObject({ pages: 2 });
    expect(notices).toContain(noticeOf("signature-page", "en"));
  });

  it("stands on an appended page for `page`, and shows nowhere for `none`", async () => {
    expect((await marked(plainPdf(), { a: [] }, { mark: "page" })).places).toMatchObject([{ page: 2 }]);
    const { places, pages, notices } = await marked(plainPdf(), { a: [] }, { mark: "none" });
    expect([places, pages.length, notices]).toEqual([[], 1, []]);
  });

  it("has a further page where one is full", async () => {
    const many = Object.fromEntries([..."abcdefghijklmnopqrstuvwxy"].map((reference) => [reference, []]));
    const { places, pages } = await marked(plainPdf(), many, { mark: "page" });
    expect(places.filter(({ page }) => page === 2)).toHaveLength(20);
    expect(places.filter(({ page }) => page === 3)).toHaveLength(5);
    expect(pages).toHaveLength(3);
  });

  it("gets no page in a document that may have no more, nor in one that is signed; the sender is told where it shows instead", async () => {
    const limits = { fileBytesMax: 1e6, pagesMax: 1 };
    const full = await marked(filledTo(40), { a: [] }, { limits });
    expect([full.places, full.notices]).toEqual([[], [noticeOf("mark-nowhere", "en")]]);
    for (const name of ["signed-elsewhere-form.pdf", "certified-then-page-changed.pdf"]) {
      const signed = readFileSync(new URL(`../../../../fixtures/everyday/${name}`, import.meta.url));
      const before = listPages(openPdf(bytesSource(signed))).length;
      const { pages, places, prepared, notices } = await marked(signed, { a: [] }, { mark: "page", language: "de" });
      // In a certified file signatures are invisible, of which it says so itself.
      const told = name.startsWith("certified") ? [] : [noticeOf("mark-in-margin", "de")];
      expect(notices.filter((notice) => notice.startsWith("Für die Unterschriften"))).toEqual(told);
      expect(places).toHaveLength(told.length);
      expect([pages.length, prepared.subarray(0, signed.length).equals(signed)]).toEqual([before, true]);
    }
  });
});

describe("the page that is appended", () => {
  const appended = async (pdf: Uint8Array) => {
    const { prepared } = await taken(pdf, { a: [] }, { mark: "page", language: "de" });
    const doc = openPdf(bytesSource(prepared));
    const last = listPages(doc).at(-1);
    const content = doc.resolve(last?.dict.entries.get("Contents"));
    if (last === undefined || content?.kind !== "stream") throw new Error("a page with content");
    return { doc, page: last, content: latin1(doc.decodeStream(content)) };
  };

  it("is as large as the last one in its unit, upright, and the last of the tree", async () => {
    const { doc, page: last } = await appended(rotatedPdf(90, 2));
    expect([last.widthPt, last.heightPt, last.rotate, last.userUnit]).toEqual([1140, 760, 0, 2]);
    const node = dictionaryOf(doc, dictionaryOf(doc, doc.root).entries.get("Pages"));
    expect([numberOf(doc, node.entries.get("Count")), itemsOf(doc, node.entries.get("Kids")).length]).toEqual([2, 2]);
  });

  it("is text in embedded fonts, an artifact, without transparency, and in calibrated colours where the document is PDF/A", async () => {
    const { doc, page: last, content } = await appended(archivalPdf());
    expect(content).toMatch(/^\/Artifact BMC\n[\s\S]*EMC\n$/);
    expect(content.match(/ TJ/g)?.length).toBe(3);
    const resources = dictionaryOf(doc, last.dict.entries.get("Resources"));
    expect(dictionaryOf(doc, resources.entries.get("ColorSpace")).entries.has("DefaultGray")).toBe(true);
    expect(resources.entries.has("ExtGState")).toBe(false);
    const fonts = [...dictionaryOf(doc, resources.entries.get("Font")).entries.values()];
    for (const font of fonts) {
      const [descendant] = itemsOf(doc, dictionaryOf(doc, font).entries.get("DescendantFonts"));
      const { entries } = dictionaryOf(doc, dictionaryOf(doc, descendant).entries.get("FontDescriptor"));
      expect([...entries.keys()].some((key) => key.startsWith("FontFile"))).toBe(true);
    }
  });

  it("leaves a tagged document tagged: its field is the content of an element", async () => {
    const { doc, page: last } = await appended(taggedPdf());
    const [widget] = itemsOf(doc, last.dict.entries.get("Annots"));
    expect(dictionaryOf(doc, widget).entries.has("StructParent")).toBe(true);
  });
});

describe("places of marks", () => {
  const a4 = { widthPt: 595, heightPt: 842, textLeft: undefined };

  it("are above a footer, and not within a text", () => {
    const footer = [0, 790, 595, 800] as const;
    expect(marginPlaces({ ...a4, taken: [[0, 0, 595, 700], footer] }, 1)).toEqual([[56, 732, width, height]]);
    // Between two paragraphs there would be room.
    const text = [[0, 0, 595, 500] as const, [0, 600, 595, 842] as const];
    expect(marginPlaces({ ...a4, taken: text }, 1)).toBeNull();
  });

  it("are none where not all of them have one", () => {
    const taken = [[0, 0, 595, 770] as const];
    expect([1, 2, 3].map((count) => marginPlaces({ ...a4, taken }, count)?.length)).toEqual([1, 2, undefined]);
  });

  it.each<readonly [number, number]>([
    [595, 842],
    [842, 595],
    [300, 420],
    [2384, 3370],
    [100, 100],
  ])("are on their page, below its head, whatever its size: %s by %s", (widthPt, heightPt) => {
    const layout = signaturePageLayout({ widthPt, heightPt }, 40);
    const within = ([x, y, w, h]: ShownRect): boolean =>
      x >= 0 && y >= 0 && x + w <= layout.widthPt + 0.01 && y + h <= layout.heightPt + 0.01;
    expect([layout.head, ...layout.places].every(within)).toBe(true);
    expect(layout.places.length).toBeGreaterThan(0);
    expect(Math.min(...layout.places.map(([, y]) => y))).toBeGreaterThan(layout.head[1] + layout.head[3]);
  });
});
