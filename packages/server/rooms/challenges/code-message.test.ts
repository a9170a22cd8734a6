import { languages } from "@siegel/contract/limits.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeText, foldToGsm7, septets, spokenWords } from "./code-message.ts";

const words = { language: "de", provider: "Siegel", reference: "K7QRXM", otp: "042137", host: "sign.example" } as const;

describe("codeText", () => {
  it("[S-112] says who sends, the code, its reference, and lets the browser fill it in", () => {
    expect(codeText(words)).toBe(
      "Siegel: Ihr Code ist 042137. Kennung K7QRXM, gültig 5 Minuten. Geben Sie ihn nicht weiter.\n@sign.example #042137",
    );
    expect(codeText({ ...words, language: "en" })).toBe(
      "Siegel: Your code is 042137. Reference K7QRXM, valid for 5 minutes. Do not share it.\n@sign.example #042137",
    );
  });

  it("[S-112] is one message of GSM-7 whatever the names are, and always holds code and reference", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 50 }),
    );
    const host = fc.domain();
    fc.assert(
      fc.property(fc.constantFrom(...languages), anyText, host, (language, provider, domain) => {
        const text = codeText({ ...words, language, provider, host: domain });
        expect(septets(text)).not.toBeNull();
        expect(septets(text)).toBeLessThanOrEqual(160);
        expect(text).toContain(words.otp);
        expect(text).toContain(words.reference);
        if (text.includes("@")) expect(text.endsWith(`\n@${domain} #042137`) || provider.includes("@")).toBe(true);
      }),
    );
  });

  it("drops the advice before the WebOTP line, and the name's end before that line", () => {
    const long = codeText({ ...words, provider: "Vertrauensdiensteanbieter der norddeutschen Länder GmbH & Co. KG" });
    expect(long).not.toContain("niemandem");
    expect(long).toContain("@sign.example #042137");
    const longer = codeText({ ...words, provider: "V".repeat(150) });
    expect(longer).toMatch(/^V{12}: Ihr Code ist 042137/);
    expect(longer).toContain("@sign.example #042137");
  });
});

describe("foldToGsm7", () => {
  it.each([
    ["Müller & Söhne", "Müller & Söhne"],
    ["Łódź Zaufanie", "Lódz Zaufanie".replace("ó", "o")],
    ["„Siegel“ – ja", '"Siegel" - ja'],
    ["署名 Seal", "Seal"],
  ])("%s", (name, folded) => {
    expect(foldToGsm7(name)).toBe(folded);
  });
});

describe("septets", () => {
  it("counts the extension table twice", () => {
    expect(septets("€[]")).toBe(6);
    expect(septets("ä@\n")).toBe(3);
    expect(septets("ł")).toBeNull();
  });
});

describe("spokenWords", () => {
  it("[S-112] asks for a key press in the signer's language before anything is said", () => {
    expect(spokenWords(words)).toEqual({
      introduction: "Guten Tag. Hier ist Siegel mit Ihrem Code zur Freigabe. Zum Anhören drücken Sie bitte die Eins.",
      reference: "K7QRXM",
      digits: "042137",
    });
    expect(spokenWords({ ...words, language: "en" }).introduction).toContain("press one");
  });
});
