import { certificateStates } from "@siegel/contract/calls/certificates.ts";
import { describe, expect, it } from "vitest";
import type { ChallengeState } from "../../../code/stored-challenge.ts";
import { de } from "../../../i18n/de.ts";
import { en } from "../../../i18n/en.ts";
import { nextHold } from "./held.ts";
import { missingCertificate } from "./missing-certificate.ts";
import { missingOf, needsAnother } from "./sign-act.ts";

describe("password and code", () => {
  it("[S-174] are both needed: exactly six digits and a password that is not empty", () => {
    expect(missingOf({ password: "", code: "" })).toBe("qualified.needsBoth");
    expect(missingOf({ password: "", code: "123456" })).toBe("qualified.needsPassword");
    for (const code of ["", "12345", "1234567", "12345a"])
      expect(missingOf({ password: "x", code })).toBe("qualified.needsCode");
    expect(missingOf({ password: " ", code: "123456" })).toBeNull();
  });

  it("need another code when this one has no try left or has ended, and not for a wrong password", () => {
    const refusal = (code: string, triesLeft: number | null = null) => ({ code, triesLeft });
    expect([3, 1, null].map((left) => needsAnother(refusal("WRONG_PW_OR_OTP", left)))).toEqual([false, false, false]);
    expect(needsAnother(refusal("WRONG_PW_OR_OTP", 0))).toBe(true);
    expect(["OTP_EXPIRED", "WORKFLOW_CHANGED", "SERVICE_ERROR"].map((code) => needsAnother(refusal(code)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("waiting for another person", () => {
  const held = (retryAtMs: number): ChallengeState => ({
    status: "refused",
    challenge: null,
    code: "DOCUMENT_HELD",
    retryAtMs,
  });

  it("begins with the first answer, goes on while it is asked again, and ends with any other answer", () => {
    const first = nextHold(null, held(300_000), 1_000);
    expect(first).toEqual({ sinceMs: 1_000, untilMs: 300_000 });
    expect(nextHold(first, { status: "sending", challenge: null }, 11_000)).toBe(first);
    expect(nextHold(first, held(310_000), 11_000)).toEqual({ sinceMs: 1_000, untilMs: 310_000 });
    expect(nextHold(first, { ...held(5_000), code: "PHONE_UNREACHABLE" } as ChallengeState, 11_000)).toBeNull();
    expect(nextHold(null, { status: "sending", challenge: null }, 1_000)).toBeNull();
  });
});

describe("a certificate that cannot be used", () => {
  it("[S-192] is said to be missing, or why it does not help, in both languages", () => {
    for (const seals of [false, true])
      for (const certificate_state of certificateStates) {
        const { title, lead } = missingCertificate({ certificate_state, signer_seal_identified: true }, seals);
        for (const texts of [de, en]) expect([certificate_state, texts[title], texts[lead]].every(Boolean)).toBe(true);
      }
    const of = (certificate_state: "OK" | "MISSING" | "LOCKED", signer_seal_identified: boolean, seals: boolean) =>
      missingCertificate({ certificate_state, signer_seal_identified }, seals).lead;
    expect(of("MISSING", false, false)).toBe("identify.MISSING");
    expect(of("MISSING", true, true)).toBe("identify.missingSeal");
    expect(of("LOCKED", true, true)).toBe("identify.LOCKED");
    // No certificate helps somebody who may not seal.
    expect(["OK", "LOCKED"].map((state) => of(state as "OK", false, true))).toEqual([
      "identify.notNamed",
      "identify.notNamed",
    ]);
  });
});
