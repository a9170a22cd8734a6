/**
 * Qualified certificates (decisions.md §5 "Whose certificate", "Whose seal"): a person's own, for every sender; and for a seal one
 * representative's own, with their key and phone, in the name of an organisation.
 */
import type { CertificateState } from "@siegel/contract/calls/certificates.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { otp_expires_s } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import { type IssuedCertificate, isRevoked } from "../authority/authority.ts";
import { foldName, parseStoredName, sameName, storedName } from "../identity-proofing/identity-proofing.ts";
import { isLocked } from "../password-keys/password-keys.ts";
import {
  type FoundRow,
  type QualifiedIdentity,
  type QualifiedSubject,
  readCertificate,
  readLivingQualified,
  type StoredCertificate,
  saveCertificate,
} from "./certificates-store.ts";
import { type HolderSecret, holderMac, isAuthentic } from "./holder-mac.ts";
import { restOf } from "./record-change.ts";
import { openPhone, sealPhone } from "./registered-phone.ts";
import { type SignerCertificate, withChain } from "./with-chain.ts";

/** What it asks of the world. */
export type QualifiedDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly holderSecret: HolderSecret;
};

/** Somebody by mailbox and name, and whose certificate: their own, or one of an organisation that they seal for. */
export type NamedHolder = QualifiedSubject & {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Where it is to be used: a certificate whose mailbox is not proven serves there alone. */
  readonly inWorkflow?: WorkflowId;
};

/** A person who was met. `phone` is the number (E.164) that they gave then. */
export type MetHolder = NamedHolder & { readonly personId: string; readonly phone: string };

/** A qualified certificate of who was met, and the number that its codes go to. */
export type QualifiedCertificate = SignerCertificate & { readonly personId: string; readonly phone: string };

/** Keeps a certificate as the living one of who was met; false when they have another, which is to be ended first. */
export async function keepQualified(
  deps: QualifiedDeps,
  holder: MetHolder,
  made: IssuedCertificate & { readonly certificateId: string; readonly keyId: KeyId },
): Promise<boolean> {
  const { certificateId } = made;
  const phone = sealPhone(deps, { certificateId, phone: holder.phone });
  const identity = { ...addressed(holder), level: "qes", phone } as const;
  const stored = { ...made, foldedName: storedName(foldName(holder)), createdAt: deps.clock.now() };
  const mac = holderMac(deps.holderSecret, { ...stored, ...identity });
  return await saveCertificate(deps.db, identity, { ...stored, holderMac: mac });
}

/** What is known of somebody of a mailbox and name: whether they were met, and their certificate, or why it cannot be used. */
export type QualifiedStanding = {
  readonly isKnown: boolean;
  readonly state: CertificateState;
  /** Null unless its state is OK. */
  readonly certificate: QualifiedCertificate | null;
};

type StandingDeps = Pick<QualifiedDeps, "db" | "clock" | "holderSecret">;

/** How somebody stands. Nothing is issued or put aside. */
export async function standingOf(deps: StandingDeps, wanted: NamedHolder): Promise<QualifiedStanding> {
  const { email, kind, organisationId } = addressed(wanted);
  const theirs = (await readLivingQualified(deps.db, email)).filter((row) => isOf(deps, row, wanted));
  const isKnown = theirs.length > 0;
  // The newest one only: with an older one a lost phone would be of use again once the newer is locked or revoked.
  const newest = theirs.find((found) => found.kind === kind && found.organisationId === organisationId);
  if (newest === undefined) return { isKnown, state: "MISSING", certificate: null };
  const state = await stateOf(deps, newest, wanted.inWorkflow);
  return { isKnown, state, certificate: state === "OK" ? await openCertificate(deps, newest) : null };
}

/** The qualified certificate that somebody of this mailbox and name can sign with now, or null. */
export async function qualifiedOf(deps: StandingDeps, wanted: NamedHolder): Promise<QualifiedCertificate | null> {
  return (await standingOf(deps, wanted)).certificate;
}

/** A qualified certificate chosen earlier, if it belongs to who is named and this service wrote its row; else null. @throws if the id does not exist */
export async function qualifiedHeldBy(
  deps: StandingDeps,
  certificateId: string,
  wanted: NamedHolder,
): Promise<QualifiedCertificate | null> {
  const found = await readCertificate(deps.db, certificateId);
  const { kind, organisationId, email } = addressed(wanted);
  const isSame = found.kind === kind && found.organisationId === organisationId && found.email === email;
  return isSame && isOf(deps, found, wanted) ? await openCertificate(deps, found) : null;
}

/** Whether this service wrote a qualified certificate's row for somebody of this name. */
function isOf(
  deps: StandingDeps,
  row: FoundRow,
  wanted: NamedHolder,
): row is Extract<FoundRow, { readonly level: "qes" }> {
  if (row.level !== "qes" || !isAuthentic(deps.holderSecret, row)) return false;
  return sameName(parseStoredName(row.foldedName), foldName(wanted));
}

/** The life of a code: a certificate with less left might end before its signature (decisions.md §13). */
const ends_soon_ms = otp_expires_s * 1_000;

async function stateOf(
  deps: StandingDeps,
  found: FoundRow,
  inWorkflow: WorkflowId | undefined,
): Promise<CertificateState> {
  if (await isRevoked(deps.db, found.certificate)) return "REVOKED";
  const leftMs = found.notAfter.getTime() - deps.clock.now().getTime();
  if (leftMs <= 0) return "EXPIRED";
  if (await isLocked(deps.db, found.keyId)) return "LOCKED";
  if (leftMs < ends_soon_ms) return "ENDS_SOON";
  const { unprovenFor } = found;
  if (unprovenFor !== null && unprovenFor !== inWorkflow) return "UNPROVEN";
  return (await restOf(deps, found.certificateId, inWorkflow)) === null ? "OK" : "RESTS";
}

async function openCertificate(
  deps: StandingDeps,
  found: StoredCertificate & QualifiedIdentity,
): Promise<QualifiedCertificate> {
  const { certificateId, personId, phone: sealed } = found;
  const phone = openPhone(deps.holderSecret, { certificateId, sealed });
  return { ...(await withChain(deps.db, found)), personId, phone };
}

/** The same holder, the address as it is stored. */
const addressed = <Holder extends NamedHolder>(holder: Holder): Holder => ({
  ...holder,
  email: holder.email.trim().toLowerCase(),
});
