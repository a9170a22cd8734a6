/** Step 6 of docs/flows/signing.md: the certificate of the signer's level, once for the whole act. */
import { signerKinds } from "@siegel/contract/signer-kind.ts";
import { formatName, nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { Db } from "../../db/database.ts";
import { isRevoked, namesProvider, sealOf, serviceSeal } from "../authority/authority.ts";
import {
  certificateFor,
  certificateHeldBy,
  certificateOf,
  neededHolder,
  qualifiedHeldBy,
} from "../certificates/certificates.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic } from "./approval-mac.ts";
import { readCertificate } from "./check-token.ts";
import type { FailureCode } from "./signing-rules.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";
import { type Act, saveCredential } from "./signing-store.ts";

/** The credential, or the code the act ends with. */
export type Chosen =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly code: FailureCode };

/** The act's credential: the one it began with, else the one its level asks for. Refused when revoked or expired. */
export async function chooseCredential(deps: SigningDeps, act: Act, context: SignerContext): Promise<Chosen> {
  const chosen: Chosen =
    act.credential === null
      ? await firstCredential(deps, act, context)
      : { ok: true, credential: await heldCredential(deps, act.credential, context) };
  return chosen.ok ? await ifValid(deps, chosen.credential) : chosen;
}

/** The credential that was chosen for a signer earlier. Refused when revoked or expired. @throws ApprovalNotAuthentic where it is another's */
export async function chosenCredential(deps: SigningDeps, reference: string, context: SignerContext): Promise<Chosen> {
  return await ifValid(deps, await heldCredential(deps, reference, context));
}

// ETSI TS 119 431-1 SIG-6.3.1-08: no key is used without a valid certificate.
async function ifValid(deps: SigningDeps, credential: Credential): Promise<Chosen> {
  const isOver = credential.notAfter <= deps.clock.now() || (await isRevoked(deps.db, credential.certificate));
  return isOver ? { ok: false, code: "CERTIFICATE_NOT_VALID" } : { ok: true, credential };
}

// The act names its certificate in a row, and the certificate names its holder in another: neither row can give a signer another's key.
async function heldCredential(deps: SigningDeps, reference: string, context: SignerContext): Promise<Credential> {
  const [kind, id = ""] = reference.split(":", 2);
  if (kind !== credentialKind(context)) throw notTheirs(reference);
  if (kind === "seal") return ownSeal(deps, await readCredential(deps, reference));
  const certificate = await (kind === "qualified"
    ? qualifiedHeldBy(deps, id, neededHolder(context))
    : certificateHeldBy(deps, id, context));
  if (certificate === null) throw notTheirs(reference);
  return toCredential(certificate, reference);
}

/** The first part of how an act remembers its certificate. */
function credentialKind({ signer }: SignerContext): "seal" | "signer" | "qualified" {
  const { holder, isQualified } = signerKinds[signer.type];
  if (holder === "service") return "seal";
  return isQualified ? "qualified" : "signer";
}

const notTheirs = (reference: string) => new ApprovalNotAuthentic(`${reference} is not the signer's to use`);

/** Two runs may choose at once: the one that is written counts. */
async function firstCredential(deps: SigningDeps, act: Act, context: SignerContext): Promise<Chosen> {
  const made = await makeCredential(deps, context);
  if (!made.ok) return made;
  const { reference, serial } = made.credential;
  const written = await saveCredential(deps.db, act.actId, { credential: reference, serial });
  return written === reference ? made : { ok: true, credential: await heldCredential(deps, written, context) };
}

async function makeCredential(deps: SigningDeps, context: SignerContext): Promise<Chosen> {
  const kind = credentialKind(context);
  if (kind === "seal") return { ok: true, credential: await sealCredential(deps) };
  // Its act is recorded with certificate and signatures, by who has the password (sign-qualified.ts).
  if (kind === "qualified") throw new ApprovalNotAuthentic("a qualified act has no certificate");
  const found = await certificateFor(deps, context);
  return found.ok
    ? { ok: true, credential: toCredential(found.certificate, `signer:${found.certificate.certificateId}`) }
    : found;
}

/** The service's own seal, for s_signature documents and reports. @throws ApprovalNotAuthentic where the rows name another's as it */
export async function sealCredential(deps: Pick<SigningDeps, "db" | "authority">): Promise<Credential> {
  const seal = await serviceSeal(deps.db);
  return ownSeal(deps, toCredential(seal, `seal:${seal.name}`));
}

// Rows of units carry no MAC; the certificate itself says whose it is, and a key that is not its own signs nothing that is kept.
function ownSeal({ authority }: Pick<SigningDeps, "authority">, seal: Credential): Credential {
  if (!namesProvider(seal.certificate, authority))
    throw new ApprovalNotAuthentic(`${seal.reference} is not the provider's own seal`);
  return seal;
}

async function readCredential(deps: Pick<SigningDeps, "db">, reference: string): Promise<Credential> {
  const [kind, id] = reference.split(":", 2);
  if (id === undefined) throw new Error(`no credential ${reference}`);
  return toCredential(kind === "seal" ? await sealOf(deps.db, id) : await certificateOf(deps.db, id), reference);
}

const qualified_prefix = "qualified:";

/** How an act names the qualified certificate that it signs with. */
export const qualifiedReference = (certificateId: string): string => `${qualified_prefix}${certificateId}`;

/** The id of the qualified certificate that an act names; null: it names another kind. */
export const qualifiedCertificateIn = (reference: string): string | null =>
  reference.startsWith(qualified_prefix) ? reference.slice(qualified_prefix.length) : null;

/** A certificate as an act signs with it. */
export function toCredential(
  stored: Omit<Credential, "reference" | "holder" | "opensWithPassword">,
  reference: string,
): Credential {
  const { certificate, chain, keyId, serial, notAfter } = stored;
  const holder = nameAttribute(readCertificate(certificate).subject, "commonName") ?? serial;
  const opensWithPassword = qualifiedCertificateIn(reference) !== null;
  return { reference, certificate, chain, keyId, opensWithPassword, serial, notAfter, holder };
}

/** Serial number, holder and issuer of the certificate an act was signed with. @throws when none was chosen yet */
export async function certificateOfAct(
  db: Db,
  act: Act,
): Promise<{ certificateSerial: string; certificateHolder: string; certificateIssuer: string }> {
  if (act.credential === null) throw new Error(`act ${act.actId} has no certificate`);
  const { serial, holder, certificate } = await readCredential({ db }, act.credential);
  const { issuer } = readCertificate(certificate);
  const certificateIssuer = nameAttribute(issuer, "commonName") ?? formatName(issuer);
  return { certificateSerial: serial, certificateHolder: holder, certificateIssuer };
}
