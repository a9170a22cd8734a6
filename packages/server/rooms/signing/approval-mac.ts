/**
 * What makes an approval more than a row: HMAC-SHA-256 (RFC 2104) under a secret that is not in the database, over everything
 * that was approved, over what is to be signed, and over what was written (docs/decisions/0012).
 *
 * Trust: whoever writes to the database can delay or end an act, and cannot have a key used for one that no process of this
 * service recorded, nor for other bytes than the ones prepared under it. Whoever has the secret too can do both.
 */
import { createHash } from "node:crypto";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { StoredBytes } from "../documents/documents.ts";
import type { SignerContext } from "../workflows/workflows.ts";

/** The secret that says which approvals, and what came of them, this service recorded. */
export type ApprovalSecret = ServerSecret<"approvals">;

/** @throws RangeError when the bytes are too few to be a secret */
export const approvalSecret = (bytes: Uint8Array): ApprovalSecret => serverSecret("approvals", bytes);

/** What stands in an act's row does not carry the MAC of this service: no key is used for it. */
export class ApprovalNotAuthentic extends Error {
  override readonly name = "ApprovalNotAuthentic";
}

/** One document as approved. */
export type MacDocument = {
  readonly fileId: FileId;
  readonly original: Pick<StoredBytes, "sha256">;
  readonly intake: StoredBytes;
  readonly values: ReadonlyArray<{ readonly name: string; readonly value: string }>;
};

/** Everything an approval says; the documents in the workflow's order. No `challengeId`: a button was pressed. */
export type MacApproval = {
  readonly actId: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly challengeId: string | null;
  readonly stateHash: string;
  /** Id of the image in the signature: the SHA-256 of its bytes. */
  readonly image: string | null;
  /** What was shown beside what is signed. */
  readonly shown: ReadonlyArray<{ readonly fileId: FileId } & StoredBytes>;
};

/** The MAC of an approval by this signer, as they are named now: name and address decide whose certificate is used. */
export function approvalMac(
  secret: ApprovalSecret,
  approval: MacApproval,
  approved: { readonly context: SignerContext; readonly documents: readonly MacDocument[] },
): Uint8Array {
  const { actId, workflowId, signerId, challengeId, stateHash, image, shown } = approval;
  const { signer, workflow } = approved.context;
  return macOf(keyFor(secret, "approval"), [
    [actId, workflowId, workflow.organisationId, challengeId, stateHash, ...(image === null ? [] : [image])],
    [signerId, signer.type, signer.firstName, signer.lastName, signer.email, signer.organisation],
    signer.phone?.e164 ?? null,
    approved.documents.map(({ fileId, original, intake, values }) => [
      fileId,
      original.sha256,
      intake.sha256,
      intake.size,
      values.map(({ name, value }) => [name, value]),
    ]),
    // Approvals from before documents could be only shown keep their MAC.
    ...(shown.length === 0 ? [] : [shown.map(({ fileId, sha256, size }) => [fileId, sha256, size])]),
  ]);
}

/** The MAC of what is to be signed for one document of an act: its base and the prepared revision. */
export function preparedMac(
  secret: ApprovalSecret,
  step: { readonly actId: string; readonly fileId: FileId; readonly base: Sha256Hex; readonly prepared: string },
): Uint8Array {
  const prepared = createHash("sha256").update(step.prepared).digest("hex");
  return macOf(keyFor(secret, "prepared"), [step.actId, step.fileId, step.base, prepared]);
}

/**
 * The MAC of a file that was signed, written and read back: by which act, on what, and whether as the last signature. It is what the
 * next signature may be laid on, and no other act's.
 */
export function resultMac(
  secret: ApprovalSecret,
  written: {
    readonly actId: string;
    readonly fileId: FileId;
    readonly intake: StoredBytes;
    readonly base: { readonly sha256: Sha256Hex; readonly finishing: boolean };
    readonly result: StoredBytes;
  },
): Uint8Array {
  const { actId, fileId, intake, base, result } = written;
  return macOf(keyFor(secret, "result"), [
    [actId, fileId],
    [intake.sha256, intake.size],
    [base.sha256, base.finishing ? "last" : "not last"],
    [result.sha256, result.size],
  ]);
}
