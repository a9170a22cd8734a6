/** The measure of pictures itself: three programs that nobody tells of one another draw one page alike, and no small change of it. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPages } from "@siegel/server/adapters/workers/pdf-pages.ts";
import { type ContractChange, contractPdf } from "@siegel/server/test/contract-pdf.ts";
import { decodedWebp } from "@siegel/server/test/decoded-webp.ts";
import { describe, expect, it } from "vitest";
import { hasTools, inFolderOf } from "../fixtures/outside-tool.ts";
import { type Picture, renderers } from "../fixtures/pictures.ts";
import { similarity } from "../fixtures/similarity.ts";
import { inkUnmatchedMax, unmatchedInk, unmatchedPlaces } from "../fixtures/unmatched-ink.ts";

const dpi = 210;

const outside = (name: keyof typeof renderers) => async (pdf: Uint8Array) =>
  inFolderOf({ "a.pdf": pdf }, (folder) => renderers[name](`${folder}/a.pdf`, 1, dpi));
const programs: Readonly<Record<string, (pdf: Uint8Array) => Promise<Picture>>> = {
  poppler: outside("poppler"),
  mupdf: outside("mupdf"),
  "the server": async (pdf) => {
    const pages = await openPages(bytesSource(pdf));
    const { size } = await pages.describe(1);
    return await decodedWebp(await pages.picture(1, Math.round((size.width * dpi) / 72)));
  },
};
const pairs = [
  ["poppler", "mupdf"],
  ["poppler", "the server"],
  ["mupdf", "the server"],
] as const;

const drawings = new Map<string, Promise<Picture>>();
const draw = (program: string, change: ContractChange): Promise<Picture> => {
  const key = `${program} ${JSON.stringify(change)}`;
  const drawn = drawings.get(key) ?? contractPdf(change).then(async (pdf) => await programs[program]?.(pdf));
  drawings.set(key, drawn as Promise<Picture>);
  return drawn as Promise<Picture>;
};

describe.skipIf(!hasTools("pdftoppm", "mutool")).each(pairs)("a page drawn by %s and by %s", (one, other) => {
  it("is alike, with half of what is allowed to spare", async () => {
    for (const change of [{}, { turned: 90 }, { turned: 270 }] as const) {
      const { ink } = unmatchedInk(await draw(one, change), await draw(other, change));
      expect(ink).toBeLessThan(inkUnmatchedMax / 2);
    }
  }, 60_000);

  /** Each half as much again as is allowed. The third says where, in points from the left top of the page. */
  it.each<[string, ContractChange, (readonly [number, number])?]>([
    ["an eight for a nought", { rent: "1,258.00" }, [83, 70]],
    ["a six for a five", { rent: "1,260.00" }, [76, 70]],
    ["a seven for a one", { rent: "7,250.00" }, [63, 70]],
    ["a three for an eight in small print", { meter: "0083.4" }, [178, 108]],
    ["a comma missing", { rent: "1 250.00" }, [67, 74]],
    ["a point missing in small print", { meter: "0088 4" }, [182, 112]],
    ["a sum three points further right", { moved: 3 }],
    ["an empty page", { isEmpty: true }],
    ["a page upside down", { turned: 180 }],
  ])(
    "is told apart from %s",
    async (_what, change, where) => {
      const [x, y] = [await draw(one, {}), await draw(other, change)];
      const found = unmatchedInk(x, y);
      expect(found.ink).toBeGreaterThan(1.5 * inkUnmatchedMax);
      expect(unmatchedInk(y, x).ink).toBeGreaterThan(1.5 * inkUnmatchedMax);
      for (const [n, at] of [found.x, found.y].entries())
        if (where !== undefined) expect(Math.abs((at * 72) / dpi - (where[n] ?? 0))).toBeLessThan(8);
    },
    60_000,
  );

  it("has a mean that says nothing of a digit, which is why there is this measure", async () => {
    const same = similarity(await draw(one, {}), await draw(other, {}));
    const changed = similarity(await draw(one, {}), await draw(other, { rent: "1,258.00" }));
    expect(Math.abs(same - changed)).toBeLessThan(0.001);
  }, 60_000);

  it("is not asked again where it was otherwise before, and everywhere else", async () => {
    const places = unmatchedPlaces(await draw(one, {}), await draw(other, { rent: "1,258.00" }));
    const ink = async (change: ContractChange) =>
      unmatchedInk(await draw(one, {}), await draw(other, change), places).ink;
    expect(await ink({ rent: "1,258.00" })).toBeLessThan(inkUnmatchedMax);
    expect(await ink({ rent: "1,258.00", meter: "0083.4" })).toBeGreaterThan(1.5 * inkUnmatchedMax);
  }, 60_000);
});
