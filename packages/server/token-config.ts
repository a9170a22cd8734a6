/** The token with the key-encryption key of qualified signers' keys, as the environment says it (SIEGEL_PKCS11_…). */
import { readFileSync } from "node:fs";
import { ConfigurationFault } from "./configuration-fault.ts";

/** `module`: file of the token's library; `token` and `key` are labels; `environment`: variables that are not ours, where libraries find settings. */
export type TokenConfig = {
  readonly environment: Readonly<Record<string, string>>;
  readonly module: string;
  readonly token: string;
  readonly pin: string;
  readonly key: string;
};

type Variables = Readonly<
  Partial<
    Record<
      | "SIEGEL_PKCS11_MODULE"
      | "SIEGEL_PKCS11_TOKEN"
      | "SIEGEL_PKCS11_PIN"
      | "SIEGEL_PKCS11_PIN_FILE"
      | "SIEGEL_PKCS11_KEY",
      string | undefined
    >
  >
>;

const default_key = "siegel passwords";

/** Null: there is no token. @throws ConfigurationFault where something is missing */
export function tokenFrom(env: Variables, all: Readonly<Record<string, string | undefined>>): TokenConfig | null {
  const { SIEGEL_PKCS11_MODULE: module, SIEGEL_PKCS11_TOKEN: token, SIEGEL_PKCS11_KEY: key = default_key } = env;
  const pin = pinFrom(env);
  const given = { SIEGEL_PKCS11_MODULE: module, SIEGEL_PKCS11_TOKEN: token, SIEGEL_PKCS11_PIN: pin };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3 && env.SIEGEL_PKCS11_KEY === undefined) return null;
  if (module === undefined || token === undefined || pin === undefined)
    throw new ConfigurationFault(
      missing.map((name) => `${name}: missing; a token has a module, a token's label and a PIN`).join("\n"),
    );
  return { module, token, pin, key, environment: notOurs(all) };
}

const ours = /^(SIEGEL_|DATABASE_URL$|PG|NODE_|npm_)/;

const notOurs = (all: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined || ours.test(name) ? [] : [[name, value]])),
  );

function pinFrom({ SIEGEL_PKCS11_PIN: pin, SIEGEL_PKCS11_PIN_FILE: file }: Variables): string | undefined {
  if (file === undefined) return pin;
  if (pin !== undefined)
    throw new ConfigurationFault("SIEGEL_PKCS11_PIN_FILE: write the PIN there or into SIEGEL_PKCS11_PIN, not both");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new ConfigurationFault(`SIEGEL_PKCS11_PIN_FILE: ${file} cannot be read`, { cause });
  }
}
