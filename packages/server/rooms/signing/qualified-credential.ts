/** What a qualified signer signs with: their certificate, or one that is issued to who was just identified; and why they may not now. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import {
  checkCertificateAvailable,
  isRepresentative,
  sealHolder,
  type ToIssue,
  toIssueOf,
  usableCertificate,
} from "../certificates/certificates.ts";
import type { IdentitySecret } from "../identity-proofing/identity-proofing.ts";
import { type IdentifiedBy, identifiedAs, identifiedBy } from "../identity-proofing/identity-proofing.ts";
import { checkMayRelease, loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { qualifiedReference, toCredential } from "./choose-credential.ts";
import type { SignsWith } from "./preparation.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";

/** What it asks of the world. */
export type QualifiedSignerDeps = Pick<SigningDeps, "db" | "clock" | "holderSecret"> & {
  readonly identitySecret: IdentitySecret;
};

/** What they sign with, and the number (E.164) that its codes go to. */
export type QualifiedSigner = {
  readonly ok: true;
  readonly context: SignerContext;
  readonly signsWith: SignsWith;
  readonly phone: string;
};

type NotNow = { readonly ok: false; readonly code: Exclude<ErrorCode, "TOO_MANY_REQUESTS" | "DOCUMENT_HELD"> };

/** A signer by their ids, whose turn it is. `browser`: the cookie of an identification; it counts where there is no certificate. */
export async function loadQualified(
  deps: QualifiedSignerDeps,
  asked: Pick<SignerContext["signer"], "workflowId" | "signerId"> & { readonly browser: string | null },
): Promise<QualifiedSigner | NotNow> {
  const context = await loadSigner(deps.db, asked.workflowId, asked.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const allowed = checkMayRelease(context, "password-and-code", deps.clock.now());
  if (!allowed.ok) return allowed;
  const available = await checkCertificateAvailable(deps.db, context);
  if (!available.ok) return available;
  const found = await usableCertificate(deps, context);
  if (found !== null)
    return {
      ok: true,
      context,
      signsWith: { kind: "certificate", ...toCredential(found, qualifiedReference(found.certificateId)) },
      phone: found.phone,
    };
  const identified = await identifiedBy(deps, { context, browser: asked.browser });
  const toIssue = identified === null ? null : await issuable(deps, context, identified);
  if (toIssue === null) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  return { ok: true, context, signsWith: await keyOf(deps, context, toIssue), phone: toIssue.phone };
}

/** What would be issued to who was identified; a seal only to one of those who may act for the organisation. Null: nothing. */
async function issuable(
  deps: QualifiedSignerDeps,
  context: SignerContext,
  identified: IdentifiedBy,
): Promise<ToIssue | null> {
  if (isSeal(context.signer.type) && !(await isRepresentative(deps, context))) return null;
  return await toIssueOf(deps, identified);
}

const identified_prefix = "identified:";

/** The identification that a preparation names, or null: it names a certificate. */
export const identificationIn = (reference: string): string | null =>
  reference.startsWith(identified_prefix) ? reference.slice(identified_prefix.length) : null;

async function keyOf(
  { db }: Pick<QualifiedSignerDeps, "db">,
  context: SignerContext,
  { checkId, subjectPublicKeyInfo }: ToIssue,
): Promise<SignsWith> {
  const { firstName, lastName, type } = context.signer;
  const holder = isSeal(type) ? await sealHolder(db, context) : `${firstName} ${lastName}`;
  const reference = `${identified_prefix}${checkId}`;
  return { kind: "key", reference, serial: null, subjectPublicKeyInfo, holder: holder ?? "" };
}

/** The key that a code stands for whose certificate is to be issued. */
export type Issuable = {
  readonly ok: true;
  readonly signsWith: SignsWith;
  readonly toIssue: ToIssue;
  readonly identified: IdentifiedBy;
};

/** What a preparation for an identification stands for, while that counts; null: not any more. */
export async function issuableFor(
  deps: QualifiedSignerDeps,
  context: SignerContext,
  checkId: string,
): Promise<Omit<Issuable, "ok"> | null> {
  const identified = await identifiedAs(deps, context, checkId);
  const toIssue = identified === null ? null : await issuable(deps, context, identified);
  if (identified === null || toIssue === null) return null;
  return { identified, toIssue, signsWith: await keyOf(deps, context, toIssue) };
}

/** The certificate of a preparation as it signs. */
export const withCertificate = (credential: Credential): SignsWith => ({ kind: "certificate", ...credential });
