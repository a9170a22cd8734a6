// The file encryption key behind the empty user password (ISO 32000-2 §7.6.4.3): a file locked only with an owner's
// password opens without a password in every viewer, so it may be unlocked and signed.
import { createCipheriv, createHash } from "node:crypto";
import { aesBlocks } from "./aes-source.ts";
import { rc4 } from "./rc4.ts";

/** What the encryption dictionary and the trailer say about the key; `keyBytes` is /Length in bytes. */
export type PasswordEntries = {
  readonly revision: number;
  readonly keyBytes: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  /** /UE: the key, locked with the user's password (revisions 5 and 6). */
  readonly userKey: Uint8Array;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** The first half of the file identifier. */
  readonly id: Uint8Array;
};

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest();

/** The key when the user's password is empty, undefined when it is another. */
export function keyOfEmptyPassword(entries: PasswordEntries): Uint8Array | undefined {
  return entries.revision >= 5 ? keyFromSha(entries) : keyFromMd5(entries);
}

/** Algorithm 2, checked with algorithm 6. */
function keyFromMd5({
  revision,
  keyBytes,
  owner,
  user,
  permissions,
  encryptsMetadata,
  id,
}: PasswordEntries): Uint8Array | undefined {
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const unencrypted = revision >= 4 && !encryptsMetadata ? Buffer.from("ffffffff", "hex") : Buffer.alloc(0);
  let key = md5(padding, owner.subarray(0, 32), flags, id, unencrypted);
  if (revision === 2) {
    key = key.subarray(0, 5);
    return padding.equals(rc4(key, user.subarray(0, 32))) ? key : undefined;
  }
  for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  let proof: Uint8Array = md5(padding, id);
  for (let round = 0; round < 20; round += 1)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    );
  return Buffer.from(proof).equals(user.subarray(0, 16)) ? key : undefined;
}

/** Algorithms 2.A and 11: /U is a hash, a salt to check the password with and a salt to unlock /UE with. */
function keyFromSha({ revision, user, userKey }: PasswordEntries): Uint8Array | undefined {
  if (user.length < 48 || userKey.length < 32) return undefined;
  const hash = revision === 5 ? sha256 : hardenedHash;
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
  return aesBlocks(hash(user.subarray(40, 48)), Buffer.alloc(16), userKey.subarray(0, 32));
}

const sha256 = (salt: Uint8Array): Buffer => createHash("sha256").update(salt).digest();

/** Algorithm 2.B for the empty password: at least 64 rounds of AES-128 and one of three hashes. */
function hardenedHash(salt: Uint8Array): Buffer {
  let key = sha256(salt);
  for (let round = 0; ; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = createHash(["sha256", "sha384", "sha512"][sum % 3] ?? "sha256")
      .update(encrypted)
      .digest();
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}
