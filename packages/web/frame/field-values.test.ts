import type { OwnField } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { firstMissing, inReadingOrder } from "./field-values.ts";

const field = (label: string, page: number, rect: [number, number, number, number]): OwnField => ({
  annotation_id: `s.${label}`,
  kind: "text",
  label,
  page,
  rect,
  required: true,
  multiline: false,
});
const fields = [
  field("second page", 2, [72, 700, 200, 720]),
  field("below", 1, [72, 500, 200, 520]),
  field("right", 1, [300, 700, 400, 720]),
  field("left", 1, [72, 700, 200, 720]),
];

describe("the fields of a document", () => {
  it("are read page by page, from the top (the greatest y) and from the left", () => {
    expect(inReadingOrder(fields).map(({ label }) => label)).toEqual(["left", "right", "below", "second page"]);
  });

  it("do not change their order in what the server sent", () => {
    inReadingOrder(fields);
    expect(fields[0]?.label).toBe("second page");
  });

  it("lead to the first one that is still empty; blanks are nothing", () => {
    const values = { "s.left": "Käthe", "s.right": " " };
    expect(firstMissing(inReadingOrder(fields), values)?.label).toBe("right");
  });
});
