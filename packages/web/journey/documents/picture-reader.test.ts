import type { PageDescription } from "@siegel/contract/calls/pages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PartRefused } from "./part-requests.ts";
import { boxWithin, openPictures } from "./picture-reader.ts";

const file = { id: "f", size: 9, pages: 10 };

function pageOf(page: number): PageDescription {
  const text = [{ text: `Seite ${page}`, ends_line: false, left: 0, top: 0, height: 9, length: 30, angle: 0 }];
  const filled = [{ rect: [1, 2, 3, 4], text: "Bonn" }];
  return { page, width: 595, height: 842, transform: [1, 0, 0, -1, 0, 842], others: [[1, 2, 3, 4]], filled, text };
}

let asked: string[] = [];
let answerWith: (url: URL) => Response = served;

/** As the server answers, at most three pages at once. */
function served(url: URL): Response {
  const [first, count] = ["first", "count"].map((name) => Number(url.searchParams.get(name)));
  const pages = Array.from({ length: Math.min(3, count ?? 0) }, (_, at) => pageOf((first ?? 0) + at));
  return Response.json({ success: true, data: pages }, { headers: { etag: 'W/"a"' } });
}

beforeEach(() => {
  asked = [];
  answerWith = served;
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("window", {
    devicePixelRatio: 1,
    fetch: async (address: string) => {
      const url = new URL(address, "http://siegel.example");
      asked.push(url.pathname + url.search);
      return answerWith(url);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a document whose pages the server draws", () => {
  it("asks for the first page alone, then for a few at once, and for none twice", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    await Promise.all([2, 3, 4, 5, 1, 2].map((page) => reader.page(page)));
    expect(asked).toEqual([
      "/api/files/getFile/f/pages?first=1&count=1",
      "/api/files/getFile/f/pages?first=2&count=4",
      // The server had given three of these four.
      "/api/files/getFile/f/pages?first=5&count=1",
    ]);
  });

  it("knows sizes, places and the fields of others, and the text of as many pages as come", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    const page = await reader.page(1);
    expect(page.size).toEqual({ width: 595, height: 842 });
    expect(page.boxOf([72, 690, 320, 712], 2)).toEqual({ left: 144, top: 260, width: 496, height: 44 });
    expect(await page.foreign("s")).toEqual([[1, 2, 3, 4]]);
    const filled = [{ rect: [1, 2, 3, 4], text: "Bonn" }];
    const words = await reader.wordsFrom(9, "s");
    expect(words).toEqual(
      [9, 10].map((number) => ({ pieces: [{ text: `Seite ${number}`, endsLine: false }], filled })),
    );
  });

  it("fetches a picture where somebody stops, and waits for none that it has at hand", async () => {
    const image = { decode: async () => undefined, removeAttribute: () => undefined, remove: () => undefined };
    vi.stubGlobal("document", { createElement: () => ({ ...image }) });
    const page = await (await openPictures(file, () => undefined).opened).page(1);
    const pictures = () => asked.filter((url) => url.includes("/picture"));
    vi.useFakeTimers();
    try {
      const passing = page.draw({ scale: 1, pixelsMax: 1e6 });
      const gone = expect(passing.done).rejects.toThrow("nobody looks");
      passing.cancel();
      await vi.advanceTimersByTimeAsync(1_000);
      await gone;
      expect(pictures()).toEqual([]);
      const first = page.draw({ scale: 1, pixelsMax: 1e6 });
      await vi.advanceTimersByTimeAsync(1_000);
      await first.done;
      await page.draw({ scale: 1, pixelsMax: 1e6 }).done;
      expect(pictures()).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is refused where the service draws none, and lost when there is another revision", async () => {
    answerWith = () => Response.json({ success: false, code: "PAGE_PICTURES_OFF", data: [] }, { status: 422 });
    const off = openPictures(file, () => undefined).opened;
    await expect(off).rejects.toEqual(new PartRefused("PAGE_PICTURES_OFF", "/pages?first=1&count=1"));
    answerWith = served;
    const lost = vi.fn();
    const reader = await openPictures(file, lost).opened;
    answerWith = () => Response.json({ success: true, data: [pageOf(2)] }, { headers: { etag: 'W/"b"' } });
    void reader.page(2);
    await vi.waitFor(() => expect(lost).toHaveBeenCalledWith({ status: "changed" }));
  });
  it("says of a page that is not drawn that it is that page, and of another refusal that the document is lost", async () => {
    const refusedWith = (code: string) => () => Response.json({ success: false, code, data: [] }, { status: 422 });
    const lost = vi.fn();
    answerWith = refusedWith("PAGE_NOT_DRAWN");
    await expect(openPictures(file, lost).opened).rejects.toMatchObject({ code: "PAGE_NOT_DRAWN" });
    expect(lost).not.toHaveBeenCalled();
    answerWith = refusedWith("FEATURE_NOT_AVAILABLE");
    void openPictures(file, lost).opened;
    await vi.waitFor(() => expect(lost).toHaveBeenCalledWith({ status: 422 }));
    answerWith = () => new Response("<html>", { status: 422 });
    void openPictures(file, lost).opened;
    await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(2));
  });
});

it.each([
  ["upright", [1, 0, 0, -1, 0, 842], { left: 10, top: 812, width: 20, height: 20 }],
  ["turned", [0, 1, 1, 0, 0, 0], { left: 10, top: 10, width: 20, height: 20 }],
  ["upside down, cropped and in larger units", [-2, 0, 0, 2, 900, -20], { left: 840, top: 0, width: 40, height: 40 }],
])("a box on a page that is %s", (_how, transform, box) => {
  expect(boxWithin(transform, 1, [10, 10, 30, 30])).toEqual(box);
});
