/** The key of a root that is kept outside of the running system: a PKCS#8 file under a passphrase, opened for one ceremony. */
import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { encryptPrivateKey } from "@siegel/kernel/x509/encrypted-key.ts";
import { nodeSigner, type Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { Random } from "../../ports/random.ts";

const generatePair = promisify(generateKeyPair);

/** A new root's key: the file's text, its public key (DER), and its signer. */
export type RootKey = { readonly pem: string; readonly subjectPublicKeyInfo: Uint8Array; readonly signer: Signer };

/** Makes a key (P-384) under a passphrase. */
export async function makeRootKey(passphrase: string, random: Random): Promise<RootKey> {
  const { privateKey, publicKey } = await generatePair("ec", { namedCurve: "P-384" });
  const plain = privateKey.export({ type: "pkcs8", format: "der" });
  const cover = { passphrase, salt: random.bytes(16), iv: random.bytes(16) };
  const encrypted = Buffer.from(await encryptPrivateKey(plain, cover));
  plain.fill(0);
  // RFC 7468 §11.
  const lines = encrypted.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    pem: `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${lines.join("\n")}\n-----END ENCRYPTED PRIVATE KEY-----\n`,
    subjectPublicKeyInfo: new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
    signer: signerOf(privateKey),
  };
}

/** Opens a file that `makeRootKey` wrote; null: the passphrase is another one, or the file is damaged. */
export function openRootKey(pem: string, passphrase: string): Signer | null {
  try {
    return signerOf(createPrivateKey({ key: pem, passphrase }));
  } catch {
    return null;
  }
}

const signerOf = (key: KeyObject): Signer => nodeSigner(key, "ecdsa-p384-sha384");
