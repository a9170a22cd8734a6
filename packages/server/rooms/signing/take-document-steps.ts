/** Steps 7 to 12 of docs/flows/signing.md for one document: each leaves its result in the row before the next begins. */
import { createHash } from "node:crypto";
import { encodePrepared, parsePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { type ByteSource, windowsOf } from "@siegel/kernel/pdf/byte-source.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { latestRevision, type StoredBytes, signatureFieldName } from "../documents/documents.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic, isSameMac, preparedMac, resultMac } from "./approval-mac.ts";
import { type Storing, signAndWrite, type Wish } from "./pades-steps.ts";
import { appearanceLines, referenceOf } from "./signature-appearance.ts";
import { type FailureCode, failureOf } from "./signing-rules.ts";
import type { Run, SigningDeps } from "./signing-run.ts";
import type { ActDocument } from "./signing-store.ts";
import {
  readWritten,
  restartDocument,
  saveBase,
  saveCms,
  savePrepared,
  saveResult,
  saveStamped,
} from "./step-store.ts";

/** The document with every step done, or the code the act ends with. */
export type Taken =
  | { readonly ok: true; readonly document: ActDocument }
  | { readonly ok: false; readonly code: FailureCode };

/** Takes the steps that are left for one document. @throws StepTaken, BlobChanged, TimestampUnavailable, RevocationStatusUnavailable */
export async function takeDocumentSteps(deps: SigningDeps, run: Run, document: ActDocument): Promise<Taken> {
  if (document.result !== null) {
    if (isOwnResult(deps, document, { result: document.result, mac: document.resultMac }))
      return { ok: true, document };
    throw new ApprovalNotAuthentic(`this service did not write the result of ${document.fileId}`);
  }
  return await laySignature(deps, run, document.base === null ? await fixBase(deps, run, document) : document);
}

async function fixBase(deps: SigningDeps, run: Run, document: ActDocument): Promise<ActDocument> {
  const latest = await latestRevision(deps.db, document.fileId);
  const others =
    (await loadWorkflow(deps.db, run.act.workflowId))?.signers.filter(
      (signer) => signer.signerId !== run.act.signerId,
    ) ?? [];
  // Only a plan: the switch compares it with what marking this signer signed really does.
  const finishing = others.every((signer) => signer.status === "SIGNED");
  return await saveBase(deps.db, document, { sha256: latest.sha256, finishing });
}

async function laySignature(deps: SigningDeps, run: Run, document: ActDocument): Promise<Taken> {
  const base = baseOf(document);
  const progress = { document };
  const source = await deps.blobs.open(base.sha256);
  try {
    if (document.prepared === null) await checkBase(deps, run, { source, document });
    const { credential } = run;
    const wish = wishFor(deps, run, document);
    const storing = storingOf(deps, progress);
    const written = await signAndWrite(deps, source, { wish, credential, archive: base.finishing, storing });
    if (!written.ok) return written;
    const mac = resultMac(deps.approvalSecret, { ...document, result: written.stored });
    return { ok: true, document: await saveResult(deps.db, progress.document, { result: written.stored, mac }) };
  } catch (fault) {
    if (progress.document.prepared !== null) throw fault;
    // What was put in the place of the base may be put back: the next try begins with what is the latest then.
    if (fault instanceof BlobChanged) await restartDocument(deps.db, document);
    if (!(fault instanceof PdfRefusal)) throw fault;
    // Unless the store changed what was just read, the same octets will be refused in the same way for ever.
    await checkContent(source, base.sha256, document.intake);
    return { ok: false, code: failureOf(fault) };
  } finally {
    await source.close();
  }
}

/** What the act's rows hold of this document, and how each further step gets there. `progress` is the row as it now stands. */
function storingOf(deps: SigningDeps, progress: { document: ActDocument }): Storing {
  const { prepared, cms, stamped } = progress.document;
  const advance = (saved: ActDocument): void => {
    progress.document = saved;
  };
  return {
    earlier: { prepared: prepared === null ? null : parsePrepared(prepared), cms, stamped },
    prepared: async (update) => {
      const text = encodePrepared(update);
      const mac = macOfPrepared(deps, progress.document, text);
      advance(await savePrepared(deps.db, progress.document, { prepared: text, mac }));
    },
    checkPrepared: () => requireOwnPrepared(deps, progress.document),
    cms: async (made) => advance(await saveCms(deps.db, progress.document, made)),
    stamped: async (made) => advance(await saveStamped(deps.db, progress.document, made)),
  };
}

const macOfPrepared = ({ approvalSecret }: SigningDeps, document: ActDocument, prepared: string): Uint8Array =>
  preparedMac(approvalSecret, { ...document, base: baseOf(document).sha256, prepared });

/** The key is used for what this service prepared under the approval, and for nothing else. @throws ApprovalNotAuthentic */
function requireOwnPrepared(deps: SigningDeps, document: ActDocument): void {
  const { prepared, preparedMac: found, fileId } = document;
  if (prepared !== null && isSameMac(found, macOfPrepared(deps, document, prepared))) return;
  throw new ApprovalNotAuthentic(`this service did not prepare what is to be signed in ${fileId}`);
}

type OpenBase = { readonly source: ByteSource; readonly document: ActDocument };

async function checkBase(deps: SigningDeps, run: Run, { source, document }: OpenBase): Promise<void> {
  await checkContent(source, baseOf(document).sha256, document.intake);
  await checkOrigin(deps, run, document);
}

function baseOf({ base, fileId }: ActDocument): NonNullable<ActDocument["base"]> {
  if (base === null) throw new Error(`step base of ${fileId} is missing`);
  return base;
}

/**
 * Before the key is used: what was changed in the store under its old name is not signed, nor a revision that somebody who
 * writes to the database put in the place of one that begins with what the signer was shown. @throws BlobChanged
 */
async function checkContent(source: ByteSource, sha256: Sha256Hex, shown: StoredBytes): Promise<void> {
  const hash = createHash("sha256");
  for await (const octets of windowsOf(source, 0, Math.min(shown.size, source.size))) hash.update(octets);
  const begins = hash.copy().digest("hex");
  for await (const octets of windowsOf(source, Math.min(shown.size, source.size))) hash.update(octets);
  if (hash.digest("hex") !== sha256) throw new BlobChanged(`blob ${sha256} holds other bytes`);
  if (begins !== shown.sha256) throw new BlobChanged(`blob ${sha256} does not begin with what was approved`);
}

/**
 * The same for what stands behind those octets: nothing, or what another signature of this workflow left. @throws BlobChanged
 */
async function checkOrigin(deps: SigningDeps, { act }: Run, document: ActDocument): Promise<void> {
  const { fileId, intake } = document;
  const base = baseOf(document);
  if (base.sha256 === intake.sha256) return;
  const written = await readWritten(deps.db, { workflowId: act.workflowId, fileId, sha256: base.sha256 });
  const result = written && { sha256: base.sha256, size: written.size };
  if (result === null || !isOwnResult(deps, document, { result, mac: written?.mac ?? null }))
    throw new BlobChanged(`blob ${base.sha256} is not what a signature of this workflow wrote`);
}

function isOwnResult(
  { approvalSecret }: SigningDeps,
  { fileId, intake }: ActDocument,
  { result, mac }: { result: StoredBytes; mac: Uint8Array | null },
): boolean {
  return isSameMac(mac, resultMac(approvalSecret, { fileId, intake, result }));
}

// A seal shows whose seal it is; a person's signature shows the person, whoever holds the certificate.
function shownName({ context: { signer }, credential }: Run): string {
  return signer.type === "a_seal" ? credential.holder : `${signer.firstName} ${signer.lastName}`;
}

function wishFor(deps: SigningDeps, run: Run, { values }: ActDocument): Wish {
  const { act, context } = run;
  const [signedAt, name] = [deps.clock.now(), shownName(run)];
  const { type, language } = context.signer;
  const reference = referenceOf(act.actId);
  return {
    fieldName: signatureFieldName(act.signerId),
    lockedPrefix: act.signerId,
    values,
    claimedTime: signedAt,
    signerName: name,
    lines: appearanceLines({ type, language, name, signedAt, zone: deps.zone, reference }),
  };
}
