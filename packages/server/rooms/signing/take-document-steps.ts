/** Steps 7 to 12 of docs/flows/signing.md for one document: each leaves its result in the row before the next begins. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import { BaseChanged } from "@siegel/kernel/pades/approved-base.ts";
import { encodePrepared, parsePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { BlobChanged } from "../../ports/blobs.ts";
import { latestRevision } from "../documents/documents.ts";
import { loadWorkflow, type Signer } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic, preparedMac, resultMac } from "./approval-mac.ts";
import { approvedBase, asBlobChanged, checkContent, checkOrigin, isOwnResult } from "./check-base.ts";
import { type Storing, signAndWrite } from "./pades-steps.ts";
import { wishFor } from "./signature-wish.ts";
import { type FailureCode, failureOf } from "./signing-rules.ts";
import type { Run, SigningDeps } from "./signing-run.ts";
import type { ActDocument } from "./signing-store.ts";
import { restartDocument, saveBase, saveCms, savePrepared, saveResult, saveStamped } from "./step-store.ts";

/** The document with every step done, or the code the act ends with. */
export type Taken =
  | { readonly ok: true; readonly document: ActDocument }
  | { readonly ok: false; readonly code: FailureCode };

/** Takes the steps that are left for one document. @throws StepTaken, BlobChanged, TimestampUnavailable, RevocationStatusUnavailable */
export async function takeDocumentSteps(deps: SigningDeps, run: Run, document: ActDocument): Promise<Taken> {
  if (document.result !== null) {
    if (isOwnResult(deps, document)) return { ok: true, document };
    throw new ApprovalNotAuthentic(`this service did not write the result of ${document.fileId}`);
  }
  if (document.prepared !== null) return await laySignature(deps, run, document);
  // Before the base is chosen: the base includes a signer who signs in between, so that signer is not missed.
  const others = await otherSigners(deps, run.act);
  const based = document.base === null ? await fixBase(deps, document, others) : document;
  const signedBefore = others.filter((signer) => signer.status === "SIGNED").length;
  return await laySignature(deps, run, based, { signedBefore });
}

/** The other signers of a workflow. */
export async function otherSigners(
  deps: Pick<SigningDeps, "db">,
  act: { readonly workflowId: WorkflowId; readonly signerId: SignerId },
): Promise<readonly Signer[]> {
  const workflow = await loadWorkflow(deps.db, act.workflowId);
  return workflow?.signers.filter((signer) => signer.signerId !== act.signerId) ?? [];
}

async function fixBase(deps: SigningDeps, document: ActDocument, others: readonly Signer[]): Promise<ActDocument> {
  const latest = await latestRevision(deps.db, document.fileId);
  // Only a plan: the switch compares it with what marking this signer signed really does.
  const finishing = others.every((signer) => signer.status === "SIGNED");
  return await saveBase(deps.db, document, { sha256: latest.sha256, finishing });
}

/** `fresh`: nothing is prepared yet; `signedBefore` is the number of signers who had signed when the base was chosen. */
async function laySignature(
  deps: SigningDeps,
  run: Run,
  document: ActDocument,
  fresh: { readonly signedBefore: number } | null = null,
): Promise<Taken> {
  const base = baseOf(document);
  const progress: Progress = { document, isBaseDigested: document.prepared !== null };
  const { workflowId } = run.act;
  const requireOrigin = async (): Promise<void> => {
    if (fresh !== null) await checkOrigin(deps, document, { base: base.sha256, workflowId, ...fresh });
  };
  const source = await deps.blobs.open(base.sha256);
  try {
    const { credential } = run;
    const wish = await wishFor(deps, { ...run, actId: run.act.actId, image: run.act.image }, document);
    const storing = storingOf(deps, progress, requireOrigin);
    const approved = approvedBase(source, base.sha256, document.intake);
    const written = await signAndWrite(deps, source, { wish, credential, archive: base.finishing, approved, storing });
    if (!written.ok) return written;
    const mac = resultMac(deps.approvalSecret, { ...document, base, result: written.stored });
    return { ok: true, document: await saveResult(deps.db, progress.document, { result: written.stored, mac }) };
  } catch (thrown) {
    const fault = await causeOf(thrown, { progress, base: base.sha256 }, async () => {
      await checkContent(source, base.sha256, document.intake);
      await requireOrigin();
    });
    if (progress.document.prepared !== null) throw fault;
    // The right base may be put back: the next try begins with the revision that is the latest then.
    if (fault instanceof BlobChanged) await restartDocument(deps.db, document);
    if (!(fault instanceof PdfRefusal)) throw fault;
    // The document is as it was approved, so every further try would be refused in the same way.
    return { ok: false, code: failureOf(fault) };
  } finally {
    await source.close();
  }
}

/** The row as it now stands, and whether the base was found to be what was approved when it was digested. */
type Progress = { document: ActDocument; isBaseDigested: boolean };

/**
 * Why a step failed: where the base is not what was approved, that, and not what the kernel says of it. Before it is digested anything
 * may come of what it holds; afterwards what cannot be read does.
 */
async function causeOf(
  thrown: unknown,
  { progress, base }: { readonly progress: Progress; readonly base: Sha256Hex },
  check: () => Promise<void>,
): Promise<unknown> {
  if (thrown instanceof BaseChanged) return asBlobChanged(thrown, base);
  if (progress.isBaseDigested && !(thrown instanceof PdfRefusal)) return thrown;
  return await check().then(
    () => thrown,
    (changed: unknown) => changed,
  );
}

/** What the act's rows hold of this document, and how each further step gets there. */
function storingOf(deps: SigningDeps, progress: Progress, requireOrigin: () => Promise<void>): Storing {
  const { prepared, cms, stamped } = progress.document;
  const advance = (saved: ActDocument): void => {
    progress.document = saved;
  };
  return {
    earlier: { prepared: prepared === null ? null : parsePrepared(prepared), cms, stamped },
    prepared: async (update) => {
      progress.isBaseDigested = true;
      await requireOrigin();
      const text = encodePrepared(update);
      const mac = macOfPrepared(deps, progress.document, text);
      advance(await savePrepared(deps.db, progress.document, { prepared: text, mac }));
    },
    checkPrepared: () => requireOwnPrepared(deps, progress.document),
    cms: async (made) => advance(await saveCms(deps.db, progress.document, made)),
    stamped: async (made) => advance(await saveStamped(deps.db, progress.document, made)),
  };
}

const macOfPrepared = ({ approvalSecret }: SigningDeps, document: BasedDocument, prepared: string): Uint8Array =>
  preparedMac(approvalSecret, { ...document, base: baseOf(document).sha256, prepared });

/** A document of an act with its base. */
type BasedDocument = Pick<ActDocument, "actId" | "fileId" | "base">;

/** The key is used for what this service prepared under the approval, and for nothing else. @throws ApprovalNotAuthentic */
export function requireOwnPrepared(
  deps: SigningDeps,
  document: BasedDocument & Pick<ActDocument, "prepared" | "preparedMac">,
): void {
  const { prepared, preparedMac: found, fileId } = document;
  if (prepared !== null && isSameMac(found, macOfPrepared(deps, document, prepared))) return;
  throw new ApprovalNotAuthentic(`this service did not prepare what is to be signed in ${fileId}`);
}

function baseOf({ base, fileId }: BasedDocument): NonNullable<ActDocument["base"]> {
  if (base === null) throw new Error(`step base of ${fileId} is missing`);
  return base;
}
