/** The cryptography that cannot be avoided, as bare as node:crypto does it: what the kernel's figures are divided by. */
import { constants, createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Identity } from "../../fixtures/hierarchy.ts";
import type { Side } from "../interleave.ts";

/** As long as the signed attributes of a PAdES signature are, about. */
const message = new Uint8Array(200).fill(1);

/** One signature of somebody's key over a short message. */
export function bareSign({ privateKey }: Pick<Identity, "privateKey">): Side<Uint8Array> {
  const key = forNode(privateKey);
  return { once: () => sign("sha256", message, key) };
}

/** One signature, its verification, and two digests of the file. */
export function bareCryptography({ privateKey }: Pick<Identity, "privateKey">, file: Uint8Array): Side<boolean> {
  const key = forNode(privateKey);
  const publicKey = forNode(createPublicKey(privateKey));
  return {
    once: () => {
      createHash("sha256").update(file).digest();
      createHash("sha256").update(file).digest();
      return verify("sha256", message, publicKey, sign("sha256", message, key));
    },
    check: (results) => {
      if (results.includes(false)) throw new Error("a bare signature does not hold");
    },
  };
}

// An options record costs twice: an ECDSA key goes in bare, as whoever wants speed would write it.
function forNode(key: KeyObject) {
  if (key.asymmetricKeyType === "ec") return key;
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
}
