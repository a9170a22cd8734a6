/** Step 11 of docs/flows/signing.md: proof, younger than the timestamp, that nothing in the chains is revoked (EN 319 142-1 table 1, r–v). */
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { parseSignedData, singleValue } from "@siegel/kernel/cms/signed-data.ts";
import type { ValidationData } from "@siegel/kernel/pades/long-term.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { checkChain, sameCertificate } from "@siegel/kernel/x509/chain.ts";
import { type RevocationAnswer, RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { trustAnchors } from "../authority/authority.ts";
import { checkToken, knownUnits, readCertificate, sha256 } from "./check-token.ts";
import type { FailureCode } from "./signing-rules.ts";
import type { Credential, PadesDeps, Stamped } from "./signing-run.ts";

/** The data with the anchors of the signer's chain, or the code that ends the act: only the signer's own certificate can end it. */
export type Collected =
  | { readonly ok: true; readonly validationData: ValidationData; readonly anchors: readonly Certificate[] }
  | { readonly ok: false; readonly code: FailureCode };

type Link = { readonly certificate: Certificate; readonly issuer: Certificate };

/** Collects for the signer's chain and the time-stamping unit's. @throws RevocationStatusUnavailable */
export async function collectValidationData(
  deps: PadesDeps,
  signed: { credential: Credential; stamped: Stamped },
): Promise<Collected> {
  const { credential, stamped } = signed;
  const anchors = (await trustAnchors(deps.db)).map(readCertificate);
  const intermediates = credential.chain.map(readCertificate);
  const signerChain = chainAt(readCertificate(credential.certificate), { intermediates, anchors, at: stamped.at });
  // Expired or not yet valid at the timestamp's time: no outage, the certificate is no good for this signature.
  if (signerChain === null) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  const chains = [signerChain, timestampChain(deps, stamped)];
  const links = withoutRepeats(chains.flatMap(linksOf));
  const answers = await deps.revocation.status(
    links.map(({ certificate, issuer }) => ({
      certificate: certificate.der,
      issuer: issuer.der,
      notBefore: stamped.at,
    })),
  );
  for (const [i, { certificate }] of links.entries()) {
    const status = answers[i]?.status;
    if (status?.state === "good") continue;
    if (status !== undefined && certificate === signerChain[0]) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
    const what = status === undefined ? "got no answer" : "is revoked";
    throw new RevocationStatusUnavailable(`certificate ${certificate.serialNumber} of the provider ${what}`, {
      cause: status,
    });
  }
  return { ok: true, anchors, validationData: toValidationData(chains, answers) };
}

function timestampChain(deps: PadesDeps, stamped: Stamped): readonly Certificate[] {
  const { signature, unsignedAttributes } = parseSignedData(stamped.cms, knownUnits(deps.timestamp)).signerInfo;
  const token = singleValue(unsignedAttributes, OID.signatureTimeStampToken);
  if (token === null) throw new Error("the stamped signature has no timestamp");
  const checked = checkToken(deps.timestamp, { token, digest: sha256(signature) });
  if (!checked.ok) throw new Error(`the stored timestamp does not hold: ${checked.code}`);
  return checked.chain;
}

function chainAt(
  certificate: Certificate,
  rest: { intermediates: readonly Certificate[]; anchors: readonly Certificate[]; at: Date },
): readonly Certificate[] | null {
  const checked = checkChain({ certificate, ...rest });
  return checked.ok ? checked.chain : null;
}

/** Every certificate but the anchor, with its issuer. */
function linksOf(chain: readonly Certificate[]): Link[] {
  return chain.slice(0, -1).flatMap((certificate, i) => {
    const issuer = chain[i + 1];
    return issuer === undefined ? [] : [{ certificate, issuer }];
  });
}

/** The issuing CA of signer and unit may be the same. */
function withoutRepeats(links: readonly Link[]): Link[] {
  return links.filter(
    ({ certificate }, i) => !links.slice(0, i).some((earlier) => sameCertificate(earlier.certificate, certificate)),
  );
}

function toValidationData(
  chains: ReadonlyArray<readonly Certificate[]>,
  answers: readonly RevocationAnswer[],
): ValidationData {
  const responders = answers.flatMap((answer) => (answer.kind === "ocsp" ? answer.responderChain : []));
  return {
    certificates: [...chains.flat().map((certificate) => certificate.der), ...responders],
    ocspResponses: answers.flatMap((answer) => (answer.kind === "ocsp" ? [answer.der] : [])),
    crls: answers.flatMap((answer) => (answer.kind === "crl" ? [answer.der] : [])),
  };
}
