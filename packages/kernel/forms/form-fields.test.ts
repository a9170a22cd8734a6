import { describe, expect, it } from "vitest";
import { formPdf, plainPdf } from "../../../fixtures/documents.ts";
import { fillFields } from "../../../fixtures/fill-fields.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { catalogOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { addFields, type PlacedField } from "./add-fields.ts";
import { formOf } from "./field-tree.ts";
import { type FormField, listFields } from "./form-fields.ts";
import { renameFieldPrefix } from "./rename-fields.ts";

const id = new Uint8Array(16).fill(9);

/** The whole file after `change`; what was there stays in front, byte for byte. */
function changed(base: Uint8Array, change: (update: PdfUpdate) => void): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(base)));
  change(update);
  const whole = Buffer.concat([base, update.finish({ id }).bytes]);
  expect(whole.subarray(0, base.length).equals(base)).toBe(true);
  return whole;
}

const fieldsOf = (bytes: Uint8Array): Map<string, FormField> =>
  new Map(listFields(openPdf(bytesSource(bytes))).map((field) => [field.name, field]));

describe("renaming a prepared form", () => {
  it.each(["table", "stream", "object-streams", "hybrid"] as const)(
    "moves trees and flat names below the signer, nobody else's (%s)",
    (xref) => {
      const bytes = changed(formPdf({ xref }), (update) => {
        expect(renameFieldPrefix(update, { from: "alice", to: "s-1" })).toBe(3);
      });
      const names = [...fieldsOf(bytes).keys()].toSorted();
      expect(names).toEqual(["alice2.city", "code", "colour", "notes", "s-1.agree", "s-1.city", "s-1.name"]);
      expect(fieldsOf(bytes).get("s-1.name")).toMatchObject({ required: true, maxLength: 40 });
    },
  );
});

describe("adding fields", () => {
  const placed: readonly PlacedField[] = [
    { kind: "text", signerId: "s1", name: "city", page: 1, rect: [100, 100, 200, 20], required: true },
    { kind: "text", signerId: "s1", name: "remark", page: 1, rect: [100, 130, 200, 60], maxLength: 500 },
    { kind: "signature", signerId: "s1", place: { page: 1, rect: [100, 700, 180, 60] } },
    { kind: "signature", signerId: "s2" },
  ];

  it("puts them where they were placed, under the signer's node", () => {
    const fields = fieldsOf(changed(plainPdf(), (update) => addFields(update, placed)));
    expect([...fields.keys()]).toEqual(["s1.city", "s1.remark", "Sig_s1", "Sig_s2"]);
    expect(fields.get("s1.city")).toMatchObject({
      kind: "text",
      required: true,
      multiline: false,
      places: [{ page: 1, rect: [100, 100, 200, 20] }],
    });
    expect(fields.get("s1.remark")).toMatchObject({ multiline: true, maxLength: 500 });
    expect(fields.get("Sig_s1")?.places).toMatchObject([{ page: 1, rect: [100, 700, 180, 60] }]);
    expect(fields.get("Sig_s2")?.places[0]?.rect.slice(2)).toEqual([0, 0]);
  });

  it("announces signatures and never asks a viewer to redraw", () => {
    const doc = openPdf(bytesSource(changed(formPdf(), (update) => addFields(update, placed))));
    expect(formOf(doc).entries.get("SigFlags")).toMatchObject({ value: 3 });
    expect(formOf(doc).entries.has("NeedAppearances")).toBe(false);
    expect(catalogOf(doc).entries.has("AcroForm")).toBe(true);
  });

  it.each([
    ["a page that is not there", { page: 2, rect: [0, 0, 10, 10] as const }],
    ["a place past the right edge", { page: 1, rect: [590, 0, 10, 10] as const }],
    ["a place below the page", { page: 1, rect: [0, 840, 10, 10] as const }],
  ])("refuses %s", (_what, place) => {
    const update = beginUpdate(openPdf(bytesSource(plainPdf())));
    expect(() => addFields(update, [{ kind: "signature", signerId: "s1", place }])).toThrow(
      expect.objectContaining({ code: "FIELD_OUTSIDE_PAGE" }),
    );
  });

  it("refuses a name that is taken", () => {
    const update = beginUpdate(openPdf(bytesSource(plainPdf())));
    const twice = [
      { kind: "signature", signerId: "s1" },
      { kind: "signature", signerId: "s1" },
    ] as const;
    expect(() => addFields(update, twice)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
  });

  it("gives the same bytes for the same wishes", () => {
    const once = changed(plainPdf(), (update) => addFields(update, placed));
    const again = changed(plainPdf(), (update) => addFields(update, placed));
    expect(Buffer.from(once).equals(again)).toBe(true);
  });
});

describe("filling fields", () => {
  const fill = (values: Record<string, string>): Uint8Array =>
    changed(formPdf(), (update) =>
      fillFields(update, { values: new Map(Object.entries(values)), shaper: monospaceShaper }),
    );

  it("reads back what was filled in, umlauts and other alphabets included", () => {
    const values = {
      "alice.name": "Jörg Müßig (Łódź) \\",
      notes: "eins\nzwei",
      code: "4711",
      "alice.agree": "Yes",
      colour: "g",
    };
    const fields = fieldsOf(fill(values));
    for (const [name, value] of Object.entries(values)) expect(fields.get(name)?.value).toBe(value);
  });

  it("draws the value it stores: every character is in the appearance", () => {
    const text = Buffer.from(fill({ "alice.name": "Äb" })).toString("latin1");
    // The subset numbers its glyphs in the order of their ids: b (0x62) is 1, Ä (0xc4) is 2.
    expect(text).toContain("[<00020001>] TJ");
    expect(text).toContain("<0002> <00c4>");
  });

  it.each([
    [{ "alice.name": "x".repeat(41) }, "FIELD_VALUE_INVALID"],
    [{ code: "12345" }, "FIELD_VALUE_INVALID"],
    [{ "alice.agree": "Perhaps" }, "FIELD_VALUE_INVALID"],
    [{ colour: "blue" }, "FIELD_VALUE_INVALID"],
    [{ unknown: "x" }, "INVALID_REQUEST"],
    [{ alice: "x" }, "INVALID_REQUEST"],
  ])("refuses %o", (values, code) => {
    expect(() => fill(values as Record<string, string>)).toThrow(expect.objectContaining({ code }));
  });
});
