import { argon2Sync, generateKeyPairSync, randomBytes } from "node:crypto";
import { hashRawSync } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import type { WrappedKey } from "../../ports/signing-module.ts";
import { act_cost, softwareKeyEncryption, spendGuess, unwrapKey, WrappedOtherwise, wrapKey } from "./password-wrap.ts";

const cost = { memoryKiB: 64, passes: 1 };
const keyEncryption = softwareKeyEncryption(new Uint8Array(32).fill(7));
const password = Buffer.from("Grüße-7! ein Satz");
const under = { keyId: "key-1", password, keyEncryption };
const pkcs8 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "der" });
const wrap = () => wrapKey(pkcs8, { ...under, random: randomBytes, cost });

describe("a key under a password", () => {
  it("opens with it, and with no other password, id or key-encryption key", () => {
    const wrapped = wrap();
    expect(unwrapKey(wrapped, under)).toEqual(pkcs8);
    for (const other of ["grüße-7! ein Satz", "Grüße-7! ein Satz ", ""])
      expect(unwrapKey(wrapped, { ...under, password: Buffer.from(other) })).toBeNull();
    expect(unwrapKey(wrapped, { ...under, keyId: "key-2" })).toBeNull();
    const foreign = softwareKeyEncryption(new Uint8Array(32).fill(8));
    expect(() => unwrapKey(wrapped, { ...under, keyEncryption: foreign })).toThrow(WrappedOtherwise);
  });

  it("differs each time, names its key-encryption key, and shows no key", () => {
    const [one, other] = [Buffer.from(wrap()), Buffer.from(wrap())];
    expect(one.equals(other)).toBe(false);
    expect(one.toString("latin1")).toMatch(/^..software:[0-9a-f]{16}/s);
    // The curve's OID stands in every PKCS#8 of the curve.
    expect(one.includes(Buffer.from("06082a8648ce3d030107", "hex"))).toBe(false);
  });

  it("opens for nobody once a bit of it was changed, whatever that bit says", () => {
    const wrapped = wrap();
    for (let at = 0; at < wrapped.length; at++) {
      const changed = wrapped.map((byte, i) => (i === at ? byte ^ 1 : byte)) as WrappedKey;
      let opened: Uint8Array | null = null;
      try {
        opened = unwrapKey(changed, under);
      } catch (fault) {
        // A changed name or version, or a cost that nobody has.
        expect(fault).toBeInstanceOf(WrappedOtherwise);
      }
      expect(opened, String(at)).toBeNull();
    }
    for (const length of [0, 1, 20, 78])
      expect(() => unwrapKey(wrapped.slice(0, length) as WrappedKey, under)).toThrow(WrappedOtherwise);
  });

  it("asks the key-encryption key once for each guess", () => {
    let asked = 0;
    const counting = {
      ...keyEncryption,
      hmac: (message: Uint8Array) => {
        asked += 1;
        return keyEncryption.hmac(message);
      },
    };
    unwrapKey(wrap(), { ...under, keyEncryption: counting });
    unwrapKey(wrap(), { ...under, keyEncryption: counting, password: Buffer.from("wrong") });
    expect(asked).toBe(2);
    spendGuess({ keyEncryption: counting, random: randomBytes });
    expect(asked).toBe(3);
  });

  it("costs 64 MiB and three passes of the argon2id that OpenSSL has, too", () => {
    expect(act_cost).toEqual({ memoryKiB: 65_536, passes: 3 });
    const [salt, message] = [Buffer.alloc(16, 3), password];
    const ours = hashRawSync(message, {
      salt,
      memoryCost: 64,
      timeCost: 1,
      parallelism: 1,
      outputLen: 32,
      algorithm: 2,
    });
    const theirs = { message, nonce: salt, parallelism: 1, tagLength: 32, memory: 64, passes: 1 };
    expect(ours).toEqual(argon2Sync("argon2id", theirs));
  });

  it("needs 32 bytes of key-encryption key", () => {
    expect(() => softwareKeyEncryption(new Uint8Array(31))).toThrow("32 bytes");
  });
});
