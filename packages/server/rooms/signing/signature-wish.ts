/** What a signature writes: the signer's values, and how it looks. */
import { brandingOf } from "../accounts/accounts.ts";
import { imageIdOf, readSignatureImage, signatureFieldName } from "../documents/documents.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic } from "./approval-mac.ts";
import type { Wish } from "./pades-steps.ts";
import { appearanceLines, referenceOf, shownName } from "./signature-appearance.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";
import type { ActDocument } from "./signing-store.ts";

/** Whose signature, under which act. `image` is the id of the image in it. */
export type Signature = {
  readonly actId: string;
  readonly image: string | null;
  readonly context: SignerContext;
  readonly credential: Pick<Credential, "holder">;
};

/** The signature of one document. What is prepared holds its image already. @throws ApprovalNotAuthentic where the approved image is gone */
export async function wishFor(
  deps: SigningDeps,
  { actId, image, context, credential }: Signature,
  { values, prepared }: Pick<ActDocument, "values" | "prepared">,
): Promise<Wish> {
  const { signer, workflow } = context;
  const [signedAt, name] = [deps.clock.now(), shownName(signer, credential.holder)];
  const { type, signerId } = signer;
  const { timeZone } = await brandingOf(deps.db, workflow.organisationId);
  const facts = { type, language: workflow.language, name, signedAt, reference: referenceOf(actId) };
  return {
    fieldName: signatureFieldName(signerId),
    lockedPrefix: signerId,
    values,
    claimedTime: signedAt,
    signerName: name,
    lines: appearanceLines({ ...facts, zone: timeZone ?? deps.zone }),
    ...(prepared === null && image !== null ? { image: await approvedImage(deps, context, image) } : {}),
  };
}

/** The image that was approved, which its name proves. @throws ApprovalNotAuthentic where another stands in its place, or none */
async function approvedImage(deps: SigningDeps, { signer }: SignerContext, image: string): Promise<Uint8Array> {
  const png = (await readSignatureImage(deps.db, signer.signerId))?.png;
  if (png !== undefined && imageIdOf(png) === image) return png;
  throw new ApprovalNotAuthentic("the image in the signature is not the one that was approved");
}
