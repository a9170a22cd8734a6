import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeKey } from "../../../fixtures/hierarchy.ts";
import { signMessage, verifySignature } from "./signature-algorithm.ts";
import { verifiedSignatures } from "./verified-signatures.ts";

const bytes = (maxLength = 64) => fc.uint8Array({ minLength: 1, maxLength });
const checks = fc.record({
  spki: bytes(),
  algorithm: fc.constantFrom("a", "b"),
  message: bytes(),
  signature: bytes(),
});

describe("a memory of verified signatures", () => {
  it("knows what was added, and nothing that differs from it in a byte, a length or the algorithm", () => {
    fc.assert(
      fc.property(checks, fc.nat(), fc.integer({ min: 1, max: 255 }), (check, at, flip) => {
        const known = verifiedSignatures(10);
        expect(known.has(check)).toBe(false);
        known.add(check);
        expect(known.has({ ...check, message: Uint8Array.from(check.message) })).toBe(true);
        expect(known.has({ ...check, algorithm: check.algorithm === "a" ? "b" : "a" })).toBe(false);
        for (const part of ["spki", "message", "signature"] as const) {
          const changed = Uint8Array.from(check[part]);
          changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ flip;
          expect(known.has({ ...check, [part]: changed })).toBe(false);
          expect(known.has({ ...check, [part]: check[part].subarray(1) })).toBe(false);
          expect(known.has({ ...check, [part]: Uint8Array.of(...check[part], 0) })).toBe(false);
        }
      }),
    );
  });

  it("keeps the bytes as they were when they were verified", () => {
    const known = verifiedSignatures(10);
    const check = { spki: Uint8Array.of(1), algorithm: "a", message: Uint8Array.of(2), signature: Uint8Array.of(3) };
    known.add(check);
    check.message[0] = 9;
    expect(known.has(check)).toBe(false);
    expect(known.has({ ...check, message: Uint8Array.of(2) })).toBe(true);
  });

  it("forgets the oldest, and never keeps a long message", () => {
    const known = verifiedSignatures(2);
    const one = (n: number, length = 1) => ({
      spki: Uint8Array.of(1),
      algorithm: "a",
      message: new Uint8Array(length),
      signature: Uint8Array.of(n),
    });
    for (const n of [1, 2, 3]) known.add(one(n));
    known.add(one(4, 5_000));
    expect([1, 2, 3].map((n) => known.has(one(n)))).toEqual([false, true, true]);
    expect(known.has(one(4, 5_000))).toBe(false);
  });
});

describe("a signature that was verified", () => {
  it("vouches for no other message, key or value, however often it is asked about", async () => {
    const [key, other] = [makeKey("ecdsa-p256-sha256"), makeKey("ecdsa-p256-sha256")];
    const message = Buffer.from("verified once");
    const signature = await signMessage(key.signer, message);
    const check = { spki: key.spki, algorithm: "ecdsa-p256-sha256", message, signature } as const;
    for (let i = 0; i < 3; i += 1) {
      expect(verifySignature(check)).toBe(true);
      expect(verifySignature({ ...check, message: Buffer.from("verified twice") })).toBe(false);
      expect(verifySignature({ ...check, spki: other.spki })).toBe(false);
      expect(verifySignature({ ...check, algorithm: "rsa-pss-sha256" })).toBe(false);
      const changed = Uint8Array.from(signature);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      expect(verifySignature({ ...check, signature: changed })).toBe(false);
    }
  });
});
