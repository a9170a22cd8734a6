/**
 * A key-encryption key that a token (PKCS#11) does not give away: it makes HMACs there, and everything else happens in the process of the
 * signing module. Unwrapping inside of the token would protect nothing, since who may unwrap may also ask for the key
 * (docs/decisions/0022-password-keys.md). Runs in a process of its own: a library of a token may do what it likes.
 */
import type { PKCS11 } from "pkcs11js";
import { ModuleUnavailable } from "../../ports/signing-module.ts";
import { PinRefused, type TokenPlace } from "./module-language.ts";
import { type KeyEncryption, keyEncryptionBy } from "./password-wrap.ts";

type Library = typeof import("pkcs11js");
type Session = { readonly library: Library; readonly token: PKCS11; readonly session: Buffer };

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

const templateOf = (library: Library, label: string) => [
  { type: library.CKA_CLASS, value: library.CKO_SECRET_KEY },
  { type: library.CKA_KEY_TYPE, value: library.CKK_GENERIC_SECRET },
  { type: library.CKA_LABEL, value: label },
];

async function openToken(place: TokenPlace): Promise<Session> {
  const library = await loadLibrary();
  const token = new library.PKCS11();
  try {
    token.load(place.module);
    token.C_Initialize();
  } catch (fault) {
    throw new ModuleUnavailable(`SIEGEL_PKCS11_MODULE: ${place.module} does not load: ${codeOf(fault)}`, {
      cause: fault,
    });
  }
  try {
    const slot = slotOf(library, token, place.token);
    const session = token.C_OpenSession(slot, library.CKF_SERIAL_SESSION | library.CKF_RW_SESSION);
    logIn({ library, token, session }, place.pin);
    return { library, token, session };
  } catch (fault) {
    token.C_Finalize();
    throw fault;
  }
}

async function loadLibrary(): Promise<Library> {
  try {
    return (await import("pkcs11js")).default;
  } catch (fault) {
    throw new ModuleUnavailable(
      "SIEGEL_PKCS11_MODULE: the package pkcs11js is not built; run `node scripts/build-pkcs11.mjs`, which needs g++",
      { cause: fault },
    );
  }
}

function slotOf(library: Library, token: PKCS11, label: string): Buffer {
  const named = token.C_GetSlotList(true).flatMap((slot) => {
    const { label: found, flags } = token.C_GetTokenInfo(slot);
    return found.trim() === label ? [{ slot, flags }] : [];
  });
  const [only, second] = named;
  if (only === undefined || second !== undefined)
    throw new ModuleUnavailable(
      `SIEGEL_PKCS11_TOKEN: ${only === undefined ? "no token is" : "several tokens are"} called "${label}"`,
    );
  if ((only.flags & library.CKF_USER_PIN_LOCKED) !== 0)
    throw new ModuleUnavailable(`SIEGEL_PKCS11_TOKEN: the token "${label}" has locked its PIN`);
  // A wrong one would lock the token; its owner's tool may try.
  if ((only.flags & library.CKF_USER_PIN_FINAL_TRY) !== 0)
    throw new ModuleUnavailable(
      `SIEGEL_PKCS11_PIN: the token "${label}" takes one more PIN before it locks itself; log in to it once with its own tool`,
    );
  return only.slot;
}

function logIn({ library, token, session }: Session, pin: string): void {
  try {
    token.C_Login(session, library.CKU_USER, pin);
  } catch (fault) {
    const code = codeOf(fault);
    if (code === "CKR_USER_ALREADY_LOGGED_IN") return;
    if (code.startsWith("CKR_PIN_"))
      throw new PinRefused(
        "SIEGEL_PKCS11_PIN: the token refused the PIN. It is not tried again before the service is started again",
        { cause: fault },
      );
    throw new ModuleUnavailable(`SIEGEL_PKCS11_TOKEN: nobody can log in to the token: ${code}`, { cause: fault });
  }
}

function findKey({ library, token, session }: Session, label: string): Buffer | null {
  try {
    token.C_FindObjectsInit(session, templateOf(library, label));
    try {
      return token.C_FindObjects(session);
    } finally {
      token.C_FindObjectsFinal(session);
    }
  } catch (fault) {
    throw new ModuleUnavailable(`the token does not work: ${codeOf(fault)}`, { cause: fault });
  }
}

/** The name that PKCS#11 gives a fault, and nothing else of it. */
const codeOf = (fault: unknown): string =>
  /CKR_[A-Z0-9_]+/.exec(fault instanceof Error ? fault.message : "")?.[0] ?? "an unknown fault";
