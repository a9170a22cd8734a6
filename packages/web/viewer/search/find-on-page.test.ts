import type { OwnField } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { fieldMarks, findOnPage, ownTexts } from "./find-on-page.ts";

const rect = [1, 2, 3, 4];
const field = (name: string, more: Partial<OwnField> = {}): OwnField => ({
  ...{ annotation_id: name, kind: "text", label: name, page: 1, rect, required: false, multiline: false },
  ...{ chars_max: null, comb: false, editable: false, clearable: true, options: [] },
  ...more,
});

describe("what is found on a page", () => {
  it("stands in its text or in its fields, without regard to case and accents", () => {
    const pieces = [{ text: "Miete in Köln", endsLine: true }];
    const filled = [
      { rect, text: "KOLN, und noch einmal Köln" },
      { rect: [5, 6, 7, 8], text: "Bonn" },
    ];
    const [inText, ...inFields] = findOnPage({ pieces, filled }, "köln");
    expect(inText).toMatchObject({ kind: "text", from: { piece: 0, offset: 9 } });
    expect(inFields).toEqual([{ kind: "field", rect }]);
    expect(findOnPage({ pieces, filled }, " ")).toEqual([]);
  });

  it("is in one's own fields what stands there now, of a choice the name that is shown, of ticks nothing", () => {
    const options = [{ value: "at", label: "Österreich" }];
    const fields = [
      field("city"),
      field("land", { kind: "choice", options }),
      field("other", { kind: "choice", options, editable: true }),
      field("box", { kind: "checkbox", options: [{ value: "Yes", label: "Yes" }] }),
      field("empty"),
      field("later", { page: 2 }),
    ];
    const values = { city: "Bonn", land: "at", other: "Malta", box: "Yes", empty: "", later: "Kiel" };
    expect(ownTexts(fields, values, 1).map(({ text }) => text)).toEqual(["Bonn", "Österreich", "Malta"]);
    expect(ownTexts(fields, values, 2)).toEqual([{ rect, text: "Kiel" }]);
  });

  it("is marked field by field, the one that is looked at among them", () => {
    const place = { piece: 0, offset: 0 };
    const hits = [
      { kind: "text" as const, page: 1, from: place, to: place },
      { kind: "field" as const, page: 1, rect },
      { kind: "field" as const, page: 3, rect },
    ];
    expect([...fieldMarks(hits, 2)]).toEqual([
      [1, [{ rect, now: false }]],
      [3, [{ rect, now: true }]],
    ]);
  });
});
