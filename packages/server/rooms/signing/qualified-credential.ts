/** The certificate that a qualified signer signs with, and why they may not now. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { checkCertificateAvailable, usableCertificate } from "../certificates/certificates.ts";
import { checkMayRelease, loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { qualifiedReference, toCredential } from "./choose-credential.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";

/** Their certificate, and the number (E.164) that its codes go to. */
export type QualifiedSigner = { readonly ok: true; readonly credential: Credential; readonly phone: string };

type NotNow = { readonly ok: false; readonly code: Exclude<ErrorCode, "TOO_MANY_REQUESTS" | "DOCUMENT_HELD"> };

/** The certificate of a signer whose turn it is. */
export async function qualifiedSigner(
  deps: Pick<SigningDeps, "db" | "clock" | "holderSecret">,
  context: SignerContext,
): Promise<QualifiedSigner | NotNow> {
  const allowed = checkMayRelease(context, "password-and-code", deps.clock.now());
  if (!allowed.ok) return allowed;
  const available = await checkCertificateAvailable(deps.db, context);
  if (!available.ok) return available;
  const found = await usableCertificate(deps, context);
  if (found === null) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  return { ok: true, credential: toCredential(found, qualifiedReference(found.certificateId)), phone: found.phone };
}

/** A signer by their ids, with their certificate. */
export async function loadQualified(
  deps: Pick<SigningDeps, "db" | "clock" | "holderSecret">,
  { workflowId, signerId }: Pick<SignerContext["signer"], "workflowId" | "signerId">,
): Promise<(QualifiedSigner & { readonly context: SignerContext }) | NotNow> {
  const context = await loadSigner(deps.db, workflowId, signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const found = await qualifiedSigner(deps, context);
  return found.ok ? { ...found, context } : found;
}
