/** What a root outside signs in one act: certificates that were asked for, and one list that tells of every revocation. No database. */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { type IssuedRevocationReason, REVOCATION_REASONS } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { parseRequest, provesItsKey } from "@siegel/kernel/x509/certification-request.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { formatName, nameAttribute } from "@siegel/kernel/x509/name.ts";
import { issuingCaProfile, type ServiceName } from "@siegel/kernel/x509/profiles.ts";
import { type Signer, signingAlgorithmFor } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { unitRules } from "./authority-rules.ts";
import { DoesNotFit } from "./does-not-fit.ts";
import { serialNumber, urlsOf, validityOf } from "./issue-certificate.ts";
import { rootNameOf } from "./make-root.ts";
import { matchingSigner } from "./matching-signer.ts";
import { issueRootList, mustFollow, type RootList } from "./root-list.ts";
import { fingerprintOf } from "./unit-certificate.ts";

/** A request whose signature was checked. `shown` is its subject, `fingerprint` the SHA-256 of its public key (DER): what people compare. */
export type CheckedRequest = {
  readonly name: string;
  readonly subject: ServiceName & { readonly organisationIdentifier: string };
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly shown: string;
  readonly fingerprint: string;
};

/** Reads a request (DER) for an issuing CA of this root's provider. @throws DoesNotFit */
export function checkRequest(root: Certificate, { name, der }: { readonly name: string; readonly der: Uint8Array }) {
  const request = readRequest(name, der);
  if (!provesItsKey(request)) throw new DoesNotFit(`The request ${name} is not signed with the key that it names.`);
  if (signingAlgorithmFor(request.subjectPublicKeyInfo) !== "ecdsa-p384-sha384")
    throw new DoesNotFit(`The request ${name} is for another kind of key than P-384.`);
  const shown = formatName(request.subject);
  const of = (type: "countryName" | "organizationName" | "organizationIdentifier" | "commonName") =>
    nameAttribute(request.subject, type) ?? "";
  const subject = {
    country: of("countryName"),
    organisation: of("organizationName"),
    organisationIdentifier: of("organizationIdentifier"),
    commonName: of("commonName"),
  };
  if (Object.values(subject).includes("")) throw new DoesNotFit(`The request ${name} has no full name: ${shown}.`);
  const provider = nameAttribute(root.subject, "organizationIdentifier");
  if (subject.organisationIdentifier !== provider)
    throw new DoesNotFit(`The request ${name} is of another provider than this root's ${provider}: ${shown}.`);
  const { subjectPublicKeyInfo } = request;
  return { name, subject, subjectPublicKeyInfo, shown, fingerprint: fingerprintOf(subjectPublicKeyInfo) };
}

function readRequest(name: string, der: Uint8Array) {
  try {
    return parseRequest(der);
  } catch (fault) {
    if (fault instanceof DerError) throw new DoesNotFit(`The request ${name} cannot be read.`, { cause: fault });
    throw fault;
  }
}

/** A CA to revoke, by its serial number. */
type ToRevoke = { readonly serialNumber: string; readonly reason: IssuedRevocationReason };

/** What is done in one act. */
export type Ceremony = {
  readonly root: Certificate;
  /** Below it stand the addresses in certificates. */
  readonly certificateUrl: string;
  /** The newest list in the root's folder, and the last one that was published. */
  readonly known: RootList;
  readonly last: RootList;
  /** Every CA certificate that the root's folder knows. */
  readonly issued: readonly Certificate[];
  readonly requests: readonly CheckedRequest[];
  readonly revoke: ToRevoke | null;
  readonly isLast: boolean;
};

/** Checks what can be checked before the key is opened. @throws DoesNotFit */
export function checkCeremony({ clock }: Pick<AuthorityDeps, "clock">, of: Ceremony): void {
  const { root, known, last, issued, requests, revoke, isLast } = of;
  if (root.notAfter <= clock.now()) throw new DoesNotFit("The root has ended: make a new one.");
  mustFollow(last, known);
  if (isLast && requests.length > 0) throw new DoesNotFit("With a last list no CA is certified.");
  if (revoke === null) return;
  if (!Object.hasOwn(REVOCATION_REASONS, revoke.reason)) throw new DoesNotFit(`There is no reason ${revoke.reason}.`);
  if (!issued.some(({ serialNumber: serial }) => serial === revoke.serialNumber))
    throw new DoesNotFit(
      `The root's folder knows no CA with the serial number ${revoke.serialNumber}. It knows: ${issued.map((one) => `${one.serialNumber} (${nameAttribute(one.subject, "commonName")})`).join(", ") || "none"}.`,
    );
  if (last.revoked.some(({ serialNumber: serial }) => serial === revoke.serialNumber))
    throw new DoesNotFit(`${revoke.serialNumber} is revoked already.`);
}

/** What was signed, DER. */
export type Signed = {
  readonly certificates: ReadonlyArray<{ readonly name: string; readonly der: Uint8Array }>;
  readonly list: Uint8Array;
};

/** Signs all of it with the root's key. @throws DoesNotFit, SigningRefusal when the key is not the root's */
export async function holdCeremony(
  deps: Pick<AuthorityDeps, "clock" | "random">,
  of: Ceremony & { readonly signer: Signer },
): Promise<Signed> {
  checkCeremony(deps, of);
  const { root, signer, last, revoke, isLast, requests } = of;
  const now = new Date(Math.floor(deps.clock.now().getTime() / 1_000) * 1_000);
  const certificates: Array<{ name: string; der: Uint8Array }> = [];
  for (const request of requests) certificates.push({ name: request.name, der: await certify(deps, of, request) });
  const revoked = revoke === null ? [] : [{ ...revoke, revokedAt: now }];
  return { certificates, list: await issueRootList(deps, { root, signer, before: last, revoked, isLast }) };
}

async function certify(
  deps: Pick<AuthorityDeps, "clock" | "random">,
  { root, certificateUrl, signer }: Ceremony & { readonly signer: Signer },
  { subject, subjectPublicKeyInfo }: CheckedRequest,
): Promise<Uint8Array> {
  const urls = urlsOf({ authority: { certificateUrl } }, rootNameOf(root));
  const profile = issuingCaProfile({
    ...validityOf(deps, unitRules["issuing-ca"].lifeMs, root),
    serialNumber: serialNumber(deps),
    subjectPublicKeyInfo,
    subject,
    issuer: root,
    // Its status stands in the root's list: nobody answers OCSP for a root whose key is in a safe.
    urls: { ...urls, ocspUrl: null },
  });
  return await issueCertificate(profile, matchingSigner(signer, root.subjectPublicKeyInfo));
}
