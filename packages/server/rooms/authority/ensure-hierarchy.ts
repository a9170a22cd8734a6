/** Makes the units of the own authority that are missing or due, from the root downwards. */
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import {
  type CertificateProfile,
  issuingCaProfile,
  ocspSignerProfile,
  organisationProfile,
  rootProfile,
  tsuProfile,
} from "@siegel/kernel/x509/profiles.ts";
import { signMessage } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { UnitRole } from "../../db/authority-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { KeyId } from "../../ports/keys.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import {
  type CaRole,
  caRoles,
  type IssuingRole,
  issuingRoles,
  responderOf,
  type SoleRole,
  timestampPolicy,
  unitRules,
} from "./authority-rules.ts";
import {
  type Authority,
  countUnits,
  keyOf,
  lockAuthority,
  readActiveUnit,
  readAuthorities,
  readResponder,
  retireResponders,
  saveUnit,
  type Unit,
} from "./authority-store.ts";
import { issueFrom, issuerKeyOf, serialNumber, urlsOf, validityOf } from "./issue-certificate.ts";
import { lookForResponders } from "./known-responders.ts";
import { keepListsFresh, publishListOf } from "./publish-crl.ts";
import { namesProvider } from "./unit-certificate.ts";
import { prefixOf, unitName } from "./unit-names.ts";
import { keysToTry } from "./wrapped-key-store.ts";

/** Who issues whom; a responder is issued by the CA that it speaks for. Everything but the root's own list is signed below the root. */
const issuerOf: Record<SoleRole, CaRole | null> = {
  root: null,
  "issuing-ca": "root",
  "qualified-ca": "root",
  tsu: "issuing-ca",
  "service-seal": "issuing-ca",
};

const leafRoles = ["tsu", "service-seal"] as const;

/** Makes what is missing and renews what is due; called at every start and by a timer. Harmless when all is there. */
export async function ensureHierarchy(deps: AuthorityDeps): Promise<void> {
  // Where the root is outside, CAs come from a ceremony (take-in-ceremony.ts). Before the first one there is nobody to issue the rest.
  if (!(await rootIsOutside(deps))) for (const role of caRoles) await ensureUnit(deps, soleUnit(role));
  await ensureResponders(deps);
  if ((await readActiveUnit(deps.db, "issuing-ca")) !== null)
    for (const role of leafRoles) await ensureUnit(deps, soleUnit(role));
  lookForResponders(deps.db);
  await keepListsFresh(deps);
}

/** Whether the root's key is kept outside: as the database says, and before there is a root, the configuration. */
export async function rootIsOutside({ db, authority }: Pick<AuthorityDeps, "db" | "authority">): Promise<boolean> {
  const root = await readActiveUnit(db, "root");
  return root === null ? authority.root === "outside" : root.keyId === null;
}

/** Whether every unit is there, by whichever process it was made. A root whose key is outside has no responder. */
export async function hierarchyIsMade(db: Db): Promise<boolean> {
  for (const role of caRoles) {
    const ca = await readActiveUnit(db, role);
    if (ca === null) return false;
    if (ca.keyId !== null && (await readResponder(db, { ...ca, role })) === null) return false;
  }
  for (const role of leafRoles) if ((await readActiveUnit(db, role)) === null) return false;
  return true;
}

/** Uses the seal's key once, and another one where that one is in a token. @throws when this process's key-encryption key does not open what the database holds */
export async function checkKeys(deps: Pick<AuthorityDeps, "db" | "keys">): Promise<void> {
  const seal = await readActiveUnit(deps.db, "service-seal");
  // Without one where the CA that issued it is revoked, and has no successor yet.
  const unit = seal ?? (await readAuthorities(deps.db)).find(({ keyId }) => keyId !== null);
  if (unit === undefined) throw new Error("there is no unit yet");
  for (const keyId of await keysToTry(deps.db, keyOf(unit)))
    await signMessage(await deps.keys.signer(keyId), new Uint8Array(32));
}

/** A responder for each CA until the CA's time is over: of a retired one there are still certificates that somebody asks about. */
async function ensureResponders(deps: AuthorityDeps): Promise<void> {
  const now = deps.clock.now();
  for (const ca of await readAuthorities(deps.db))
    if (ca.keyId !== null && ca.notAfter > now) await ensureUnit(deps, responderFor(ca));
  await retireResponders(deps.db, now);
}

/** A place in the hierarchy: its role, who fills it now, and which role issues its certificate. */
type Place = {
  readonly role: UnitRole;
  readonly read: (db: Db) => Promise<Unit | null>;
  readonly issuer: (db: Db) => Promise<Unit | null>;
};

const soleUnit = (role: SoleRole): Place => ({
  role,
  read: (db) => readActiveUnit(db, role),
  issuer: (db) => issuerUnit(db, role),
});

const responderFor = (ca: Authority): Place => ({
  role: responderOf[ca.role],
  read: (db) => readResponder(db, ca),
  issuer: async () => ca,
});

async function ensureUnit(deps: AuthorityDeps, place: Place): Promise<void> {
  if (!(await isDue(deps, place))) return;
  const { role } = place;
  // The key is made outside of the transaction: the key store may be another system. A key that loses the race is destroyed.
  const { keyId, subjectPublicKeyInfo } = await deps.keys.generate(unitRules[role].keyKind);
  const made = await inTransaction(deps.db, async (db) => {
    await lockAuthority(db, role);
    if (!(await isDue({ ...deps, db }, place))) return false;
    await makeUnit({ ...deps, db }, { role, keyId, subjectPublicKeyInfo, issuer: await place.issuer(db) });
    return true;
  });
  if (!made) await deps.keys.destroy(keyId);
}

async function isDue({ db, clock, authority }: AuthorityDeps, { role, read, issuer }: Place): Promise<boolean> {
  const unit = await read(db);
  if (unit === null) return true;
  // A seal that names somebody else is used for nothing: the provider's identifier was changed, or the row.
  if (role === "service-seal" && !namesProvider(unit.certificate, authority)) return true;
  const leftMs = unit.notAfter.getTime() - clock.now().getTime();
  if (leftMs > unitRules[role].renewBeforeMs) return false;
  // A successor that ends with the same issuer would live no longer.
  const by = await issuer(db);
  return leftMs <= 0 || by === null || unit.notAfter < by.notAfter;
}

/** The CA that issues from now on, and the one before it. */
export type Rolled = { readonly before: string; readonly after: string; readonly notAfter: Date };

/** `ROOT_ENDS`: a successor would live no longer. `ROLLED_MEANWHILE`: another roll, or the upkeep, came first. */
type RollAnswer =
  | { readonly ok: true; readonly rolled: readonly Rolled[] }
  | { readonly ok: false; readonly code: "ROOT_ENDS" | "ROLLED_MEANWHILE" };

/**
 * Gives each issuing CA a successor now, with its responder and its first list, in one transaction: none issues before it can be asked
 * about. The ones before go on with responders and lists. Of two rolls at the same time the later one makes nothing. @throws before the
 * hierarchy exists
 */
export async function rollAuthority(deps: AuthorityDeps): Promise<RollAnswer> {
  const seen = await issuingNames(deps.db);
  const keys: Array<{ readonly role: IssuingRole; readonly ca: StoredKey; readonly responder: StoredKey }> = [];
  for (const role of issuingRoles) {
    const ca = await deps.keys.generate(unitRules[role].keyKind);
    keys.push({ role, ca, responder: await deps.keys.generate(unitRules[responderOf[role]].keyKind) });
  }
  const answer = await inTransaction(deps.db, async (db): Promise<RollAnswer> => {
    for (const role of issuingRoles) await lockAuthority(db, role);
    for (const role of issuingRoles) await lockAuthority(db, responderOf[role]);
    if (`${await issuingNames(db)}` !== `${seen}`) return { ok: false, code: "ROLLED_MEANWHILE" };
    // Looked at first: what was made for one role would be kept, although the other has no successor.
    for (const { role } of keys) if (!(await canSucceed(db, role))) return { ok: false, code: "ROOT_ENDS" };
    const rolled: Rolled[] = [];
    for (const { role, ca, responder } of keys) rolled.push(await succeed({ ...deps, db }, role, { ca, responder }));
    return { ok: true, rolled };
  });
  // Only after a refusal: where the transaction throws, nobody knows whether it was kept. A key without a certificate does no harm.
  if (!answer.ok)
    for (const { ca, responder } of keys) for (const { keyId } of [ca, responder]) await deps.keys.destroy(keyId);
  return answer;
}

/** The CAs that issue now. */
async function issuingNames(db: Db): Promise<ReadonlyArray<string | undefined>> {
  const names: Array<string | undefined> = [];
  for (const role of issuingRoles) names.push((await readActiveUnit(db, role))?.name);
  return names;
}

type StoredKey = Pick<UnitKey, "keyId" | "subjectPublicKeyInfo">;

/** The CA of a role and the root above it. */
async function caAndRoot(db: Db, role: IssuingRole): Promise<{ readonly before: Unit; readonly issuer: Unit }> {
  const before = await readActiveUnit(db, role);
  const issuer = await issuerUnit(db, role);
  if (before === null || issuer === null) throw new Error(`there is no ${role} to succeed`);
  return { before, issuer };
}

/** Whether a successor would live longer. */
async function canSucceed(db: Db, role: IssuingRole): Promise<boolean> {
  const { before, issuer } = await caAndRoot(db, role);
  return issuer.notAfter > before.notAfter;
}

async function succeed(
  deps: AuthorityDeps,
  role: IssuingRole,
  { ca, responder }: { readonly ca: StoredKey; readonly responder: StoredKey },
): Promise<Rolled> {
  const { before, issuer } = await caAndRoot(deps.db, role);
  await makeUnit(deps, { role, ...ca, issuer });
  const after = await readActiveUnit(deps.db, role);
  if (after === null) throw new Error(`there is no ${role}`);
  await makeUnit(deps, { role: responderOf[role], ...responder, issuer: after });
  await publishListOf(deps, after.name);
  return { before: before.name, after: after.name, notAfter: after.notAfter };
}

type UnitKey = {
  readonly role: UnitRole;
  readonly keyId: KeyId;
  readonly subjectPublicKeyInfo: Uint8Array;
  /** Null for the root. */
  readonly issuer: Unit | null;
};

async function makeUnit(deps: AuthorityDeps, key: UnitKey): Promise<void> {
  const number = (await countUnits(deps.db, key.role)) + 1;
  const name = `${prefixOf[key.role]}-${number}`;
  const { issuer } = key;
  const profile = profileOf(deps, { ...key, number });
  const issuerKey = issuer === null ? key.subjectPublicKeyInfo : issuerKeyOf(issuer);
  const by = issuer ?? { name, keyId: key.keyId };
  const issued = await issueFrom(deps, { issuer: by, issuerKey, profile, kind: key.role });
  const { serial, certificate, notBefore, notAfter } = issued;
  const { role, keyId } = key;
  const unit = { name, role, issuer: issuer?.name ?? null, serial, certificate, keyId, notBefore, notAfter };
  await saveUnit(deps.db, unit, deps.authority);
  await recordEvent(deps.db, {
    at: deps.clock.now(),
    type: "authority.unit-made",
    actor: { kind: "system" },
    details: { name, role: key.role, serial, notAfter: notAfter.toISOString() },
  });
}

async function issuerUnit(db: Db, role: SoleRole): Promise<Unit | null> {
  const issuerRole = issuerOf[role];
  if (issuerRole === null) return null;
  const unit = await readActiveUnit(db, issuerRole);
  if (unit === null) throw new Error(`there is no ${issuerRole} to issue a ${role}`);
  return unit;
}

function profileOf(deps: AuthorityDeps, wanted: UnitKey & { number: number }): CertificateProfile {
  const { role, subjectPublicKeyInfo, issuer } = wanted;
  const subject = unitName(deps.authority, role, wanted.number);
  const request = {
    ...validityOf(deps, unitRules[role].lifeMs, issuer),
    serialNumber: serialNumber(deps),
    subjectPublicKeyInfo,
  };
  if (role === "root" || issuer === null) return rootProfile({ ...request, subject });
  const issued = { ...request, subject, issuer: parseCertificate(issuer.certificate), urls: urlsOf(deps, issuer.name) };
  switch (role) {
    case "issuing-ca":
    case "qualified-ca":
      return issuingCaProfile(issued);
    case "root-ocsp-signer":
    case "ocsp-signer":
      return ocspSignerProfile({ ...issued, caIssuersUrl: issued.urls.caIssuersUrl });
    case "tsu":
      return tsuProfile({ ...issued, policy: timestampPolicy });
    case "service-seal":
      return organisationProfile({ ...issued, policy: deps.authority.certificatePolicy });
  }
}
