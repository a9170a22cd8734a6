import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { administratorSuccessCodes, errorStatus, successCodes } from "@siegel/contract/codes.ts";
import { languages } from "@siegel/contract/limits.ts";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadAndSpeak, lookUp, sentenceOfCode } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { imageDe } from "./image-de.ts";
import "./image-texts.ts";
import "./qualified-texts.ts";
import { journeyDe } from "./journey-de.ts";
import { currentLanguage, parseLanguage } from "./language.ts";
import type { TextKey } from "./text-key.ts";

const codes = [...Object.keys(errorStatus), ...successCodes, ...administratorSuccessCodes];
const keys = Object.keys(de) as TextKey[];
const placeholders = (text: string): string[] => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort();
const inEnglish = (key: TextKey): string => lookUp(en, key);

beforeAll(() => loadAndSpeak("de"));

describe("the catalogues", () => {
  it("[S-009] falls back to German where a catalogue has no text", () => {
    expect(lookUp({}, "login.submit")).toBe("Anmelden");
    expect(lookUp({ "login.submit": "Log in" }, "login.submit")).toBe("Log in");
    expect(lookUp({}, "frame.stepOf", { n: 2, m: 4 })).toBe("Schritt 2 von 4");
  });

  it("[S-007] are German and English, complete, and no other", () => {
    expect(languages).toEqual(["de", "en"]);
    expect(["de", "en", "fr", "", null].map(parseLanguage)).toEqual(["de", "en", null, null, null]);
    expect(Object.keys(en).sort()).toEqual([...keys].sort());
    for (const key of keys) expect([key, de[key].trim() !== "", en[key].trim() !== ""]).toEqual([key, true, true]);
  });

  it("look up a part that came later like every other, in the language of the page", async () => {
    expect(lookUp({}, "image.waiting", { n: 3 })).toBe(imageDe["image.waiting"].replace("{n}", "3"));
    expect(lookUp({}, "image.title")).toBe(imageDe["image.title"]);
    expect(Object.keys(journeyDe)).not.toContain("image.title");
  });

  it.each(["de", "en"])("have each text, and each subject, in one file (%s)", (language) => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(`-${language}.ts`));
    const keysOf = (name: string) =>
      [...readFileSync(join(import.meta.dirname, name), "utf8").matchAll(/^ {2}"([^"]+)":/gm)].map(
        ([, key = ""]) => key,
      );
    expect(files.flatMap(keysOf).sort()).toEqual([...keys].sort());
    const subjects = files.flatMap((name) => [...new Set(keysOf(name).map((key) => key.split(".")[0]))]);
    // Codes come with the area that meets them.
    const others = subjects.filter((subject) => subject !== "Responses");
    expect(others).toEqual([...new Set(others)]);
  });

  it("fill in the same values and marks in both languages", () => {
    const differing = keys.filter((key) => String(placeholders(de[key])) !== String(placeholders(en[key])));
    expect(differing).toEqual([]);
  });

  it("call a thing by one word, and speak of signing where a document is signed", () => {
    // What builders read of our API may say "somebody"; these are for who signs.
    const said = keys.flatMap((key) => [`${key}: ${de[key]}`, `${key}: ${en[key]}`]);
    const others =
      /einladende[nr]? Person|[Uu]nterzeichne(t|n)\b|Unterlagen|erneut|signed out|sign you out|\b(some|every)body\b|: [^"]*"/;
    expect(said.filter((text) => others.test(text))).toEqual([]);
  });

  it("speak of nobody else to who signs alone, and of no signature to who seals", () => {
    const told = (ends: RegExp) => keys.filter((key) => ends.test(key)).flatMap((key) => [de[key], en[key]]);
    expect(told(/Alone$/).length).toBeGreaterThan(0);
    expect(told(/Alone$/).filter((text) => /\b[Aa]lle[nr]?\b|[Aa]ndere|everyone|\bothers?\b/.test(text))).toEqual([]);
    const ofSeals = told(/Seal$|^seal\.|[sS]ealed/).filter(
      (text) => !/oder gesiegelt|signed or sealed|sign or seal/.test(text),
    );
    expect(ofSeals.filter((text) => /nterschr|\bsign|\bSign/.test(text))).toEqual([]);
  });

  it("say of a code what is true of a seal as well: whose it is, no code knows", () => {
    const ofBoth = keys.filter(
      (key) => key.startsWith("Responses.") && !/FILE_|FIELD_|DOCUMENT_|NOTHING_|LICENSE|ATTACH|IMAGE/.test(key),
    );
    const onlySigned = /(?<!Art von )nterschr(?!.*(gesiegelt|Siegel))|\bsign(ed|ature)?\b(?!.*\bseal)/;
    expect(ofBoth.flatMap((key) => [de[key], en[key]]).filter((text) => onlySigned.test(text))).toEqual([]);
  });

  it("leave a placeholder standing that nobody filled in, and never look into Object.prototype for it", () => {
    expect(lookUp(de, "frame.stepOf", { n: 1 })).toBe("Schritt 1 von {m}");
    expect(lookUp(de, "constructor" as TextKey)).toBe("");
  });
});

describe("the sentence of a code", () => {
  it.each(codes)("[S-304] [A-144] says in both languages what happened and what to do: %s", (code) => {
    const key = `Responses.${code}` as TextKey;
    expect(keys).toContain(key);
    expect(de[key].length).toBeGreaterThan(12);
    expect(en[key].length).toBeGreaterThan(10);
    expect(de[key]).not.toBe(en[key]);
    expect(de[key] + en[key]).not.toMatch(/!|[A-Z]+_[A-Z]+|OTP/);
  });

  it("[S-295] is looked up as Responses.{code}", () => {
    expect(sentenceOfCode("WRONG_PASSWORD", inEnglish)).toBe(en["Responses.WRONG_PASSWORD"]);
    expect(sentenceOfCode("OTP_EXPIRED", inEnglish)).toBe(en["Responses.OTP_EXPIRED"]);
  });

  it("[S-303] has a text for the generic success in both languages", () => {
    expect(sentenceOfCode("SUCCESS", inEnglish)).toBe("That worked.");
    expect(de["Responses.SUCCESS"]).toBe("Das hat geklappt.");
  });

  it("[S-294] is the code itself when it has lower-case letters", () => {
    expect(sentenceOfCode("Something went wrong", inEnglish)).toBe("Something went wrong");
    expect(sentenceOfCode("BillingAddressDeleteError", inEnglish)).toBe("BillingAddressDeleteError");
  });

  it("is a sentence too for a code nobody knows", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z_]{1,30}$/), (code) => {
        expect(sentenceOfCode(code, inEnglish)).toMatch(/[a-z]/);
      }),
    );
  });
});

describe("what is said of signing", () => {
  it("is true whether others still have to or all have signed: the page beside it says which [S-144]", () => {
    expect(en["Responses.SUCCESS_SIGNING"]).not.toMatch(/once|everyone|all /);
    expect(de["Responses.SUCCESS_SIGNING"]).not.toMatch(/sobald|alle/);
  });

  it("is that nothing was signed only where that is known, never of any call that failed", () => {
    expect(en["Responses.SERVICE_ERROR"] + de["Responses.SERVICE_ERROR"]).not.toMatch(/sign|unterschr/);
    expect(en["Responses.NOT_SIGNED"]).toMatch(/Nothing was signed/);
    expect(de["Responses.NOT_SIGNED"]).toMatch(/Nichts wurde unterschrieben/);
  });
});

describe("speaking a language", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is the one asked for last, also while the other's catalogue was on its way", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    const english = loadAndSpeak("en");
    await loadAndSpeak("de");
    await english;
    expect(currentLanguage()).toBe("de");
    await loadAndSpeak("en");
    expect(currentLanguage()).toBe("en");
  });
});

describe("beginning to speak", () => {
  beforeEach(() => {
    vi.resetModules();
  });
  afterEach(() => {
    vi.doUnmock("./journey-en.ts");
    vi.doUnmock("./journey-de.ts");
  });
  const missing = (): never => {
    throw new TypeError("Failed to fetch dynamically imported module");
  };
  /** The texts as a page has them that was just opened. */
  const fresh = async () => ({ ...(await import("./catalogue.ts")), ...(await import("./language.ts")) });

  it("fetches the texts of an area when it is entered, and from then on in each language that is spoken", async () => {
    const page = await fresh();
    await page.beginToSpeak("de");
    const asked: string[] = [];
    const come = (language: "de" | "en", title: string) => async () => {
      asked.push(language);
      return { "trust.title": title };
    };
    const area = { de: come("de", "Vertrauen"), en: come("en", "Trust") };
    expect(page.translateNow("trust.title")).toBe("");
    await page.enterArea(area);
    await page.enterArea(area);
    expect([asked, page.translateNow("trust.title")]).toEqual([["de"], "Vertrauen"]);
    await page.loadAndSpeak("en");
    expect([asked, page.translateNow("trust.title")]).toEqual([["de", "en"], "Trust"]);
  });

  it("fetches the language and says everything in it", async () => {
    const page = await fresh();
    await page.beginToSpeak("en");
    expect([page.currentLanguage(), page.translateNow("login.submit")]).toEqual(["en", en["login.submit"]]);
  });

  it("[S-009] is in German where the language does not come", async () => {
    vi.doMock("./journey-en.ts", missing);
    const page = await fresh();
    await page.beginToSpeak("en");
    expect([page.currentLanguage(), page.translateNow("login.submit")]).toEqual(["de", de["login.submit"]]);
  });

  it("can still say in the language that a page did not come, when no texts come at all", async () => {
    vi.doMock("./journey-en.ts", missing);
    vi.doMock("./journey-de.ts", missing);
    const page = await fresh();
    await page.beginToSpeak("en");
    expect([page.currentLanguage(), page.translateNow("frame.missing")]).toEqual(["en", en["frame.missing"]]);
    await expect(page.loadCatalogue("en")).rejects.toThrow();
  });
});
