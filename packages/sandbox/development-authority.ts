/**
 * A small authority of the sandbox: a root, and below it a time-stamping unit and an OCSP responder. It shows that the service works with
 * another provider's authority. Its keys are unprotected in the data folder: trust its root in development only.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import {
  type CertificateProfile,
  type CertificateRequest,
  ocspSignerProfile,
  rootProfile,
  tsuProfile,
} from "@siegel/kernel/x509/profiles.ts";
import { nodeSigner, type Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import { z } from "zod";

/** Policy of its timestamps: ETSI EN 319 421 §5.2, best practice. */
export const development_timestamp_policy = "0.4.0.2023.1.1";

/** A key with its certificate. */
export type Unit = { readonly certificate: Certificate; readonly signer: Signer };

/** The root and what it has issued. */
export type DevelopmentAuthority = { readonly root: Unit; readonly timestamping: Unit; readonly responder: Unit };

/** Storage of an authority as text; null if there is none yet. */
export type AuthorityStore = {
  readonly read: () => Promise<string | null>;
  readonly save: (text: string) => Promise<void>;
};

/** What a new authority needs; `url` is the address its certificates name, `randomHex` gives 16 bytes. */
export type AuthoritySettings = {
  readonly url: string;
  readonly now: () => Date;
  readonly randomHex: () => string;
  readonly store: AuthorityStore;
};

const storedUnit = z.object({ key: z.string(), certificate: z.base64() });
const storedAuthority = z.object({
  url: z.string(),
  root: storedUnit,
  timestamping: storedUnit,
  responder: storedUnit,
});
type StoredUnit = z.infer<typeof storedUnit>;

const day_ms = 86_400_000;
const root_days = 3_650;
const unit_days = 1_825;

/** The stored authority, or a new one. If the address changed, the root stays and the rest is issued again. */
export async function openDevelopmentAuthority(settings: AuthoritySettings): Promise<DevelopmentAuthority> {
  const text = await settings.store.read();
  const stored = text === null ? null : storedAuthority.parse(JSON.parse(text));
  const root = stored === null ? await makeRoot(settings) : stored.root;
  const kept =
    stored?.url === settings.url ? stored : { url: settings.url, root, ...(await makeUnits(settings, toUnit(root))) };
  if (kept !== stored) await settings.store.save(JSON.stringify(kept));
  return { root: toUnit(kept.root), timestamping: toUnit(kept.timestamping), responder: toUnit(kept.responder) };
}

async function makeRoot(settings: AuthoritySettings): Promise<StoredUnit> {
  const key = newKey();
  const subject = { ...houseName, commonName: "Siegel Sandbox Root" };
  const profile = rootProfile({ ...request(settings, key, root_days), subject });
  return await issue(profile, key, nodeSigner(key, "ecdsa-p256-sha256"));
}

async function makeUnits(
  settings: AuthoritySettings,
  root: Unit,
): Promise<{ timestamping: StoredUnit; responder: StoredUnit }> {
  const [timestampingKey, responderKey] = [newKey(), newKey()];
  const issuer = root.certificate;
  const urls = {
    caIssuersUrl: `${settings.url}/trust/root.cer`,
    ocspUrl: `${settings.url}/ocsp`,
    crlUrl: `${settings.url}/trust/root.crl`,
  };
  const timestamping = tsuProfile({
    ...request(settings, timestampingKey, unit_days),
    issuer,
    urls,
    subject: { ...houseName, commonName: "Siegel Sandbox Time-Stamping Unit" },
    policy: development_timestamp_policy,
  });
  const responder = ocspSignerProfile({
    ...request(settings, responderKey, unit_days),
    issuer,
    caIssuersUrl: urls.caIssuersUrl,
    subject: { ...houseName, commonName: "Siegel Sandbox OCSP Responder" },
  });
  return {
    timestamping: await issue(timestamping, timestampingKey, root.signer),
    responder: await issue(responder, responderKey, root.signer),
  };
}

const houseName = { country: "DE", organisation: "Siegel Sandbox" };

function request(settings: AuthoritySettings, key: KeyObject, days: number): CertificateRequest {
  const second = Math.floor(settings.now().getTime() / 1_000) * 1_000;
  return {
    serialNumber: Buffer.from(settings.randomHex(), "hex"),
    subjectPublicKeyInfo: new Uint8Array(createPublicKey(key).export({ type: "spki", format: "der" })),
    // A minute back: the verifier's clock may be a little slow.
    notBefore: new Date(second - 60_000),
    notAfter: new Date(second + days * day_ms),
  };
}

function newKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

async function issue(profile: CertificateProfile, key: KeyObject, signer: Signer): Promise<StoredUnit> {
  const certificate = Buffer.from(await issueCertificate(profile, signer)).toString("base64");
  return { key: key.export({ type: "pkcs8", format: "pem" }).toString(), certificate };
}

function toUnit(stored: StoredUnit): Unit {
  const certificate = parseCertificate(new Uint8Array(Buffer.from(stored.certificate, "base64")));
  return { certificate, signer: nodeSigner(createPrivateKey(stored.key), "ecdsa-p256-sha256") };
}
