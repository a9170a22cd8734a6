/** What a field has room for is asked of where it stands in the prepared file: however it is turned, and in each of its places. */
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import { placedField } from "@siegel/contract/calls/sending.ts";
import { valueFaults } from "@siegel/contract/value-faults.ts";
import { describe, expect, it } from "vitest";
import { plainPdf, rotatedPdf } from "../../../../fixtures/documents.ts";
import { formWith } from "../../../../fixtures/form-with.ts";
import { shaper } from "../../test/shaper.ts";
import { idOf, intake, taken } from "../../test/take-in.ts";
import type { Field } from "../intake/intake.ts";
import { fitsField, isSetSmall } from "../intake/intake.ts";
import { toFields } from "./fields-store.ts";

type Rows = Awaited<ReturnType<typeof taken>>["rows"];

/** The field of that name as it is read back from its rows. */
function fieldOf(rows: Rows, name: string): Field {
  const own = (rows.file_field ?? []).filter(({ full_name }) => full_name === `${idOf("alice")}.${name}`);
  const read = own.map((row) => ({ ...row, options: JSON.parse(String(row.options)) }));
  const [field] = toFields(read as unknown as Parameters<typeof toFields>[0]);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}

// In the smallest letters it is 117 points wide.
const line = "Mietvertrag vom 1. Mai 2026 ueber 74 Quadratmeter";

describe("a field has room for a line along its text", () => {
  it.each([0, 90, 180, 270] as const)("where it was placed on a page turned by %i degrees", async (degrees) => {
    const wish = { kind: "text" as const, name: "x", page: 1, rect: [30, 40, 130, 14] as PlacedField["rect"] };
    const { rows } = await taken(rotatedPdf(degrees), { alice: [wish] });
    expect(rows.file_field?.[0]).toMatchObject({ is_turned: degrees % 180 !== 0 });
    expect(fitsField(shaper, fieldOf(rows, "x"), line)).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "x"), `${line} ${line}`)).toBe(false);
  });

  it.each([
    ["upright", "/Rect [50 600 180 614]", true],
    ["turned upwards", "/Rect [50 600 64 730] /MK << /R 90 >>", true],
    ["turned downwards", "/Rect [50 600 64 730] /MK << /R 270 >>", true],
    ["upright in a narrow place", "/Rect [50 600 64 730]", false],
    ["turned in a place that is not", "/Rect [50 600 180 614] /MK << /R 90 >>", false],
  ])("where it was prepared %s", async (_, place, expected) => {
    const { rows } = await taken(formWith(`/FT /Tx /T (alice.x) ${place}`));
    expect(fitsField(shaper, fieldOf(rows, "x"), line)).toBe(expected);
  });

  it("either way, where it was taken in before anybody kept how it is turned", async () => {
    const { rows } = await taken(formWith("/FT /Tx /T (alice.x) /Rect [50 600 64 730] /MK << /R 90 >>"));
    const before = { file_field: rows.file_field?.map((row) => ({ ...row, is_turned: null })) ?? [] };
    expect(fitsField(shaper, fieldOf(before, "x"), line)).toBe(true);
    expect(fitsField(shaper, fieldOf(before, "x"), `${line} ${line}`)).toBe(false);
    const upright = await taken(formWith("/FT /Tx /T (alice.x) /Rect [50 600 180 614]"));
    const also = { file_field: upright.rows.file_field?.map((row) => ({ ...row, is_turned: null })) ?? [] };
    expect(fitsField(shaper, fieldOf(also, "x"), line)).toBe(true);
  });

  it("in its smallest place, of several", async () => {
    const kids = ["/Rect [50 600 180 614]", "/Rect [50 500 80 514]"];
    const alone = await taken(formWith(`/FT /Tx /T (alice.x) ${kids[0]}`));
    expect(fitsField(shaper, fieldOf(alone.rows, "x"), line)).toBe(true);
    const both = await taken(formWith(...kids.map((kid) => `/FT /Tx /T (alice.x) ${kid}`)));
    expect(fitsField(shaper, fieldOf(both.rows, "x"), line)).toBe(false);
    expect(fitsField(shaper, fieldOf(both.rows, "x"), "Mai")).toBe(true);
  });

  it("in several lines, and a character a cell", async () => {
    const form = formWith(
      "/FT /Tx /T (alice.lines) /Ff 4096 /Rect [50 600 180 640]",
      "/FT /Tx /T (alice.cells) /Ff 16777216 /MaxLen 20 /Rect [50 500 180 514]",
      "/FT /Tx /T (alice.narrow) /Ff 16777216 /MaxLen 30 /Rect [50 400 180 414]",
    );
    const { rows } = await taken(form);
    expect(fitsField(shaper, fieldOf(rows, "lines"), `${line} ${line}\n${line}`)).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "lines"), "1\n2\n3\n4\n5\n6\n7\n8")).toBe(false);
    expect(fitsField(shaper, fieldOf(rows, "cells"), "DE89370400440532013W")).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "narrow"), "DE89")).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "narrow"), "漢89")).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "narrow"), "Ǆ")).toBe(false);
  });

  it("in small letters, where there is much of it, and not where its place has small ones for everything", async () => {
    const form = formWith(
      "/FT /Tx /T (alice.x) /Rect [50 600 180 614]",
      "/FT /Tx /T (alice.lines) /Ff 4096 /Rect [50 500 180 540]",
      "/FT /Tx /T (alice.low) /Rect [50 400 180 408]",
      "/FT /Tx /T (alice.cells) /Ff 16777216 /MaxLen 30 /Rect [50 300 180 314]",
    );
    const { rows } = await taken(form);
    const small = (name: string, text: string) => isSetSmall(shaper, fieldOf(rows, name), text);
    expect(fitsField(shaper, fieldOf(rows, "x"), line)).toBe(true);
    expect([small("x", line), small("x", line.slice(0, 24)), small("x", "")]).toEqual([true, false, false]);
    expect([small("lines", `${line} ${line}\n${line}`), small("lines", line)]).toEqual([true, false]);
    expect([small("low", line), small("cells", "DE89")]).toEqual([false, false]);
  });
});

describe("what a sender gives a field that has no room for it", () => {
  const long = "Langer Text ".repeat(9);

  it.each([
    ["a value", `/FT /Tx /T (alice.x) /V (${long})`],
    ["a choice", `/FT /Ch /Ff 131072 /T (alice.x) /Opt [(a) [(b) (${long})]]`],
    ["a value in cells", "/FT /Tx /T (alice.x) /Ff 16777216 /MaxLen 20 /V <feff01C4>"],
    ["a value in tiny cells", "/FT /Tx /T (alice.x) /Ff 16777216 /MaxLen 60 /V (DE89)"],
    ["a value in a low place", "/FT /Tx /T (alice.x) /V (Mai) /Rect [50 600 250 603]"],
    ["a chosen label", "/FT /Ch /Ff 131072 /T (alice.x) /Opt [[(1) (Mai)]] /V (1) /Rect [50 600 55 620]"],
  ])("%s stays as its author drew it", async (_, field) => {
    expect((await intake(formWith(field))).ok).toBe(true);
  });

  it("is nobody's business in a field that nobody fills in", async () => {
    expect((await intake(formWith(`/FT /Tx /T (alice.x) /Ff 1 /V (${long})`))).ok).toBe(true);
    expect((await intake(formWith(`/FT /Tx /T (nobody) /V (${long})`))).ok).toBe(true);
  });
});

describe("a field that somebody is asked to fill in takes at least one letter", () => {
  const low = "/Rect [50 600 250 603]";
  const high = "/Rect [50 500 250 520]";
  const lines = "/Ff 4098";
  const comb = "/Ff 16777218";

  it.each<[string, readonly string[]]>([
    ["a line", [`/FT /Tx /T (alice.x) /Ff 2 ${low}`]],
    ["a narrow line", ["/FT /Tx /T (alice.x) /Ff 2 /Rect [50 600 55.5 620]"]],
    ["several lines, as low as one line may be", [`/FT /Tx /T (alice.x) ${lines} /Rect [50 600 250 606]`]],
    ["a choice", [`/FT /Ch /Ff 131074 /T (alice.x) /Opt [(a)] ${low}`]],
    ["what it holds already is whole: a line", ["/FT /Tx /T (alice.x) /Ff 2 /V (1) /Rect [50 600 55.5 620]"]],
    ["cells", [`/FT /Tx /T (alice.x) ${comb} /MaxLen 50 /Rect [50 500 180 514]`]],
    ["cells, turned", [`/FT /Tx /T (alice.x) ${comb} /MaxLen 50 /Rect [50 500 64 630] /MK << /R 90 >>`]],
    ["one of two fields of a name", [`/Ff 2 /FT /Tx /T (alice.x) ${high}`, `/FT /Tx /T (alice.x) ${low}`]],
    ["the first of two fields of a name", [`/FT /Tx /T (alice.x) ${low}`, `/Ff 2 /FT /Tx /T (alice.x) ${high}`]],
    [
      "one of two places",
      [
        "/FT /Tx /T (alice.x) /Ff 2 /Kids [5 0 R 6 0 R] /Rect [0 0 0 0]",
        `/Parent 4 0 R ${high}`,
        `/Parent 4 0 R ${low}`,
      ],
    ],
  ])("%s without room for it: it stays as it is, and the sender is told once", async (_, form) => {
    const { rows, notices } = await taken(formWith(...form));
    expect(rows.file_field?.map(({ kind }) => kind)).toEqual(["signature"]);
    expect(notices).toEqual(["The field alice.x is too small for a letter and stays as it is."]);
  });

  it.each([
    ["a line", "/FT /Tx /T (alice.x) /Rect [50 600 56 605]"],
    ["several lines", "/FT /Tx /T (alice.x) /Ff 4096 /Rect [50 600 58 607]"],
    ["cells", "/FT /Tx /T (alice.x) /Ff 16777216 /MaxLen 10 /Rect [50 600 90 605]"],
    ["a place of which fonts need not be asked", "/FT /Tx /T (alice.x) /Ff 4096 /Rect [50 600 58 608]"],
  ])("%s with just room enough for it is filled in", async (_, field) => {
    const { rows, notices } = await taken(formWith(field));
    expect(fitsField(shaper, fieldOf(rows, "x"), "W")).toBe(true);
    expect(notices).toEqual([]);
  });
});

describe("the least that can be placed", () => {
  const place = (kind: PlacedField["kind"], width: number, height: number) =>
    placedField.safeParse({
      document: "a.pdf",
      kind,
      page: 1,
      rect: [10, 10, width, height],
      ...(kind === "choice" ? { options: ["Ja"] } : {}),
    });

  it.each([
    ["text", 8, 8],
    ["initials", 8, 8],
    ["date", 30, 8],
    ["choice", 8, 8],
    ["signature", 8, 8],
    ["checkbox", 6, 6],
  ] as const)("is for a %s %i by %i points, and what is smaller is refused with that", (kind, width, height) => {
    expect(place(kind, width, height).success).toBe(true);
    for (const [w, h] of [
      [width - 0.1, height],
      [width, height - 0.1],
      [2, 2],
    ] as const)
      expect(place(kind, w, h).error?.issues).toMatchObject([{ path: ["rect"], message: valueFaults.leastPlace.en }]);
  });

  it("has room for a letter, and for a date", async () => {
    const wish = (kind: "text" | "date", width: number) =>
      ({ kind, name: kind, page: 1, rect: [30, 40 + width, width, 8] as PlacedField["rect"] }) as const;
    const { rows } = await taken(plainPdf(), { alice: [wish("text", 8), wish("date", 30)] });
    for (const letter of ["W", "Ẫ", "漢"]) expect(fitsField(shaper, fieldOf(rows, "text"), letter), letter).toBe(true);
    expect(fitsField(shaper, fieldOf(rows, "date"), "30.12.2026")).toBe(true);
  });
});
