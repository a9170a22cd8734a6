// A private key under a passphrase: EncryptedPrivateKeyInfo of PKCS#8 (RFC 5958 §3) by PBES2 (RFC 8018 §6.2) with scrypt (RFC 7914 §7) and
// AES-256-CBC. OpenSSL and node:crypto read it as it is, so nothing here reads.
import { createCipheriv, scrypt } from "node:crypto";
import { encodeInteger, encodeOctetString, encodeOid, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";

/** What a key is encrypted with: 16 random bytes each of salt and start value. */
export type KeyCover = { readonly passphrase: string; readonly salt: Uint8Array; readonly iv: Uint8Array };

// 16 MB and five rounds: OpenSSL refuses to take more than 32 MB, so what is more work goes into the rounds.
const COST = 16_384;
const BLOCK_SIZE = 8;
const PARALLELIZATION = 5;
const KEY_BYTES = 32;

function derive(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  const cost = { N: COST, r: BLOCK_SIZE, p: PARALLELIZATION };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, KEY_BYTES, cost, (fault, key) => (fault === null ? resolve(key) : reject(fault)));
  });
}

/** Encrypts a PrivateKeyInfo (DER); answers DER. @throws RangeError for a salt or start value of another length */
export async function encryptPrivateKey(
  privateKeyInfo: Uint8Array,
  { passphrase, salt, iv }: KeyCover,
): Promise<Uint8Array> {
  if (salt.length !== 16 || iv.length !== 16) throw new RangeError("salt and start value have 16 bytes each");
  const key = await derive(passphrase, salt);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encrypted = Buffer.concat([cipher.update(privateKeyInfo), cipher.final()]);
  key.fill(0);
  const scryptParams = encodeSequence(
    encodeOctetString(salt),
    ...[COST, BLOCK_SIZE, PARALLELIZATION, KEY_BYTES].map(encodeInteger),
  );
  const derivation = encodeSequence(encodeOid(OID.scrypt), scryptParams);
  const encryption = encodeSequence(encodeOid(OID.aes256Cbc), encodeOctetString(iv));
  const algorithm = encodeSequence(encodeOid(OID.pbes2), encodeSequence(derivation, encryption));
  return encodeSequence(algorithm, encodeOctetString(encrypted));
}
