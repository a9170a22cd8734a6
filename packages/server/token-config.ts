/** Tokens as the environment says them: the one with the key that encrypts qualified signers' keys (SIEGEL_PKCS11_…), and the one with keys of the own authority (SIEGEL_AUTHORITY_PKCS11_…). */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigurationFault } from "./configuration-fault.ts";

/** Both tokens: file of a library, label, PIN. */
export const tokenVariables = {
  /** A token (PKCS#11) whose key encrypts qualified signers' keys, and the label of that key. */
  SIEGEL_PKCS11_MODULE: z.string().optional(),
  SIEGEL_PKCS11_TOKEN: z.string().optional(),
  SIEGEL_PKCS11_PIN: z.string().optional(),
  SIEGEL_PKCS11_PIN_FILE: z.string().optional(),
  SIEGEL_PKCS11_KEY: z.string().optional(),
  /** A token in which keys of the own authority are: CAs, responders, time-stamping unit, seal. */
  SIEGEL_AUTHORITY_PKCS11_MODULE: z.string().optional(),
  SIEGEL_AUTHORITY_PKCS11_TOKEN: z.string().optional(),
  SIEGEL_AUTHORITY_PKCS11_PIN: z.string().optional(),
  SIEGEL_AUTHORITY_PKCS11_PIN_FILE: z.string().optional(),
  /** Where new keys of the own authority are made: in that token, where there is one, unless said. */
  SIEGEL_AUTHORITY_KEYS: z.enum(["software", "pkcs11"]).optional(),
};

type Variables = z.infer<z.ZodObject<typeof tokenVariables>>;
type All = Readonly<Record<string, string | undefined>>;

/** `module`: file of the token's library; `token` is a label; `environment`: variables that are not ours, where libraries find settings. */
type Place = {
  readonly environment: Readonly<Record<string, string>>;
  readonly module: string;
  readonly token: string;
  readonly pin: string;
};

/** `key` is a label. */
export type TokenConfig = Place & { readonly key: string };

/** The token with keys of the own authority, null where none is named, and where its new keys are made. */
export type AuthorityKeysConfig = { readonly token: Place | null; readonly madeIn: "software" | "pkcs11" };

const default_key = "siegel passwords";

/** Null: there is no token. @throws ConfigurationFault where something is missing */
export function tokenFrom(env: Variables, all: All): TokenConfig | null {
  const place = placeFrom("SIEGEL_PKCS11", env, all);
  if (place === null && env.SIEGEL_PKCS11_KEY !== undefined)
    throw new ConfigurationFault("SIEGEL_PKCS11_MODULE: missing; a token has a module, a token's label and a PIN");
  return place === null ? null : { ...place, key: env.SIEGEL_PKCS11_KEY ?? default_key };
}

/** @throws ConfigurationFault where something is missing */
export function authorityKeysFrom(env: Variables, all: All): AuthorityKeysConfig {
  const token = placeFrom("SIEGEL_AUTHORITY_PKCS11", env, all);
  const madeIn = env.SIEGEL_AUTHORITY_KEYS ?? (token === null ? "software" : "pkcs11");
  if (madeIn === "pkcs11" && token === null)
    throw new ConfigurationFault("SIEGEL_AUTHORITY_PKCS11_MODULE: missing; SIEGEL_AUTHORITY_KEYS asks for a token");
  return { token, madeIn };
}

function placeFrom(begins: "SIEGEL_PKCS11" | "SIEGEL_AUTHORITY_PKCS11", env: Variables, all: All): Place | null {
  const [module, token, pin] = [env[`${begins}_MODULE`], env[`${begins}_TOKEN`], pinFrom(begins, env)];
  const given = { [`${begins}_MODULE`]: module, [`${begins}_TOKEN`]: token, [`${begins}_PIN`]: pin };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return null;
  if (module === undefined || token === undefined || pin === undefined)
    throw new ConfigurationFault(
      missing.map((name) => `${name}: missing; a token has a module, a token's label and a PIN`).join("\n"),
    );
  return { module, token, pin, environment: notOurs(all) };
}

const ours = /^(SIEGEL_|DATABASE_URL$|PG|NODE_|npm_)/;

const notOurs = (all: All): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined || ours.test(name) ? [] : [[name, value]])),
  );

function pinFrom(begins: "SIEGEL_PKCS11" | "SIEGEL_AUTHORITY_PKCS11", env: Variables): string | undefined {
  const [pin, file] = [env[`${begins}_PIN`], env[`${begins}_PIN_FILE`]];
  if (file === undefined) return pin;
  if (pin !== undefined)
    throw new ConfigurationFault(`${begins}_PIN_FILE: write the PIN there or into ${begins}_PIN, not both`);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new ConfigurationFault(`${begins}_PIN_FILE: ${file} cannot be read`, { cause });
  }
}
