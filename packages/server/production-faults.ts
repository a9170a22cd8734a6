/** What stands against starting in production, a sentence each (decisions.md §1): of the configuration, the data folder, and the database. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eid_client_url } from "@siegel/contract/identification.ts";
import {
  sandbox_account_sid,
  sandbox_auth_token,
  sandbox_eid_oidc_client_secret,
  sandbox_oidc_client_secret,
  sandbox_sender_number,
  sandbox_video_api_key,
  sandbox_video_webhook_secret,
} from "@siegel/contract/sandbox.ts";
import { developmentKeyFile, parseKeyEncryptionKey } from "./adapters/trust/key-encryption-key.ts";
import { example_arc } from "./certificate-policy.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { hasDemoOrganisation } from "./rooms/accounts/accounts.ts";
import { hasDevelopmentUnits } from "./rooms/authority/authority.ts";
import { isThisMachine } from "./this-machine.ts";

/** Everything in configuration and data folder that forbids production. */
export function productionFaults(config: Config): string[] {
  return [
    ...addressFaults(config),
    ...accountFaults(config),
    ...identificationFaults(config),
    ...mailFaults(config),
    ...timeFaults(config),
    ...tokenFaults(config),
    ...eidFaults(config),
    ...ownFaults(config),
  ];
}

function addressFaults(config: Config): string[] {
  const { eid, video } = config.identification;
  const addresses = {
    SIEGEL_SMTP_URL: config.mail.url,
    SIEGEL_TWILIO_URL: config.codes.url,
    SIEGEL_TSA_URL: config.tsaUrl,
    SIEGEL_OCSP_URL: config.ocspUrl,
    SIEGEL_OIDC_ISSUER: config.oidc?.issuer ?? null,
    SIEGEL_EID_OIDC_ISSUER: eid?.kind === "oidc" ? eid.issuer : null,
    SIEGEL_VIDEO_URL: video?.url ?? null,
    SIEGEL_EID_SOAP_URL: eid?.kind === "soap" ? eid.url : null,
  };
  return Object.entries(addresses).flatMap(([name, url]) => {
    if (url === null || !URL.canParse(url)) return [];
    if (isThisMachine(new URL(url).hostname))
      return [`${name} points to this machine: that is a sandbox, not a provider.`];
    // Timestamps and status answers are signed; what goes to the others are secrets, or comes from people's ID cards.
    const inTheClear = inTheClearOf[name];
    return inTheClear !== undefined && new URL(url).protocol !== "https:"
      ? [`${name} is not an https address: ${inTheClear} would go in the clear.`]
      : [];
  });
}

const inTheClearOf: Readonly<Record<string, string>> = {
  SIEGEL_TWILIO_URL: "codes and the account's token",
  SIEGEL_OIDC_ISSUER: "logins and the client's secret",
  SIEGEL_EID_OIDC_ISSUER: "what ID cards say, and the client's secret",
  SIEGEL_VIDEO_URL: "what documents say, and the provider's key",
  SIEGEL_EID_SOAP_URL: "what is on people's ID cards",
};

function accountFaults({ codes, oidc }: Config): string[] {
  const accounts = {
    SIEGEL_TWILIO_ACCOUNT_SID: [codes.accountSid, sandbox_account_sid],
    SIEGEL_TWILIO_AUTH_TOKEN: [codes.authToken, sandbox_auth_token],
    SIEGEL_TWILIO_FROM: [codes.from, sandbox_sender_number],
  } as const;
  const faults = Object.entries(accounts).flatMap(([name, [value, ofSandbox]]) =>
    value === "" || value === ofSandbox ? [`${name} is missing or the sandbox's.`] : [],
  );
  if (oidc?.clientSecret === sandbox_oidc_client_secret) faults.push("SIEGEL_OIDC_CLIENT_SECRET is the sandbox's.");
  return faults;
}

function identificationFaults({ identification: { eid, video } }: Config): string[] {
  const faults: string[] = [];
  if (eid?.kind === "oidc" && eid.clientSecret === sandbox_eid_oidc_client_secret)
    faults.push("SIEGEL_EID_OIDC_CLIENT_SECRET is the sandbox's.");
  if (video?.apiKey === sandbox_video_api_key) faults.push("SIEGEL_VIDEO_API_KEY is the sandbox's.");
  // Whoever knows the one before may still sign.
  if (video?.webhookSecrets.includes(sandbox_video_webhook_secret) === true)
    faults.push("SIEGEL_VIDEO_WEBHOOK_SECRET or SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE is the sandbox's.");
  return faults;
}

/** Domains that are kept for examples (RFC 2606 §2, §3). */
const nobodys = /[@.]example(?:\.(?:com|net|org))?$/iu;

function mailFaults({ mail }: Config): string[] {
  return [
    ...(mail.url === "" ? ["SIEGEL_SMTP_URL is missing: there is no mail server."] : []),
    ...(nobodys.test(mail.from) ? ["SIEGEL_MAIL_FROM is missing, or nobody's address."] : []),
  ];
}

/** Without another clock nobody would notice that this machine's is wrong, and every timestamp with it (ETSI EN 319 421 TIS-7.7.2). */
function timeFaults({ timeServers }: Config): string[] {
  if (timeServers.length === 0)
    return ["SIEGEL_TIME_SERVER is missing: nothing says whether this machine's clock is right."];
  return timeServers.some(({ host }) => isThisMachine(host))
    ? ["SIEGEL_TIME_SERVER points to this machine: a clock is not compared with itself."]
    : [];
}

/** SoftHSM keeps keys and PIN in files: it is for trying out, and protects nothing that the disk does not. */
function tokenFaults({ token, authorityKeys }: Config): string[] {
  const modules = { SIEGEL_PKCS11_MODULE: token?.module, SIEGEL_AUTHORITY_PKCS11_MODULE: authorityKeys.token?.module };
  return Object.entries(modules).flatMap(([name, module]) =>
    module !== undefined && /softhsm/iu.test(module)
      ? [`${name} is SoftHSM: that is a token for trying out, and its keys lie on the disk.`]
      : [],
  );
}

/** TR-03124-1 §2.2 fixes where the client is. */
function eidFaults({ identification: { eid, eidClientUrl } }: Config): string[] {
  return eid?.kind === "soap" && eidClientUrl !== eid_client_url
    ? ["SIEGEL_EID_CLIENT_URL is not where people's eID clients are: leave it out."]
    : [];
}

function ownFaults(config: Config): string[] {
  const faults = [...keyFaults(config)];
  if (!config.publicUrl.startsWith("https://")) faults.push("SIEGEL_PUBLIC_URL is not an https address.");
  else if (isThisMachine(new URL(config.publicUrl).hostname))
    faults.push("SIEGEL_PUBLIC_URL points to this machine: nobody else could open a link.");
  // Verifiers that know the policy would take it for somebody else's, or for an example.
  if (`${config.certificatePolicy}.`.startsWith(`${example_arc}.`))
    faults.push("SIEGEL_CERTIFICATE_POLICY is missing, or an OID that is kept for examples: name one of your own arc.");
  if (config.seedsDemo) faults.push("SIEGEL_DEMO is on: production has no demo organisation.");
  if (existsSync(join(config.dataDir, "demo.json")))
    faults.push("The data folder holds demo.json, the keys of a demo: production begins with an empty data folder.");
  return faults;
}

/** Of 32 random bytes fewer than so many differ once in 10^16 times, and so it is with their distances. */
const random_bytes_min = 16;

/** Neither a few bytes over and over nor a row that is counted. */
function looksRandom(key: Uint8Array): boolean {
  const distances = key.map((byte, i) => byte - (key[i - 1] ?? 0));
  return [key, distances].every((bytes) => new Set(bytes).size >= random_bytes_min);
}

function keyFaults({ keyEncryptionKey, dataDir }: Config): string[] {
  const file = developmentKeyFile(dataDir);
  const developmentKey = existsSync(file) ? readFileSync(file, "utf8").trim() : null;
  const kept =
    developmentKey === null
      ? []
      : ["The data folder holds a development key-encryption key: production begins with an empty data folder."];
  if (keyEncryptionKey === undefined) return ["SIEGEL_KEY_ENCRYPTION_KEY is missing.", ...kept];
  try {
    const key = parseKeyEncryptionKey(keyEncryptionKey, "SIEGEL_KEY_ENCRYPTION_KEY");
    if (!looksRandom(key))
      return ["SIEGEL_KEY_ENCRYPTION_KEY is not random: make one with `openssl rand -hex 32`.", ...kept];
    const isDevelopments = developmentKey !== null && Buffer.from(key).toString("hex") === developmentKey.toLowerCase();
    return isDevelopments
      ? ["SIEGEL_KEY_ENCRYPTION_KEY is the development key of the data folder: make a new one.", ...kept]
      : kept;
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    return [`${fault.message}.`, ...kept];
  }
}

/** Everything in the database that forbids production: what development left there stays recognisable for ever. */
export async function productionDatabaseFaults(db: Db): Promise<string[]> {
  const faults: string[] = [];
  if (await hasDevelopmentUnits(db))
    faults.push(
      "The database holds a development trust hierarchy and its keys: production begins with an empty database.",
    );
  if (await hasDemoOrganisation(db))
    faults.push("The database holds the demo organisation: production begins with an empty database.");
  return faults;
}
