/** What another trust service needs to go on answering for our certificates when this one ends (docs/decisions/0027): files, without any key. */
import { createHash } from "node:crypto";
import { certIdOf } from "@siegel/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse, type OcspStatus } from "@siegel/kernel/revocation/ocsp-response.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { ocspSignerProfile } from "@siegel/kernel/x509/profiles.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { noNextUpdate, responderOf } from "./authority-rules.ts";
import { type Authority, readAuthorities } from "./authority-store.ts";
import { issueFrom, issuerKeyOf, serialNumber, urlsOf, validityOf } from "./issue-certificate.ts";
import { matchingSigner } from "./matching-signer.ts";
import { publishLastList } from "./publish-crl.ts";
import { type PublishedFile, pemOf } from "./published-files.ts";
import { newestList } from "./published-lists.ts";
import { countValid, readStatusPage } from "./revocation-store.ts";

/** How many certificates of signers and seals are still valid: nothing is handed over before there is none. */
export const validCertificates = async ({ db, clock }: Pick<AuthorityDeps, "db" | "clock">): Promise<number> =>
  await countValid(db, clock.now());

/**
 * The files, CA by CA, names with `/` between folder and file. For each CA a responder is made that answers about every certificate once,
 * for ever, and whose key is destroyed then; and its last list. @throws when a certificate is still valid
 */
export async function* handOver(deps: AuthorityDeps): AsyncGenerator<PublishedFile> {
  if ((await validCertificates(deps)) > 0) throw new Error("certificates are still valid");
  for (const ca of await readAuthorities(deps.db)) {
    if (ca.keyId !== null) await publishLastList(deps, ca);
    const list = await newestList(deps.db, ca.name, { mayBeOlder: false });
    if (list !== null) yield { name: `ca/${ca.name}.crl`, content: list.der };
    yield { name: `ca/${ca.name}.cer`, content: ca.certificate };
    yield { name: `ca/${ca.name}.pem`, content: Buffer.from(pemOf(ca.certificate)) };
    // A root outside has told the status of its CAs by lists alone.
    if (ca.keyId !== null) yield* lastAnswers(deps, ca);
  }
}

async function* lastAnswers(deps: AuthorityDeps, ca: Authority): AsyncGenerator<PublishedFile> {
  const { keyId, subjectPublicKeyInfo } = await deps.keys.generate("p256");
  try {
    const responder = await makeResponder(deps, ca, subjectPublicKeyInfo);
    const signer = matchingSigner(await deps.keys.signer(keyId), subjectPublicKeyInfo);
    const told: string[] = [];
    for await (const row of issuedBy(deps, ca)) {
      told.push(`${JSON.stringify(lineOf(ca, row))}\n`);
      const content = await lastAnswer(deps, { ca, responder, signer, row });
      yield { name: `answers/${ca.name}/${row.serial}.ors`, content };
    }
    yield { name: `certificates/${ca.name}.jsonl`, content: Buffer.from(told.join("")) };
  } finally {
    await deps.keys.destroy(keyId);
  }
}

/** As long as its CA: its answers are the last, and nobody can make others. */
async function makeResponder(
  deps: AuthorityDeps,
  ca: Authority,
  subjectPublicKeyInfo: Uint8Array,
): Promise<Certificate> {
  const { providerName, country, organizationIdentifier, development } = deps.authority;
  const commonName = `${providerName}${development ? " Development" : ""} Last OCSP Responder of ${ca.name}`;
  const profile = ocspSignerProfile({
    ...validityOf(deps, ca.notAfter.getTime() - deps.clock.now().getTime(), ca),
    serialNumber: serialNumber(deps),
    subjectPublicKeyInfo,
    subject: { country, organisation: providerName, organisationIdentifier: organizationIdentifier, commonName },
    issuer: parseCertificate(ca.certificate),
    caIssuersUrl: urlsOf(deps, ca.name).caIssuersUrl,
  });
  const order = { issuer: ca, issuerKey: issuerKeyOf(ca), profile, kind: responderOf[ca.role] };
  return parseCertificate((await issueFrom(deps, order)).certificate);
}

type Row = Awaited<ReturnType<typeof readStatusPage>>[number];
const at_once = 500;

async function* issuedBy({ db }: AuthorityDeps, { name: issuer }: Authority): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const page = await readStatusPage(db, { issuer, after, limit: at_once });
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    after = last.serial;
  }
}

type ToAnswer = {
  readonly ca: Authority;
  readonly responder: Certificate;
  readonly signer: Signer;
  readonly row: Row;
};

/** One answer under both digests by which clients name an issuer. */
async function lastAnswer(deps: AuthorityDeps, { ca, responder, signer, row }: ToAnswer): Promise<Uint8Array> {
  const issuer = parseCertificate(ca.certificate);
  const producedAt = new Date(Math.floor(deps.clock.now().getTime() / 1_000) * 1_000);
  const common = { status: statusOf(row), thisUpdate: producedAt, nextUpdate: noNextUpdate };
  const answers = (["sha1", "sha256"] as const).map((hash) => ({
    certId: certIdOf({ serialNumber: row.serial, issuer }, hash),
    ...common,
  }));
  return await issueOcspResponse(
    { responder, producedAt, answers, nonce: null, archiveCutoff: issuer.notBefore },
    signer,
  );
}

const statusOf = ({ revoked_at: revokedAt, reason }: Row): OcspStatus =>
  revokedAt === null ? { state: "good" } : { state: "revoked", revokedAt, reason: reason ?? "unspecified" };

/** A line of `certificates/<CA>.jsonl`. */
function lineOf({ name: ca }: Authority, row: Row) {
  const { serial, profile, certificate, not_before: notBefore, not_after: notAfter, revoked_at: revokedAt } = row;
  const reason = revokedAt === null ? null : (row.reason ?? "unspecified");
  const sha256 = certificate === null ? row.certificate_hash : createHash("sha256").update(certificate).digest("hex");
  const der = certificate === null ? null : Buffer.from(certificate).toString("base64");
  return { ca, serial, profile, notBefore, notAfter, revokedAt, reason, sha256, certificate: der };
}
