import { describe, expect, it } from "vitest";
import { administrationDe } from "../../i18n/administration-de.ts";
import { administrationEn } from "../../i18n/administration-en.ts";
import { feeOf, hasFees } from "./fees.ts";

describe("the fee of a token", () => {
  const token = { ses_signature_count: 212, aes_signature_count: 3_108, qes_signature_count: 1 };

  it("[A-076] is what its signatures cost together, in euros as the language writes them", () => {
    expect(feeOf(token, { ses: 0, aes: 10, qes: 290 }, "de").replace(/\s/g, " ")).toBe("313,70 €");
    expect(feeOf(token, { ses: 0, aes: 10, qes: 290 }, "en")).toBe("€313.70");
  });

  it("[A-076] is hidden while no class costs anything", () => {
    expect(hasFees({ ses: 0, aes: 0, qes: 0 })).toBe(false);
    expect(hasFees({ ses: 0, aes: 0, qes: 1 })).toBe(true);
  });

  it("[A-075] has a word in both languages, as the key and the dates have", () => {
    for (const key of ["name", "apiKey", "created", "expires", "fee"] as const)
      for (const words of [administrationDe, administrationEn]) expect(words[`tokens.${key}`]).toMatch(/^\p{Lu}/u);
  });
});
