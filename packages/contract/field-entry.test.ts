import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EntryRules, entryFault, fillsField, isDay } from "./field-entry.ts";

const text: EntryRules = {
  kind: "text",
  multiline: false,
  charsMax: null,
  editable: false,
  clearable: true,
  choices: [],
};
const choice: EntryRules = { ...text, kind: "choice", choices: ["de", "at"] };

describe("what a field takes", () => {
  it.each([
    ["any line", "Grüße, Привет 😀", text, null],
    ["nothing", "", text, null],
    ["two lines in one", "a\nb", text, "one-line"],
    ["two lines where there are several", "a\nb", { ...text, multiline: true }, null],
    ["a control character", "a\u0007", text, "characters"],
    ["half a character", "\ud800", text, "characters"],
    ["a character that XML cannot carry", "\uffff", text, "characters"],
    ["an amount that looks like another", "Betrag \u202e000.1\u202c EUR", text, "characters"],
    ["an isolate in several lines", "a\n\u2067b\u2069", { ...text, multiline: true }, "characters"],
    ["a break that only some programs show", "a\u2028b", { ...text, multiline: true }, "characters"],
    ["invisible letters", "100 EUR\u{e0031}\u{e0030}", text, "characters"],
    ["right-to-left text with the marks it is written with", "\u200fשלום (مرحبا\u061c) 12\u200e", text, null],
    ["as many characters as allowed", "abc", { ...text, charsMax: 3 }, null],
    ["one more", "abcd", { ...text, charsMax: 3 }, "too-long"],
    ["more than any field takes", "x".repeat(10_001), text, "too-long"],
    ["nine initials", "x".repeat(9), { ...text, kind: "initials", charsMax: 8 }, "too-long"],
    ["a date", "29.02.2024", { ...text, kind: "date" }, null],
    ["no date yet", "", { ...text, kind: "date" }, null],
    ["half a date", "29.02.", { ...text, kind: "date" }, "no-date"],
    ["one of the choices", "at", choice, null],
    ["none of them", "ch", choice, "no-choice"],
    ["its label", "Austria", choice, "no-choice"],
    ["own text in an editable choice", "ch", { ...choice, editable: true }, null],
    ["two lines in an editable choice", "c\nh", { ...choice, editable: true }, "one-line"],
    ["a tick", "Jä", { ...text, kind: "checkbox", choices: ["Jä"] }, null],
    ["no tick", "", { ...text, kind: "checkbox", choices: ["Jä"] }, null],
    ["the tick of another box", "Yes", { ...text, kind: "checkbox", choices: ["Jä"] }, "no-choice"],
    ["one of a group", "at", { ...choice, kind: "radio" }, null],
    ["none of a group that may be left", "", { ...choice, kind: "radio" }, null],
    ["none of a group that may not", "", { ...choice, kind: "radio", clearable: false }, "not-clearable"],
  ] as const)("%s: %j", (_what, value, rules, fault) => {
    expect(entryFault(value, rules)).toBe(fault);
  });
});

describe("what fills a field", () => {
  const at = { value: "at", label: "Österreich" };
  it.each([
    ["a letter", "x", text, [], true],
    ["nothing", "", text, [], false],
    ["blanks and breaks", " \n\u3000", text, [], false],
    ["invisible characters", "\u200b\u2060\ufeff", text, [], false],
    ["a Hangul filler and an empty Braille cell", "\u3164\u2800", { ...text, kind: "initials" }, [], false],
    ["one character among them", "\u200b1\u3164", text, [], true],
    ["what is chosen", "at", choice, [at], true],
    ["what is chosen and shows by its label", "\u200b", choice, [{ value: "\u200b", label: "Ja" }], true],
    ["a choice that shows nothing", "-", choice, [{ value: "-", label: "\u200b" }], false],
    ["a blank choice", " ", choice, [{ value: " ", label: "Bitte wählen" }], false],
    ["a tick, whatever the name of its state", "\u200b", { ...text, kind: "checkbox" }, [], true],
    ["no tick", "", { ...text, kind: "radio" }, [], false],
  ] as const)("%s: %j", (_what, value, { kind }, options, fills) => {
    expect(fillsField(value, { kind, options })).toBe(fills);
  });
});

describe("a day", () => {
  it("exists in the calendar and is written DD.MM.YYYY", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const [year = "", month = "", day = ""] = date.toISOString().slice(0, 10).split("-");
          expect(isDay(`${day}.${month}.${year}`)).toBe(true);
        },
      ),
    );
  });

  it("is not a date that the calendar would write differently", () => {
    const number = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(number(40), number(14), number(9999), (d, m, y) => {
        const pad = (n: number, digits: number) => String(n).padStart(digits, "0");
        const date = new Date(0);
        date.setUTCFullYear(y, m - 1, d);
        const same = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
        expect(isDay(`${pad(d, 2)}.${pad(m, 2)}.${pad(y, 4)}`)).toBe(same && y > 0);
      }),
    );
  });

  it.each(["1.2.2024", "2024-02-01", "01.02.24", "01/02/2024", "٠١.٠٢.٢٠٢٤", " 01.02.2024", "01.02.2024\n"])(
    "is not %j",
    (typed) => {
      expect(isDay(typed)).toBe(false);
    },
  );
});
