/** Who identifies people by ID card and by video, as the environment says it (SIEGEL_EID_…, SIEGEL_VIDEO_…). */
import { eid_client_url } from "@siegel/contract/identification.ts";
import {
  sandbox_eid_certificate_path,
  sandbox_eid_client_path,
  sandbox_eid_oidc_client_id,
  sandbox_eid_oidc_client_secret,
  sandbox_eid_oidc_path,
  sandbox_eid_soap_path,
  sandbox_video_api_key,
  sandbox_video_path,
  sandbox_video_webhook_secret,
} from "@siegel/contract/sandbox.ts";
import { z } from "zod";
import { ConfigurationFault } from "./configuration-fault.ts";
import { networksFrom } from "./networks-config.ts";

const address = z.url({ protocol: /^https?$/ });
const text = z.string().min(1).max(1_000);

/** The variables, for `config.ts`. */
export const identificationVariables = {
  /** How ID cards are read: `soap` an eID-Server (TR-03130), `oidc` an issuer, `none`. */
  SIEGEL_EID: z.enum(["none", "soap", "oidc"]).optional(),
  /** The eID-Server, and four PEM files: the key and certificate that sign our messages, and the certificate that signs its answers. */
  SIEGEL_EID_SOAP_URL: address.optional(),
  SIEGEL_EID_KEY_FILE: text.optional(),
  SIEGEL_EID_CERTIFICATE_FILE: text.optional(),
  SIEGEL_EID_SERVER_CERTIFICATE_FILE: text.optional(),
  /** The issuer, and what it gave to this service. */
  SIEGEL_EID_OIDC_ISSUER: address.optional(),
  SIEGEL_EID_OIDC_CLIENT_ID: text.optional(),
  SIEGEL_EID_OIDC_CLIENT_SECRET: text.optional(),
  /** What the issuer is asked for as `acr_values`, where it wants it. */
  SIEGEL_EID_OIDC_ACR: text.optional(),
  /** Networks in which the issuer may be although they are private; separated by commas or spaces. */
  SIEGEL_EID_NETWORKS: z.string().optional(),
  /** The client on people's devices: fixed, but in development. */
  SIEGEL_EID_CLIENT_URL: address.optional(),
  /** The video provider, or `none`; its key, and the secrets that sign its webhooks: the one of now and, for a change, the one before. */
  SIEGEL_VIDEO_URL: z.union([z.literal("none"), address], "an address, or none").optional(),
  SIEGEL_VIDEO_API_KEY: text.optional(),
  SIEGEL_VIDEO_WEBHOOK_SECRET: text.optional(),
  SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE: text.optional(),
  /** A JSON file with the provider's names for things, where they are not Nect's. */
  SIEGEL_VIDEO_MAPPING_FILE: text.optional(),
} as const;

type Variables = z.infer<z.ZodObject<typeof identificationVariables>> & {
  readonly SIEGEL_MODE: "development" | "production";
};

/** How the provider for ID cards is reached. */
export type EidConfig =
  | {
      readonly kind: "soap";
      readonly url: string;
      /** Null in development: keys are made at the start, and the sandbox says its certificate. */
      readonly files: { readonly key: string; readonly certificate: string; readonly serverCertificate: string } | null;
      /** Where the sandbox says it. */
      readonly serverCertificateUrl: string | null;
    }
  | {
      readonly kind: "oidc";
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly acr: string | null;
      /** Networks in which it may be besides public addresses. */
      readonly networks: readonly string[];
    };

/** How the video provider is reached. */
export type VideoConfig = {
  readonly url: string;
  readonly apiKey: string;
  readonly webhookSecrets: readonly string[];
  readonly mappingFile: string | null;
};

/** What `config.ts` keeps of it; null: that way is not offered. */
export type IdentificationConfig = {
  readonly eid: EidConfig | null;
  readonly eidClientUrl: string;
  readonly video: VideoConfig | null;
};

type Sandbox = { readonly url: string } | null;

/** Reads the variables; in development the sandbox's providers, unless others are named. @throws ConfigurationFault where something is missing */
export function identificationFrom(env: Variables, sandbox: Sandbox): IdentificationConfig {
  return {
    eid: eidFrom(env, sandbox),
    eidClientUrl: env.SIEGEL_EID_CLIENT_URL ?? (sandbox === null ? eid_client_url : clientOf(env, sandbox)),
    video: videoFrom(env, sandbox),
  };
}

/** Another server's clients are the real ones. */
const clientOf = (env: Variables, { url }: { readonly url: string }): string =>
  env.SIEGEL_EID_SOAP_URL === undefined ? url + sandbox_eid_client_path : eid_client_url;

function missing(name: string, why: string): never {
  throw new ConfigurationFault(`${name}: missing; ${why}`);
}

function eidFrom(env: Variables, sandbox: Sandbox): EidConfig | null {
  const kind = env.SIEGEL_EID ?? (sandbox === null ? "none" : "soap");
  if (kind === "none") return null;
  return kind === "soap" ? soapFrom(env, sandbox) : issuerFrom(env, sandbox);
}

function soapFrom(env: Variables, sandbox: Sandbox): EidConfig {
  const key = env.SIEGEL_EID_KEY_FILE;
  const certificate = env.SIEGEL_EID_CERTIFICATE_FILE;
  const serverCertificate = env.SIEGEL_EID_SERVER_CERTIFICATE_FILE;
  if (env.SIEGEL_EID_SOAP_URL === undefined && sandbox !== null)
    return {
      kind: "soap",
      url: sandbox.url + sandbox_eid_soap_path,
      files: null,
      serverCertificateUrl: sandbox.url + sandbox_eid_certificate_path,
    };
  const why = "an eID-Server needs SIEGEL_EID_SOAP_URL and three PEM files";
  return {
    kind: "soap",
    url: env.SIEGEL_EID_SOAP_URL ?? missing("SIEGEL_EID_SOAP_URL", why),
    files: {
      key: key ?? missing("SIEGEL_EID_KEY_FILE", why),
      certificate: certificate ?? missing("SIEGEL_EID_CERTIFICATE_FILE", why),
      serverCertificate: serverCertificate ?? missing("SIEGEL_EID_SERVER_CERTIFICATE_FILE", why),
    },
    serverCertificateUrl: null,
  };
}

function issuerFrom(env: Variables, sandbox: Sandbox): EidConfig {
  const own = sandbox !== null && env.SIEGEL_EID_OIDC_ISSUER === undefined ? sandbox : null;
  const why = "the issuer gave it to this service";
  return {
    kind: "oidc",
    issuer:
      env.SIEGEL_EID_OIDC_ISSUER ??
      (own === null
        ? missing("SIEGEL_EID_OIDC_ISSUER", "it says who reads ID cards")
        : own.url + sandbox_eid_oidc_path),
    clientId:
      env.SIEGEL_EID_OIDC_CLIENT_ID ??
      (own === null ? missing("SIEGEL_EID_OIDC_CLIENT_ID", why) : sandbox_eid_oidc_client_id),
    clientSecret:
      env.SIEGEL_EID_OIDC_CLIENT_SECRET ??
      (own === null ? missing("SIEGEL_EID_OIDC_CLIENT_SECRET", why) : sandbox_eid_oidc_client_secret),
    acr: env.SIEGEL_EID_OIDC_ACR ?? null,
    networks: networksFrom("SIEGEL_EID_NETWORKS", env),
  };
}

function videoFrom(env: Variables, sandbox: Sandbox): VideoConfig | null {
  const own = sandbox !== null && env.SIEGEL_VIDEO_URL === undefined ? sandbox : null;
  const url = env.SIEGEL_VIDEO_URL ?? (own === null ? "none" : own.url + sandbox_video_path);
  if (url === "none") return null;
  const why = "the provider of SIEGEL_VIDEO_URL gave it to this service";
  const secret =
    env.SIEGEL_VIDEO_WEBHOOK_SECRET ??
    (own === null ? missing("SIEGEL_VIDEO_WEBHOOK_SECRET", why) : sandbox_video_webhook_secret);
  const before = env.SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE;
  return {
    url: url.replace(/\/+$/, ""),
    apiKey: env.SIEGEL_VIDEO_API_KEY ?? (own === null ? missing("SIEGEL_VIDEO_API_KEY", why) : sandbox_video_api_key),
    webhookSecrets: before === undefined ? [secret] : [secret, before],
    mappingFile: env.SIEGEL_VIDEO_MAPPING_FILE ?? null,
  };
}
