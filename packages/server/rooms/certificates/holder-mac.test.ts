import { describe, expect, it } from "vitest";
import type { KeyId } from "../../ports/keys.ts";
import { type Holding, holderMac, holderSecret, isAuthentic } from "./holder-mac.ts";

const secret = holderSecret(new Uint8Array(32).fill(7));
const holding: Holding = {
  certificateId: "c1",
  level: "aes",
  kind: "person",
  organisationId: "o1",
  personId: null,
  email: "a@mail.example",
  foldedName: "a b",
  phone: null,
  certificate: new Uint8Array([1, 2]),
  keyId: "k1" as KeyId,
};
const met: Holding = { ...holding, level: "qes", organisationId: null, personId: "p1", phone: new Uint8Array([3]) };
// Version 1 of the MAC of `holding`, from before certificates had levels.
const macOfBefore = Buffer.from("c992dc094cb3ed6f434d8a59f772c702ebb6c08d4e9d49f6722c3c397d190c32", "hex");

describe("whose a certificate is", () => {
  it("stays authentic under the MAC that rows of before have, and makes nothing qualified of them", () => {
    expect(isAuthentic(secret, { ...holding, holderMac: macOfBefore })).toBe(true);
    for (const changed of [
      { certificateId: "c2" },
      { organisationId: "o2" },
      { email: "b@mail.example" },
      { level: "qes" as const },
      { personId: "p1" },
      { phone: new Uint8Array([3]) },
    ])
      expect(isAuthentic(secret, { ...holding, holderMac: macOfBefore, ...changed })).toBe(false);
  });

  it.each([holding, met])(
    "is authentic as it was written, under its own secret, and not without a MAC ($level)",
    (one) => {
      const holderMacOf = holderMac(secret, one);
      expect(isAuthentic(secret, { ...one, holderMac: holderMacOf })).toBe(true);
      for (const changed of [
        { certificateId: "c2" },
        { level: one === met ? ("aes" as const) : ("qes" as const) },
        { kind: "organisation" as const },
        { organisationId: "o2" },
        { personId: "p2" },
        { email: "b@mail.example" },
        { foldedName: "a c" },
        { phone: new Uint8Array([4]) },
        { certificate: new Uint8Array([1, 3]) },
        { keyId: "k2" as KeyId },
        { holderMac: null },
        { holderMac: holderMacOf.subarray(1) },
      ])
        expect(isAuthentic(secret, { ...one, holderMac: holderMacOf, ...changed })).toBe(false);
      expect(isAuthentic(holderSecret(new Uint8Array(32).fill(8)), { ...one, holderMac: holderMacOf })).toBe(false);
    },
  );
});
