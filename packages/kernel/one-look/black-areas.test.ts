import { describe, expect, it } from "vitest";
import { type PdfObject, pdfDict, pdfStream } from "../pdf/objects.ts";
import { fillsOnlyBlack } from "./black-areas.ts";

/** A form without packing, and one that unpacks to its contents. */
const fillsBlack = (operators: string, packed = operators): boolean =>
  fillsOnlyBlack(
    {
      resolve: (value: PdfObject | undefined) => value,
      decodeStream: () => Buffer.from(operators, "latin1"),
    },
    pdfStream(pdfDict({ Resources: pdfDict({}) }), Buffer.from(packed, "latin1")),
  );
const area = "0 g 0 0 9 9 re f";

describe("a form", () => {
  it("of black areas fills only black", () => {
    expect(fillsBlack(area)).toBe(true);
    expect(fillsBlack(`1 ${area}`)).toBe(false);
  });

  it("of more octets than a mask has is taken for something else, packed or not", () => {
    const blanks = (count: number): string => area + " ".repeat(count - area.length);
    expect(fillsBlack(blanks(100_000))).toBe(true);
    expect(fillsBlack(blanks(100_001))).toBe(false);
    expect(fillsBlack(blanks(1_000_000), "")).toBe(true);
    expect(fillsBlack(blanks(1_000_001), "")).toBe(false);
  });

  it("that programs read each in their own way is taken for something else", () => {
    expect(fillsBlack(`${area} 0 0 9 9 ref`)).toBe(false);
    expect(fillsBlack("0 g 7 0 0 9 9 re f")).toBe(false);
  });
});
