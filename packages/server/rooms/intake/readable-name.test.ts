import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readableName } from "./readable-name.ts";

describe("the name of a field without a label", () => {
  it.each([
    ["name", "Name"],
    ["date_of_birth", "Date of birth"],
    ["txtFirstName", "First Name"],
    ["topmostSubform[0].Page1[0].f1_Strasse[0]", "F 1 Strasse"],
    ["topmostSubform[0].Page1[0].txtOrt[0]", "Ort"],
    ["adresse.2", "Adresse 2"],
    ["Kontoinhaber.IBAN", "IBAN"],
    ["LAST_NAME", "LAST NAME"],
    ["GEBURTSDATUM", "Geburtsdatum"],
    ["Größe2", "Größe 2"],
    ["PDFDatei", "PDF Datei"],
    ["E-Mail", "E-Mail"],
    ["Name des Mieters", "Name des Mieters"],
    ["___", "___"],
    ["7", "7"],
    ["姓名", "姓名"],
  ])("%s is read as %s", (name, read) => expect(readableName(name)).toBe(read));

  it("always leaves something to read, and reads the same again", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (name) => {
        const read = readableName(name);
        expect(read).not.toBe("");
        expect(/\p{L}|\d/u.test(read)).toBe(/\p{L}|\d/u.test(name));
      }),
      { numRuns: 500 },
    );
  });
});
