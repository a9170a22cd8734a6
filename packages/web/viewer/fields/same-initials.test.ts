import type { OwnField } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { followInitials } from "./same-initials.ts";

const field = (name: string, page: number, more: Partial<OwnField> = {}): OwnField => ({
  ...{ annotation_id: name, kind: "initials", label: name, page, rect: [0, 0, 40, 20], required: false },
  ...{ multiline: false, chars_max: 8, comb: false, editable: false, clearable: true, options: [] },
  ...more,
});
const fields = [field("a", 1), field("b", 2), field("c", 3, { chars_max: 2 }), field("note", 1, { kind: "text" })];

/** Types values one after the other, as [field, value], and answers what stands everywhere. */
function typed(...entries: readonly (readonly [string, string])[]): Record<string, string> {
  const values: Record<string, string> = {};
  let leader: string | null = null;
  for (const [name, entered] of entries) {
    const followed = followInitials(fields, { name, entered, standing: (one) => values[one] ?? "", leader });
    leader = followed.leader;
    for (const one of [name, ...followed.names]) values[one] = entered;
  }
  return values;
}

describe("several fields for initials", () => {
  it("[T-047] all get what is typed in one of them, letter by letter, as far as they have room", () => {
    expect(typed(["b", "P"], ["b", "PM"])).toEqual({ a: "PM", b: "PM", c: "PM" });
    expect(typed(["a", "P"], ["a", "PM"], ["a", "PMX"])).toEqual({ a: "PMX", b: "PMX", c: "PM" });
    expect(typed(["note", "x"])).toEqual({ note: "x" });
  });

  it("keep what was typed in them by themselves", () => {
    expect(typed(["a", "PM"], ["b", "PK"], ["a", "PMX"])).toEqual({ a: "PMX", b: "PK", c: "PM" });
    expect(typed(["a", "PM"], ["b", ""], ["a", "PN"])).toEqual({ a: "PN", b: "", c: "PN" });
  });

  it("follow the first of the document after a reload, and no other", () => {
    const stored: Record<string, string> = { a: "PM", b: "PM", c: "PK" };
    const standing = (name: string) => stored[name] ?? "";
    expect(followInitials(fields, { name: "a", entered: "PX", standing, leader: null }).names).toEqual(["b"]);
    expect(followInitials(fields, { name: "b", entered: "PX", standing, leader: null }).names).toEqual([]);
  });
});
