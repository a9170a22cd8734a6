/** What becomes of fields of every kind that senders place or prepare. */

import { formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { everyKindPdf } from "../../../../fixtures/every-kind.ts";
import { formWith } from "../../../../fixtures/form-with.ts";
import { groupListedTwice } from "../../../../fixtures/group-listed-twice.ts";
import { idOf, intake, type Row, taken } from "../../test/take-in.ts";
import { noticeOf, refusalSentences } from "./intake-notices.ts";

const alice = idOf("alice");
const optionsOf = (row: Row): unknown => JSON.parse(String(row.options));
const one = (value: string, label = value) => [{ value, label }];

/** Rows of the signer's own fields without the signature, by their names, a list of places each. */
async function rowsOf(bytes: Uint8Array): Promise<{ rows: Map<string, Row[]>; notices: readonly string[] }> {
  const { rows, notices } = await taken(bytes);
  const own = (rows.file_field ?? []).filter(({ kind, signer_id }) => kind !== "signature" && signer_id === alice);
  return { rows: Map.groupBy(own, (row) => String(row.full_name).slice(alice.length + 1)), notices };
}

/** A tick of the state `state`, shown as ticked or not. */
const box = (rest: string, state = "Yes", shown = "Off") =>
  `/FT /Btn /T (alice.x) /AS /${shown} /AP << /N << /${state} 4 0 R /Off 4 0 R >> >> ${rest}`;

describe("a prepared form", async () => {
  const { rows, notices } = await rowsOf(everyKindPdf());

  it("gives its signer each kind with what can be chosen in each place", () => {
    const states = [...rows].map(([name, places]) => [name, places.map(({ kind }) => kind)]);
    expect(Object.fromEntries(states)).toEqual({
      note: ["text"],
      zip: ["text"],
      agree: ["checkbox", "checkbox"],
      rate: ["radio", "radio", "radio"],
      letter: ["radio", "radio"],
      country: ["choice"],
      title: ["choice"],
      size: ["choice"],
      rich: ["text"],
    });
    expect(rows.get("rate")?.map(optionsOf)).toEqual([
      one("month", "Every month"),
      one("year", "Every year"),
      one("month", "Every month"),
    ]);
    expect(rows.get("agree")?.map(optionsOf)).toEqual([one("Jä"), one("Jä")]);
    expect(rows.get("size")?.map(optionsOf)).toEqual([[...one("S"), ...one("M"), ...one("L")]]);
  });

  it("with its own words, limits and permissions", () => {
    expect(rows.get("zip")).toMatchObject([{ label: "Postcode", comb: true, chars_max: 5, required: true }]);
    expect(rows.get("note")).toMatchObject([{ label: "Remark", comb: false, multiline: true }]);
    expect(rows.get("title")).toMatchObject([{ editable: true, required: false }]);
    expect(rows.get("country")).toMatchObject([{ editable: false, required: true, initial_value: "" }]);
    expect(rows.get("size")).toMatchObject([{ initial_value: "M" }]);
    expect(rows.get("rate")?.[0]).toMatchObject({ clearable: false, required: true, initial_value: "" });
    expect(rows.get("letter")?.[0]).toMatchObject({ clearable: true, required: false });
  });

  it("leaves what nobody can fill in, and says so", () => {
    expect(notices).toEqual([
      "The field alice.send is a push button and stays as it is.",
      "The field alice.languages takes several choices at once and stays as it is.",
      "The field alice.rich is filled in as plain text.",
      expect.stringContaining("“bob.ok”"),
    ]);
  });
});

describe("buttons that the form lists beside their group", () => {
  it.each([[[4, 5, 6]], [[6, 5, 4]]])("are one field of their signer, and listed once: %j", async (roots) => {
    const { prepared, notices } = await taken(groupListedTwice({ roots }));
    const { rows } = await rowsOf(groupListedTwice({ roots }));
    expect([...rows.keys()]).toEqual(["pay.alice.pay"]);
    const places = rows.get("pay.alice.pay") ?? [];
    expect(places).toMatchObject([
      { kind: "radio", initial_value: "0" },
      { kind: "radio", initial_value: "0" },
    ]);
    expect(places.map(optionsOf)).toEqual([one("0", "now"), one("1", "later")]);
    const doc = openPdf(bytesSource(prepared));
    expect(itemsOf(doc, formOf(doc).entries.get("Fields"))).toHaveLength(2);
    expect(notices).toEqual([]);
  });

  it("are nobody's with nobody's group", async () => {
    const { prepared } = await taken(groupListedTwice({ name: "r" }));
    expect(readFields(openPdf(bytesSource(prepared))).map(({ name }) => name)).toEqual(["r.r", "r.r", `Sig_${alice}`]);
  });
});

describe("what says a value once more", () => {
  it("is taken out before anybody signs", async () => {
    const { prepared } = await taken(
      formWith(
        "/FT /Tx /Ff 33554432 /T (alice.x) /V (plain) /RV (<b>plain</b>)",
        "/FT /Ch /T (alice.y) /Opt [(a) (b)] /V (b) /I [1]",
      ),
    );
    const doc = openPdf(bytesSource(prepared));
    const entries = readFields(doc).flatMap(({ dict }) => [...dict.entries.keys()]);
    expect(entries).not.toContain("RV");
    expect(entries).not.toContain("I");
  });
});

describe("a prepared tick", () => {
  it("shows what it holds, whatever its author made it show", async () => {
    for (const [value, state] of [
      ["/V /Yes", "Yes"],
      ["", "Off"],
      ["/V /Off", "Off"],
      ["/V /Gone", "Off"],
    ] as const) {
      const { prepared, rows } = await taken(formWith(box(value, "Yes", state === "Off" ? "Yes" : "Off")));
      const doc = openPdf(bytesSource(prepared));
      const field = readFields(doc).find(({ name }) => name === `${alice}.x`);
      expect(nameOf(doc, field?.dict.entries.get("AS"))).toBe(state);
      expect(nameOf(doc, field?.attribute("V")) ?? "Off").toBe(state);
      expect(rows.file_field?.[0]?.initial_value).toBe(state === "Off" ? "" : state);
    }
  });

  it("without a picture is drawn as lines in a frame", async () => {
    const { prepared } = await taken(formWith(box("/MK << /BG [1] /BC [0 0 1] /CA (8) >>")));
    const doc = openPdf(bytesSource(prepared));
    const dict = readFields(doc).find(({ name }) => name === `${alice}.x`)?.dict;
    expect([...dictionaryOf(doc, dict?.entries.get("MK")).entries.keys()]).toEqual(["BG", "BC", "CA"]);
    const states = dictionaryOf(doc, dictionaryOf(doc, dict?.entries.get("AP")).entries.get("N"));
    for (const state of ["Yes", "Off"]) {
      const form = doc.resolve(states.entries.get(state));
      const operators = form?.kind === "stream" ? latin1(form.read()) : "";
      expect(operators).toContain("0 0 1 RG 1 w 0.5 0.5 79 19 re S");
      expect(operators).not.toMatch(/\s(?:f|F|f\*|B|B\*|b|b\*|Do|sh)\s/);
    }
  });

  it("of a checkbox that was given no appearance has the state Yes; a button without state is none", async () => {
    const { rows, notices } = await rowsOf(
      formWith("/FT /Btn /T (alice.x)", "/FT /Btn /Ff 32768 /T (alice.y)", "/FT /Btn /T (alice.z) /V /On"),
    );
    expect(rows.get("x")?.map(optionsOf)).toEqual([one("Yes")]);
    expect(rows.get("z")?.[0]).toMatchObject({ initial_value: "On" });
    expect(rows.get("y")).toBeUndefined();
    expect(notices).toEqual(["The field alice.y has nothing to be ticked and stays as it is."]);
  });

  it("of two fields of one name is one of two things to choose", async () => {
    const { rows } = await rowsOf(formWith(box("/V /Off", "one"), box("", "two")));
    expect(rows.get("x")?.map(optionsOf)).toEqual([one("one"), one("two")]);
  });
});

describe("what stays as it is", () => {
  it("is what is read-only: its author meant it so, and the sender is told only where it is drawn now", async () => {
    const { rows, notices } = await rowsOf(
      formWith(
        "/FT /Tx /Ff 1 /T (alice.x) /V (4711)",
        box("/Ff 1 /V /Yes", "Yes", "Yes"),
        "/FT /Btn /Ff 65537 /T (alice.z)",
      ),
    );
    expect([...rows.keys()]).toEqual([]);
    expect(notices).toEqual([noticeOf("drawn", "en")]);
  });

  it.each([
    ["a list without choices", "/FT /Ch /T (alice.x)", "has no choices"],
    ["a list of several", "/FT /Ch /Ff 2097152 /T (alice.x) /Opt [(a)]", "takes several choices at once"],
    ["a required text without area", "/FT /Tx /Ff 2 /T (alice.x) /Rect [10 10 10 10]", "has no place on a page"],
    ["a required text without height", "/FT /Tx /Ff 2 /T (alice.x) /Rect [10 10 190 10]", "has no place on a page"],
    ["a required tick without width", box("/Ff 2 /Rect [10 10 10 30]"), "has no place on a page"],
  ])("is %s, and the sender is told", async (_what, field, why) => {
    const { rows, notices } = await rowsOf(formWith(field));
    expect([...rows.keys()]).toEqual([]);
    expect(notices).toEqual([`The field alice.x ${why} and stays as it is.`]);
  });
});

describe("a field with a place without area beside others", () => {
  it("is filled in where it shows, and there is nothing to tell", async () => {
    const { rows, notices } = await rowsOf(
      formWith("/FT /Tx /Ff 2 /T (alice.x) /Rect [10 10 10 10]", "/FT /Tx /Ff 2 /T (alice.x)"),
    );
    expect(rows.get("x")).toMatchObject([{ required: true, widget: 0, rect: [10, 40, 90, 60] }]);
    expect(notices).toEqual([]);
  });
});

describe("choices", () => {
  it("of one value are one, without a label their value is read, and nothing is no choice", async () => {
    const { rows } = await rowsOf(
      formWith("/FT /Ch /Ff 131072 /T (alice.x) /Opt [[(a) (A)] [(a) (B)] [(c) ()] [() (none)] (d)] /V (A)"),
    );
    expect(rows.get("x")?.map(optionsOf)).toEqual([[...one("a", "A"), ...one("c"), ...one("d")]]);
    expect(rows.get("x")?.[0]?.initial_value).toBe("a");
  });

  it.each([
    ["a value that is none of them", "/Opt [(a)] /V (b)", "its value: none of its choices"],
    ["a choice with a bell", "/Opt [(a\\007)]", "one of its choices has characters that cannot be used"],
    [
      "a choice whose label is drawn as another",
      "/Opt [[(a) <feff202e003000300030002e0031202c>]]",
      "one of its choices has characters that cannot be used",
    ],
  ])("%s: the document is refused with a sentence", async (_what, rest, why) => {
    const result = await intake(formWith(`/FT /Ch /Ff 131072 /T (alice.x) ${rest}`));
    expect(result).toMatchObject({ ok: false, code: "FIELD_VALUE_INVALID" });
    expect(result.ok ? "" : result.message).toContain(`alice.x: ${why}`);
    // In German nothing is said in English; the field is named all the same.
    const german = await intake(formWith(`/FT /Ch /Ff 131072 /T (alice.x) ${rest}`), undefined, { language: "de" });
    expect(german.ok ? "" : german.message).toBe(`a.pdf, Feld alice.x: ${refusalSentences.de.FIELD_VALUE_INVALID}`);
  });

  it("that are more than a page can carry are refused", async () => {
    const choices = (count: number) =>
      Array.from({ length: count }, (_, i) => `[(${String(i).padStart(450, "x")}) (${i})]`).join(" ");
    const form = (count: number) => formWith(`/FT /Ch /T (alice.x) /Opt [${choices(count)}]`);
    const refused = { ok: false, code: "FILE_TOO_COMPLEX" };
    expect(await intake(form(2_400))).toMatchObject(refused);
    // A signer is sent those of all documents at once.
    const together = await intake(form(1_150), undefined, { more: [form(1_150)] });
    expect(together).toMatchObject({ ...refused, message: expect.stringMatching(/^2\.pdf: .*for one signer/) });
    expect((await intake(form(1_150))).ok).toBe(true);
  });
});

describe("placed fields", () => {
  it("are what was asked for, with names of their kinds where they were given none", async () => {
    const at = (y: number, height = 20) => [50, y, 150, height] as [number, number, number, number];
    const { rows } = await taken(plainPdf(), {
      alice: [
        { kind: "checkbox", page: 1, rect: [50, 50, 14, 14], required: true },
        { kind: "date", page: 1, rect: at(80, 60), name: "born" },
        { kind: "initials", page: 1, rect: at(150) },
        { kind: "initials", page: 1, rect: at(180), chars_max: 3 },
        { kind: "choice", page: 1, rect: at(210), options: ["Rot", "Grün"] },
        { kind: "text", page: 1, rect: at(240), multiline: true, chars_max: 200 },
        { kind: "text", page: 1, rect: at(300, 60), multiline: false },
      ],
    });
    const own = (rows.file_field ?? []).filter(({ kind }) => kind !== "signature");
    expect(own.map(({ kind, label, chars_max, multiline }) => [kind, label, chars_max, multiline])).toEqual([
      ["checkbox", "checkbox_1", null, false],
      ["date", "born", 10, false],
      ["initials", "initials_1", 8, false],
      ["initials", "initials_2", 3, false],
      ["choice", "choice_1", null, false],
      ["text", "text_1", 200, true],
      ["text", "text_2", null, false],
    ]);
    expect(own[0]).toMatchObject({ required: true, rect: [50, 778, 64, 792] });
    expect(optionsOf(own[0] ?? {})).toEqual(one("Yes"));
    expect(optionsOf(own[4] ?? {})).toEqual([...one("Rot"), ...one("Grün")]);
  });
});
