/**
 * The software key store: PKCS#8 wrapped with AES-256-GCM under a key-encryption key.
 * An attacker who reads the database alone learns no key; one who also reads the process's memory or the key-encryption key does.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createSecretKey,
  generateKeyPair,
  type KeyObject,
  sign,
} from "node:crypto";
import { promisify } from "node:util";
import { pssPrivateKey, type SigningAlgorithm, type ToBeSigned } from "@siegel/kernel/x509/signature-algorithm.ts";
import { type KeyId, type KeyKind, KeyMissing, type KeyStore } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";

/** A stored private key: AES-256-GCM of PKCS#8, with the tag at the end; id and kind are authenticated with it. */
export type WrappedKey = {
  readonly keyId: KeyId;
  readonly kind: KeyKind;
  readonly nonce: Uint8Array;
  readonly wrapped: Uint8Array;
};

/** Where wrapped keys are kept. `save` is durable when it resolves; `read` answers null when there is none. */
export type WrappedKeys = {
  readonly save: (key: WrappedKey & { readonly subjectPublicKeyInfo: Uint8Array }) => Promise<void>;
  readonly read: (keyId: KeyId) => Promise<WrappedKey | null>;
  readonly destroy: (keyId: KeyId) => Promise<void>;
};

const TAG_BYTES = 16;
const generatePair = promisify(generateKeyPair);

/** How a kind of key signs. */
export const algorithmOf: Record<KeyKind, SigningAlgorithm> = {
  p256: "ecdsa-p256-sha256",
  p384: "ecdsa-p384-sha384",
  rsa3072: "rsa-pss-sha256",
};

/** A key store in software. `keyEncryptionKey` is 32 bytes and stays in this closure. */
export function softwareKeys(deps: { records: WrappedKeys; keyEncryptionKey: Uint8Array; random: Random }): KeyStore {
  if (deps.keyEncryptionKey.length !== 32) throw new Error("the key-encryption key has 32 bytes");
  return {
    generate: async (kind) => {
      const { privateKey, publicKey } = await makePair(kind);
      const keyId = deps.random.id() as KeyId;
      const subjectPublicKeyInfo = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
      await deps.records.save({ ...wrap(deps, { keyId, kind, privateKey }), subjectPublicKeyInfo });
      return { keyId, subjectPublicKeyInfo };
    },
    signer: async (keyId, algorithm) => {
      const record = await deps.records.read(keyId);
      if (record === null) throw new KeyMissing(`no key ${keyId}`);
      const own = algorithmOf[record.kind];
      if (algorithm !== undefined && algorithm !== own)
        throw new Error(`a ${record.kind} key does not make ${algorithm} signatures`);
      // Unwrapped anew for every signature: no plaintext key outlives the call, service keys included.
      return { algorithm: own, sign: async (toBeSigned) => await signOnce(unwrap(deps, record), toBeSigned) };
    },
    destroy: (keyId) => deps.records.destroy(keyId),
    check: async () => undefined,
    close: async () => undefined,
  };
}

async function makePair(kind: KeyKind): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  switch (kind) {
    case "p256":
      return await generatePair("ec", { namedCurve: "P-256" });
    case "p384":
      return await generatePair("ec", { namedCurve: "P-384" });
    case "rsa3072":
      return await generatePair("rsa", { modulusLength: 3072 });
  }
}

// The associated data binds a record to its id and kind, so that records cannot be exchanged for one another.
const associated = (key: { keyId: KeyId; kind: KeyKind }): Buffer =>
  Buffer.from(`siegel key ${key.keyId} ${key.kind}`, "utf8");

function wrap(
  deps: { keyEncryptionKey: Uint8Array; random: Random },
  key: { keyId: KeyId; kind: KeyKind; privateKey: KeyObject },
): WrappedKey {
  const nonce = deps.random.bytes(12);
  const plain = key.privateKey.export({ type: "pkcs8", format: "der" });
  const cipher = createCipheriv("aes-256-gcm", createSecretKey(deps.keyEncryptionKey), nonce).setAAD(associated(key));
  const wrapped = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  plain.fill(0);
  return { keyId: key.keyId, kind: key.kind, nonce, wrapped: new Uint8Array(wrapped) };
}

function unwrap(deps: { keyEncryptionKey: Uint8Array }, record: WrappedKey): KeyObject {
  const body = record.wrapped.subarray(0, record.wrapped.length - TAG_BYTES);
  // Bare bytes are first tried as a key object, and that exception costs more than deciphering.
  const keyEncryptionKey = createSecretKey(deps.keyEncryptionKey);
  const decipher = createDecipheriv("aes-256-gcm", keyEncryptionKey, record.nonce).setAAD(associated(record));
  decipher.setAuthTag(record.wrapped.subarray(record.wrapped.length - TAG_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(body), decipher.final()]);
    const key = createPrivateKey({ key: plain, type: "pkcs8", format: "der" });
    plain.fill(0);
    return record.kind === "rsa3072" ? pssPrivateKey(key) : key;
  } catch (cause) {
    throw new Error(`key ${record.keyId} does not open under this key-encryption key`, { cause });
  }
}

function signOnce(key: KeyObject, toBeSigned: ToBeSigned): Promise<Uint8Array> {
  // No key needs options (an RSA key says its parameters itself), and inside a record of them it costs as much again as signing.
  return new Promise((resolve, reject) => {
    sign(toBeSigned.digestAlgorithm, toBeSigned.message, key, (error, signature) => {
      if (error) reject(error);
      else resolve(new Uint8Array(signature));
    });
  });
}
