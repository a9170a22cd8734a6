import type { PageDescription } from "@siegel/contract/calls/pages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boxWithin, openPictures } from "./picture-reader.ts";

const file = { url: "/file/f", size: 9, pages: 10, headers: () => ({}) };

function pageOf(page: number): PageDescription {
  const text = [{ text: `Seite ${page}`, ends_line: false, left: 0, top: 0, height: 9, length: 30, angle: 0 }];
  const filled = [{ rect: [1, 2, 3, 4], text: "Bonn" }];
  return { page, width: 595, height: 842, transform: [1, 0, 0, -1, 0, 842], others: [[1, 2, 3, 4]], filled, text };
}

let asked: string[] = [];
let signals: (AbortSignal | undefined)[] = [];
let answerWith: (url: URL) => Response | Promise<Response> = served;
const waiting = new AbortController().signal;

/** As the server answers, at most three pages at once. */
function served(url: URL): Response {
  const [first, count] = ["first", "count"].map((name) => Number(url.searchParams.get(name)));
  const pages = Array.from({ length: Math.min(3, count ?? 0) }, (_, at) => pageOf((first ?? 0) + at));
  return Response.json({ success: true, data: pages }, { headers: { etag: 'W/"a"' } });
}

beforeEach(() => {
  asked = [];
  signals = [];
  answerWith = served;
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("window", {
    devicePixelRatio: 1,
    fetch: async (address: string, { signal }: RequestInit) => {
      const url = new URL(address, "http://siegel.example");
      asked.push(url.pathname + url.search);
      signals.push(signal ?? undefined);
      return await answerWith(url);
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
      "/file/f/pages?first=1&count=1",
      "/file/f/pages?first=2&count=4",
      // The server had given three of these four.
      "/file/f/pages?first=5&count=1",
    ]);
  });

  it("knows sizes, places and the fields of others, and the text of as many pages as come", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    const page = await reader.page(1);
    expect(page.size).toEqual({ width: 595, height: 842 });
    expect(page.boxOf([72, 690, 320, 712], 2)).toEqual({ left: 144, top: 260, width: 496, height: 44 });
    expect(await page.foreign()).toEqual([[1, 2, 3, 4]]);
    const filled = [{ rect: [1, 2, 3, 4], text: "Bonn" }];
    const words = await reader.wordsFrom(9, waiting);
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

  it("asks for the words of no page twice, and for none that it has", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    await reader.page(5);
    const search = async (): Promise<(string | undefined)[]> => {
      const found: (string | undefined)[] = [];
      while (found.length < file.pages) {
        const words = await reader.wordsFrom(found.length + 1, waiting);
        found.push(...words.map(({ pieces }) => pieces[0]?.text));
      }
      return found;
    };
    const all = Array.from({ length: file.pages }, (_, at) => `Seite ${at + 1}`);
    expect(await search()).toEqual(all);
    const addresses = ["first=1&count=1", "first=5&count=4", "first=2&count=3", "first=8&count=1", "first=9&count=2"];
    expect(asked.toSorted()).toEqual(addresses.map((query) => `/file/f/pages?${query}`).toSorted());
    asked = [];
    expect(await search()).toEqual(all);
    expect(asked).toEqual([]);
  });

  it("has the words before a page that is not drawn, and says which one it is", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    answerWith = (url) =>
      Number(url.searchParams.get("first")) === 5
        ? Response.json({ success: false, code: "PAGE_NOT_DRAWN", data: [] }, { status: 422 })
        : served(url);
    const asking = [reader.page(2), reader.page(5)];
    const words = await reader.wordsFrom(2, waiting);
    expect(words.map(({ pieces }) => pieces[0]?.text)).toEqual(["Seite 2", "Seite 3", "Seite 4"]);
    expect((await Promise.allSettled(asking)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(reader.wordsFrom(5, waiting)).rejects.toMatchObject({ code: "PAGE_NOT_DRAWN" });
  });

  it("stops asking for the words that nobody looks for any more", async () => {
    const reader = await openPictures(file, () => undefined).opened;
    answerWith = () => new Promise(() => undefined);
    const leaving = new AbortController();
    void reader.wordsFrom(2, leaving.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    leaving.abort();
    expect(signals.at(-1)?.aborted).toBe(true);
  });

  it("is lost where the service draws none, which the answer's code says, and when there is another revision", async () => {
    answerWith = () => Response.json({ success: false, code: "PAGE_PICTURES_OFF", data: [] }, { status: 422 });
    const lost = vi.fn();
    void openPictures(file, lost).opened;
    await vi.waitFor(() => expect(lost).toHaveBeenCalledWith({ status: 422, code: "PAGE_PICTURES_OFF" }));
    answerWith = served;
    const reader = await openPictures(file, lost).opened;
    answerWith = () => Response.json({ success: true, data: [pageOf(2)] }, { headers: { etag: 'W/"b"' } });
    void reader.page(2);
    await vi.waitFor(() => expect(lost).toHaveBeenCalledWith({ status: "changed", code: null }));
  });

  it("says of a page that is not drawn that it is that page, and of another refusal that the document is lost", async () => {
    const refusedWith = (code: string) => () => Response.json({ success: false, code, data: [] }, { status: 422 });
    const lost = vi.fn();
    answerWith = refusedWith("PAGE_NOT_DRAWN");
    await expect(openPictures(file, lost).opened).rejects.toMatchObject({ code: "PAGE_NOT_DRAWN" });
    expect(lost).not.toHaveBeenCalled();
    answerWith = refusedWith("PAGE_PICTURES_OFF");
    void openPictures(file, lost).opened;
    await vi.waitFor(() => expect(lost).toHaveBeenCalledWith({ status: 422, code: "PAGE_PICTURES_OFF" }));
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
