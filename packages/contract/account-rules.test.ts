import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameField, newPasswordField, phoneField } from "./account-fields.ts";
import { phoneFault, storedPhone } from "./account-phone.ts";
import {
  type AccountFault,
  confirmationFault,
  emailFault,
  nameFault,
  passwordFault,
  passwordFaults,
  registrationTextFault,
  textFault,
} from "./account-rules.ts";

const letters = [..."abcxyzABCXYZäöüßÄÖÜéèñøłçŽіжאあ王"];
const lineOf = (extra: string) =>
  fc
    .array(fc.constantFrom(...letters, ..."-. '’", ...extra), { minLength: 1, maxLength: 60 })
    .map((characters) => `a${characters.join("")}`);
/** A line with one character that does not belong. */
const spoilt = (line: fc.Arbitrary<string>, characters: string) =>
  fc.tuple(line, fc.constantFrom(...characters)).map(([before, wrong]) => `${before}${wrong}b`);

describe("names and lines of accounts", () => {
  it("[A-133] take letters with and without accents, hyphen, dot, apostrophe and blanks as a name, and nothing else", () => {
    fc.assert(fc.property(lineOf(""), (name) => void expect(nameFault(name)).toBeNull()));
    fc.assert(
      fc.property(
        spoilt(lineOf(""), '0123456789&/,()@<>"\n\t;:_\u202e\u0000'),
        (name) => void expect(nameFault(name)).toBe("name"),
      ),
    );
    for (const name of ["O’Brien", "d'Arc", "Jean-Luc", "Dr. Müller", "Mu\u0308ller"])
      expect(nameFault(name)).toBeNull();
    expect(nameFault(` ${"x".repeat(100)} `)).toBeNull();
    expect(nameFault("x".repeat(101))).toBe("tooLong");
    expect([nameFault("- ."), nameFault(`a${"\u0301".repeat(11)}`)]).toEqual(["name", "name"]);
  });

  it("[A-134] [A-135] [A-136] take digits, ampersand and the signs of addresses in the other lines too", () => {
    fc.assert(fc.property(lineOf("0123456789&/,()"), (line) => void expect(textFault(line)).toBeNull()));
    fc.assert(
      fc.property(spoilt(lineOf("09&"), '@<>"\n\t;:_!?=%\u202e'), (line) => void expect(textFault(line)).toBe("text")),
    );
    const real = ["Müller & Söhne GmbH", "DE 123/456, Abt. (2)", "12 a", "20457", "Deutschland", "Frau O'Hara"];
    for (const line of real) expect(textFault(line)).toBeNull();
  });

  it("[A-050] take no ampersand where an organisation registers", () => {
    fc.assert(fc.property(lineOf("09/,()"), (line) => void expect(registrationTextFault(line)).toBeNull()));
    fc.assert(
      fc.property(
        spoilt(lineOf("09"), "&"),
        (line) => void expect(registrationTextFault(line)).toBe("registrationText"),
      ),
    );
  });

  it("[A-138] are required", () => {
    for (const fault of [nameFault, textFault, registrationTextFault, emailFault])
      for (const nothing of ["", " ", "\u00a0"]) expect(fault(nothing)).toBe("required");
    expect(passwordFault("")).toBe("required");
  });
});

describe("e-mail addresses of accounts", () => {
  it("[A-137] need a mailbox, @ and a domain", () => {
    fc.assert(fc.property(fc.emailAddress(), (address) => void expect(emailFault(address)).toBeNull()));
    const wrong = ["a", "a@", "@b.de", "a@b", "a b@c.de", "a@b..de", ".a@b.de", "a@-b.de", "a@b.de\nx", "a@b@c.de"];
    for (const address of wrong) expect([address, emailFault(address)]).toEqual([address, "email"]);
    expect(emailFault("  j.feddersen@hafenwerk.example ")).toBeNull();
    expect(emailFault(`${"a".repeat(250)}@b.de`)).toBe("tooLong");
  });
});

describe("passwords of accounts", () => {
  const good = fc
    .tuple(fc.string({ minLength: 8, maxLength: 40, unit: "grapheme" }), fc.constantFrom(..."!@#$%^"))
    .map(([rest, sign]) => `xÜ7${rest}Q${sign}k`);

  it("[A-115] [A-116] [A-117] [A-118] have 8 characters, both kinds of letters, a digit and one of ! @ # $ % ^", () => {
    fc.assert(fc.property(good, (password) => void expect(passwordFaults(password)).toEqual([])));
    expect(passwordFaults("Kai7!")).toEqual(["passwordShort"]);
    expect([passwordFaults("speicher-8!"), passwordFaults("SPEICHER-8!")]).toEqual([
      ["passwordLetters"],
      ["passwordLetters"],
    ]);
    expect(passwordFaults("Wasserkante!")).toEqual(["passwordDigit"]);
    expect(passwordFaults("Wasserkante9")).toEqual(["passwordSign"]);
    expect(passwordFaults("Wasser")).toEqual(["passwordShort", "passwordDigit", "passwordSign"]);
  });

  it("[A-119] may have any other character and be long, and are not well known", () => {
    expect(passwordFaults(`Wasserkante9! äöü€ 😀\\"'${"x".repeat(64)}`)).toEqual([]);
    expect(passwordFaults("x".repeat(1_025))).toEqual(["passwordLong"]);
    const known = [
      "Passwort1!",
      "P@ssw0rd1!",
      "Password123!",
      "Qwertz123!",
      "Sommer2026!",
      "Willkommen1!",
      "Aaaaaaa1!",
    ];
    for (const password of known) expect([password, passwordFaults(password)]).toEqual([password, ["passwordKnown"]]);
  });

  it("[A-120] are confirmed by the same characters, however they were typed", () => {
    fc.assert(fc.property(good, (password) => void expect(confirmationFault(password, password)).toBeNull()));
    expect(confirmationFault("Wasserkänte9!", "Wasserka\u0308nte9!")).toBeNull();
    expect([confirmationFault("a", "b"), confirmationFault("a", "")]).toEqual(["passwordsDiffer", "required"]);
  });
});

describe("phone numbers of accounts", () => {
  it("are mobile ones, or none", () => {
    const faults: readonly (AccountFault | null)[] = [
      "",
      "+49 151 2345 6789",
      "0151 23456789",
      "+49 40 123456",
      "123",
    ].map((typed) => phoneFault(typed));
    expect(faults).toEqual([null, null, null, "phoneNotMobile", "phone"]);
    expect([storedPhone("0151 23456789"), storedPhone("")]).toEqual(["+4915123456789", null]);
  });
});

describe("the schemas of these fields", () => {
  it("say what is wrong, and store one form of what is right", () => {
    expect(nameField.parse("  Mu\u0308ller ")).toBe("Müller");
    expect(nameField.safeParse("M0").error?.issues[0]?.message).toMatch(/letters, hyphens/);
    expect(newPasswordField.safeParse("Passwort1!").error?.issues[0]?.message).toMatch(/well known/);
    expect([phoneField.parse("0151 23456789"), phoneField.parse("")]).toEqual(["+4915123456789", null]);
  });
});
