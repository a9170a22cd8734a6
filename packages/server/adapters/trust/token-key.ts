/**
 * A key-encryption key that a token (PKCS#11) does not give away: it makes HMACs there, and everything else happens in the process of the
 * signing module. Unwrapping inside of the token would protect nothing, since who may unwrap may also ask for the key
 * (docs/decisions/0022-password-keys.md). Runs in a process of its own: a library of a token may do what it likes.
 */
import { ModuleUnavailable } from "../../ports/signing-module.ts";
import type { TokenPlace } from "./module-language.ts";
import { type KeyEncryption, keyEncryptionBy } from "./password-wrap.ts";
import { codeOf, findObject, openToken, type Session } from "./token-session.ts";

const hmac_bytes = 32;
const key_bytes = 32;

/** The key in the token, logged in to. @throws ModuleUnavailable, PinRefused, which name the setting */
export async function tokenKeyEncryption(place: TokenPlace): Promise<KeyEncryption> {
  const opened = await openToken(place);
  const key = findKey(opened, place.key);
  if (key === null)
    throw new ModuleUnavailable(
      `SIEGEL_PKCS11_KEY: the token has no key "${place.key}"; make one with \`siegel token-key make\``,
    );
  const { library, token, session } = opened;
  return keyEncryptionBy("pkcs11", (message) => {
    try {
      token.C_SignInit(session, { mechanism: library.CKM_SHA256_HMAC }, key);
      return Buffer.from(token.C_Sign(session, Buffer.from(message), Buffer.alloc(hmac_bytes)));
    } catch (fault) {
      throw new ModuleUnavailable(`the token does not work: ${codeOf(fault)}`, { cause: fault });
    }
  });
}

/** Makes the key in the token: 256 bits, never readable. False where one of that name is there. @throws ModuleUnavailable, PinRefused */
export async function makeTokenKey(place: TokenPlace): Promise<boolean> {
  const opened = await openToken(place);
  const { library, token, session } = opened;
  try {
    if (findKey(opened, place.key) !== null) return false;
    token.C_GenerateKey(session, { mechanism: library.CKM_GENERIC_SECRET_KEY_GEN }, [
      ...templateOf(library, place.key),
      { type: library.CKA_VALUE_LEN, value: key_bytes },
      { type: library.CKA_TOKEN, value: true },
      { type: library.CKA_PRIVATE, value: true },
      { type: library.CKA_SENSITIVE, value: true },
      { type: library.CKA_EXTRACTABLE, value: false },
      { type: library.CKA_SIGN, value: true },
    ]);
    return true;
  } catch (fault) {
    if (fault instanceof ModuleUnavailable) throw fault;
    throw new ModuleUnavailable(`the token makes no such key: ${codeOf(fault)}`, { cause: fault });
  } finally {
    token.C_Finalize();
  }
}

const templateOf = (library: Session["library"], label: string) => [
  { type: library.CKA_CLASS, value: library.CKO_SECRET_KEY },
  { type: library.CKA_KEY_TYPE, value: library.CKK_GENERIC_SECRET },
  { type: library.CKA_LABEL, value: label },
];

function findKey(opened: Session, label: string): Buffer | null {
  try {
    return findObject(opened, templateOf(opened.library, label));
  } catch (fault) {
    throw new ModuleUnavailable(`the token does not work: ${codeOf(fault)}`, { cause: fault });
  }
}
