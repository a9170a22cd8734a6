/**
 * Qualified certificates (decisions.md §5 "Whose certificate", "Whose seal"): a person's own, for every sender; and for a seal one
 * representative's own, with their key and phone, in the name of an organisation.
 */
import { signerKinds } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import { type IssuedCertificate, isRevoked } from "../authority/authority.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import {
  type FoundRow,
  type QualifiedSubject,
  readCertificate,
  readLivingQualified,
  saveCertificate,
} from "./certificates-store.ts";
import { foldName, parseStoredName, sameName, storedName } from "./fold-name.ts";
import { type HolderSecret, holderMac, isAuthentic } from "./holder-mac.ts";
import { openPhone, sealPhone } from "./registered-phone.ts";
import { type SignerCertificate, withChain } from "./with-chain.ts";

/** What it asks of the world. */
export type QualifiedDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly holderSecret: HolderSecret;
};

type FindQualifiedDeps = Pick<QualifiedDeps, "db" | "clock" | "holderSecret">;

/** Somebody by mailbox and name, and whose certificate: their own, or one of an organisation that they seal for. */
export type NamedHolder = QualifiedSubject & {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
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

/** The qualified certificate that somebody of this mailbox and name can sign with now, or null. Nothing is issued or put aside. */
export async function qualifiedOf(deps: FindQualifiedDeps, wanted: NamedHolder): Promise<QualifiedCertificate | null> {
  for (const found of await readLivingQualified(deps.db, addressed(wanted))) {
    const theirs = await asTheirs(deps, found, wanted);
    if (theirs === null || found.notAfter <= deps.clock.now()) continue;
    if (!(await isRevoked(deps.db, found.certificate))) return theirs;
  }
  return null;
}

/** A qualified certificate chosen earlier, if it belongs to who is named and this service wrote its row; else null. @throws if the id does not exist */
export async function qualifiedHeldBy(
  deps: FindQualifiedDeps,
  certificateId: string,
  wanted: NamedHolder,
): Promise<QualifiedCertificate | null> {
  const found = await readCertificate(deps.db, certificateId);
  const { kind, organisationId, email } = addressed(wanted);
  const isSame = found.kind === kind && found.organisationId === organisationId && found.email === email;
  return isSame ? await asTheirs(deps, found, wanted) : null;
}

async function asTheirs(
  deps: FindQualifiedDeps,
  found: FoundRow,
  wanted: NamedHolder,
): Promise<QualifiedCertificate | null> {
  if (found.level !== "qes" || !isAuthentic(deps.holderSecret, found)) return null;
  if (!sameName(parseStoredName(found.foldedName), foldName(wanted))) return null;
  const { certificateId, personId, phone: sealed } = found;
  const phone = openPhone(deps.holderSecret, { certificateId, sealed });
  return { ...(await withChain(deps.db, found)), personId, phone };
}

/** Whose qualified certificate a signer needs: their own, or theirs for the seals of the sender's organisation. @throws for other types */
export function qualifiedHolder({ signer, workflow }: SignerContext): NamedHolder {
  const { firstName, lastName, email, type } = signer;
  const { holder, isQualified } = signerKinds[type];
  if (!isQualified) throw new Error(`no qualified certificate is for ${type}`);
  const named = { firstName, lastName, email };
  return holder === "organisation"
    ? { ...named, kind: "organisation", organisationId: workflow.organisationId }
    : { ...named, kind: "person", organisationId: null };
}

/** The same holder, the address as it is stored. */
const addressed = <Holder extends NamedHolder>(holder: Holder): Holder => ({
  ...holder,
  email: holder.email.trim().toLowerCase(),
});
