import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { plainField } from "../../../../fixtures/plain-field.ts";
import { sendable } from "./sendable.ts";

const field = (label: string, more: Partial<OwnField>): OwnField => ({
  ...plainField,
  ...{ annotation_id: `s.${label}`, kind: "text", label, page: 1, rect: [72, 700, 200, 720], required: false },
  ...more,
});

describe("what is sent of the typed values", () => {
  const file = {
    fields: [field("born", { kind: "date" }), field("city", {}), field("code", { chars_max: 3 })],
  } as unknown as WorkflowFile;

  it("is all that its field takes, an emptied one too", () => {
    const typed = { "s.born": "29.02.2024", "s.city": "", "s.code": "abc" };
    expect(sendable(file, typed)).toEqual(typed);
  });

  it("is nothing in the place of what the server holds: half a date, a text too long and a foreign field stay here", () => {
    expect(sendable(file, { "s.born": "29.02.20", "s.city": "Kiel", "s.code": "abcd", "t.city": "Bonn" })).toEqual({
      "s.city": "Kiel",
    });
  });
});
