import { describe, expect, it } from "vitest";
import { formWith } from "../../../fixtures/form-with.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { readFields } from "./field-tree.ts";
import { listAppearances } from "./list-box.ts";

function drawn(rest: string, chosen: readonly string[]) {
  const field = `/FT /Ch /T (a) /Opt [(one) (two) (three)] /Rect [10 10 110 70] ${rest}`;
  const update = beginUpdate(openPdf(bytesSource(formWith(field))));
  const [list] = readFields(update);
  const [job] = list === undefined ? [] : listAppearances(update, list, { shaper: monospaceShaper, chosen });
  if (job === undefined) throw new Error("no list");
  return job;
}

describe("a list box", () => {
  it("draws every option on a line of its own, from the top", () => {
    const { lines } = drawn("/DA (/Helv 10 Tf 0 g)", []);
    const heights = lines.map(({ y }) => y);
    expect(heights).toHaveLength(3);
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
  });

  it("marks those that are chosen", () => {
    const marks = (chosen: readonly string[]) => drawn("", chosen).behind.match(/ re f/g)?.length ?? 0;
    expect([marks([]), marks(["two"]), marks(["one", "three"])]).toEqual([0, 1, 2]);
  });

  it("begins with the option that is on top, and draws no more than there is room for", () => {
    expect(drawn("/TI 1", []).lines).toHaveLength(2);
    expect(drawn("/DA (/Helv 30 Tf 0 g)", []).lines.length).toBeLessThan(3);
  });
});
