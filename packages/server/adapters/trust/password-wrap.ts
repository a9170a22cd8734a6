/**
 * A private key under its owner's password: PKCS#8 sealed with AES-256-GCM under HKDF(argon2id(password) ‖ HMAC by the key-encryption key).
 * Who has the sealed bytes needs the key-encryption key for each guess at the password, and an argon2id besides.
 * A record is: version ‖ length of the key-encryption key's name ‖ name ‖ salt ‖ memory ‖ passes ‖ nonce ‖ sealed key.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { hashRawSync } from "@node-rs/argon2";
import type { WrappedKey } from "../../ports/signing-module.ts";

/** The key-encryption key: it gives HMACs (SHA-256) and nothing else. Its name says where it is, and differs between two keys. */
export type KeyEncryption = { readonly name: string; readonly hmac: (message: Uint8Array) => Uint8Array };

/** What one guess costs. */
export type Argon2Cost = { readonly memoryKiB: number; readonly passes: number };

/** What one act costs the signing module. */
export const act_cost: Argon2Cost = { memoryKiB: 65_536, passes: 3 };

/** The record was made under another key-encryption key, or by a newer program. The password has nothing to do with it. */
export class WrappedOtherwise extends Error {
  override readonly name = "WrappedOtherwise";
}

const version = 1;
const salt_bytes = 16;
const nonce_bytes = 12;
const tag_bytes = 16;
/** A record that asks for more was not made here, and would take the machine's memory. */
const memory_kib_max = 1_048_576;
const passes_max = 16;
/** Shorter than an id with its salt: the message of no key is the same. */
const own_message = Buffer.from("siegel kek name");

/** `hmac` with a name: where it is, and 64 bits that only this key gives. */
export function keyEncryptionBy(where: "software" | "pkcs11", hmac: KeyEncryption["hmac"]): KeyEncryption {
  return { name: `${where}:${Buffer.from(hmac(own_message)).toString("hex", 0, 8)}`, hmac };
}

/** A key-encryption key in this process' memory; 32 bytes. */
export function softwareKeyEncryption(key: Uint8Array): KeyEncryption {
  if (key.length !== 32) throw new RangeError("the key-encryption key has 32 bytes");
  const secret = createSecretKey(key);
  return keyEncryptionBy("software", (message) => createHmac("sha256", secret).update(message).digest());
}

type Under = { readonly keyId: string; readonly password: Uint8Array; readonly keyEncryption: KeyEncryption };

/** Wraps a PKCS#8, which the caller overwrites. */
export function wrapKey(
  pkcs8: Uint8Array,
  {
    random,
    cost = act_cost,
    ...under
  }: Under & { readonly random: (length: number) => Uint8Array; readonly cost?: Argon2Cost },
): WrappedKey {
  const name = Buffer.from(under.keyEncryption.name);
  const salt = random(salt_bytes);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(cost.memoryKiB, 0);
  numbers.writeUInt32BE(cost.passes, 4);
  const head = Buffer.concat([Uint8Array.of(version, name.length), name, salt, numbers]);
  const nonce = random(nonce_bytes);
  const key = wrappingKey(under, { salt, cost });
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated(under.keyId, head));
  const sealed = Buffer.concat([cipher.update(pkcs8), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  return new Uint8Array(Buffer.concat([head, nonce, sealed])) as WrappedKey;
}

/** The PKCS#8, which the caller overwrites; null for a wrong password, and for a record of another id or that was changed. @throws WrappedOtherwise */
export function unwrapKey(wrapped: WrappedKey, under: Under): Uint8Array | null {
  const { name, head, salt, cost, nonce, body, tag } = partsOf(wrapped);
  if (name !== under.keyEncryption.name)
    throw new WrappedOtherwise(
      `a key was wrapped under ${name}, and the key-encryption key is ${under.keyEncryption.name}`,
    );
  const key = wrappingKey(under, { salt, cost });
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tag_bytes });
  key.fill(0);
  decipher.setAAD(associated(under.keyId, head)).setAuthTag(tag);
  const plain = decipher.update(body);
  try {
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

/** Takes as long as a wrong password. */
export function spendGuess({
  keyEncryption,
  random,
}: Pick<Under, "keyEncryption"> & { readonly random: (length: number) => Uint8Array }): void {
  const under = { keyId: "nobody's key", password: random(salt_bytes), keyEncryption };
  wrappingKey(under, { salt: random(salt_bytes), cost: act_cost }).fill(0);
}

function partsOf(wrapped: WrappedKey) {
  const [found, nameLength = 0] = wrapped;
  if (found !== version)
    throw new WrappedOtherwise(`a wrapped key has version ${found}, and this program knows ${version}`);
  const bytes = Buffer.from(wrapped.buffer, wrapped.byteOffset, wrapped.length);
  const saltAt = 2 + nameLength;
  const numbersAt = saltAt + salt_bytes;
  const nonceAt = numbersAt + 8;
  const sealedAt = nonceAt + nonce_bytes;
  const tagAt = bytes.length - tag_bytes;
  if (tagAt < sealedAt) throw new WrappedOtherwise("a wrapped key is cut short");
  const cost = { memoryKiB: bytes.readUInt32BE(numbersAt), passes: bytes.readUInt32BE(numbersAt + 4) };
  const isPossible =
    cost.memoryKiB >= 8 && cost.memoryKiB <= memory_kib_max && cost.passes >= 1 && cost.passes <= passes_max;
  if (!isPossible) throw new WrappedOtherwise("a wrapped key has a cost that none has that was made here");
  return {
    name: bytes.toString("utf8", 2, saltAt),
    head: bytes.subarray(0, nonceAt),
    salt: bytes.subarray(saltAt, numbersAt),
    cost,
    nonce: bytes.subarray(nonceAt, sealedAt),
    body: bytes.subarray(sealedAt, tagAt),
    tag: bytes.subarray(tagAt),
  };
}

/** Everything before the nonce, and whose it is: records cannot be exchanged for one another, nor made cheaper. */
const associated = (keyId: string, head: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`siegel password key ${keyId} `), head]);

function wrappingKey(
  { keyId, password, keyEncryption }: Under,
  { salt, cost }: { salt: Uint8Array; cost: Argon2Cost },
) {
  if (keyId === "") throw new RangeError("a key has an id");
  const guess = hashRawSync(password, {
    salt,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
    outputLen: 32,
    // Argon2id; the package's enumeration exists for its types only.
    algorithm: 2,
  });
  const counted = keyEncryption.hmac(Buffer.concat([Buffer.from(keyId), salt]));
  const both = Buffer.concat([guess, counted]);
  const key = Buffer.from(hkdfSync("sha256", createSecretKey(both), new Uint8Array(), "siegel password key", 32));
  for (const bytes of [guess, counted, both]) bytes.fill(0);
  return key;
}
