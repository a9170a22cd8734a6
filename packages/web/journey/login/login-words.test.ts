import { describe, expect, it } from "vitest";
import { claimOf, leadOf } from "./login-words.ts";

describe("what a login page says above its form", () => {
  it.each([
    ["what waits for a signature", "s_signature", true, "login.claimSignature", "login.lead"],
    ["what waits for a seal", "a_seal", true, "login.claimSeal", "login.leadSeal"],
    ["how things stand, once nothing is left to sign", "a_signature", false, "login.claimAgain", "login.leadAgain"],
    ["neither, where a password keeps it", "a_signature", null, "login.claimBack", "login.leadBack"],
  ] as const)("is %s", (_, type, awaits_signer, claim, lead) => {
    const checked = { type, awaits_signer, declined: null };
    expect([claimOf(checked), leadOf(checked)]).toEqual([claim, lead]);
  });

  it.each([
    ["YOU", "summary.revokedYou"],
    ["OTHER", "summary.revoked"],
  ] as const)("is that it was declined, and by whom: %s", (declined, claim) => {
    const checked = { type: "a_signature", awaits_signer: false, declined } as const;
    expect([claimOf(checked), leadOf(checked)]).toEqual([claim, "login.leadDeclined"]);
  });
});
