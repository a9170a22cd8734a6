import { idPattern } from "@siegel/contract/id-pattern.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import { describe, expect, it } from "vitest";
import type { Purpose } from "../../db/challenges-tables.ts";
import { purposeRules } from "./challenges-rules.ts";
import { type CodeTerms, challengeToken, codeMac, codeSecret, isKeptCode, openCode, sealCode } from "./code-secret.ts";

const secret = codeSecret(new Uint8Array(32).fill(7));
const other = codeSecret(new Uint8Array(32).fill(8));
const salt = new Uint8Array(16).fill(1);
const nonce = new Uint8Array(12).fill(2);

const terms: CodeTerms = {
  challengeId: "c1",
  purpose: "sign",
  holder: { kind: "signer", id: "s1" },
  stateHash: "d1",
  channel: "sms",
  sentTo: "+491",
  expiresAt: new Date(1),
  salt,
};

describe("codes at rest", () => {
  it("[S-135] the code's MAC depends on secret, challenge, purpose, holder, state, way, number, end, salt and code", () => {
    const code = {
      ...terms,
      otp: "123456",
    };
    const base = codeMac(secret, code);
    expect(isSameMac(base, codeMac(secret, { ...code }))).toBe(true);
    for (const changed of [
      codeMac(other, code),
      codeMac(secret, { ...code, challengeId: "c2" }),
      codeMac(secret, { ...code, purpose: "sign-qualified" }),
      codeMac(secret, { ...code, holder: { kind: "signer", id: "s2" } }),
      codeMac(secret, { ...code, holder: { kind: "certificate", id: "s1" } }),
      codeMac(secret, { ...code, stateHash: "d2" }),
      codeMac(secret, { ...code, stateHash: null }),
      codeMac(secret, { ...code, channel: "voice" }),
      codeMac(secret, { ...code, sentTo: "+492" }),
      codeMac(secret, { ...code, expiresAt: new Date(2) }),
      codeMac(secret, { ...code, salt: new Uint8Array(16) }),
      codeMac(secret, { ...code, otp: "123457" }),
      new Uint8Array(),
    ]) {
      expect(isSameMac(base, changed)).toBe(false);
    }
  });

  it("the name of a challenge is an id that only the server's secret tells", () => {
    const of = { challengeId: "c1", holder: { kind: "signer", id: "s1" } } as const;
    expect(challengeToken(secret, of)).toMatch(idPattern);
    expect(challengeToken(secret, { ...of })).toBe(challengeToken(secret, of));
    const others = [
      challengeToken(other, of),
      challengeToken(secret, { ...of, challengeId: "c2" }),
      challengeToken(secret, { ...of, holder: { kind: "signer", id: "s2" } }),
    ];
    expect(new Set([challengeToken(secret, of), ...others]).size).toBe(4);
  });

  it("a sealed code opens for its own attempt and secret only", () => {
    const sealed = sealCode(secret, { attemptId: "a1", otp: "004200", nonce });
    expect(openCode(secret, "a1", sealed)).toBe("004200");
    expect(Buffer.from(sealed).includes("004200")).toBe(false);
    expect(() => openCode(secret, "a2", sealed)).toThrow();
    expect(() => openCode(other, "a1", sealed)).toThrow();
    const bent = Uint8Array.from(sealed, (byte, at) => (at === 14 ? byte ^ 1 : byte));
    expect(() => openCode(secret, "a1", bent)).toThrow();
  });

  it("a code that was kept before codes had purposes is one to sign, and nothing else", () => {
    // Version 1 of the MAC of code 123456.
    const codeMacOfBefore = Buffer.from("d291ed1fb741024b3d531741586765ce57fd496ff3f0e3c004102268f37c04e8", "hex");
    const kept = { ...terms, codeMac: codeMacOfBefore };
    expect(isKeptCode(secret, kept, "123456")).toBe(true);
    expect(isKeptCode(secret, kept, "123457")).toBe(false);
    for (const purpose of Object.keys(purposeRules) as Purpose[])
      expect(isKeptCode(secret, { ...kept, purpose }, "123456"), purpose).toBe(purpose === "sign");
  });

  it("a short secret is refused", () => {
    expect(() => codeSecret(new Uint8Array(31))).toThrow(RangeError);
  });
});
