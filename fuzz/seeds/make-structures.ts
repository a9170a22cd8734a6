/**
 * Makes `structures.json` anew: `node fuzz/seeds/make-structures.ts`. Keys and signatures are different every time, so what
 * is fuzzed is kept: with seeds that change, a seed number would say nothing. Every byte is made by fixtures.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { signMessageDetached } from "../../fixtures/detached-signature.ts";
import { daysFromNow, type Hierarchy, makeHierarchy, NOW } from "../../fixtures/hierarchy.ts";
import { issueToken, messageImprint, nonce } from "../../fixtures/timestamp-token.ts";
import { addSignatureTimestamp } from "../../packages/kernel/cms/signed-data.ts";
import { issueCrl } from "../../packages/kernel/revocation/crl.ts";
import { buildOcspRequest, parseOcspRequest } from "../../packages/kernel/revocation/ocsp-request.ts";
import {
  issueOcspResponse,
  type OcspStatus,
  ocspErrorResponse,
} from "../../packages/kernel/revocation/ocsp-response.ts";
import { buildTimestampRequest } from "../../packages/kernel/timestamp/request.ts";
import { grantTimestamp, rejectTimestamp } from "../../packages/kernel/timestamp/token.ts";
import { issueRequest } from "../../packages/kernel/x509/certification-request.ts";

/** A signature over the message of the fixtures, with the issuing certificate. */
const detachedBy = ({ person, issuingCa }: Hierarchy) => signMessageDetached(person, [issuingCa.certificate]);

const tree = await makeHierarchy("ecdsa-p256-sha256");
const rsa = await makeHierarchy("rsa-pss-sha256");
const token = await issueToken(tree);
const detached = await detachedBy(tree);

const list = (revoked: Parameters<typeof issueCrl>[0]["revoked"]) =>
  issueCrl(
    {
      issuer: tree.issuingCa.certificate,
      crlNumber: 7n,
      thisUpdate: daysFromNow(-1),
      nextUpdate: daysFromNow(1),
      revoked,
    },
    tree.issuingCa.signer,
  );
const query = { certificate: tree.person.certificate, issuer: tree.issuingCa.certificate };
const requests = {
  sha256: buildOcspRequest(query),
  sha1: buildOcspRequest({ ...query, hash: "sha1" }),
  nonce: buildOcspRequest({ ...query, nonce: nonce }),
};
const respond = (status: OcspStatus, asked = requests.nonce) => {
  const { certIds, nonce: echoed } = parseOcspRequest(asked);
  const answers = certIds.map((certId) => ({ certId, status, thisUpdate: NOW, nextUpdate: daysFromNow(1) }));
  const responder = tree.ocspSigner.certificate;
  return issueOcspResponse(
    { responder, producedAt: NOW, answers, nonce: echoed, archiveCutoff: NOW },
    tree.ocspSigner.signer,
  );
};
const requestOf = ({ certificate, signer }: Hierarchy["issuingCa"]) => issueRequest(certificate, signer);

const structures: Record<string, Record<string, Uint8Array>> = {
  certificates: {
    root: tree.root.certificate.der,
    issuingCa: tree.issuingCa.certificate.der,
    ocspSigner: tree.ocspSigner.certificate.der,
    tsu: tree.tsu.certificate.der,
    person: tree.person.certificate.der,
    organisation: tree.organisation.certificate.der,
    rsaRoot: rsa.root.certificate.der,
    rsaIssuingCa: rsa.issuingCa.certificate.der,
    rsaPerson: rsa.person.certificate.der,
  },
  signedData: {
    detached,
    stamped: addSignatureTimestamp(detached, token),
    rsa: await detachedBy(rsa),
  },
  lists: {
    empty: await list([]),
    revoked: await list([
      { serialNumber: tree.organisation.certificate.serialNumber, revokedAt: daysFromNow(-3), reason: "keyCompromise" },
      { serialNumber: "01", revokedAt: daysFromNow(-2), reason: "unspecified" },
      { serialNumber: "00ff", revokedAt: daysFromNow(-1), reason: "superseded" },
    ]),
  },
  statusRequests: requests,
  statusResponses: {
    good: await respond({ state: "good" }),
    unknown: await respond({ state: "unknown" }, requests.sha1),
    revoked: await respond({ state: "revoked", revokedAt: daysFromNow(-1), reason: "keyCompromise" }, requests.sha256),
    tryLater: ocspErrorResponse("tryLater"),
  },
  certificationRequests: { plain: await requestOf(tree.issuingCa), rsa: await requestOf(rsa.issuingCa) },
  timestampRequests: {
    plain: buildTimestampRequest({ messageImprint }),
    full: buildTimestampRequest({ messageImprint, nonce, policy: "2.999.1" }),
  },
  timestampResponses: { granted: grantTimestamp(token), rejected: rejectTimestamp("badAlg", "no such digest") },
  tokens: { token, later: await issueToken(tree, { genTime: daysFromNow(0.5) }), rsa: await issueToken(rsa) },
};
const written = Object.entries(structures).map(([kind, members]) => [
  kind,
  Object.fromEntries(Object.entries(members).map(([name, der]) => [name, Buffer.from(der).toString("base64")])),
]);
writeFileSync(
  join(import.meta.dirname, "structures.json"),
  `${JSON.stringify(Object.fromEntries(written), null, 1)}\n`,
);
