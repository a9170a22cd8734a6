/** Forms that senders prepared with names, values and limits that no row, answer or signature could carry. */

import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { bytesSource, concatSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { fillFields } from "../../../../fixtures/fill-fields.ts";
import { formWith } from "../../../../fixtures/form-with.ts";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { intake, taken, type Wishes } from "../../test/take-in.ts";

const utf16 = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
const textField = (name: string, rest = ""): string => `/FT /Tx /T ${utf16(`alice.${name}`)} ${rest}`;
async function rowsOf(bytes: Uint8Array) {
  const { rows, notices } = await taken(bytes);
  return { notices, texts: (rows.file_field ?? []).filter(({ kind }) => kind === "text") };
}

describe("a limit of characters that cannot be", () => {
  it("a value longer than its limit: the field takes what it holds, and the sender is told", async () => {
    const { notices, texts } = await rowsOf(formWith(textField("x", "/MaxLen 3 /V (abcdef)")));
    expect(texts).toMatchObject([{ label: "X", chars_max: 6, initial_value: "abcdef" }]);
    expect(notices).toEqual(["The field alice.x holds more than the 3 characters it takes: it now takes 6."]);
  });

  it.each(["-5", "0", "1.5", "99999999999", "2147483648"])(
    "/MaxLen %s is ignored, and the sender is told",
    async (limit) => {
      const { notices, texts } = await rowsOf(formWith(textField("x", `/MaxLen ${limit} /V (abcdef)`)));
      expect(texts).toMatchObject([{ chars_max: null, initial_value: "abcdef" }]);
      expect(notices).toEqual([
        `The field alice.x has no usable limit of characters (${Number(limit)}): it is ignored.`,
      ]);
    },
  );

  it("one that fits is kept, and one beyond what any field takes is none", async () => {
    const { notices, texts } = await rowsOf(
      formWith(textField("x", "/MaxLen 6 /V (abcdef)"), textField("y", "/MaxLen 2147483647")),
    );
    expect(texts).toMatchObject([{ chars_max: 6 }, { chars_max: null }]);
    expect(notices).toEqual([]);
  });
});

describe("what a signature writes", () => {
  it.each(["/MaxLen 3", "/MaxLen -5", "/MaxLen 1.5", "/Ff 16777216 /MaxLen 3", "/MaxLen 6"])(
    "is taken by the prepared field that was sent with %s and a longer value",
    async (limit) => {
      const { rows, prepared } = await taken(formWith(textField("x", `${limit} /V (abcdef)`)));
      const [field] = rows.file_field ?? [];
      const values = new Map([[String(field?.full_name), String(field?.initial_value)]]);
      const update = beginUpdate(openPdf(bytesSource(prepared)));
      fillFields(update, { values, shaper: monospaceShaper });
      const appended = bytesSource(update.finish({ id: new Uint8Array(16) }).bytes);
      const signed = openPdf(concatSource(bytesSource(prepared), appended));
      expect(listFields(signed)).toContainEqual(expect.objectContaining({ name: field?.full_name, value: "abcdef" }));
    },
  );
});

describe("a name or a value that no row could hold", () => {
  it.each([
    ["a name of 40,000 characters", textField("x".repeat(40_000))],
    ["a name of 401 characters", textField("x".repeat(401))],
    ["a name with a NUL", textField("a\u0000b")],
    ["a name with a line break", textField("a\nb")],
    ["a name with U+FFFF", textField("a\uffff")],
    ["a name that turns the direction", textField("a\u202eb")],
    ["a name that nobody sees", textField("\u200b")],
    ["a value with a NUL", textField("x", `/V ${utf16("a\u0000b")}`)],
    ["a value with U+FFFF", textField("x", `/V ${utf16("a\uffff")}`)],
    ["a value with an escape", textField("x", `/V ${utf16("a\u001bb")}`)],
    ["a value that reads as another", textField("x", `/V ${utf16("\u202e000.1\u202c")}`)],
    ["a value of 10,001 characters", textField("x", `/V (${"x".repeat(10_001)})`)],
  ])("%s: the document is refused with a sentence", async (_what, field) => {
    const result = await intake(formWith(field));
    expect(result).toMatchObject({ ok: false, code: "FIELD_VALUE_INVALID" });
    const message = (result.ok ? null : result.message) ?? "";
    expect(message).toMatch(
      /^a\.pdf: A form field has a name or a value that cannot be used\. Change it in the form and send it again\. \(alice\..*\)$/,
    );
    expect(message.isWellFormed() && !/\p{Cc}/u.test(message) && message.length < 700).toBe(true);
  });

  it("of nobody's field is nobody's business, and what the sender is told of others can be stored", async () => {
    const { notices, texts } = await rowsOf(
      formWith(
        `/FT /Tx /T ${utf16(`nobody.\u0000${"x".repeat(40_000)}`)} /V ${utf16("\u0000")}`,
        `/FT /Btn /Ff 65536 /T ${utf16(`alice.\u0000${"y".repeat(500)}`)}`,
      ),
    );
    expect(texts).toEqual([]);
    expect(notices).toEqual([`The field alice. ${"y".repeat(99)} is a push button and stays as it is.`]);
  });

  it("halves of characters are read as U+FFFD, by rows and document alike", async () => {
    const { texts } = await rowsOf(formWith(textField("a\ud800", `/V ${utf16("b\udc00")}`)));
    expect(texts).toMatchObject([{ label: "A\ufffd", initial_value: "b\ufffd" }]);
  });

  it("names of 400 characters, line breaks and values of 10,000 are taken", async () => {
    const { texts } = await rowsOf(
      formWith(
        textField("x".repeat(400), `/V (${"v".repeat(10_000)}) /Ff 4096 /Rect [10 100 585 800]`),
        textField("y", "/Ff 4096 /V (one\\r\\ntwo\\rthree)"),
        textField("z", "/V (one\\rtwo)"),
      ),
    );
    expect(texts.map(({ initial_value }) => initial_value)).toEqual(["v".repeat(10_000), "one\ntwo\nthree", "one two"]);
  });
});

describe("a prepared field outside of its page", () => {
  // The page is 595 by 842.
  it.each([
    ["right of it", "2000 10 2100 40"],
    ["below and left of it", "-200 -50 -100 -20"],
    ["half on it", "560 10 640 40"],
  ])("%s is refused by its name", async (_what, rect) => {
    const result = await intake(formWith(textField("x", `/V (a) /Rect [${rect}]`)));
    expect(result).toMatchObject({ ok: false, code: "FIELD_OUTSIDE_PAGE" });
    expect(result.ok ? "" : result.message).toMatch(
      /^a\.pdf, page 1: A field lies outside its page\. Move it onto the page\. \(alice\.x: .* on 595 by 842\)$/,
    );
  });

  it("is refused where only one of its places is", async () => {
    const two = formWith(textField("x"), textField("x", "/Rect [10 900 90 920]"));
    expect(await intake(two)).toMatchObject({ ok: false, code: "FIELD_OUTSIDE_PAGE" });
  });

  it.each([
    ["with a frame over the edge", textField("x", "/Rect [-0.9 -0.9 100 842.9]")],
    ["read-only", textField("x", "/Ff 1 /Rect [2000 10 2100 40]")],
    ["of nobody", "/FT /Tx /T (nobody) /Rect [2000 10 2100 40]"],
  ])("%s is taken", async (_what, field) => {
    expect((await intake(formWith(field))).ok).toBe(true);
  });
});

describe("a value with characters that no font has", () => {
  it("stays as its author drew it", async () => {
    const { texts } = await rowsOf(formWith(textField("y", `/V ${utf16("1 \u{1f58b} 2 \u{1d11e}")}`)));
    expect(texts.map(({ initial_value }) => initial_value)).toEqual(["1 \u{1f58b} 2 \u{1d11e}"]);
  });

  it("is nobody's business in a field of nobody, and of every script there is a font", async () => {
    const value = "Grüße, Привет, שלום, ไทย, 漢字, 한국";
    const { texts } = await rowsOf(
      formWith(textField("x", `/V ${utf16(value)}`), `/FT /Tx /T (nobody) /V ${utf16("\u{1f58b}")}`),
    );
    expect(texts.map(({ initial_value }) => initial_value)).toEqual([value]);
  });
});

describe("several fields of one name", () => {
  it("that say the same are one field in several places, with the stricter of their wishes", async () => {
    const { texts } = await rowsOf(
      formWith(textField("x", "/V (a) /Ff 2 /MaxLen 9"), textField("x", "/V (a) /MaxLen 5"), textField("y")),
    );
    const { full_name: name } = texts[0] ?? {};
    expect(texts).toMatchObject([
      { full_name: name, widget: 0, required: true, chars_max: 5, initial_value: "a", rect: [10, 10, 90, 30] },
      { full_name: name, widget: 1, required: true, chars_max: 5, initial_value: "a", rect: [10, 40, 90, 60] },
      { label: "Y", widget: 0 },
    ]);
  });

  it.each([
    ["in their values", "/V (b)", "/FT /Tx"],
    ["in who may fill them in", "/V (a) /Ff 1", "/FT /Tx"],
    ["in their kinds", "/V /a", "/FT /Btn"],
    ["in their lines", "/V (a) /Ff 4096", "/FT /Tx"],
    ["in their cells", "/V (a) /Ff 16777216 /MaxLen 6", "/FT /Tx"],
    ["in how many cells they have", "/V (a) /Ff 16777216 /MaxLen 6", "/FT /Tx", "/Ff 16777216 /MaxLen 5"],
  ])("that differ %s: the document is refused", async (_what, rest, kind, firstAsks = "") => {
    const second = textField("x", rest).replace("/FT /Tx", kind);
    const result = await intake(formWith(textField("x", `/V (a) ${firstAsks}`), second));
    expect(result).toMatchObject({ ok: false, code: "FIELD_VALUE_INVALID" });
    expect(result.ok ? "" : result.message).toContain("alice.x: several fields of that name differ");
  });
});

describe("a field whose name is the beginning of another's", () => {
  const x = textField("x", "/V (1)");
  const below = textField("x.y");
  it.each<[string, readonly string[]]>([
    ["in names with full stops", [x, below]],
    ["the other way round", [below, x]],
    ["with more between them", [x, textField("x.y.z")]],
    ["in a tree and beside it", ["/T (alice) /Kids [5 0 R]", "/Parent 4 0 R /FT /Tx /T (x)", below]],
    [
      "in two trees",
      [
        "/T (alice) /Kids [6 0 R]",
        "/T (alice) /Kids [7 0 R]",
        "/Parent 4 0 R /FT /Tx /T (x)",
        "/Parent 5 0 R /T (x) /Kids [8 0 R]",
        "/Parent 7 0 R /FT /Tx /T (y)",
      ],
    ],
  ])("%s: is refused by its name, because one would hold the other's value", async (_what, fields) => {
    expect(await intake(formWith(...fields))).toMatchObject({
      ok: false,
      code: "FIELD_VALUE_INVALID",
      message: expect.stringContaining("a field is called x, and another one's name goes on behind it"),
    });
  });

  it("is refused where it is placed", async () => {
    const placed: Wishes = { alice: [{ kind: "text", name: "x", page: 1, rect: [9, 9, 99, 20] }] };
    expect(await intake(formWith(below), placed)).toMatchObject({ ok: false, code: "INVALID_REQUEST" });
  });

  it("is no other's for the same letters, a namesake or a signer of the same beginning", async () => {
    const fields = [x, x, textField("xy"), textField("z.x"), textField("z.y"), "/FT /Tx /T (alice_x.y)"];
    const { texts } = await rowsOf(formWith(...fields));
    expect(texts.map(({ label }) => label)).toEqual(["X", "X", "Xy", "X", "Y"]);
  });
});
