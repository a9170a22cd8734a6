/**
 * The environment, parsed once. In development whatever concerns a provider points to the sandbox's ports;
 * in production `production-faults.ts` names everything that stands against starting (decisions.md §1).
 */
import { resolve } from "node:path";
import {
  otp_sends_per_address_per_hour_max,
  otp_sends_per_number_per_hour_max,
  pdf_bytes_max,
  pdf_pages_max,
} from "@siegel/contract/limits.ts";
import {
  sandbox_account_sid,
  sandbox_auth_token,
  sandbox_eid_port_offset,
  sandbox_oidc_client_id,
  sandbox_oidc_client_secret,
  sandbox_oidc_path,
  sandbox_port,
  sandbox_sender_number,
  sandbox_smtp_port_offset,
} from "@siegel/contract/sandbox.ts";
import { z } from "zod";
import { example_arc, isPolicy } from "./certificate-policy.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import { entriesOf } from "./entries-of.ts";
import { type IdentificationConfig, identificationFrom, identificationVariables } from "./identification-config.ts";
import { networksFrom } from "./networks-config.ts";
import { type QcConfig, statementsFrom } from "./qc-config.ts";
import { isLoopbackHost, isThisMachine } from "./this-machine.ts";
import { timeServerFrom } from "./time-server-config.ts";
import {
  type AuthorityKeysConfig,
  authorityKeysFrom,
  type TokenConfig,
  tokenFrom,
  tokenVariables,
} from "./token-config.ts";

/** Whether times can be written in it. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const port = z.coerce.number("a number").int().min(1).max(65_535);
const count = z.coerce.number("a number").int().min(1);
const address = z.url({ protocol: /^https?$/ });

const environment = z.object({
  SIEGEL_MODE: z.enum(["development", "production"]).default("development"),
  PORT: port.default(3_000),
  /** The address to listen on; loopback unless said. */
  SIEGEL_HOST: z.string().default("127.0.0.1"),
  SIEGEL_SANDBOX_PORT: port.default(sandbox_port),
  SIEGEL_SANDBOX_SMTP_PORT: port.optional(),
  SIEGEL_SANDBOX_EID_PORT: port.optional(),
  SIEGEL_DATA_DIR: z.string().default("./data"),
  SIEGEL_PUBLIC_URL: address.optional(),
  SIEGEL_PROVIDER_NAME: z.string().trim().min(1).max(100).default("Siegel Vertrauensdienste"),
  SIEGEL_PROVIDER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default("DE"),
  SIEGEL_PROVIDER_IDENTIFIER: z.string().max(100).default("NTRDE-HRB000000"),
  /** The policy that certificates of signers and seals name. */
  SIEGEL_CERTIFICATE_POLICY: z
    .string()
    .refine(isPolicy, "an OID in dotted form, each number below 2147483648, for example 1.3.6.1.4.1.32473.1.1")
    .default(`${example_arc}.1.1`),
  /** Where the root of an empty database is to be; `outside`: on a machine of its own (docs/operations/authority.md). */
  SIEGEL_ROOT: z.enum(["here", "outside"]).default("here"),
  /** What qualified certificates state: `compliance`, `sscd`; separated by commas or spaces. */
  SIEGEL_QC_STATEMENTS: z.string().default(""),
  /** Where the disclosure statement of qualified certificates is, `en=https://…` for each language. */
  SIEGEL_QC_DISCLOSURES: z.string().default(""),
  /** Plain texts of the public pages; a general one names the provider where they are missing. */
  SIEGEL_IMPRINT_DE: z.string().optional(),
  SIEGEL_IMPRINT_EN: z.string().optional(),
  SIEGEL_PRIVACY_DE: z.string().optional(),
  SIEGEL_PRIVACY_EN: z.string().optional(),
  /** Whom people reach who want a certificate revoked, or ask about trust. */
  SIEGEL_CONTACT_EMAIL: z.email().optional(),
  SIEGEL_CONTACT_PHONE: z
    .string()
    .regex(/^\+[0-9][0-9 ()-]{5,28}[0-9]$/, "an international number, for example +49 30 23125 116")
    .optional(),
  /** Where somebody makes an appointment to be identified in person; a page of ours says whom to ask where it is missing. */
  SIEGEL_PERSONAL_IDENT_URL: address.optional(),
  SIEGEL_TIME_ZONE: z.string().refine(isTimeZone, "a time zone, for example Europe/Berlin").default("Europe/Berlin"),
  /** While this moment is to come, calls are answered MAINTENANCE, and pages say so; certificates' status stays served. */
  SIEGEL_MAINTENANCE_UNTIL: z.iso.datetime({ offset: true }).optional(),
  DATABASE_URL: z.string().optional(),
  SIEGEL_STORAGE_URL: z.url({ protocol: /^file$/, error: "a file:// address" }).optional(),
  SIEGEL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SIEGEL_MAIL_FROM: z.email().optional(),
  SIEGEL_TWILIO_URL: address.optional(),
  SIEGEL_TWILIO_ACCOUNT_SID: z.string().optional(),
  SIEGEL_TWILIO_AUTH_TOKEN: z.string().optional(),
  SIEGEL_TWILIO_FROM: z.string().optional(),
  SIEGEL_TSA_URL: address.optional(),
  /** Certificates (PEM or DER file) that the tokens of SIEGEL_TSA_URL chain to. */
  SIEGEL_TSA_ANCHOR: z.string().optional(),
  SIEGEL_OCSP_URL: address.optional(),
  /** NTP servers, `host` or `host:port`, separated by commas or spaces. */
  SIEGEL_TIME_SERVER: z.string().default(""),
  SIEGEL_KEY_ENCRYPTION_KEY: z.string().optional(),
  ...tokenVariables,
  /** The largest PDF that is taken, in units of 1,048,576 bytes, and its most pages. */
  SIEGEL_PDF_MB_MAX: count.max(2_000).default(pdf_bytes_max / 1_048_576),
  SIEGEL_PDF_PAGES_MAX: count.max(100_000).default(pdf_pages_max),
  /** Whether pages are drawn for devices that cannot draw them. */
  SIEGEL_PAGE_PICTURES: z.enum(["on", "off"]).default("on"),
  /** Whether a second operator must confirm what the first one found in an organisation's register. */
  SIEGEL_FOUR_EYES: z.enum(["on", "off"]).default("off"),
  SIEGEL_REVOKE_FOUR_EYES: z.enum(["on", "off"]).default("off"),
  /** Networks (`10.1.0.0/16`) that webhooks may lead to although they are private, also without TLS; separated by commas or spaces. */
  SIEGEL_WEBHOOK_NETWORKS: z.string().optional(),
  /** The OpenID Connect provider through which people may log in; `none` turns it off. The provider issued the id and the secret. */
  SIEGEL_OIDC_ISSUER: z.union([z.literal("none"), address], "an address, or none").optional(),
  SIEGEL_OIDC_CLIENT_ID: z.string().trim().min(1).max(300).optional(),
  SIEGEL_OIDC_CLIENT_SECRET: z.string().min(1).max(1_000).optional(),
  /** What people call the provider; stands on the button. */
  SIEGEL_OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  /** Networks in which the provider may be although they are private; separated by commas or spaces. */
  SIEGEL_OIDC_NETWORKS: z.string().optional(),
  ...identificationVariables,
  SIEGEL_CODES_PER_NUMBER_PER_HOUR: count.default(otp_sends_per_number_per_hour_max),
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: count.default(otp_sends_per_address_per_hour_max),
  /** Signers whose turn it is are reminded so many hours before the workflow's time is over; 0: not. */
  SIEGEL_REMIND_BEFORE_EXPIRY_H: z.coerce.number().int().min(0).max(720).default(48),
  /** And so many days after their turn came, numbers separated by commas or spaces; `none`: not. */
  SIEGEL_REMIND_AFTER_DAYS: z.string().default("7"),
  /** How long a process that was told to stop still takes requests while `/api/health` says `stopping`, seconds. */
  SIEGEL_DRAIN_S: z.coerce.number().int().min(0).max(300).default(0),
  /** Port of `/metrics`; unset: none. */
  SIEGEL_METRICS_PORT: port.optional(),
  /** The address `/metrics` listens on; another than loopback needs the token. */
  SIEGEL_METRICS_HOST: z.string().default("127.0.0.1"),
  /** What a scraper of `/metrics` shows as its bearer token. */
  SIEGEL_METRICS_TOKEN: z.string().min(16).optional(),
  /** How many proxies in front of us are trusted to say who is asking; 0: none. */
  SIEGEL_TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SIEGEL_DEMO: z.enum(["on", "off"]).optional(),
  SIEGEL_LOG: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
});

type Environment = z.infer<typeof environment>;

/** Everything that is decided before the server starts. Addresses have no slash at the end. */
export type Config = {
  readonly mode: "development" | "production";
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly publicUrl: string;
  /** Below it stand the addresses in certificates: `publicUrl`, or a name for examples where that is this machine. */
  readonly certificateUrl: string;
  readonly provider: { readonly name: string; readonly country: string; readonly organizationIdentifier: string };
  /** OID in dotted form; in development one of an arc that is kept for examples. */
  readonly certificatePolicy: string;
  /** Where the root of an empty database is to be. */
  readonly root: "here" | "outside";
  /** In qualified certificates (EN 319 412-5); nothing but their type and policy unless said. */
  readonly qcStatements: QcConfig;
  /** Plain texts of the public pages as configured. */
  readonly pages: Readonly<Record<"imprint" | "privacy", { readonly de: string | null; readonly en: string | null }>>;
  /** Whom people reach about certificates; null where the operator named nobody. */
  readonly contact: { readonly email: string | null; readonly phone: string | null };
  /** Where people are told how to be identified in person. */
  readonly personalIdentUrl: string;
  readonly zone: string;
  /** Announced maintenance; null: none. */
  readonly maintenanceUntil: Date | null;
  /** Null: an embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null;
  readonly storageDir: string;
  readonly mail: { readonly url: string; readonly from: string };
  /** The provider of text messages and calls. */
  readonly codes: {
    readonly url: string;
    readonly accountSid: string;
    readonly authToken: string;
    readonly from: string;
  };
  /** Null: the own authority answers. */
  readonly tsaUrl: string | null;
  readonly tsaAnchorFile: string | null;
  readonly ocspUrl: string | null;
  /** Whose time this machine's is compared with; an IPv6 address has no brackets. */
  readonly timeServers: ReadonlyArray<{ readonly host: string; readonly port: number }>;
  readonly keyEncryptionKey: string | undefined;
  /** Where qualified signers' keys are encrypted; null: under a key that hangs on `keyEncryptionKey`. */
  readonly token: TokenConfig | null;
  /** Where keys of the own authority are. */
  readonly authorityKeys: AuthorityKeysConfig;
  /** What a PDF may be at most. */
  readonly intakeLimits: { readonly fileBytesMax: number; readonly pagesMax: number };
  /** Whether pages are drawn here for devices that cannot. */
  readonly drawsPages: boolean;
  /** Whether a register check counts only once a second operator has confirmed it. */
  readonly fourEyes: boolean;
  /** Whether a revocation at the desk counts only once a second operator has confirmed it. */
  readonly revokeFourEyes: boolean;
  /** Networks that webhooks may lead to besides public addresses, each as `address/prefix`. */
  readonly webhookNetworks: readonly string[];
  /** The login provider (OpenID Connect); null: there is none. */
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** What people call it. */
    readonly label: string;
    /** Networks in which it may be besides public addresses. */
    readonly networks: readonly string[];
  } | null;
  /** Who identifies people by ID card and by video. */
  readonly identification: IdentificationConfig;
  readonly codeLimits: { readonly perNumberPerHour: number; readonly perAddressPerHour: number };
  /** When signers are reminded by themselves. */
  readonly reminders: { readonly beforeExpiryH: number; readonly afterDays: readonly number[] };
  readonly trustProxy: number;
  readonly drainMs: number;
  /** Null: no metrics are served. */
  readonly metrics: { readonly port: number; readonly host: string; readonly token: string | null } | null;
  /** Null in production: there is no sandbox then. */
  readonly sandbox: SandboxPorts | null;
  readonly seedsDemo: boolean;
  readonly logLevel: NonNullable<Environment["SIEGEL_LOG"]>;
};

/** Parses the environment. @throws ConfigurationFault naming every variable that does not fit */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is an unset one, as in shells and compose files.
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigurationFault(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  }
  const tokens = { token: tokenFrom(parsed.data, given), authorityKeys: authorityKeysFrom(parsed.data, given) };
  return { ...configFrom(parsed.data), ...tokens };
}

function configFrom(env: Environment): Omit<Config, "token" | "authorityKeys"> {
  const development = env.SIEGEL_MODE === "development";
  const dataDir = resolve(env.SIEGEL_DATA_DIR);
  const sandbox = development ? sandboxFrom(env) : null;
  const publicUrl = withoutSlash(env.SIEGEL_PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  return {
    mode: env.SIEGEL_MODE,
    port: env.PORT,
    host: env.SIEGEL_HOST,
    dataDir,
    publicUrl,
    // A name of this machine leads nowhere from elsewhere, and linters object to it (RFC 2606 §3 keeps this one for examples).
    certificateUrl: isThisMachine(new URL(publicUrl).hostname) ? "http://siegel.example.org" : publicUrl,
    provider: {
      name: env.SIEGEL_PROVIDER_NAME,
      country: env.SIEGEL_PROVIDER_COUNTRY,
      organizationIdentifier: env.SIEGEL_PROVIDER_IDENTIFIER,
    },
    certificatePolicy: env.SIEGEL_CERTIFICATE_POLICY,
    root: env.SIEGEL_ROOT,
    qcStatements: statementsFrom(env.SIEGEL_QC_STATEMENTS, env.SIEGEL_QC_DISCLOSURES),
    pages: {
      imprint: { de: env.SIEGEL_IMPRINT_DE ?? null, en: env.SIEGEL_IMPRINT_EN ?? null },
      privacy: { de: env.SIEGEL_PRIVACY_DE ?? null, en: env.SIEGEL_PRIVACY_EN ?? null },
    },
    contact: contactFrom(env),
    personalIdentUrl: env.SIEGEL_PERSONAL_IDENT_URL ?? `${publicUrl}/in_person`,
    zone: env.SIEGEL_TIME_ZONE,
    maintenanceUntil: env.SIEGEL_MAINTENANCE_UNTIL === undefined ? null : new Date(env.SIEGEL_MAINTENANCE_UNTIL),
    databaseUrl: env.DATABASE_URL ?? null,
    storageDir:
      env.SIEGEL_STORAGE_URL === undefined
        ? resolve(dataDir, "blobs")
        : decodeURIComponent(new URL(env.SIEGEL_STORAGE_URL).pathname),
    mail: mailFrom(env, sandbox),
    codes: {
      url: withoutSlash(env.SIEGEL_TWILIO_URL ?? sandbox?.url ?? "https://api.twilio.com"),
      accountSid: env.SIEGEL_TWILIO_ACCOUNT_SID ?? (development ? sandbox_account_sid : ""),
      authToken: env.SIEGEL_TWILIO_AUTH_TOKEN ?? (development ? sandbox_auth_token : ""),
      from: env.SIEGEL_TWILIO_FROM ?? (development ? sandbox_sender_number : ""),
    },
    tsaUrl: env.SIEGEL_TSA_URL ?? null,
    tsaAnchorFile: env.SIEGEL_TSA_ANCHOR ?? null,
    ocspUrl: env.SIEGEL_OCSP_URL ?? null,
    timeServers: entriesOf(env.SIEGEL_TIME_SERVER).map(timeServerFrom),
    keyEncryptionKey: env.SIEGEL_KEY_ENCRYPTION_KEY,
    intakeLimits: { fileBytesMax: env.SIEGEL_PDF_MB_MAX * 1_048_576, pagesMax: env.SIEGEL_PDF_PAGES_MAX },
    drawsPages: env.SIEGEL_PAGE_PICTURES === "on",
    fourEyes: env.SIEGEL_FOUR_EYES === "on",
    revokeFourEyes: env.SIEGEL_REVOKE_FOUR_EYES === "on",
    webhookNetworks: networksFrom("SIEGEL_WEBHOOK_NETWORKS", env),
    oidc: oidcFrom(env, sandbox),
    identification: identificationFrom(env, sandbox),
    codeLimits: {
      perNumberPerHour: env.SIEGEL_CODES_PER_NUMBER_PER_HOUR,
      perAddressPerHour: env.SIEGEL_CODES_PER_ADDRESS_PER_HOUR,
    },
    reminders: {
      beforeExpiryH: env.SIEGEL_REMIND_BEFORE_EXPIRY_H,
      afterDays: daysFrom(env.SIEGEL_REMIND_AFTER_DAYS),
    },
    trustProxy: env.SIEGEL_TRUST_PROXY,
    drainMs: env.SIEGEL_DRAIN_S * 1_000,
    metrics: metricsFrom(env),
    sandbox,
    seedsDemo: env.SIEGEL_DEMO === undefined ? development : env.SIEGEL_DEMO === "on",
    logLevel: env.SIEGEL_LOG ?? (development ? "warn" : "info"),
  };
}

type SandboxPorts = {
  readonly port: number;
  readonly smtpPort: number;
  readonly eidPort: number;
  readonly url: string;
};

function sandboxFrom(env: Environment): SandboxPorts {
  const port = env.SIEGEL_SANDBOX_PORT;
  return {
    port,
    smtpPort: env.SIEGEL_SANDBOX_SMTP_PORT ?? port + sandbox_smtp_port_offset,
    eidPort: env.SIEGEL_SANDBOX_EID_PORT ?? port + sandbox_eid_port_offset,
    url: `http://localhost:${port}`,
  };
}

function mailFrom(env: Environment, sandbox: { smtpPort: number } | null): { url: string; from: string } {
  const url = env.SIEGEL_SMTP_URL ?? (sandbox ? `smtp://127.0.0.1:${sandbox.smtpPort}` : "");
  return { url, from: env.SIEGEL_MAIL_FROM ?? "siegel@localhost.example" };
}

/** In development the sandbox's provider, unless another one is named. */
function oidcFrom(env: Environment, sandbox: { readonly url: string } | null): Config["oidc"] {
  const own =
    sandbox === null
      ? null
      : { issuer: sandbox.url + sandbox_oidc_path, id: sandbox_oidc_client_id, secret: sandbox_oidc_client_secret };
  const issuer = env.SIEGEL_OIDC_ISSUER ?? own?.issuer ?? "none";
  const named = [env.SIEGEL_OIDC_CLIENT_ID, env.SIEGEL_OIDC_CLIENT_SECRET].some((value) => value !== undefined);
  if (issuer === "none") {
    if (named && env.SIEGEL_OIDC_ISSUER === undefined)
      throw new ConfigurationFault("SIEGEL_OIDC_ISSUER: missing, although SIEGEL_OIDC_CLIENT_ID or _SECRET is set");
    return null;
  }
  const isOwn = issuer === own?.issuer;
  const clientId = env.SIEGEL_OIDC_CLIENT_ID ?? (isOwn ? own?.id : undefined);
  const clientSecret = env.SIEGEL_OIDC_CLIENT_SECRET ?? (isOwn ? own?.secret : undefined);
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigurationFault(
      `SIEGEL_OIDC_CLIENT_${clientId === undefined ? "ID" : "SECRET"}: missing; the provider of SIEGEL_OIDC_ISSUER gave it to this service`,
    );
  const label = env.SIEGEL_OIDC_LABEL ?? (isOwn ? "Sandbox" : new URL(issuer).hostname);
  return { issuer, clientId, clientSecret, label, networks: networksFrom("SIEGEL_OIDC_NETWORKS", env) };
}

const days_max = 365;

function daysFrom(list: string): number[] {
  if (list.trim() === "none") return [];
  const entries = entriesOf(list);
  const days = entries.map(Number);
  if (entries.length === 0 || days.some((day) => !Number.isInteger(day) || day < 1 || day > days_max))
    throw new ConfigurationFault(`SIEGEL_REMIND_AFTER_DAYS: whole numbers of days from 1 to ${days_max}, or none`);
  return [...new Set(days)].sort((a, b) => a - b);
}

/** In development a contact that is nobody's: a reserved domain, a number kept free for fiction. */
function contactFrom(env: Environment): Config["contact"] {
  const named = env.SIEGEL_CONTACT_EMAIL !== undefined || env.SIEGEL_CONTACT_PHONE !== undefined;
  if (env.SIEGEL_MODE === "development" && !named) return { email: "hilfe@siegel.example", phone: "+49 30 23125 116" };
  return { email: env.SIEGEL_CONTACT_EMAIL ?? null, phone: env.SIEGEL_CONTACT_PHONE ?? null };
}

function metricsFrom(env: Environment): Config["metrics"] {
  if (env.SIEGEL_METRICS_PORT === undefined) return null;
  const [host, token] = [env.SIEGEL_METRICS_HOST, env.SIEGEL_METRICS_TOKEN ?? null];
  if (token === null && !isLoopbackHost(host))
    throw new ConfigurationFault("SIEGEL_METRICS_TOKEN: metrics on another address than loopback need a token");
  return { port: env.SIEGEL_METRICS_PORT, host, token };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");
