/** What a field holds is said by its value, by the state that it shows, by the place of what is chosen and by its default: each reader believes another. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { fillFields } from "../../../../fixtures/fill-fields.ts";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { bothReadings, form, text, widget } from "../../test/small-form.ts";
import { taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

const signature =
  "<< /FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> >>";

/** The field as widget 7, pictures 8 and 9; somebody has signed where `isSigned`. */
const fieldOf = (said: string, { above = "<< /T (unused) >>", isSigned = false } = {}): Uint8Array =>
  form(
    `${above.includes("/Kids") ? 6 : 7} 0 R${isSigned ? " 10 0 R" : ""}`,
    above,
    widget(said),
    text("1000"),
    text(""),
    signature,
  );

const tick = (said: string) => `/T (a) /FT /Btn /AP << /N << /Yes 8 0 R /Off 9 0 R >> >> ${said}`;
const radio = (said: string) => `/FT /Btn /Ff 32768 /AP << /N << /1 8 0 R /Off 9 0 R >> >> ${said}`;
const written = (said: string) => `/T (a) /AP << /N 8 0 R >> ${said}`;
const combo = (said: string) => written(`/FT /Ch /Ff 131072 /Opt [(1000) (9000)] ${said}`);
const list = (said: string) => written(`/FT /Ch /Opt [(1000) (9000)] ${said}`);

type Case = readonly [what: string, said: string, ours: string | null, pdfJs: unknown, above: string | undefined];

const differing: readonly Case[] = (
  [
    ["a tick that shows on and holds nothing", tick("/AS /Yes"), null, "Off"],
    ["a tick that shows on and holds Off", tick("/V /Off /AS /Yes"), "Off", "Off"],
    ["a tick that holds on and shows off", tick("/V /Yes /AS /Off"), "Yes", "Yes"],
    ["a tick that holds on and shows no state", tick("/V /Yes"), "Yes", "Yes"],
    ["a tick that shows a state that there is not", tick("/V /Yes /AS /No"), "Yes", "Yes"],
    ["a tick that holds a state that there is not", tick("/V /No /AS /Off"), "Off", "Off"],
    ["a tick whose default is on", tick("/DV /Yes"), "Off", "Off"],
    ["a tick that shows a text", tick("/V /Off /AS (Yes)"), "Off", "Off"],
    [
      "a button of a group that shows on",
      radio("/Parent 6 0 R /AS /1"),
      "Off",
      "Off",
      "<< /T (a) /FT /Btn /Ff 32768 /V /Off /Kids [7 0 R] >>",
    ],
    [
      "a button of its own name, of which the node above holds another value",
      radio("/T (b) /Parent 6 0 R /V /Off /AS /Off"),
      "Off",
      "Off",
      "<< /T (a) /V /1 /Kids [7 0 R] >>",
    ],
    ["a combo box that holds a list", combo("/V [(1000) (9000)]"), "1000", ["1000"]],
    ["a list of one choice that holds two", list("/V [(1000) (9000)]"), "1000", ["1000"]],
    ["a combo box that holds a name", combo("/V /1000"), "1000", ["1000"]],
    ["a choice that has another place", combo("/V (1000) /I [1]"), "1000", ["1000"]],
    ["a choice that has no such place", combo("/V (1000) /I [7]"), "1000", ["1000"]],
    ["a choice that only has a place", combo("/I [1]"), null, []],
    ["a choice that only has a default", combo("/DV (9000)"), "", [""]],
    ["a text that is a name", written("/FT /Tx /V /1000"), "1000", "1000"],
    ["a text that is a list", written("/FT /Tx /V [(1000) (9000)]"), "1000", "1000"],
    [
      "a text that is a stream",
      written("/FT /Tx /V 6 0 R"),
      "1000",
      "1000",
      "<< /Length 4 >>\nstream\n1000\nendstream",
    ],
    ["a text that only has a default", written("/FT /Tx /DV (9000)"), "", ""],
    [
      "a text that is null below another one",
      "/Parent 6 0 R /T (b) /V null /AP << /N 8 0 R >>",
      "1000",
      "1000",
      "<< /T (a) /FT /Tx /V (1000) /Kids [7 0 R] >>",
    ],
    ["a text with half a character", written("/FT /Tx /V <FEFFD80000390030>"), "\ufffd90", "\ufffd90"],
    ["a text with a language in it", written("/FT /Tx /V <FEFF001B0064006500440045001B00390030>"), "90", "90"],
    ["a tick whose flags are none", tick("/Ff -2 /V /Off /AS /Yes"), "Off", "Off"],
  ] satisfies ReadonlyArray<readonly [string, string, string | null, unknown, string?]>
).map(([what, said, ours, pdfJs, above]) => [what, said, ours, pdfJs, above]);

describe.each(differing)("%s", (_what, said, ours, pdfJs, above) => {
  const unsigned = fieldOf(said, above === undefined ? {} : { above });

  it("says one thing before anybody signs, and the sender is told", async () => {
    const { prepared, notices } = await taken(unsigned);
    expect(notices).toContain(noticeOf("fields", "en"));
    const read = await bothReadings(prepared);
    expect({ ours: read.ours[0]?.value, pdfJs: read.pdfJs[0]?.value }).toEqual({ ours, pdfJs });
    expect((await taken(prepared, { bob: [] })).notices).not.toContain(noticeOf("fields", "en"));
  });
});

const alike: ReadonlyArray<readonly [what: string, said: string, above: string]> = (
  [
    ["a tick that holds nothing and shows no state", tick("")],
    ["a tick that holds nothing and shows off", tick("/AS /Off /DV /Off")],
    ["a tick that holds what it shows", tick("/V /Yes /AS /Yes")],
    ["a tick that holds it as a text", tick("/V (Yes) /AS /Yes")],
    [
      "a tick of several states that shows the one it holds",
      tick("/V /Off /AS /Off").replace("/Yes", "/No 8 0 R /Yes"),
    ],
    [
      "a button of a group that is off, as another is on",
      radio("/Parent 6 0 R /AS /Off"),
      "<< /T (a) /FT /Btn /Ff 32768 /V /2 /Kids [7 0 R 11 0 R] >>",
    ],
    ["a choice that stands in a list", combo("/V [(1000)]")],
    ["several choices where several may be", list("/Ff 2097152 /V [(1000) (9000)] /I [0 1]")],
    ["a choice at its place", combo("/V (9000) /I [1]")],
    ["a text with another default", written("/FT /Tx /V (1000) /DV (9000)")],
    ["an empty default", written("/FT /Tx /DV ()")],
    ["a text in UTF-8", written("/FT /Tx /V <EFBBBF39C3A9>")],
  ] satisfies ReadonlyArray<readonly [string, string, string?]>
).map(([what, said, above = ""]) => [what, said, above]);

describe.each(alike)("%s", (_what, said, above) => {
  it.each([[false], [true]])("is taken without a word: %s", async (isSigned) => {
    const other = widget("/Parent 6 0 R /AS /2 /AP << /N << /2 8 0 R /Off 9 0 R >> >>");
    const pdf = above === "" ? fieldOf(said, { isSigned }) : groupOf(above, { said, other, isSigned });
    expect((await taken(pdf)).notices).not.toContain(noticeOf("fields", "en"));
  });
});

type Group = { readonly said: string; readonly other: string; readonly isSigned: boolean };

/** A group 6 with the buttons 7 and 11, the second of which stands on no page. */
const groupOf = (above: string, { said, other, isSigned }: Group): Uint8Array =>
  form(`6 0 R${isSigned ? " 10 0 R" : ""}`, above, widget(said), text("1000"), text(""), signature, other);

describe("several boxes of one state", () => {
  const group = (flags: number, { isSigned = false } = {}) =>
    groupOf(`<< /T (a) /FT /Btn /Ff ${flags} /V /1 /Kids [7 0 R 11 0 R] >>`, {
      said: "/Parent 6 0 R /AS /Off /AP << /N << /1 8 0 R /Off 9 0 R >> >>",
      other: widget("/Parent 6 0 R /AS /1 /AP << /N << /1 8 0 R /Off 9 0 R >> >>"),
      isSigned,
    });
  const unison = 33_554_432;

  it.each([
    ["checkboxes", 0],
    ["buttons in unison", 32_768 + unison],
  ])("are on together: %s", async (_what, flags) => {
    expect((await taken(group(flags))).notices).toContain(noticeOf("fields", "en"));
  });

  it("are on one by one, as buttons", async () => {
    expect((await taken(group(32_768))).notices).not.toContain(noticeOf("fields", "en"));
    await taken(group(32_768, { isSigned: true }));
  });
});

it("the place of a choice goes from its widget before a signer chooses another", async () => {
  const above = "<< /T (alice.a) /FT /Ch /Ff 131072 /Opt [(1000) (9000)] /V (1000) /Kids [7 0 R] >>";
  const { prepared, notices, rows } = await taken(fieldOf("/Parent 6 0 R /I [0] /AP << /N 8 0 R >>", { above }));
  expect(notices).not.toContain(noticeOf("fields", "en"));
  const update = beginUpdate(openPdf(bytesSource(prepared)));
  const values = new Map([[String(rows.file_field?.[0]?.full_name), "9000"]]);
  fillFields(update, { values, shaper: monospaceShaper });
  const { bytes } = update.finish({ id: new Uint8Array(16) });
  const { pdfJs } = await bothReadings(Buffer.concat([prepared, bytes]));
  expect(pdfJs[0]?.value).toEqual(["9000"]);
});

it.each(["/0", "/Ja", "(Ja)"])("a value by what its state stands for is that state: %s", async (value) => {
  const pdf = (isSigned: boolean) =>
    groupOf(`<< /T (a) /FT /Btn /Ff 32768 /V ${value} /Opt [(Ja) (Nein)] /Kids [7 0 R 11 0 R] >>`, {
      said: "/Parent 6 0 R /AS /0 /AP << /N << /0 8 0 R /Off 9 0 R >> >>",
      other: widget("/Parent 6 0 R /AS /Off /AP << /N << /1 8 0 R /Off 9 0 R >> >>"),
      isSigned,
    });
  const { prepared, notices } = await taken(pdf(false));
  expect(notices).not.toContain(noticeOf("fields", "en"));
  expect((await bothReadings(prepared)).ours[0]).toEqual({ name: "a", value: "0" });
  await taken(pdf(true));
});
