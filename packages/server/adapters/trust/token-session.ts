/** A session in a token (PKCS#11), logged in to. Runs in processes of its own: a library of a token may do what it likes. */
import type { PKCS11 } from "pkcs11js";
import { ModuleUnavailable } from "../../ports/signing-module.ts";
import { PinRefused, type TokenPlace } from "./module-language.ts";

type Library = typeof import("pkcs11js");

/** The library, what it speaks to, and the session there. */
export type Session = { readonly library: Library; readonly token: PKCS11; readonly session: Buffer };

/** How the settings begin that name a token: the one under whose key qualified keys are, or the one with keys of the own authority. */
export type TokenSettings = "SIEGEL_PKCS11" | "SIEGEL_AUTHORITY_PKCS11";

/** Loads the library and logs in. @throws ModuleUnavailable, PinRefused, which name the setting */
export async function openToken(
  place: Pick<TokenPlace, "module" | "token" | "pin">,
  settings: TokenSettings = "SIEGEL_PKCS11",
): Promise<Session> {
  const library = await loadLibrary(settings);
  const token = new library.PKCS11();
  try {
    token.load(place.module);
    token.C_Initialize();
  } catch (fault) {
    throw new ModuleUnavailable(`${settings}_MODULE: ${place.module} does not load: ${codeOf(fault)}`, {
      cause: fault,
    });
  }
  try {
    const slot = slotOf({ library, token }, place.token, settings);
    const session = token.C_OpenSession(slot, library.CKF_SERIAL_SESSION | library.CKF_RW_SESSION);
    logIn({ library, token, session }, place.pin, settings);
    return { library, token, session };
  } catch (fault) {
    token.C_Finalize();
    throw fault;
  }
}

async function loadLibrary(settings: TokenSettings): Promise<Library> {
  try {
    return (await import("pkcs11js")).default;
  } catch (fault) {
    throw new ModuleUnavailable(
      `${settings}_MODULE: the package pkcs11js is not built; run \`node scripts/build-pkcs11.mjs\`, which needs g++`,
      { cause: fault },
    );
  }
}

function slotOf({ library, token }: Omit<Session, "session">, label: string, settings: TokenSettings): Buffer {
  const named = token.C_GetSlotList(true).flatMap((slot) => {
    const { label: found, flags } = token.C_GetTokenInfo(slot);
    return found.trim() === label ? [{ slot, flags }] : [];
  });
  const [only, second] = named;
  if (only === undefined || second !== undefined)
    throw new ModuleUnavailable(
      `${settings}_TOKEN: ${only === undefined ? "no token is" : "several tokens are"} called "${label}"`,
    );
  if ((only.flags & library.CKF_USER_PIN_LOCKED) !== 0)
    throw new ModuleUnavailable(`${settings}_TOKEN: the token "${label}" has locked its PIN`);
  // A wrong one would lock the token; its owner's tool may try.
  if ((only.flags & library.CKF_USER_PIN_FINAL_TRY) !== 0)
    throw new ModuleUnavailable(
      `${settings}_PIN: the token "${label}" takes one more PIN before it locks itself; log in to it once with its own tool`,
    );
  return only.slot;
}

function logIn({ library, token, session }: Session, pin: string, settings: TokenSettings): void {
  try {
    token.C_Login(session, library.CKU_USER, pin);
  } catch (fault) {
    const code = codeOf(fault);
    if (code === "CKR_USER_ALREADY_LOGGED_IN") return;
    if (code.startsWith("CKR_PIN_"))
      throw new PinRefused(
        `${settings}_PIN: the token refused the PIN. It is not tried again before the service is started again`,
        { cause: fault },
      );
    throw new ModuleUnavailable(`${settings}_TOKEN: nobody can log in to the token: ${code}`, { cause: fault });
  }
}

/** What the token's library knows a kind of object by. */
type Template = Parameters<PKCS11["C_FindObjectsInit"]>[1];

/** The first object that the template describes, or null. */
export function findObject({ token, session }: Session, template: Template): Buffer | null {
  token.C_FindObjectsInit(session, template);
  try {
    return token.C_FindObjects(session);
  } finally {
    token.C_FindObjectsFinal(session);
  }
}

/** The name that PKCS#11 gives a fault, and nothing else of it. */
export const codeOf = (fault: unknown): string =>
  /CKR_[A-Z0-9_]+/.exec(fault instanceof Error ? fault.message : "")?.[0] ?? "an unknown fault";
