import { describe, expect, it } from "vitest";
import { readLegalText } from "./legal-text.ts";

const kinds = (text: string) => readLegalText(text).map(({ kind }) => kind);

describe("a legal text", () => {
  it("has a title and its clauses, numbered as written", () => {
    expect(readLegalText("Terms of use\n1. First.\n2. Second,\nin two lines.")).toEqual([
      { kind: "heading", text: "Terms of use" },
      {
        kind: "clauses",
        items: [
          { number: 1, text: "First." },
          { number: 2, text: "Second,\nin two lines." },
        ],
      },
    ]);
  });

  it("breaks no line in the middle of an e-mail", () => {
    expect(readLegalText("Ihre E-Mail-Adresse.")).toEqual([{ kind: "paragraph", text: "Ihre E\u2011Mail-Adresse." }]);
  });

  it.each([
    ["a short line before others heads them", "Scope\n\nThese terms hold.", ["heading", "paragraph"]],
    ["a sentence is no heading", "These terms hold.\n\nAlways.", ["paragraph", "paragraph"]],
    ["the last line heads nothing", "Provider: Nord.\n\nNordkai 3, Hamburg", ["paragraph", "paragraph"]],
    ["an address stays together", "Nord GmbH\nNordkai 3\n20457 Hamburg\n\nHRB 4711.", ["paragraph", "paragraph"]],
    ["clauses go on over empty lines", "1. One.\n\n2. Two.", ["clauses"]],
    ["Windows line ends part as well", "Scope\r\n\r\nThese terms hold.", ["heading", "paragraph"]],
    ["a date is no clause", "Status:\n01.11.2026", ["paragraph"]],
    ["nothing is nothing", " \n\n ", []],
  ])("%s", (_name, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
