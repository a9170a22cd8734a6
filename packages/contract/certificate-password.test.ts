import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateConfirmationFault, certificatePasswordFaults } from "./certificate-password.ts";

const owner = { firstName: "Ada-Marie", lastName: "Löwenherz" };
const faults = (password: string, of = owner) => certificatePasswordFaults(password, of);

describe("the password of a certificate", () => {
  const good = fc
    .tuple(fc.string({ minLength: 5, maxLength: 900, unit: "grapheme" }), fc.constantFrom(..."@$!%*?&"))
    .map(([rest, sign]) => [..."xÜ7", ..."Wolk", ...rest].slice(0, 1_000).concat("Q", sign, "k").join(""));

  it("[S-183] [S-184] [S-185] [S-186] has 8 characters, a capital and a small letter, a digit, and one of @ $ ! % * ? &", () => {
    fc.assert(fc.property(good, (password) => void expect(faults(password)).toEqual([])));
    expect(faults("Kai7k!z")).toEqual(["passwordShort"]);
    // Eight characters, and not eight units of UTF-16.
    expect(faults("Ka7!😀😀😀")).toEqual(["passwordShort"]);
    expect(faults("Ka7!😀😀😀😀")).toEqual([]);
    expect(faults("speicher-8!")).toEqual(["passwordUpper"]);
    expect(faults("SPEICHER-8!")).toEqual(["passwordLower"]);
    expect(faults("Wasserkante!")).toEqual(["passwordDigit"]);
    for (const sign of "@$!%*?&") expect(faults(`Wasserkante9${sign}`)).toEqual([]);
    for (const sign of "#^-_. ") expect(faults(`Wasserkante9${sign}`)).toEqual(["passwordSign"]);
    expect(faults("wasser")).toEqual(["passwordShort", "passwordUpper", "passwordDigit", "passwordSign"]);
    expect(faults("")).toEqual(["passwordShort", "passwordUpper", "passwordLower", "passwordDigit", "passwordSign"]);
  });

  it("[S-188] may have any other character, and 64 of them and more, up to 1,024", () => {
    expect(faults(`Wasserkante9! äöü€ 😀\\"'\u0000\n${"é".repeat(64)}`)).toEqual([]);
    const head = "Wasserkante9!";
    expect(faults(head + "x".repeat(1_024 - head.length))).toEqual([]);
    expect(faults(head + "😀".repeat(1_024 - head.length))).toEqual([]);
    for (const more of [1_025, 1_000_000])
      expect(faults(head + "x".repeat(more - head.length))).toEqual(["passwordLong"]);
  });

  it("[S-188] is none that everybody who guesses tries first", () => {
    for (const known of [
      "Passwort1!",
      "P@ssw0rd1!",
      "Qwertz123!",
      "Sommer2026!",
      "Aaaaaaa1!",
      "Admin@123",
      "Abcd1234!",
    ])
      expect([known, faults(known)]).toEqual([known, ["passwordKnown"]]);
  });

  it("[S-188] is not the person's own name with something around it", () => {
    const named = [
      "Löwenherz1!",
      "Loewenherz1!",
      "LOWENHERZ!1a",
      "AdaMarie7!",
      "Marie.2026!",
      "Ada&Marie99",
      "L0ew3nherz!",
    ];
    for (const password of named) expect([password, faults(password)]).toEqual([password, ["passwordName"]]);
    for (const password of ["Löwenherz7!Tasse", "Kamelle!77x"]) expect(faults(password)).toEqual([]);
    // Who has no name to speak of has nothing to avoid.
    expect(faults("Wasserkante9!", { firstName: "", lastName: "" })).toEqual([]);
    expect(faults("Wolf!1234x", { firstName: "O", lastName: "王" })).toEqual([]);
    expect(faults("Groß!1234x", { firstName: "Jo", lastName: "Gross" })).toEqual(["passwordName"]);
  });

  it("[S-187] is confirmed by the same characters, however they were typed", () => {
    fc.assert(
      fc.property(good, (password) => void expect(certificateConfirmationFault(password, password)).toBeNull()),
    );
    expect(certificateConfirmationFault("Wasserkänte9!", "Wasserka\u0308nte9!")).toBeNull();
    expect(certificateConfirmationFault("Wasserkante9!", "wasserkante9!")).toBe("passwordsDiffer");
    expect(certificateConfirmationFault("Wasserkante9!", "")).toBe("required");
  });
});
