import { describe, expect, it } from "vitest";
import { archivalPdf } from "../../../fixtures/archival.ts";
import { plainPdf, rotatedPdf } from "../../../fixtures/documents.ts";
import { everyKindPdf } from "../../../fixtures/every-kind.ts";
import { fillFields } from "../../../fixtures/fill-fields.ts";
import { formWith } from "../../../fixtures/form-with.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { hasTools, inFolderOf } from "../../../fixtures/outside-tool.ts";
import { renderers } from "../../../fixtures/pictures.ts";
import { dictionaryOf, nameOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { addFields, type PlacedField } from "./add-fields.ts";
import { readFields } from "./field-tree.ts";
import { type FormField, listFields } from "./form-fields.ts";

function changed(base: Uint8Array, change: (update: PdfUpdate) => void): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(base)));
  change(update);
  return Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
}

const filled = (base: Uint8Array, values: Readonly<Record<string, string>>): Uint8Array =>
  changed(base, (update) => fillFields(update, { values: new Map(Object.entries(values)), shaper: monospaceShaper }));

const fieldsOf = (bytes: Uint8Array): Map<string, FormField> =>
  new Map(listFields(openPdf(bytesSource(bytes))).map((field) => [field.name, field]));

/** The state that each widget of a field shows, in the order of its widgets. */
function shownStates(bytes: Uint8Array, name: string): (string | undefined)[] {
  const doc = openPdf(bytesSource(bytes));
  const fields = readFields(doc).filter((field) => field.name === name);
  return fields.flatMap(({ widgets }) =>
    widgets.map(({ ref }) => nameOf(doc, dictionaryOf(doc, ref).entries.get("AS"))),
  );
}

describe("what a form asks", () => {
  const fields = fieldsOf(everyKindPdf());

  it("groups know their states, in words of the form, and whether one may be left", () => {
    expect(fields.get("alice.rate")).toMatchObject({
      kind: "radio",
      label: "Payment",
      required: true,
      noToggleToOff: true,
      value: "Off",
      options: [
        { value: "month", label: "Every month" },
        { value: "year", label: "Every year" },
      ],
      places: [{ onState: "month" }, { onState: "year" }, { onState: "month" }],
    });
    expect(fields.get("alice.letter")).toMatchObject({ kind: "radio", noToggleToOff: false });
  });

  it("a state is the text of its name, in whatever letters", () => {
    expect(fields.get("alice.agree")).toMatchObject({
      kind: "checkbox",
      value: "Off",
      options: [{ value: "Jä", label: "Jä" }],
      places: [{ onState: "Jä" }, { onState: "Jä" }],
    });
    const latin = formWith("/FT /Btn /T (a) /AP << /N << /J#E4 4 0 R >> >>");
    expect(fieldsOf(latin).get("a")?.options).toEqual([{ value: "Jä", label: "Jä" }]);
  });

  it("choices tell value from label, combos from lists, editable from fixed, several from one", () => {
    const flags = (name: string) => {
      const { editable, multiSelect } = fields.get(`alice.${name}`) ?? {};
      return { editable, multiSelect };
    };
    expect(fields.get("alice.country")?.options[1]).toEqual({ value: "at", label: "Österreich" });
    expect(flags("country")).toEqual({ editable: false, multiSelect: false });
    expect(flags("title")).toEqual({ editable: true, multiSelect: false });
    expect(flags("size")).toEqual({ editable: false, multiSelect: false });
    expect(flags("languages")).toEqual({ editable: false, multiSelect: true });
  });

  it("a comb has one line, a limit, and nothing to hide", () => {
    const comb = (rest: string) => fieldsOf(formWith(`/FT /Tx /T (a) ${rest}`)).get("a")?.comb;
    expect(comb("/Ff 16777216 /MaxLen 4")).toBe(true);
    expect(comb("/Ff 16777216")).toBe(false);
    expect(comb("/Ff 16781312 /MaxLen 4")).toBe(false);
    expect(comb("/Ff 16785408 /MaxLen 4")).toBe(false);
  });
});

describe("ticks", () => {
  it("of one state are on together, all others off", () => {
    const monthly = filled(everyKindPdf(), { "alice.rate": "month" });
    expect(shownStates(monthly, "alice.rate")).toEqual(["month", "Off", "month"]);
    expect(fieldsOf(monthly).get("alice.rate")?.value).toBe("month");
    const yearly = filled(monthly, { "alice.rate": "year" });
    expect(shownStates(yearly, "alice.rate")).toEqual(["Off", "year", "Off"]);
  });

  it("are found by the text of their state, and keep its bytes", () => {
    const agreed = filled(everyKindPdf(), { "alice.agree": "Jä" });
    expect(fieldsOf(agreed).get("alice.agree")?.value).toBe("Jä");
    expect(shownStates(agreed, "alice.agree")).toEqual(["J\u00c3\u00a4", "J\u00c3\u00a4"]);
    expect(Buffer.from(agreed).toString("latin1")).toContain("/V /J#c3#a4");
    expect(fieldsOf(filled(agreed, { "alice.agree": "" })).get("alice.agree")?.value).toBe("Off");
  });

  it("of fields of one name are one choice", () => {
    const box = (state: string) => `/FT /Btn /T (a) /AS /Off /AP << /N << /${state} 4 0 R /Off 4 0 R >> >>`;
    const two = filled(formWith(box("one"), box("two")), { a: "two" });
    expect(shownStates(two, "a")).toEqual(["Off", "two"]);
    expect(() => filled(two, { a: "three" })).toThrow(expect.objectContaining({ code: "FIELD_VALUE_INVALID" }));
  });

  it("that show what their value denies show their value, and what is right already is not written again", () => {
    const lying = formWith("/FT /Btn /T (a) /V /Off /AS /Yes /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>");
    expect(shownStates(filled(lying, { a: "" }), "a")).toEqual(["Off"]);
    const update = beginUpdate(openPdf(bytesSource(everyKindPdf())));
    fillFields(update, { values: new Map([["alice.agree", ""]]), shaper: monospaceShaper });
    expect(Buffer.from(update.finish({ id: new Uint8Array(16) }).bytes).toString("latin1")).not.toContain("/AS");
  });
});

describe("placed checkboxes and choices", () => {
  const place = { signerId: "s1", page: 1, required: true } as const;
  const placed: readonly PlacedField[] = [
    { kind: "checkbox", name: "agree", rect: [100, 100, 30, 20], ...place },
    { kind: "choice", name: "colour", rect: [100, 130, 120, 20], options: ["Rot", "Grün"], ...place },
  ];

  it("can be read back and filled in", () => {
    const bytes = changed(plainPdf(), (update) => addFields(update, placed));
    expect(fieldsOf(bytes).get("s1.agree")).toMatchObject({
      kind: "checkbox",
      required: true,
      value: "Off",
      options: [{ value: "Yes", label: "Yes" }],
    });
    expect(fieldsOf(bytes).get("s1.colour")).toMatchObject({
      kind: "choice",
      required: true,
      editable: false,
      options: [
        { value: "Rot", label: "Rot" },
        { value: "Grün", label: "Grün" },
      ],
    });
    const done = fieldsOf(filled(bytes, { "s1.agree": "Yes", "s1.colour": "Grün" }));
    expect(done.get("s1.agree")?.value).toBe("Yes");
    expect(done.get("s1.colour")?.value).toBe("Grün");
  });

  it("of an archival document have colours that mean the same everywhere (ISO 19005-2 §6.2.4)", () => {
    const spaces = (base: Uint8Array) => {
      const doc = openPdf(bytesSource(changed(base, (update) => addFields(update, placed))));
      const box = readFields(doc).find(({ name }) => name === "s1.agree")?.dict;
      const states = dictionaryOf(doc, dictionaryOf(doc, box?.entries.get("AP")).entries.get("N"));
      return ["Yes", "Off"].map((state) =>
        dictionaryOf(doc, dictionaryOf(doc, states.entries.get(state)).entries.get("Resources")).entries.has(
          "ColorSpace",
        ),
      );
    };
    expect(spaces(archivalPdf())).toEqual([true, true]);
    expect(spaces(plainPdf())).toEqual([false, false]);
  });

  it.runIf(hasTools("pdftoppm"))("a tick is ink in a box that had none, upright on a turned page", () => {
    for (const rotate of [0, 90, 180, 270] as const) {
      const empty = changed(rotatedPdf(rotate), (update) =>
        addFields(update, [{ kind: "checkbox", name: "a", rect: [100, 100, 40, 40], ...place }]),
      );
      expect(inkInBox(empty)).toEqual([]);
      const ink = inkInBox(filled(empty, { "s1.a": "Yes" }));
      expect(ink.length).toBeGreaterThan(50);
      // The short stroke is on the left, the long one goes up to the right.
      const lowest = ink.reduce((one, other) => (other.y > one.y ? other : one));
      const highest = ink.reduce((one, other) => (other.y < one.y ? other : one));
      expect(lowest.x).toBeLessThan(20);
      expect(highest.x).toBeGreaterThan(22);
    }
  });
});

/** Dark pixels within the frame of the box at 100, 100, from its top left. */
function inkInBox(bytes: Uint8Array): { x: number; y: number }[] {
  const { width, rgb } = inFolderOf({ "a.pdf": bytes }, (folder) => renderers.poppler(`${folder}/a.pdf`, 1, 72));
  const inside = Array.from({ length: 34 * 34 }, (_, i) => ({ x: 3 + (i % 34), y: 3 + Math.floor(i / 34) }));
  return inside.filter(({ x, y }) => (rgb[3 * ((100 + y) * width + 100 + x)] ?? 255) < 128);
}
