/** The door of the room `certificates`: which certificate a signer signs with (decisions.md §5 "Whose certificate", "Whose seal"). */
import { isSeal, signerKinds } from "@siegel/contract/signer-kind.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyId, KeyStore } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import {
  type AuthorityConfig,
  forgetHolders,
  type IssuedCertificate,
  isRevoked,
  issueOrganisationCertificate,
  issuePersonCertificate,
} from "../authority/authority.ts";
import {
  type FoldedName,
  foldName,
  parseStoredName,
  sameName,
  storedName,
} from "../identity-proofing/identity-proofing.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import {
  type AdvancedIdentity,
  deleteCertificate,
  readCertificate,
  readIssuedAs,
  readKeys,
  readLiving,
  retireCertificate,
  type StoredCertificate,
  saveCertificate,
} from "./certificates-store.ts";
import { type HolderSecret, holderMac, isAuthentic } from "./holder-mac.ts";
import { type SignerCertificate, withChain } from "./with-chain.ts";

export { approveReview, type NotApproved, serialOf } from "./approve-review.ts";
export { type CertificateMailDeps, sendCertificateMail } from "./certificate-mail.ts";
export { inUseAfter, keyOfQualified } from "./certificates-store.ts";
export { certifyDemoPerson } from "./certify-demo-person.ts";
export { certifyPerson } from "./certify-person.ts";
export { type ChangeMailDeps, type ChangeTextDeps, sendChangeMail, sendChangeText } from "./change-notices.ts";
export { changeRegisteredPhone } from "./change-registered-phone.ts";
export { type EndingMailDeps, sendEndingMail } from "./ending-mail.ts";
export { type HeldByMailbox, heldByMailbox } from "./held-by-mailbox.ts";
export { type HolderSecret, holderSecret } from "./holder-mac.ts";
export { choosePassword, draftFor, issueDraft, type NotChosen, type ToIssue, toIssueOf } from "./identified-signer.ts";
export { type CertificateOfMail, lookAtMailbox, proveMailbox } from "./prove-mailbox.ts";
export { putAside } from "./put-aside.ts";
export { qualifiedHeldBy } from "./qualified-certificates.ts";
export {
  certificateStatusOf,
  isRepresentative,
  mayActFor,
  neededHolder,
  usableCertificate,
} from "./qualified-signer.ts";
export { changeOfLink, forgetChanges, markStopped, recordChange, restOf } from "./record-change.ts";
export { type ReissueDeps, reissueFor } from "./reissue.ts";
export { revokeHeld } from "./revoke-held.ts";
export { tellOfEnds } from "./tell-of-ends.ts";

/** What the room needs. */
export type CertificatesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyStore;
  readonly authority: AuthorityConfig;
  /** Key of the MAC that binds a certificate's row to its holder. */
  readonly holderSecret: HolderSecret;
};

/** The certificate, or why there is none. */
export type FoundCertificate =
  | { readonly ok: true; readonly certificate: SignerCertificate }
  | { readonly ok: false; readonly code: "ORGANIZATION_NOT_VERIFIED" };

// A certificate this close to its expiry is not used for another signature.
const reuseUntilMs = 24 * 3_600_000;

/** Whether a certificate for this signer can be issued; issues none. */
export async function checkCertificateAvailable(
  db: Db,
  context: SignerContext,
): Promise<{ ok: true } | { ok: false; code: "ORGANIZATION_NOT_VERIFIED" }> {
  if (!isSeal(context.signer.type)) return { ok: true };
  return (await verifiedOrganisation(db, context.workflow.organisationId)) === null
    ? { ok: false, code: "ORGANIZATION_NOT_VERIFIED" }
    : { ok: true };
}

/** The name in the certificate of this workflow's seals, or in the one to be issued; null if the organisation is not verified. */
export async function sealHolder(db: Db, { workflow }: Pick<SignerContext, "workflow">): Promise<string | null> {
  return (await verifiedOrganisation(db, workflow.organisationId))?.legalName ?? null;
}

/**
 * The organisation shown beside the signer. For a seal it is the holder in its certificate, or in the one to be issued
 * (`certificateHolder` null: not issued yet), since the sender's own entry is not verified. For a person's signature it is the sender's
 * entry.
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
 * The advanced certificate of a signer or of the sender's organisation: issued at first use, reused while it is valid.
 * @throws for other signer types: an advanced certificate never replaces a qualified one
 */
export async function certificateFor(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  return isSeal(context.signer.type)
    ? await organisationCertificate(deps, context)
    : await personCertificate(deps, context);
}

/**
 * A certificate chosen earlier, if it belongs to this signer (for a seal: to their organisation); null otherwise, and also if the row's
 * MAC is not this service's. @throws if the id does not exist
 */
export async function certificateHeldBy(
  deps: CertificatesDeps,
  certificateId: string,
  context: SignerContext,
): Promise<SignerCertificate | null> {
  const found = await readCertificate(deps.db, certificateId);
  const wanted = identityOf(context);
  const sameHolder =
    found.level === wanted.level &&
    found.kind === wanted.kind &&
    found.organisationId === wanted.organisationId &&
    found.email === wanted.email;
  // An organisation's name may have changed since: the act continues with the certificate it began with.
  const named = found.kind === "organisation" || sameName(parseStoredName(found.foldedName), foldName(context.signer));
  return sameHolder && named && isAuthentic(deps.holderSecret, found) ? await withChain(deps.db, found) : null;
}

/** A certificate by its id, to display and not to sign with. @throws if the id does not exist */
export async function certificateOf(db: Db, certificateId: string): Promise<SignerCertificate> {
  return await withChain(db, await readCertificate(db, certificateId));
}

/** Under which issuer and serial number a certificate was issued; null: unknown id. */
export async function issuedAs(
  db: Db,
  certificateId: string,
): Promise<Pick<IssuedCertificate, "issuer" | "serial"> | null> {
  const found = await readIssuedAs(db, certificateId);
  return found === null ? null : { issuer: found.issuer, serial: found.serial };
}

/** The key of a certificate; null: unknown id. */
export const keyOf = async (db: Db, certificateId: string): Promise<KeyId | null> =>
  (await readIssuedAs(db, certificateId))?.keyId ?? null;

/** Whose a certificate is: the name in it, and the holder's mailbox, empty for an organisation's advanced one. */
type Holder = Pick<IssuedCertificate, "issuer" | "serial"> & {
  readonly name: string;
  readonly email: string;
  readonly organisationId: string | null;
};

/** The holder of a certificate; null: unknown id. */
export async function holderOf(db: Db, certificateId: string): Promise<Holder | null> {
  const found = await readIssuedAs(db, certificateId);
  if (found === null) return null;
  const { issuer, serial, email, organisationId, certificate } = found;
  return {
    issuer,
    serial,
    email,
    organisationId,
    name: nameAttribute(parseCertificate(certificate).subject, "commonName") ?? serial,
  };
}

/**
 * Destroys the keys of an organisation's signers and of its seals, and forgets whose they were. Of each certificate stays what a verifier
 * of a signed document asks for: that it was issued, its validity and its revocation. Safe to call again after it was interrupted.
 */
export async function forgetCertificates(
  deps: Pick<CertificatesDeps, "db"> & { readonly keys: Pick<KeyStore, "destroy"> },
  organisationId: string,
): Promise<void> {
  // The key first: without its row nobody would know that it is to be destroyed.
  for (const { certificateId, keyId } of await readKeys(deps.db, organisationId)) {
    await deps.keys.destroy(keyId);
    // A representative's own: it is in no key store.
    await destroyKey(deps.db, keyId);
    await deleteCertificate(deps.db, certificateId);
  }
  await forgetHolders(deps.db, organisationId);
}

function identityOf({ signer, workflow: { organisationId } }: SignerContext): AdvancedIdentity {
  const { holder, isQualified } = signerKinds[signer.type];
  if (holder === "service" || isQualified) throw new Error(`no advanced certificate is for ${signer.type}`);
  const nobodyMet = { level: "aes", organisationId, personId: null, phone: null } as const;
  return holder === "organisation"
    ? { ...nobodyMet, kind: "organisation", email: "" }
    : { ...nobodyMet, kind: "person", email: signer.email.trim().toLowerCase() };
}

async function personCertificate(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  const { firstName, lastName } = context.signer;
  return await reuseOrMake(deps, {
    identity: identityOf(context),
    name: foldName({ firstName, lastName }),
    issue: (made) => issuePersonCertificate(deps, { ...made, level: "aes", firstName, lastName }),
  });
}

async function organisationCertificate(deps: CertificatesDeps, context: SignerContext): Promise<FoundCertificate> {
  const organisation = await verifiedOrganisation(deps.db, context.workflow.organisationId);
  if (organisation === null) return { ok: false, code: "ORGANIZATION_NOT_VERIFIED" };
  // The name includes the register's identifier: a change of either needs a new certificate.
  const name = `${organisation.organizationIdentifier}|${organisation.legalName}`;
  return await reuseOrMake(deps, {
    identity: identityOf(context),
    name: { wide: name, narrow: name },
    issue: (made) => issueOrganisationCertificate(deps, { ...made, level: "aes", ...organisation }),
  });
}

type Wanted = {
  readonly identity: AdvancedIdentity;
  readonly name: FoldedName;
  readonly issue: (made: {
    subjectPublicKeyInfo: Uint8Array;
    subjectId: string;
    organisationId: string;
  }) => Promise<IssuedCertificate>;
};

async function reuseOrMake(deps: CertificatesDeps, wanted: Wanted): Promise<FoundCertificate> {
  const usable = await findUsable(deps, wanted);
  if (usable !== null) return { ok: true, certificate: await withChain(deps.db, usable) };
  const { keyId, subjectPublicKeyInfo } = await deps.keys.generate("p256", "signer");
  const certificateId = deps.random.id();
  const { organisationId } = wanted.identity;
  const issued = await wanted.issue({ subjectPublicKeyInfo, subjectId: certificateId, organisationId });
  const stored = { ...issued, certificateId, keyId, foldedName: storedName(wanted.name), createdAt: deps.clock.now() };
  const mac = holderMac(deps.holderSecret, { ...stored, ...wanted.identity });
  if (await saveCertificate(deps.db, wanted.identity, { ...stored, holderMac: mac }))
    return { ok: true, certificate: await withChain(deps.db, stored) };
  // Another act of the same person was faster: use its certificate, and destroy our unused key.
  await deps.keys.destroy(keyId);
  const winner = await findUsable(deps, wanted);
  if (winner === null) throw new Error(`the certificate of ${certificateId}'s identity changed hands twice at once`);
  return { ok: true, certificate: await withChain(deps.db, winner) };
}

async function findUsable(deps: CertificatesDeps, wanted: Wanted): Promise<StoredCertificate | null> {
  const now = deps.clock.now();
  for (const living of await readLiving(deps.db, wanted.identity)) {
    if (!sameName(parseStoredName(living.foldedName), wanted.name)) continue;
    const ends = living.notAfter.getTime() - reuseUntilMs <= now.getTime();
    // A row that this service did not write is retired like an expiring certificate, and a new one is issued.
    const usable = !ends && isAuthentic(deps.holderSecret, living);
    if (usable && !(await isRevoked(deps.db, living.certificate))) return living;
    await retireCertificate(deps.db, living.certificateId, now);
  }
  return null;
}
