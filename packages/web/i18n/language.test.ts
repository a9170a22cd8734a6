import { describe, expect, it } from "vitest";
import { decideLanguage, parseLanguage } from "./language.ts";

describe("the language of the page", () => {
  it.each([
    { name: "the switch wins", chosen: "en", user: "de", browser: ["de-DE"], language: "en" },
    { name: "the user's stored language comes next", chosen: null, user: "de", browser: ["en-GB"], language: "de" },
    { name: "a German browser speaks German", chosen: null, user: null, browser: ["de-AT", "en"], language: "de" },
    { name: "upper case is the same language", chosen: null, user: null, browser: ["DE"], language: "de" },
    {
      name: "German as a second language is not German",
      chosen: null,
      user: null,
      browser: ["fr-FR", "de"],
      language: "en",
    },
    { name: "any other browser speaks English", chosen: null, user: null, browser: ["tr-TR"], language: "en" },
    { name: "a language beginning alike is another", chosen: null, user: null, browser: ["den-CA"], language: "en" },
    { name: "a browser that says nothing speaks English", chosen: null, user: null, browser: [], language: "en" },
    {
      name: "nonsense in the storage counts as nothing",
      chosen: "xx",
      user: "klingon",
      browser: ["de"],
      language: "de",
    },
  ])("[S-008] $name", ({ language, ...told }) => {
    expect(decideLanguage(told)).toBe(language);
  });

  it("is German or English and nothing else", () => {
    expect(["de", "en", "fr", "", null, 1, {}].map(parseLanguage)).toEqual(["de", "en", null, null, null, null, null]);
  });
});
