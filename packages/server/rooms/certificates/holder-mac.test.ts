import { describe, expect, it } from "vitest";
import type { KeyId } from "../../ports/keys.ts";
import { holderMac, holderSecret, isAuthentic } from "./holder-mac.ts";

const secret = holderSecret(new Uint8Array(32).fill(7));
const holding = {
  certificateId: "c1",
  kind: "person",
  organisationId: "o1",
  email: "a@mail.example",
  foldedName: "a b",
  certificate: new Uint8Array([1, 2]),
  keyId: "k1" as KeyId,
} as const;

describe("whose a certificate is", () => {
  it("has the MAC that rows of before have", () => {
    expect(Buffer.from(holderMac(secret, holding)).toString("hex")).toBe(
      "c992dc094cb3ed6f434d8a59f772c702ebb6c08d4e9d49f6722c3c397d190c32",
    );
  });

  it("is authentic as it was written, under the secret it was written with, and not without a MAC", () => {
    const holderMacOf = holderMac(secret, holding);
    expect(isAuthentic(secret, { ...holding, holderMac: holderMacOf })).toBe(true);
    for (const changed of [
      { certificateId: "c2" },
      { kind: "organisation" as const },
      { organisationId: "o2" },
      { email: "b@mail.example" },
      { foldedName: "a c" },
      { certificate: new Uint8Array([1, 3]) },
      { keyId: "k2" as KeyId },
      { holderMac: null },
      { holderMac: holderMacOf.subarray(1) },
    ])
      expect(isAuthentic(secret, { ...holding, holderMac: holderMacOf, ...changed })).toBe(false);
    expect(isAuthentic(holderSecret(new Uint8Array(32).fill(8)), { ...holding, holderMac: holderMacOf })).toBe(false);
  });
});
