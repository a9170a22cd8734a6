import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { plainField } from "../../../fixtures/plain-field.ts";
import {
  asDateTyped,
  asTyped,
  countMissing,
  enteredValue,
  fieldsInOrder,
  fillableFields,
  firstMissing,
  isFilled,
} from "./field-values.ts";

const field = (label: string, page: number, rect: [number, number, number, number]): OwnField => ({
  annotation_id: `s.${label}`,
  kind: "text",
  label,
  page,
  rect,
  required: true,
  ...plainField,
});
const fields = [
  field("second page", 2, [72, 700, 200, 720]),
  field("below", 1, [72, 500, 200, 520]),
  field("right", 1, [300, 700, 400, 720]),
  field("left", 1, [72, 700, 200, 720]),
];

describe("what is pasted", () => {
  it.each([
    [true, "a\u2028b\u2029c\r\nd", "a\nb\nc\nd"],
    [false, "a\u2028\u2029b", "a b"],
    [false, "می\u200cخواهم", "می\u200cخواهم"],
  ])("keeps its breaks as a browser has them (several lines: %s): %j", (multiline, pasted, entered) => {
    const [one = field("a", 1, [0, 0, 1, 1])] = fields;
    expect(asTyped({ ...one, multiline }, pasted)).toBe(entered);
  });
});

describe("the fields of a document", () => {
  it("are read page by page, from the top (the greatest y) and from the left", () => {
    expect(fieldsInOrder(fields).map(({ label }) => label)).toEqual(["left", "right", "below", "second page"]);
  });

  it("do not change their order in what the server sent", () => {
    fieldsInOrder(fields);
    expect(fields[0]?.label).toBe("second page");
  });

  it.each([" ", "\u200b", "\u3164"])("lead to the first one that is still empty; %j is nothing", (unseen) => {
    const values = { "s.left": "Käthe", "s.right": unseen };
    expect(firstMissing(fieldsInOrder(fields), values)?.label).toBe("right");
    expect(countMissing(fields, {})).toBe(fields.length);
    expect(countMissing(fields, values)).toBe(fields.length - 1);
  });
});

describe("fields that stand in several places", () => {
  const button = (state: string, x: number): OwnField => ({
    ...field("rate", 1, [x, 600, x + 14, 614]),
    kind: "radio",
    options: [{ value: state, label: `Every ${state}` }],
  });
  const file = {
    fields: [
      button("month", 200),
      button("year", 300),
      button("month", 400),
      field("twice", 2, [72, 300, 200, 320]),
      field("twice", 1, [72, 700, 200, 720]),
      { ...field("Sig", 1, [72, 100, 200, 150]), kind: "signature" },
    ],
  } as unknown as WorkflowFile;

  it("are counted once, at their first place and with everything that can be chosen", () => {
    expect(fillableFields(file)).toMatchObject([
      { label: "twice", page: 1 },
      { label: "rate", options: [{ value: "month" }, { value: "year" }] },
    ]);
  });

  it("are filled by any of their states, and by nothing else", () => {
    const rate = fillableFields(file).find(({ label }) => label === "rate") as OwnField;
    expect(isFilled(rate, { "s.rate": "year" })).toBe(true);
    expect(isFilled(rate, { "s.rate": "week" })).toBe(false);
    expect(isFilled(rate, {})).toBe(false);
  });
});

describe("a date", () => {
  const date: OwnField = { ...field("day", 1, [72, 300, 200, 320]), kind: "date", required: false };

  it("that is half written is nothing yet, and keeps its person from going on", () => {
    expect(enteredValue(date, "29.02.")).toBe("");
    expect(enteredValue(date, "29.02.2024")).toBe("29.02.2024");
    expect(firstMissing([date], { "s.day": "29.02." })).toBe(date);
    expect(firstMissing([date], { "s.day": "" })).toBeNull();
  });

  it.each([
    ["29022024", "", "29.02.2024"],
    ["290", "29", "29.0"],
    ["29.", "29", "29."],
    ["1.", "1", "01."],
    ["1.2.2024", "", "01.02.2024"],
    ["2024-02-29", "", "29.02.2024"],
    ["29.02.20245", "29.02.2024", "29.02.2024"],
    ["29 Feb", "29 Fe", "29 Feb"],
    ["5/6/1990", "", "05.06.1990"],
    ["5-6-1990", "", "05.06.1990"],
    ["5 6 1990", "05.06.1991", "05.06.1990"],
    ["1990-12-5", "", "05.12.1990"],
    ["12/24/1990", "", "12.24.1990"],
    ["5 June 1990", "", "05.06.1990"],
    ["June 5th, 1990", "", "05.06.1990"],
    ["24. Dez 1990", "", "24.12.1990"],
    ["1. Jänner 1990", "", "01.01.1990"],
    ["24. Brumaire 1990", "", "24. Brumaire 1990"],
    ["morgen", "morge", "morgen"],
    ["29.0", "29.02", "29.0"],
    ["", "2", ""],
  ])("typed as %j after %j stands as %j", (typed, before, stands) => {
    expect(asDateTyped(typed, before)).toBe(stands);
  });

  it.each([
    ["31012027", "31.01.2027"],
    ["5/6/1990", "05.06.1990"],
    ["5-6-1990", "05.06.1990"],
    ["20-11-1990", "20.11.1990"],
    ["5 6 1990", "05.06.1990"],
    ["1990-12-24", "24.12.1990"],
    ["2011-12-24", "24.12.2011"],
    ["2011/1/24", "24.01.2011"],
    ["5 June 1990", "05.06.1990"],
    ["24. Dez 1990", "24.12.1990"],
    ["December 24, 1990", "24.12.1990"],
  ])("typed key by key as %s stands as %s", (keys, stands) => {
    expect([...keys].reduce((before, key) => asDateTyped(before + key, before), "")).toBe(stands);
  });
});
