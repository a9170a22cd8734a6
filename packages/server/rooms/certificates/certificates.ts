/** The door of the room `certificates`: which certificate a signer signs with (decisions.md §5 "Whose certificate", "Whose seal"). */
import { isSeal, signerKinds } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyStore } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import {
  type AuthorityConfig,
  chainOf,
  type IssuedCertificate,
  isRevoked,
  issueOrganisationCertificate,
  issuePersonCertificate,
} from "../authority/authority.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import {
  type Identity,
  readCertificate,
  readLiving,
  retireCertificate,
  type StoredCertificate,
  saveCertificate,
} from "./certificates-store.ts";
import { type FoldedName, foldName, sameName } from "./fold-name.ts";
import { type HolderSecret, holderMac, isAuthentic } from "./holder-mac.ts";

export { type HolderSecret, holderSecret } from "./holder-mac.ts";

/** What certificates ask of the world. */
export type CertificatesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyStore;
  readonly authority: AuthorityConfig;
  /** What says whose a certificate is. */
  readonly holderSecret: HolderSecret;
};

/** A certificate ready to sign with; the chain ends below the root. */
export type SignerCertificate = StoredCertificate & { readonly chain: readonly Uint8Array[] };

/** The certificate, or why there is none. */
export type FoundCertificate =
  | { readonly ok: true; readonly certificate: SignerCertificate }
  | { readonly ok: false; readonly code: "ORGANIZATION_NOT_VERIFIED" };

// A certificate this close to its end is not used for another signature.
const reuseUntilMs = 24 * 3_600_000;

/** Whether a signer of this type could get a certificate, without making one. */
export async function checkCertificateAvailable(
  db: Db,
  context: SignerContext,
): Promise<{ ok: true } | { ok: false; code: "ORGANIZATION_NOT_VERIFIED" }> {
  if (!isSeal(context.signer.type)) return { ok: true };
  return (await verifiedOrganisation(db, context.workflow.organisationId)) === null
    ? { ok: false, code: "ORGANIZATION_NOT_VERIFIED" }
    : { ok: true };
}

/** The name that the certificate of this workflow's seals has, or will have; null while nobody has verified the organisation. */
export async function sealHolder(db: Db, { workflow }: Pick<SignerContext, "workflow">): Promise<string | null> {
  return (await verifiedOrganisation(db, workflow.organisationId))?.legalName ?? null;
}

/**
 * Whom an act names beside its signer. For a seal whose it is, as its certificate says, or will say (`certificateHolder` null: it has not
 * been made); what a sender called it is no more than their word. Beside a person's signature there is only that.
 */
export async function namedOrganisation(
  db: Db,
  context: SignerContext,
  certificateHolder: string | null,
): Promise<string | null> {
  const { type, organisation } = context.signer;
  if (!isSeal(type)) return organisation;
  return certificateHolder ?? (await sealHolder(db, context)) ?? organisation;
}

/**
 * The advanced certificate of a signer or of the sender's organisation: made on first use, reused while it is valid.
 * @throws for a type that signs with another: an advanced one never stands for a qualified one
 */
export async function certificateFor(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  return isSeal(context.signer.type)
    ? await organisationCertificate(deps, context)
    : await personCertificate(deps, context);
}

/**
 * A certificate chosen earlier, where it is this signer's, for a seal their organisation's; null otherwise. What its row says of
 * its holder counts only where this service wrote it. @throws when there is none of that id
 */
export async function certificateHeldBy(
  deps: CertificatesDeps,
  certificateId: string,
  context: SignerContext,
): Promise<SignerCertificate | null> {
  const found = await readCertificate(deps.db, certificateId);
  const wanted = identityOf(context);
  const sameHolder =
    found.kind === wanted.kind && found.organisationId === wanted.organisationId && found.email === wanted.email;
  // An organisation's name may have changed since: its act goes on with what it began with.
  const named = found.kind === "organisation" || sameName(parseStoredName(found.foldedName), foldName(context.signer));
  return sameHolder && named && isAuthentic(deps.holderSecret, found) ? await withChain(deps.db, found) : null;
}

/** The certificate of that id, to be told of and not signed with. @throws when there is none */
export async function certificateOf(db: Db, certificateId: string): Promise<SignerCertificate> {
  return await withChain(db, await readCertificate(db, certificateId));
}

function identityOf({ signer, workflow: { organisationId } }: SignerContext): Identity {
  const { holder, isQualified } = signerKinds[signer.type];
  if (holder === "service" || isQualified) throw new Error(`no advanced certificate is for ${signer.type}`);
  return holder === "organisation"
    ? { kind: "organisation", organisationId, email: "" }
    : { kind: "person", organisationId, email: signer.email.trim().toLowerCase() };
}

async function personCertificate(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  const { firstName, lastName } = context.signer;
  return await reuseOrMake(deps, {
    identity: identityOf(context),
    name: foldName({ firstName, lastName }),
    issue: (made) => issuePersonCertificate(deps, { ...made, firstName, lastName }),
  });
}

async function organisationCertificate(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  const organisation = await verifiedOrganisation(deps.db, context.workflow.organisationId);
  if (organisation === null) return { ok: false, code: "ORGANIZATION_NOT_VERIFIED" };
  // The register's identifier is part of the name: a certificate does not survive a change of either.
  const name = `${organisation.organizationIdentifier}|${organisation.legalName}`;
  return await reuseOrMake(deps, {
    identity: identityOf(context),
    name: { wide: name, narrow: name },
    issue: (made) => issueOrganisationCertificate(deps, { ...made, ...organisation }),
  });
}

type Wanted = {
  readonly identity: Identity;
  readonly name: FoldedName;
  readonly issue: (made: { subjectPublicKeyInfo: Uint8Array; subjectId: string }) => Promise<IssuedCertificate>;
};

async function reuseOrMake(deps: CertificatesDeps, wanted: Wanted): Promise<FoundCertificate> {
  const usable = await findUsable(deps, wanted);
  if (usable !== null) return { ok: true, certificate: await withChain(deps.db, usable) };
  const { keyId, subjectPublicKeyInfo } = await deps.keys.generate("p256");
  const certificateId = deps.random.id();
  const issued = await wanted.issue({ subjectPublicKeyInfo, subjectId: certificateId });
  const stored = { ...issued, certificateId, keyId, foldedName: storedName(wanted.name), createdAt: deps.clock.now() };
  const mac = holderMac(deps.holderSecret, { ...stored, ...wanted.identity });
  if (await saveCertificate(deps.db, wanted.identity, { ...stored, holderMac: mac }))
    return { ok: true, certificate: await withChain(deps.db, stored) };
  // Another act of the same person was faster. Its certificate counts; our key never signs anything.
  await deps.keys.destroy(keyId);
  const winner = await findUsable(deps, wanted);
  if (winner === null) throw new Error(`the certificate of ${certificateId}'s identity changed hands twice at once`);
  return { ok: true, certificate: await withChain(deps.db, winner) };
}

// Both foldings are kept, so that a later spelling can be compared under either.
const storedName = (name: FoldedName): string => `${name.wide}\n${name.narrow}`;
const parseStoredName = (stored: string): FoldedName => {
  const [wide = "", narrow = ""] = stored.split("\n", 2);
  return { wide, narrow };
};

async function findUsable(deps: CertificatesDeps, wanted: Wanted): Promise<StoredCertificate | null> {
  const now = deps.clock.now();
  for (const living of await readLiving(deps.db, wanted.identity)) {
    if (!sameName(parseStoredName(living.foldedName), wanted.name)) continue;
    const ends = living.notAfter.getTime() - reuseUntilMs <= now.getTime();
    // What somebody else wrote, or changed, is put aside like a certificate at its end: another one is made.
    const usable = !ends && isAuthentic(deps.holderSecret, living);
    if (usable && !(await isRevoked(deps.db, living.certificate))) return living;
    await retireCertificate(deps.db, living.certificateId, now);
  }
  return null;
}

async function withChain(db: Db, stored: StoredCertificate): Promise<SignerCertificate> {
  return { ...stored, chain: await chainOf(db, stored.issuer) };
}
