/** Pages that readers show each in their own way are refused, and those that all show alike are taken: one list of each, held to three readers. */
import type { Repair } from "@siegel/kernel/repair/normalise.ts";
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../fixtures/both-readers.ts";
import { type Drawn, made } from "../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../fixtures/outside-tool.ts";
import { repairNotices } from "../rooms/intake/intake-notices.ts";
import { darkInPdfJs } from "./dark-in-readers.ts";
import { differenceInReaders } from "./difference-in-readers.ts";
import { refusalOf, taken } from "./take-in.ts";

/** Pages by what they have. */
export type Pages = readonly (readonly [what: string, page: Drawn])[];

/** What is measured of a page in pdf.js, poppler and MuPDF: the least and the most of the three. @throws where one draws nothing; ToolMissing */
export type Measure = (pdf: Uint8Array) => Promise<{ readonly least: number; readonly most: number }>;

/** Dark points of the first page. */
export const darkness: Measure = async (pdf) => {
  const dark = [await darkInPdfJs(pdf), ...inBothReaders(pdf).map(darkPoints)];
  return { least: Math.min(...dark), most: Math.max(...dark) };
};

/** The largest difference in a colour of a picture of four points, of 255. */
export const fourPoints: Measure = async (pdf) => ({ least: 0, most: await differenceInReaders(pdf) });

/** `apart`: more than so far, readers show different things; `share` of the least and `slack`: less than these together, the same; `shown`: more than that must be seen. */
export type Bounds = {
  readonly apart: number;
  readonly share: number;
  readonly slack: number;
  readonly shown?: number;
};

/**
 * Declares, under `title`, that each page of `refused` and `undrawn` is refused, for what the snapshot says, and each of `alike` taken as it
 * is; and that readers agree: they are far from each other in the first, one of them draws nothing of the second, all show the same of the third.
 */
export function describeToldApart(
  title: string,
  { refused, undrawn = [], alike }: { readonly refused: Pages; readonly undrawn?: Pages; readonly alike: Pages },
  { measure = darkness, apart, share, slack, shown = -1 }: Bounds & { readonly measure?: Measure },
): void {
  describe(title, () => {
    it.each([...refused, ...undrawn])("%s is refused", async (_what, page) => {
      expect(await refusalOf(made(page))).toMatchSnapshot();
    });

    it.each(alike)("%s is taken as it is", async (_what, page) => {
      expect((await taken(made(page))).notices).toEqual([]);
    });

    describe.runIf(hasTools("pdftoppm", "mutool"))("in pdf.js, poppler and MuPDF", () => {
      it.each(refused)("%s shows otherwise in one of them", async (_what, page) => {
        const { least, most } = await measure(made(page));
        expect(most - least).toBeGreaterThan(apart);
      });

      it.each(undrawn)("%s ends in no page", async (_what, page) => {
        await expect(measure(made(page))).rejects.toThrow();
      });

      it.each(alike)("%s shows alike", async (_what, page) => {
        const { least, most } = await measure(made(page));
        expect(least).toBeGreaterThan(shown);
        expect(most - least).toBeLessThan(share * least + slack);
      });
    });
  });
}

/** Declares that each of these pages is put right once by a file that is written anew, and refused where somebody has signed. */
export function describeMended(title: string, pages: Pages, repair: Repair): void {
  describe.each(pages)(`${title} %s`, (_what, page) => {
    it("is put right before anybody signs, and the sender is told", async () => {
      expect((await taken(made(page))).notices).toEqual(repairNotices([repair]));
    });

    it("is put right once", async () => {
      const { prepared } = await taken(made(page));
      expect((await taken(prepared, { bob: [] })).notices).toEqual([]);
    });

    it("is refused where somebody has signed", async () => {
      expect(await refusalOf(made(page, { signed: true }))).toMatchSnapshot();
    });
  });
}
