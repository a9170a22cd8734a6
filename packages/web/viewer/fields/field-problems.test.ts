import type { OwnField } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { plainField } from "../../../../fixtures/plain-field.ts";
import { lookUp, type Translate } from "../../i18n/catalogue.ts";
import { de } from "../../i18n/de.ts";
import { en } from "../../i18n/en.ts";
import type { UnsavedEntry } from "../saving/unsaved-entry.ts";
import { isUnfinished, problemOf, problemsOf, sentenceOfProblem } from "./field-problems.ts";

const field = (more: Partial<OwnField> = {}): OwnField => ({
  ...plainField,
  ...{ annotation_id: "s.x", kind: "text", label: "x", page: 1, rect: [72, 700, 200, 720], required: false },
  ...more,
});
const entry = (value: string, more: Partial<UnsavedEntry> = {}): UnsavedEntry => ({
  ...{ value, before: "", sent: [] },
  ...more,
});
const inGerman: Translate = (key, values) => lookUp(de, key, values);
const inEnglish: Translate = (key, values) => lookUp(en, key, values);
const said = (what: OwnField, typed: UnsavedEntry, translate = inGerman): string => {
  const problem = problemOf(what, typed.value, typed);
  return problem === null ? "" : sentenceOfProblem(what, typed.value, problem, translate);
};

describe("a date that is being written", () => {
  const problem = { kind: "entry", fault: "no-date" } as const;
  it("is unfinished until it has its length, and then a day or wrong", () => {
    expect(
      ["3", "31.02.", "31.02.202", "24. September", "31.02.2026"].map((value) => isUnfinished(problem, value)),
    ).toEqual([...[true, true, true, true, false]]);
  });
});

describe("what is said of an entry", () => {
  it("is that it is too long, and by how much it may be: nothing is cut", () => {
    expect(said(field({ chars_max: 5, comb: true }), entry("10115 Berlin"))).toBe("Hier passen höchstens 5 Zeichen.");
  });

  it("is no number that no place of its own takes, where nobody gave one", () => {
    expect(said(field(), entry("x".repeat(10_001)))).toBe(de["entry.too-much"]);
    expect(said(field(), entry("x".repeat(10_001)), inEnglish)).toBe(en["entry.too-much"]);
    expect(de["entry.too-much"] + en["entry.too-much"]).not.toMatch(/\d/);
  });

  it("is that a character cannot stand there that makes others read as something else", () => {
    expect(said(field(), entry("\u202e000.1\u202c EUR"))).toBe(de["entry.characters"]);
    expect(said(field(), entry("\u2067000.1\u2069"), inEnglish)).toBe(en["entry.characters"]);
    expect(said(field(), entry("שלום مرحبا"))).toBe("");
  });

  it("is which characters cannot be written, until something else is typed", () => {
    const refused = { value: "Ada 🖋", code: "FIELD_CHARACTERS_UNKNOWN", what: "🖋" };
    expect(said(field(), entry("Ada 🖋", { refused }))).toContain("🖋");
    expect(said(field(), entry("Ada 🖋", { refused }), inEnglish)).toMatch(/^These characters cannot be written/);
    expect(said(field(), entry("Ada", { refused }))).toBe("");
  });

  it("is that a text has not enough room in its place, until it is made shorter", () => {
    const refused = { value: "Kiel ".repeat(30), code: "FIELD_VALUE_DOES_NOT_FIT", what: "longer than its field" };
    expect(said(field(), entry(refused.value, { refused }))).toMatch(/^Dieser Text hat in dem Feld nicht genug Platz/);
    expect(said(field(), entry(refused.value, { refused }), inEnglish)).toMatch(/^This text has not enough room/);
    expect(said(field(), entry("Kiel", { refused }))).toBe("");
  });

  it("is what was stored elsewhere, in words that a person has seen", () => {
    const options = [{ value: "at", label: "Österreich" }];
    expect(said(field({ kind: "choice", options }), entry("", { theirs: "at" }))).toMatch(/„Österreich“.*„nichts“/);
    const box = field({ kind: "checkbox", options: [{ value: "Yes", label: "Yes" }] });
    expect(said(box, entry("Yes", { theirs: "" }), inEnglish)).toMatch(/“not ticked”.*“ticked”/);
  });

  it("is that one choice has to stay, where one was made and is taken away", () => {
    const group = field({ kind: "radio", clearable: false, options: [{ value: "a", label: "A" }] });
    expect(said(group, entry("", { before: "a" }))).toBe(de["entry.not-clearable"]);
    expect(problemOf(group, "", undefined)).toBeNull();
  });

  it("is nothing of a field that has what it takes", () => {
    expect(
      problemsOf([field(), field({ annotation_id: "s.y", chars_max: 1 })], { "s.x": "ok", "s.y": "no" }, {}),
    ).toEqual({
      "s.y": { kind: "entry", fault: "too-long" },
    });
  });
});
