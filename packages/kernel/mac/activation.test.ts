import { describe, expect, it } from "vitest";
import { type Activation, activation_expires_s, activationMac, isActivation } from "./activation.ts";
import { serverSecret } from "./server-secret.ts";

const secret = serverSecret("activation", new Uint8Array(32).fill(7));
const at = new Date("2026-11-27T09:00:00Z");
const said: Activation = {
  signerId: "signer",
  keyId: "key",
  certificate: "aa",
  documents: ["01", "02"],
  code: { challengeId: "challenge", checkedAt: at },
  passwordGivenAt: at,
  nonce: "ff",
  notAfter: new Date(at.getTime() + activation_expires_s * 1_000),
};
const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

/** One change of each thing that is said, and two that join to the same text. */
const changes: readonly Partial<Activation>[] = [
  { signerId: "signer2" },
  { keyId: "key2" },
  { signerId: "signerkey", keyId: "" },
  { certificate: "ab" },
  { documents: ["02", "01"] },
  { documents: ["01"] },
  { documents: ["01", "02", "03"] },
  { documents: ["0102"] },
  { code: { ...said.code, challengeId: "other" } },
  { code: { ...said.code, checkedAt: later(at, 1) } },
  { passwordGivenAt: later(at, 1) },
  { nonce: "fe" },
  { notAfter: later(said.notAfter, 1) },
];

describe("activation data", () => {
  it("are good for what was said, until their end", () => {
    const mac = activationMac(secret, said);
    expect(isActivation(secret, said, mac, later(said.notAfter, -1))).toBe(true);
    expect(isActivation(secret, said, mac, said.notAfter)).toBe(false);
  });

  it.each(changes)("are not good for anything else: %o", (change) => {
    expect(isActivation(secret, { ...said, ...change }, activationMac(secret, said), at)).toBe(false);
  });

  it("are not good under another secret, nor with a MAC that was changed or cut", () => {
    const mac = activationMac(secret, said);
    const other = serverSecret("activation", new Uint8Array(32).fill(8));
    expect(isActivation(other, said, mac, at)).toBe(false);
    expect(isActivation(secret, said, mac.subarray(1), at)).toBe(false);
    expect(
      isActivation(
        secret,
        said,
        mac.map((byte, i) => (i === 31 ? byte ^ 1 : byte)),
        at,
      ),
    ).toBe(false);
  });
});
