/** What signers call, the workers that read and draw for them, and how a signing act goes on. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import { openTextShaping } from "./adapters/fonts/text-shaping.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { Routes } from "./http/app.ts";
import { certIdentityRoutes } from "./http/signer/cert-identity.ts";
import { certManagerRoutes } from "./http/signer/cert-manager.ts";
import { certificateRoutes } from "./http/signer/certificates.ts";
import { challengeRoutes } from "./http/signer/challenges.ts";
import { configurationRoutes } from "./http/signer/configuration.ts";
import { documentRoutes } from "./http/signer/documents.ts";
import { identificationRoutes } from "./http/signer/identification.ts";
import { identifiedRoutes } from "./http/signer/identified.ts";
import { pagePictureRoutes } from "./http/signer/page-pictures.ts";
import { personalIdentRoutes } from "./http/signer/personal-ident.ts";
import { qualifiedRoutes } from "./http/signer/qualified.ts";
import { reviewRoutes } from "./http/signer/review.ts";
import { signatureImageRoutes } from "./http/signer/signature-images.ts";
import { signingRoutes } from "./http/signer/signing.ts";
import { workflowRoutes } from "./http/signer/workflow.ts";
import { destroyKeyJob, revokeOfOrganisationJob } from "./jobs/after-revocation.ts";
import type { JobHandlers } from "./jobs/boss.ts";
import { continueSigningJob } from "./jobs/continue-signing.ts";
import { settleIdentification } from "./jobs/settle-identification.ts";
import type { BlobStore } from "./ports/blobs.ts";
import { holderSecret } from "./rooms/certificates/certificates.ts";
import { identitySecret } from "./rooms/identity-proofing/identity-proofing.ts";
import { approvalSecret, endOpenWork } from "./rooms/signing/signing.ts";
import { openPageWorkers } from "./workers/open-page-workers.ts";
import { openValueWorkers } from "./workers/open-value-workers.ts";

/** Calls of `contract/calls` that a signer's pages make. */
export const signerRoutes: readonly Routes[] = [
  workflowRoutes,
  documentRoutes,
  pagePictureRoutes,
  signatureImageRoutes,
  certificateRoutes,
  challengeRoutes,
  signingRoutes,
  qualifiedRoutes,
  personalIdentRoutes,
  certManagerRoutes,
  certIdentityRoutes,
  identificationRoutes,
  identifiedRoutes,
  reviewRoutes,
  configurationRoutes,
];

/** Jobs that go on with what a signer began. */
export const signerJobs = (
  deps: ServerDeps,
): Pick<JobHandlers, "continue-signing" | "settle-identification" | "destroy-key" | "revoke-of-organisation"> => ({
  "continue-signing": continueSigningJob(deps),
  "settle-identification": settleIdentification(deps),
  "destroy-key": destroyKeyJob(deps),
  "revoke-of-organisation": revokeOfOrganisationJob(deps),
});

/** What showing, filling in and signing documents needs. `masterKey`: 32 bytes from which the secrets are derived. */
export function wireSigner(config: Config, { masterKey, blobs }: { masterKey: Uint8Array; blobs: BlobStore }) {
  return {
    valueWork: openValueWorkers(),
    pageDrawing: config.drawsPages ? openPageWorkers(blobs) : null,
    shaper: openTextShaping(),
    approvalSecret: approvalSecret(keyFor(masterKey, "approvals")),
    holderSecret: holderSecret(keyFor(masterKey, "certificate holders")),
    identitySecret: identitySecret(keyFor(masterKey, "identity data")),
    endOpenWork,
  } satisfies Partial<ServerDeps>;
}
