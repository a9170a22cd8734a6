import { describe, expect, it } from "vitest";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import type { NotDrawn, PageDrawing } from "../../ports/page-drawing.ts";
import { pageDescriptions, pagePicture } from "./page-pictures.ts";

const sha256 = "ab".repeat(32) as Sha256Hex;
const reader = "s".repeat(26);

/** Somebody who draws no page, for this reason. */
function refusing(code: NotDrawn["code"]): { readonly pageDrawing: PageDrawing } {
  const figures = () => ({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, crash: 0 } });
  const run = async () => ({ ok: false, code, message: "played" }) as const;
  return { pageDrawing: { run, figures, close: async () => undefined } };
}

const both = (drawer: { readonly pageDrawing: PageDrawing | null }) =>
  Promise.all([
    pagePicture(drawer, { sha256, task: { wanted: "picture", page: 1, width: 480 }, reader }),
    pageDescriptions(drawer, { sha256, task: { wanted: "descriptions", first: 1, count: 1 }, reader }),
  ]);

describe("a page that is not drawn", () => {
  it.each([
    ["where drawing is switched off", { pageDrawing: null }, "PAGE_PICTURES_OFF"],
    ["where nothing is there that draws", refusing("NO_RENDERER"), "PAGE_PICTURES_OFF"],
    ["where the document has fewer", refusing("NO_SUCH_PAGE"), "PAGE_NOT_FOUND"],
    ["where it cannot be read", refusing("UNREADABLE"), "PAGE_NOT_DRAWN"],
  ])("%s", async (_where, drawer, code) => {
    const refused = expect.objectContaining({ ok: false, code });
    expect(await both(drawer)).toEqual([refused, refused]);
  });

  it("is a fault where the store holds other octets under that name", async () => {
    await expect(both(refusing("BLOB_CHANGED"))).rejects.toBeInstanceOf(BlobChanged);
  });
});
