import { constants, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeKey } from "../../../fixtures/hierarchy.ts";
import { parseDer } from "../asn1/der.ts";
import { encodeNull, encodeOid, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import {
  digestLength,
  digestOf,
  encodeDigestAlgorithm,
  encodeSignatureAlgorithm,
  nodeSigner,
  parseDigestAlgorithm,
  parseSignatureAlgorithm,
  type SignatureAlgorithm,
  type SigningAlgorithm,
  signingAlgorithmFor,
  signMessage,
  verifySignature,
} from "./signature-algorithm.ts";

const message = Buffer.from("a message");
const signing: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];
const checkedOnly = [
  ["rsa-pkcs1-sha256", "sha256"],
  ["rsa-pkcs1-sha384", "sha384"],
  ["rsa-pkcs1-sha512", "sha512"],
] as const;

describe.each(signing)("%s", (algorithm) => {
  const key = makeKey(algorithm);

  it("makes signatures that hold for this message and key alone", async () => {
    const signature = await signMessage(key.signer, message);
    const check = { spki: key.spki, algorithm, message, signature };
    expect(verifySignature(check)).toBe(true);
    expect(verifySignature({ ...check, message: Buffer.from("another") })).toBe(false);
    expect(verifySignature({ ...check, spki: makeKey("ecdsa-p256-sha256").spki })).toBe(false);
    expect(verifySignature({ ...check, signature: signature.subarray(1) })).toBe(false);
    expect(verifySignature({ ...check, signature: new Uint8Array(0) })).toBe(false);
    expect(verifySignature({ ...check, spki: new Uint8Array(5) })).toBe(false);
  });

  it("is the key that its bytes say now, whatever was read of the same array before", async () => {
    const other = makeKey(algorithm);
    const spki = Uint8Array.from(key.spki);
    const check = async ({ signer }: typeof key, text: string) => {
      const words = Buffer.from(text);
      return verifySignature({ spki, algorithm, message: words, signature: await signMessage(signer, words) });
    };
    expect(await check(key, "before")).toBe(true);
    spki.set(other.spki);
    expect(await check(key, "afterwards")).toBe(false);
    expect(await check(other, "afterwards")).toBe(true);
  });

  it("does not pass as another algorithm", async () => {
    const signature = await signMessage(key.signer, message);
    const others = [...signing, ...checkedOnly.map(([name]) => name)].filter((name) => name !== algorithm);
    for (const other of others) {
      expect(verifySignature({ spki: key.spki, algorithm: other, message, signature })).toBe(false);
    }
  });

  it("is found by its key and fits no other", () => {
    expect(signingAlgorithmFor(key.spki)).toBe(algorithm);
    const other = signing.find((name) => name !== algorithm) ?? algorithm;
    expect(() => nodeSigner(key.privateKey, other)).toThrow(RangeError);
  });
});

describe("algorithms", () => {
  it.each(checkedOnly)("checks %s, which nothing here makes", (algorithm, digest) => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
    const signature = sign(digest, message, { key: privateKey, padding: constants.RSA_PKCS1_PADDING });
    expect(verifySignature({ spki, algorithm, message, signature })).toBe(true);
    expect(verifySignature({ spki, algorithm: "rsa-pss-sha256", message, signature })).toBe(false);
  });

  it("takes RSASSA-PSS with a salt as long as the digest only, over SHA-256 only (RFC 4055 §3.1)", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 3072 });
    const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
    const holds = (saltLength: number, digest = "sha256"): boolean => {
      const options = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
      const signature = sign(digest, message, options);
      return verifySignature({ spki, algorithm: "rsa-pss-sha256", message, signature });
    };
    expect([0, 20, 31, 33, 64].filter((saltLength) => holds(saltLength))).toEqual([]);
    expect(holds(32, "sha512")).toBe(false);
    expect(holds(32)).toBe(true);
  });

  it("makes RSASSA-PSS signatures that others read with the certificate's plain key", async () => {
    const { spki, signer } = makeKey("rsa-pss-sha256");
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    expect(verify("sha256", message, pss, await signMessage(signer, message))).toBe(true);
  });

  it("refuses keys that are too short or of other kinds", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const spki = new Uint8Array(rsa.publicKey.export({ type: "spki", format: "der" }));
    const signature = sign("sha256", message, rsa.privateKey);
    expect(verifySignature({ spki, algorithm: "rsa-pkcs1-sha256", message, signature })).toBe(false);
    const ed = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" });
    expect(signingAlgorithmFor(new Uint8Array(ed))).toBeNull();
    expect(signingAlgorithmFor(new Uint8Array(3))).toBeNull();
  });

  it("are read back from their identifiers", () => {
    const all: SignatureAlgorithm[] = [...signing, ...checkedOnly.map(([name]) => name)];
    for (const name of all) expect(parseSignatureAlgorithm(parseDer(encodeSignatureAlgorithm(name)))).toBe(name);
    const sha1WithRsa = encodeSequence(encodeOid("1.2.840.113549.1.1.5"), encodeNull());
    expect(parseSignatureAlgorithm(parseDer(sha1WithRsa))).toBeNull();
    // RFC 5758 §3.2: ECDSA has no parameters, not even NULL.
    const withNull = encodeSequence(encodeOid(OID.ecdsaWithSha256), encodeNull());
    expect(parseSignatureAlgorithm(parseDer(withNull))).toBeNull();
  });

  it("digests are read with and without NULL", () => {
    for (const name of ["sha256", "sha384", "sha512"] as const) {
      expect(parseDigestAlgorithm(parseDer(encodeDigestAlgorithm(name)))).toBe(name);
      expect(parseDigestAlgorithm(parseDer(encodeSequence(encodeOid(OID[name]), encodeNull())))).toBe(name);
      expect(digestOf(name, message)).toHaveLength(digestLength(name));
    }
    expect(parseDigestAlgorithm(parseDer(encodeSequence(encodeOid(OID.sha1))))).toBeNull();
  });
});
