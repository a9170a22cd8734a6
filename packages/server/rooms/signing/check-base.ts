/**
 * What a signature is laid on, looked at before the key is used (docs/flows/signing.md, steps 7 and 8; docs/decisions/0012): the bytes
 * under their name, the signer's beginning, and every signature that stands behind it.
 */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import { BaseChanged, type KnownBeginning } from "@siegel/kernel/pades/approved-base.ts";
import { missingBeginning } from "@siegel/kernel/pades/byte-range.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { resultMac } from "./approval-mac.ts";
import type { SigningDeps } from "./signing-run.ts";
import type { ActDocument } from "./signing-store.ts";
import { readWritten } from "./step-store.ts";

/** Whether the store still holds what the kernel just refused. @throws BlobChanged */
export async function checkContent(source: ByteSource, sha256: Sha256Hex, shown: StoredBytes): Promise<void> {
  const missing = await missingBeginning(source, approvedBase(source, sha256, shown));
  if (missing !== null) throw asBlobChanged(new BaseChanged(missing), sha256);
}

/**
 * What stands behind those bytes: the signatures of everybody who had signed, each laid on the one before, and nothing else.
 * `signedBefore` was counted before the base was chosen, so that a signer who signs meanwhile is not missed. @throws BlobChanged
 */
export async function checkOrigin(
  deps: SigningDeps,
  document: Pick<ActDocument, "fileId" | "intake">,
  origin: { readonly base: Sha256Hex; readonly workflowId: WorkflowId; readonly signedBefore: number },
): Promise<void> {
  const { fileId, intake } = document;
  const { base, workflowId, signedBefore } = origin;
  if (base === intake.sha256 && signedBefore === 0) return;
  const written = await readWritten(deps.db, { workflowId, fileId });
  let [at, signatures] = [base, 0];
  while (at !== intake.sha256) {
    const one = written.find(({ result }) => result.sha256 === at);
    if (one === undefined || !isSameMac(one.mac, resultMac(deps.approvalSecret, { ...one, fileId, intake })))
      throw new BlobChanged(`blob ${base} is not what a signature of this workflow wrote`);
    at = one.base.sha256;
    signatures += 1;
  }
  if (signatures < signedBefore) throw new BlobChanged(`blob ${base} lacks a signature that was made`);
}

/**
 * A blob that was changed in the store under its old name is not signed. A revision that an attacker put into the database, and that does
 * not begin with what the signer was shown, is not signed either. Both are compared in the pass that makes the signature's digest.
 */
export function approvedBase(source: ByteSource, sha256: Sha256Hex, shown: StoredBytes): readonly KnownBeginning[] {
  return [beginningOf(shown), beginningOf({ sha256, size: source.size })];
}

/** Stored bytes as the kernel compares them. */
export const beginningOf = ({ sha256, size }: StoredBytes): KnownBeginning => ({
  length: size,
  sha256: Buffer.from(sha256, "hex"),
});

/** What the pass that digests a base found, in words of the store. */
export function asBlobChanged(fault: BaseChanged, sha256: Sha256Hex): BlobChanged {
  const { wanted } = fault;
  if (wanted === null) return new BlobChanged(`blob ${sha256} changed while it was read`, { cause: fault });
  const isWhole = Buffer.from(wanted.sha256).toString("hex") === sha256;
  const words = isWhole ? "holds other bytes" : "does not begin with what was approved";
  return new BlobChanged(`blob ${sha256} ${words}`, { cause: fault });
}

/** Whether this service wrote the result that stands in this act's own row. */
export function isOwnResult({ approvalSecret }: SigningDeps, document: ActDocument): boolean {
  const { base, result } = document;
  if (base === null || result === null) return false;
  return isSameMac(document.resultMac, resultMac(approvalSecret, { ...document, base, result }));
}
