import { constants, createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type KeyId, KeyMissing } from "../../ports/keys.ts";
import { keyEncryptionKey } from "./key-encryption-key.ts";
import { softwareKeys, type WrappedKey, type WrappedKeys } from "./software-keys.ts";

const random = {
  bytes: (length: number) => new Uint8Array(randomBytes(length)),
  id: () => randomBytes(13).toString("hex"),
  digits: (length: number) => "7".repeat(length),
};

function memory(): WrappedKeys & { rows: Map<KeyId, WrappedKey> } {
  const rows = new Map<KeyId, WrappedKey>();
  return {
    rows,
    save: async (key) => void rows.set(key.keyId, key),
    read: async (keyId) => rows.get(keyId) ?? null,
    destroy: async (keyId) => void rows.delete(keyId),
  };
}

const message = Buffer.from("to be signed");
const toBeSigned = (digestAlgorithm: "sha256" | "sha384") => ({
  message,
  digest: new Uint8Array(createHash(digestAlgorithm).update(message).digest()),
  digestAlgorithm,
});

describe("the software key store", () => {
  it.each([
    { kind: "p256", digest: "sha256", algorithm: "ecdsa-p256-sha256" },
    { kind: "p384", digest: "sha384", algorithm: "ecdsa-p384-sha384" },
    { kind: "rsa3072", digest: "sha256", algorithm: "rsa-pss-sha256" },
  ] as const)("signs with a $kind key", async ({ kind, digest, algorithm }) => {
    const store = softwareKeys({ records: memory(), keyEncryptionKey: random.bytes(32), random });
    const { keyId, subjectPublicKeyInfo } = await store.generate(kind);
    const signer = await store.signer(keyId);
    expect(signer.algorithm).toBe(algorithm);
    const signature = await signer.sign(toBeSigned(digest));
    const key = createPublicKey({ key: Buffer.from(subjectPublicKeyInfo), format: "der", type: "spki" });
    const options =
      kind === "rsa3072"
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
        : { key, dsaEncoding: "der" as const };
    expect(verify(digest, message, options, signature)).toBe(true);
  });

  it("keeps no private key readable in its records", async () => {
    const records = memory();
    const store = softwareKeys({ records, keyEncryptionKey: random.bytes(32), random });
    const { keyId } = await store.generate("p256");
    const wrapped = records.rows.get(keyId)?.wrapped ?? new Uint8Array();
    // The curve's OID stands in every PKCS#8 of the curve.
    expect(Buffer.from(wrapped).includes(Buffer.from("06082a8648ce3d030107", "hex"))).toBe(false);
  });

  it("opens nothing under another key-encryption key, another row's id, or after a flipped bit", async () => {
    const records = memory();
    const store = softwareKeys({ records, keyEncryptionKey: random.bytes(32), random });
    const { keyId } = await store.generate("p256");
    const { keyId: other } = await store.generate("p256");
    const row = records.rows.get(keyId);
    if (row === undefined) throw new Error("not stored");
    const foreign = softwareKeys({ records, keyEncryptionKey: random.bytes(32), random });
    await expect((await foreign.signer(keyId)).sign(toBeSigned("sha256"))).rejects.toThrow();
    records.rows.set(other, { ...row, keyId: other });
    await expect((await store.signer(other)).sign(toBeSigned("sha256"))).rejects.toThrow(/does not open/);
    const flipped = Uint8Array.from(row.wrapped);
    flipped[5] = (flipped[5] ?? 0) ^ 1;
    records.rows.set(keyId, { ...row, wrapped: flipped });
    await expect((await store.signer(keyId)).sign(toBeSigned("sha256"))).rejects.toThrow(/does not open/);
  });

  it("a destroyed key is missing, and destroying it again is harmless", async () => {
    const store = softwareKeys({ records: memory(), keyEncryptionKey: random.bytes(32), random });
    const { keyId } = await store.generate("p256");
    await store.destroy(keyId);
    await store.destroy(keyId);
    await expect(store.signer(keyId)).rejects.toThrow(KeyMissing);
  });

  it("refuses an algorithm that is not the key's", async () => {
    const store = softwareKeys({ records: memory(), keyEncryptionKey: random.bytes(32), random });
    const { keyId } = await store.generate("p256");
    await expect(store.signer(keyId, "ecdsa-p384-sha384")).rejects.toThrow(/does not make/);
  });
});

describe("the key-encryption key", () => {
  it("is made once in development, readable by its owner alone", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "siegel-kek-"));
    try {
      const first = keyEncryptionKey({ configured: undefined, dataDir, development: true });
      expect(keyEncryptionKey({ configured: undefined, dataDir, development: true })).toEqual(first);
      const file = join(dataDir, "development-key-encryption-key");
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
  it("must be configured outside development, with 32 bytes", () => {
    expect(() => keyEncryptionKey({ configured: undefined, dataDir: "/nowhere", development: false })).toThrow(
      /not set/,
    );
    expect(() => keyEncryptionKey({ configured: "c2hvcnQ=", dataDir: "/nowhere", development: false })).toThrow(
      /32 bytes/,
    );
    expect(keyEncryptionKey({ configured: "ab".repeat(32), dataDir: "/nowhere", development: false })).toEqual(
      new Uint8Array(32).fill(0xab),
    );
  });
});
