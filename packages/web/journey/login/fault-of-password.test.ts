import { describe, expect, it } from "vitest";
import { lookUp } from "../../i18n/catalogue.ts";
import { de } from "../../i18n/de.ts";
import { en } from "../../i18n/en.ts";
import { faultOfPassword } from "./fault-of-password.ts";

const languages = [
  ["de", lookUp(de, "frame.required"), "Benötigt"],
  ["en", lookUp(en, "frame.required"), "Requires"],
] as const;

describe("what stands under the password", () => {
  it.each(languages)(
    "[S-298] is the required message in %s, once the field was left empty",
    (_language, required, message) => {
      expect(faultOfPassword({ value: "", left: true, refused: null, required })).toBe(message);
      expect(faultOfPassword({ value: "", left: false, refused: null, required })).toBeNull();
      expect(faultOfPassword({ value: "x", left: true, refused: null, required })).toBeNull();
    },
  );

  it("is why it was refused, before anything else", () => {
    expect(faultOfPassword({ value: "", left: true, refused: "wrong", required: "needed" })).toBe("wrong");
  });
});
