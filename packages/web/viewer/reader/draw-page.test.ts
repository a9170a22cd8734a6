import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.mock("pdfjs-dist/legacy/build/pdf.mjs", () => ({ TextLayer: class {} }));
const { annotationsOf, drawPage } = await import("./draw-page.ts");

/** A page that writes down what is asked of it, and whose annotations come when they are let go. */
function slowPage() {
  const asked: string[] = [];
  const annotations = Promise.withResolvers<unknown[]>();
  const page = {
    getViewport: () => ({ width: 100, height: 100 }),
    getAnnotations: () => {
      asked.push("annotations");
      return annotations.promise;
    },
    render: () => {
      asked.push("render");
      return { promise: Promise.resolve(), cancel: () => undefined };
    },
    cleanup: () => asked.push("cleanup"),
  };
  return { page: page as unknown as PDFPageProxy, asked, letGo: () => annotations.resolve([]) };
}

const fineness = { scale: 1, pixelsMax: 1_000_000 };

describe("drawing a page", () => {
  beforeEach(() => {
    vi.stubGlobal("window", { devicePixelRatio: 1 });
    vi.stubGlobal("document", { createElement: () => ({ remove: () => undefined }) });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("begins when its annotations were read, which are asked for once: never both at the same time", async () => {
    const { page, asked, letGo } = slowPage();
    const others = annotationsOf(page);
    const [first, second] = [drawPage(page, fineness), drawPage(page, fineness)];
    await Promise.resolve();
    expect(asked).toEqual(["annotations"]);
    letGo();
    await Promise.all([others, first.done, second.done]);
    expect(asked.filter((what) => what !== "cleanup")).toEqual(["annotations", "render", "render"]);
  });

  it("does not begin any more where it was cancelled meanwhile", async () => {
    const { page, asked, letGo } = slowPage();
    const { done, cancel } = drawPage(page, fineness);
    cancel();
    letGo();
    await expect(done).rejects.toThrow("cancelled");
    expect(asked).toEqual(["annotations", "cleanup"]);
  });
});
