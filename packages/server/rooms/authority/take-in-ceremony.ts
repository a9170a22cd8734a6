/**
 * Takes in what a root outside signed (docs/decisions/0025): certificates of CAs that were asked for here, and the list that tells which
 * CAs are revoked. All of it or nothing.
 */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { parseRequest } from "@siegel/kernel/x509/certification-request.ts";
import { isSignedBy, namesIssuer } from "@siegel/kernel/x509/chain.ts";
import { nameAttribute, namesEqual } from "@siegel/kernel/x509/name.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { backdateMs, type CaRole, issuingRoles } from "./authority-rules.ts";
import { lockAuthority, readActiveUnit, readAuthorities, saveIssued, saveUnit } from "./authority-store.ts";
import { DoesNotFit } from "./does-not-fit.ts";
import { ensureHierarchy } from "./ensure-hierarchy.ts";
import { urlsOf } from "./issue-certificate.ts";
import { rootNameOf } from "./make-root.ts";
import { lookAgain } from "./published-lists.ts";
import { readIssuedOne, readList, readListHead, saveList, saveRevocation } from "./revocation-store.ts";
import { mustFollow, type RootList, readRootList } from "./root-list.ts";
import { closeRequest, type OpenRequest, readRequests, retireRevoked } from "./root-store.ts";
import { fingerprintOf, namesProvider } from "./unit-certificate.ts";

/** What came from the root's machine, DER. `root`: null where its certificate was taken in before. */
export type Brought = {
  readonly root: Uint8Array | null;
  readonly certificates: readonly Uint8Array[];
  readonly list: Uint8Array;
};

/** What was taken in. `before`: the CA that issued until now; null: the first. */
export type TakenIn = {
  readonly root: { readonly name: string; readonly fingerprint: string };
  readonly list: number;
  readonly units: ReadonlyArray<{ readonly before: string | null; readonly after: string; readonly notAfter: Date }>;
  readonly revoked: readonly string[];
};

/** Takes it in, and makes what hangs on it: responders, time-stamping unit, seal. Once more, it changes nothing. @throws DoesNotFit */
export async function takeInCeremony(deps: AuthorityDeps, brought: Brought): Promise<TakenIn> {
  const taken = await inTransaction(deps.db, async (db) => {
    for (const role of ["root", ...issuingRoles]) await lockAuthority(db, role);
    const within = { ...deps, db };
    const root = await takeRoot(within, brought.root);
    const list = await takeList(within, root, brought.list);
    const units: Array<TakenIn["units"][number]> = [];
    for (const der of brought.certificates) {
      const unit = await takeCertificate(within, { root, list, der });
      if (unit !== null) units.push(unit);
    }
    return { ...told(root), list: list.number, units, revoked: await takeRevocations(within, root, list) };
  });
  lookAgain(deps.db, taken.root.name);
  await ensureHierarchy(deps);
  return taken;
}

const told = (root: Certificate) => ({ root: { name: rootNameOf(root), fingerprint: fingerprintOf(root.der) } });

/** The root that is known, or the one that is named for the first time. */
async function takeRoot(deps: AuthorityDeps, der: Uint8Array | null): Promise<Certificate> {
  const active = await readActiveUnit(deps.db, "root");
  if (active !== null && active.keyId === null) {
    if (der !== null && Buffer.compare(der, active.certificate) !== 0)
      throw new DoesNotFit(
        `Another root is known here: ${active.name}, SHA-256 ${fingerprintOf(active.certificate)}. There is one root at a time.`,
      );
    return parseCertificate(active.certificate);
  }
  if (der === null) throw new DoesNotFit("No root is known here yet: name its certificate with --root.");
  const root = readable("root", der);
  checkRoot(deps, root);
  await keep(deps, { role: "root", name: rootNameOf(root), issuer: null, keyId: null }, root);
  return root;
}

function readable(what: string, der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (fault) {
    if (fault instanceof DerError)
      throw new DoesNotFit(`The certificate of the ${what} cannot be read.`, { cause: fault });
    throw fault;
  }
}

function checkRoot({ clock, authority }: AuthorityDeps, root: Certificate): void {
  if (!namesIssuer(root, root) || !isSignedBy(root, root.tbsCertificate, root))
    throw new DoesNotFit("The root's certificate is not signed by itself.");
  if (!issuesCertificates(root) || root.subjectKeyIdentifier === null)
    throw new DoesNotFit("The root's certificate is not that of a CA.");
  if (!namesProvider(root.der, authority))
    throw new DoesNotFit("The root names another provider than SIEGEL_PROVIDER_IDENTIFIER.");
  const name = nameAttribute(root.subject, "commonName") ?? "";
  if (!authority.development && / Development /.test(name)) throw new DoesNotFit(`${name} was made for development.`);
  mustBeValid("root", root, clock.now());
}

const issuesCertificates = ({ basicConstraints, keyUsage, unknownCritical }: Certificate): boolean =>
  basicConstraints?.ca === true &&
  keyUsage !== null &&
  keyUsage.includes("keyCertSign") &&
  keyUsage.includes("cRLSign") &&
  unknownCritical.length === 0;

/** One of the two machines has a wrong clock where a certificate begins later than now. */
function mustBeValid(what: string, { notBefore, notAfter }: Certificate, now: Date): void {
  if (now < notBefore) throw new DoesNotFit(`The certificate of the ${what} is not valid yet: compare the clocks.`);
  if (now >= notAfter) throw new DoesNotFit(`The certificate of the ${what} has ended.`);
}

/** The list, kept; the same as before is kept once. */
async function takeList(
  { db, clock, authority }: AuthorityDeps,
  root: Certificate,
  der: Uint8Array,
): Promise<RootList> {
  const list = readRootList(root, der);
  const name = rootNameOf(root);
  const now = clock.now();
  if (list.thisUpdate.getTime() > now.getTime() + backdateMs)
    throw new DoesNotFit(`List ${list.number} was made later than now: compare the clocks.`);
  if (list.nextUpdate <= now) throw new DoesNotFit(`List ${list.number} has ended.`);
  const head = await readListHead(db, name);
  if (head !== null) {
    mustFollow(list, readRootList(root, await readList(db, { issuer: name, number: head.number })));
    if (head.number === list.number) return list;
  }
  const { number, thisUpdate, nextUpdate } = list;
  const entries = list.revoked.length;
  await saveList(db, name, { number, thisUpdate, nextUpdate, entries, crl: der });
  const details = { root: name, number: String(number), entries: String(entries), provider: authority.providerName };
  await recordEvent(db, { at: now, type: "authority.list-taken-in", actor: { kind: "operator" }, details });
  return list;
}

type OneCertificate = { readonly root: Certificate; readonly list: RootList; readonly der: Uint8Array };

/** The CA whose certificate it is, at work from now on; null: it was taken in before. */
async function takeCertificate(
  deps: AuthorityDeps,
  { root, list, der }: OneCertificate,
): Promise<TakenIn["units"][number] | null> {
  const { db } = deps;
  if ((await readAuthorities(db)).some((one) => Buffer.compare(one.certificate, der) === 0)) return null;
  const certificate = readable("CA", der);
  const asked = (await readRequests(db)).find((one) => isFor(one, certificate));
  const shown = nameAttribute(certificate.subject, "commonName") ?? certificate.serialNumber;
  if (asked === undefined)
    throw new DoesNotFit(`The certificate of ${shown} is for a name or key that was not asked for.`);
  checkIssued(deps, { certificate, root, list, name: asked.name });
  const before = await readActiveUnit(db, asked.role);
  await keep(deps, { ...asked, issuer: rootNameOf(root) }, certificate);
  await closeRequest(db, asked.name);
  return { before: before?.name ?? null, after: asked.name, notAfter: certificate.notAfter };
}

function isFor({ request }: OpenRequest, certificate: Certificate): boolean {
  const { subjectPublicKeyInfo, subject } = parseRequest(request);
  return (
    Buffer.compare(subjectPublicKeyInfo, certificate.subjectPublicKeyInfo) === 0 &&
    namesEqual(subject, certificate.subject)
  );
}

type ToCheck = {
  readonly certificate: Certificate;
  readonly root: Certificate;
  readonly list: RootList;
  readonly name: string;
};

function checkIssued(deps: AuthorityDeps, { certificate, root, list, name }: ToCheck): void {
  if (!namesIssuer(certificate, root) || !isSignedBy(certificate, certificate.tbsCertificate, root))
    throw new DoesNotFit(`The certificate of ${name} is not signed by this root.`);
  if (!issuesCertificates(certificate) || certificate.basicConstraints?.pathLength !== 0)
    throw new DoesNotFit(`The certificate of ${name} is not that of an issuing CA.`);
  if (certificate.notAfter > root.notAfter) throw new DoesNotFit(`The certificate of ${name} ends after its root.`);
  const { crlUrl } = urlsOf(deps, rootNameOf(root));
  if (!certificate.crlUrls.includes(crlUrl))
    throw new DoesNotFit(
      `The certificate of ${name} names ${certificate.crlUrls.join(", ") || "no address"} for the root's list; it is published at ${crlUrl}.`,
    );
  mustBeValid(name, certificate, deps.clock.now());
  if (list.revoked.some((one) => one.serialNumber === certificate.serialNumber))
    throw new DoesNotFit(`The certificate of ${name} is revoked in this list.`);
}

/** Makes a certificate's row and its unit's. */
async function keep(
  { db, clock, authority }: AuthorityDeps,
  unit: Pick<OpenRequest, "name"> & {
    readonly role: CaRole;
    readonly issuer: string | null;
    readonly keyId: OpenRequest["keyId"] | null;
  },
  { der: certificate, serialNumber: serial, notBefore, notAfter }: Certificate,
): Promise<void> {
  const at = clock.now();
  const { name, role, issuer, keyId } = unit;
  const validity = { serial, certificate, notBefore, notAfter };
  await saveUnit(db, { name, role, issuer, keyId, ...validity }, authority);
  await saveIssued(db, { ...validity, issuer: issuer ?? name, profile: role, at, organisationId: null });
  const details = { name, role, serial, notAfter: notAfter.toISOString(), sha256: fingerprintOf(certificate) };
  await recordEvent(db, { at, type: "authority.unit-taken-in", actor: { kind: "operator" }, details });
}

/** Every CA that the list calls revoked is so here, with the list's time and reason. Answers the names of those that are so from now on. */
async function takeRevocations({ db, clock }: AuthorityDeps, root: Certificate, list: RootList): Promise<string[]> {
  const issuer = rootNameOf(root);
  const names: string[] = [];
  for (const { serialNumber: serial, revokedAt: at, reason } of list.revoked) {
    const row = await readIssuedOne(db, { issuer, serial });
    // What never came here, or was taken in before.
    if (row === null || row.revocation !== null) continue;
    await saveRevocation(db, { issuer, serial }, { at, reason });
    const name = (await retireRevoked(db, { issuer, serial })) ?? serial;
    names.push(name);
    const details = { name, serial, reason };
    await recordEvent(db, { at: clock.now(), type: "authority.ca-revoked", actor: { kind: "operator" }, details });
  }
  return names;
}
