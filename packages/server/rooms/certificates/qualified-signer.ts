/** A qualified signer of a workflow: whose certificate they need, and how they stand (decisions.md §13). */
import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import { maskPhone, parsePhone } from "@siegel/contract/phone.ts";
import { isQualified, isSeal } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import { namesOrganisation } from "../authority/authority.ts";
import { foldName, type IdentitySecret, sameName, wasMet } from "../identity-proofing/identity-proofing.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import {
  type NamedHolder,
  type QualifiedCertificate,
  type QualifiedDeps,
  type QualifiedStanding,
  standingOf,
} from "./qualified-certificates.ts";

/** Whose certificate the signer needs: their own, or to seal theirs for the sender's organisation. @throws for other signer types */
export function neededHolder({ signer, workflow }: SignerContext): NamedHolder {
  const { type, email, firstName, lastName } = signer;
  if (!isQualified(type)) throw new Error(`no qualified certificate is for ${type}`);
  const named = { email, firstName, lastName, inWorkflow: workflow.workflowId };
  return isSeal(type)
    ? { ...named, kind: "organisation", organisationId: workflow.organisationId }
    : { ...named, kind: "person", organisationId: null };
}

/** The certificate that the signer can sign with now, or null; to seal, only as one of those who may act for the organisation. */
export async function usableCertificate(
  deps: Pick<QualifiedDeps, "db" | "clock" | "holderSecret">,
  context: SignerContext,
): Promise<QualifiedCertificate | null> {
  const { certificate } = await standingOf(deps, neededHolder(context));
  return certificate !== null && (await mayActFor(deps, context, certificate)) ? certificate : null;
}

/** How the signer stands. A seal's certificate counts only while the register has the name and number that it names. */
async function signerStanding(
  deps: Pick<QualifiedDeps, "db" | "clock" | "holderSecret">,
  context: SignerContext,
): Promise<QualifiedStanding> {
  const found = await standingOf(deps, neededHolder(context));
  if (found.certificate === null || (await isOfRegister(deps, context, found.certificate))) return found;
  return { ...found, state: "MISSING", certificate: null };
}

async function isOfRegister(
  { db }: Pick<QualifiedDeps, "db">,
  { signer, workflow }: SignerContext,
  { certificate }: { readonly certificate: Uint8Array },
): Promise<boolean> {
  const register = isSeal(signer.type) ? await verifiedOrganisation(db, workflow.organisationId) : null;
  return register === null || namesOrganisation(certificate, register);
}

/** Whether the signer signs for themselves, or may act for the organisation that they seal for, which this certificate names. */
export async function mayActFor(
  deps: Pick<QualifiedDeps, "db">,
  context: SignerContext,
  certificate: { readonly certificate: Uint8Array },
): Promise<boolean> {
  if (!isSeal(context.signer.type)) return true;
  return (await isRepresentative(deps, context)) && (await isOfRegister(deps, context, certificate));
}

/** What the signer is told of their certificate, and what decides which way they go (`contract/qualified-ways.ts`). */
export async function certificateStatusOf(
  deps: Pick<QualifiedDeps, "db" | "clock" | "holderSecret"> & { readonly identitySecret: IdentitySecret },
  context: SignerContext,
): Promise<CertificateStatus> {
  const needed = neededHolder(context);
  const { isKnown: hasHeld, state, certificate } = await signerStanding(deps, context);
  const isKnown = hasHeld || (await wasMet(deps, needed));
  const parsed = certificate === null ? null : parsePhone(certificate.phone);
  return {
    certificate_exists: certificate !== null,
    signer_exists: isKnown,
    // Nobody is met without the number that they give then: it stands with each of their certificates.
    phone_exists: isKnown,
    signer_seal_identified: await isRepresentative(deps, context),
    certificate_state: state,
    masked_phone: certificate === null ? null : maskPhone(certificate.phone),
    phone_type: parsed?.ok === true ? parsed.phone.type : -1,
  };
}

/** Whether the signer is one of those who may act for the sender's organisation, as its register says; by e-mail and name. */
export async function isRepresentative(
  { db }: Pick<QualifiedDeps, "db">,
  { signer, workflow }: SignerContext,
): Promise<boolean> {
  return await actsFor(db, workflow.organisationId, signer);
}

/** Whether somebody of this mailbox and name may act for an organisation, as its register says. */
export async function actsFor(
  db: Db,
  organisationId: string,
  who: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<boolean> {
  const organisation = await verifiedOrganisation(db, organisationId);
  const email = who.email.trim().toLowerCase();
  return (organisation?.representatives ?? []).some(
    (one) => one.email.trim().toLowerCase() === email && sameName(foldName(one), foldName(who)),
  );
}
