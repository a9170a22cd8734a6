/** A field that is read from the form down and one that is read from a widget up are the same: pdf.js goes up. */
import { describe, expect, it } from "vitest";
import { bothReadings, form, text, widget } from "../../test/small-form.ts";
import { refusalOf, taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

const own = "<< /FT /Tx /T (a) /V (1000) /Kids [7 0 R] >>";
const other = "<< /FT /Tx /T (b) /V (9000) /Kids [] >>";

const twoWays: ReadonlyArray<readonly [what: string, pdf: Uint8Array, name: string, value: string]> = [
  [
    "a value of its widget",
    form("6 0 R", own, widget("/Parent 6 0 R /V (9000) /AP << /N 8 0 R >>"), text("1000")),
    "a",
    "1000",
  ],
  [
    "such a widget among the roots",
    form("6 0 R 7 0 R", own, widget("/Parent 6 0 R /V (9000) /AP << /N 8 0 R >>"), text("1000")),
    "a",
    "1000",
  ],
  [
    "a kind of its widget",
    form(
      "6 0 R",
      own,
      widget("/Parent 6 0 R /FT /Ch /Ff 131072 /Opt [(1000) (9000)] /AP << /N 8 0 R >>"),
      text("1000"),
    ),
    "a",
    "1000",
  ],
  [
    "a value that only its widget has",
    form(
      "6 0 R",
      "<< /FT /Tx /T (a) /Kids [7 0 R] >>",
      widget("/Parent 6 0 R /V (9000) /AP << /N 8 0 R >>"),
      text("9000"),
    ),
    "a",
    "9000",
  ],
  [
    "a widget that names another field",
    form("6 0 R", own, widget("/Parent 8 0 R /AP << /N 9 0 R >>"), other, text("1000")),
    "a",
    "1000",
  ],
  [
    "a field above it that no form knows",
    form("7 0 R", other, widget("/Parent 6 0 R /FT /Tx /T (a) /V (1000) /AP << /N 8 0 R >>"), text("1000")),
    "a",
    "1000",
  ],
  [
    "a field above it that the form does not list",
    form(
      "7 0 R",
      other.replace("[]", "[7 0 R]"),
      widget("/Parent 6 0 R /FT /Tx /T (a) /V (1000) /AP << /N 8 0 R >>"),
      text("1000"),
    ),
    "a",
    "1000",
  ],
  [
    "a value that only such a field has",
    form("7 0 R", "<< /V (9000) >>", widget("/Parent 6 0 R /FT /Tx /T (a) /AP << /N 8 0 R >>"), text("1000")),
    "a",
    "9000",
  ],
  [
    "another one of the form above it, which has other kids",
    form(
      "6 0 R 7 0 R",
      other.replace("/FT /Tx", ""),
      widget("/Parent 6 0 R /FT /Tx /T (a) /V (1000) /AP << /N 8 0 R >>"),
      text("1000"),
    ),
    "a",
    "1000",
  ],
];

describe.each(twoWays)("a field with %s", (_what, pdf, name, value) => {
  it("is one that both ways lead to, and the sender is told", async () => {
    const { prepared, notices } = await taken(pdf);
    expect(notices).toContain(noticeOf("fields", "en"));
    expect(await bothReadings(prepared)).toEqual({ ours: [{ name, value }], pdfJs: [{ name, value }] });
  });

  it("is put right once", async () => {
    const { prepared } = await taken(pdf);
    expect((await taken(prepared, { bob: [] })).notices).not.toContain(noticeOf("fields", "en"));
  });
});

describe("a field whose widget says nothing else", () => {
  it.each([
    ["nothing", ""],
    ["the same", "/FT /Tx /V (1000) /Ff 0"],
  ])("is taken as it is: %s", async (_what, said) => {
    const pdf = form("6 0 R", own, widget(`/Parent 6 0 R ${said} /AP << /N 8 0 R >>`), text("1000"));
    const { prepared, notices } = await taken(pdf);
    expect(notices).not.toContain(noticeOf("fields", "en"));
    expect(await bothReadings(prepared)).toEqual({
      ours: [{ name: "a", value: "1000" }],
      pdfJs: [{ name: "a", value: "1000" }],
    });
  });
});

it("a widget of two fields is refused", async () => {
  const pdf = form(
    "6 0 R 8 0 R",
    own,
    widget("/Parent 6 0 R /AP << /N 9 0 R >>"),
    other.replace("[]", "[7 0 R]"),
    text("1000"),
  );
  expect(await refusalOf(pdf)).toMatchInlineSnapshot(`"FILE_BROKEN: a widget belongs to two fields"`);
});

describe("a root below something that says nothing of fields", () => {
  it.each([
    ["nothing", "99 0 R"],
    ["the form", "6 0 R"],
  ])("is taken as it is: %s", async (_what, parent) => {
    const field = widget(`/Parent ${parent} /FT /Tx /T (a) /V (1000) /AP << /N 8 0 R >>`);
    const { prepared, notices } = await taken(form("7 0 R", "<< /DA (/F1 12 Tf 0 g) >>", field, text("1000")));
    expect(notices).not.toContain(noticeOf("fields", "en"));
    expect((await bothReadings(prepared)).pdfJs).toEqual([{ name: "a", value: "1000" }]);
  });
});
