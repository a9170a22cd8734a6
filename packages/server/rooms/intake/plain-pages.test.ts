/** Sizes, turns and resources of pages that readers take each their own from what is written: whoever signs must see what others see. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { inBothReaders } from "../../../../fixtures/both-readers.ts";
import { type Drawn, form, made, price } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { extentOf, type Picture } from "../../../../fixtures/pictures.ts";
import { inPdfJs } from "../../test/dark-in-readers.ts";
import { intake, taken } from "../../test/take-in.ts";
import { fixedNotices } from "./intake-notices.ts";

const priced = (page: string, node = ""): Drawn => ({ page, node, contents: price });
/** A form with a price that only the node above the page has. */
const above: Drawn = {
  node: "/Resources << /XObject << /X 7 0 R >> >>",
  contents: "/X Do",
  more: [form(price, "/Resources << /Font << /F1 5 0 R >> >>")],
};

/** Each reader shows another page of them. */
const several: readonly (readonly [string, Drawn])[] = [
  ["half a quarter turn", priced("/Rotate 45")],
  ["a little more than a quarter turn", priced("/Rotate 90.5")],
  ["a quarter turn as a real number", priced("/Rotate 90.0")],
  ["a turn that is no number over one that is", priced("/Rotate /x", "/Rotate 90")],
  ["half a turn over a quarter from above", priced("/Rotate 45", "/Rotate 90")],
  ["a crop box beside the page", priced("/CropBox [300 300 400 400]")],
  ["a crop box that touches the page", priced("/CropBox [200 0 400 200]")],
  ["a crop box without breadth", priced("/CropBox [10 10 10 100]")],
  ["a crop box of five numbers", priced("/CropBox [0 0 100 100 500]")],
  ["a crop box that is not all numbers", priced("/CropBox [(a) 0 100 100]")],
  ["a crop box that is none over one that is", priced("/CropBox /x", "/CropBox [0 0 100 100]")],
  ["no crop box over one from above", priced("/CropBox null", "/CropBox [0 0 100 100]")],
  ["a box of no size", priced("/MediaBox [0 0 0 0]")],
  ["a box of three numbers", priced("/MediaBox [0 0 100]")],
  ["a box of five numbers", priced("/MediaBox [0 0 200 200 5]")],
  ["no box over one from above", priced("/MediaBox null")],
  ["a unit below nothing", priced("/UserUnit -1")],
  ["a unit of nothing", priced("/UserUnit 0")],
  ["what to draw in the node above it", above],
];

/** Every reader shows the same of them. */
const one: readonly (readonly [string, Drawn])[] = [
  ["a quarter turn", priced("/Rotate 90")],
  ["a quarter turn back", priced("/Rotate -90")],
  ["more than a whole turn", priced("/Rotate 450")],
  ["a crop box beyond the page", priced("/CropBox [-50 -50 300 300]")],
  ["a crop box partly beyond the page", priced("/CropBox [-50 50 150 250]")],
  ["a crop box that is turned over", priced("/CropBox [150 150 50 50]")],
  ["a crop box from above", priced("", "/CropBox [0 0 100 150]")],
  ["fonts in the node above it that it has itself", { ...priced("", "/Resources << /Font << /F1 5 0 R >> >>") }],
];

type Shown = { readonly points: readonly number[]; readonly text: readonly number[] };

/** Breadth and height of the page, and from where to where something is dark on it. */
function shown(picture: Picture): Shown {
  const { width, height } = picture;
  const { left, top, right, bottom } = extentOf(picture, (red, green, blue) => red + green + blue < 384) ?? nowhere;
  return { points: [width, height].map(inPoints), text: [left, top, right, bottom].map(inPoints) };
}

const inPoints = (pixels: number): number => (pixels * 72) / 100;

/** Of what two readers draw of the same text. */
const tolerance_points = 5;
const isAlike = (one: Shown, other: Shown): boolean =>
  (["points", "text"] as const).every((of) =>
    one[of].every((at, i) => Math.abs(at - (other[of][i] ?? 0)) < tolerance_points),
  );

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };

describe("an unsigned file with", () => {
  it.each(several)("%s is settled, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([fixedNotices.looks]);
    expect((await taken(prepared, { bob: [] })).notices).toEqual([]);
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(several)(
    "%s shows everywhere afterwards what a browser showed before",
    async (_what, file) => {
      const before = shown((await inPdfJs(made(file))).picture);
      const { prepared } = await taken(made(file));
      expect(before.text).not.toEqual([0, 0, 0, 0]);
      for (const after of [shown((await inPdfJs(prepared)).picture), ...inBothReaders(prepared).map(shown)])
        expect(after).toSatisfy((each: Shown) => isAlike(each, before));
    },
  );

  it.each(one)("%s is taken as it is", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
  });

  it("a page of less than a point is refused", async () => {
    const thin = made({ page: "/CropBox [0 90 200 90.5] /UserUnit 100", contents: price });
    expect(await intake(thin)).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });
});

describe("a signed file with", () => {
  it.each(several)("%s is refused", async (_what, file) => {
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it.each(one)("%s is taken as it is", async (_what, file) => {
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: true });
  });
});

describe("where a page is turned", () => {
  it.each([...several, ...one])("by %s, fields are placed as a browser shows it", async (_what, file) => {
    const [page] = listPages(openPdf(bytesSource(made(file))));
    const { points } = await inPdfJs(made(file));
    expect([page?.widthPt, page?.heightPt]).toEqual(points);
  });
});
