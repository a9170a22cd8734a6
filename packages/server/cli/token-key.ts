/** `siegel token-key make`: makes the key in the token that SIEGEL_PKCS11_… name. Nobody can read it or copy it out. */
import { makeTokenKey } from "../adapters/trust/token-key.ts";
import type { Config } from "../config.ts";
import { ModuleUnavailable } from "../ports/signing-module.ts";

const usage = "usage: siegel token-key make";

/** Answers 0, 1 when the token makes none, 2 for other options. */
export async function tokenKey(
  { token }: Pick<Config, "token">,
  print: (line: string) => void,
  [act, ...more]: readonly string[],
): Promise<number> {
  if (act !== "make" || more.length > 0) {
    print(usage);
    return 2;
  }
  if (token === null) {
    print("SIEGEL_PKCS11_MODULE names no token.");
    return 1;
  }
  try {
    const made = await makeTokenKey(token);
    print(`The token "${token.token}" has ${made ? "a new" : "already a"} key "${token.key}".`);
    return made ? 0 : 1;
  } catch (fault) {
    if (!(fault instanceof ModuleUnavailable)) throw fault;
    print(`${fault.message}.`);
    return 1;
  }
}
