import { describe, expect, it } from "vitest";
import { lookUp, type Translate } from "../i18n/catalogue.ts";
import { de } from "../i18n/de.ts";
import { en } from "../i18n/en.ts";
import { unknown_code } from "./stored-challenge.ts";
import { leadWithoutCode, unsentSentence } from "./unsent-code.ts";

const inEnglish: Translate = (key, values) => lookUp(en, key, values);
const inGerman: Translate = (key, values) => lookUp(de, key, values);
const zone = "Europe/Berlin";
const english = { language: "en", zone } as const;
const german = { language: "de", zone } as const;
const at = (hour: number, minute: number, second: number): number => Date.UTC(2026, 10, 22, hour - 1, minute, second);
const refused = (code: string, retryAtMs = 0) => ({ status: "refused", challenge: null, code, retryAtMs }) as const;

describe("a page without a code", () => {
  it.each([
    [at(14, 31, 50), "14:32"],
    [at(14, 32, 0), "14:32"],
    [at(14, 59, 1), "15:00"],
  ])("says from when another can be sent, and of nobody's tries: %i, %s", (retryAtMs, time) => {
    const state = refused("TOO_MANY_REQUESTS", retryAtMs);
    expect(unsentSentence(state, inEnglish, english)).toMatch(new RegExp(`from ${time} CET on\\.$`));
    expect(unsentSentence(state, inGerman, german)).toContain(`ab ${time} MEZ`);
    expect(unsentSentence(state, inEnglish, english) + en["Responses.TOO_MANY_REQUESTS"]).not.toMatch(/tries/);
    expect(unsentSentence(state, inGerman, german) + de["Responses.TOO_MANY_REQUESTS"]).not.toMatch(/Versuche\b/);
    expect(inEnglish(leadWithoutCode(state))).toBe("We cannot send a code at the moment.");
  });

  it("says that one may be on its way where no answer came, and denies it only where that is known", () => {
    expect(leadWithoutCode(refused(unknown_code))).toBe("code.unknownLead");
    expect(unsentSentence(refused(unknown_code), inEnglish, english)).toMatch(/works here/);
    expect(leadWithoutCode(refused("PHONE_UNREACHABLE"))).toBe("code.notSent");
    expect(leadWithoutCode({ status: "sending", challenge: null })).toBe("code.sending");
  });

  it.each(["PHONE_INVALID", "PHONE_NOT_MOBILE"])("%s sends the signer to who can correct the number", (code) => {
    const said = [unsentSentence(refused(code), inEnglish, english), unsentSentence(refused(code), inGerman, german)];
    expect(said[0]).toMatch(/person who invited you/);
    expect(said[1]).toMatch(/Person, die Sie eingeladen hat/);
    expect(said.join()).not.toMatch(/\+49|enter|Geben Sie/i);
  });
});
