/** Steps 7 to 12 of docs/flows/signing.md for one document: each leaves its result in the row before the next begins. */
import { createHash } from "node:crypto";
import { encodePrepared, parsePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { type ByteSource, windowsOf } from "@siegel/kernel/pdf/byte-source.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { latestRevision, type StoredBytes, signatureFieldName } from "../documents/documents.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic, isSameMac, preparedMac, resultMac } from "./approval-mac.ts";
import { prepareOn, signOn, stampOn, writeSigned } from "./pades-steps.ts";
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
  const based = document.base === null ? await fixBase(deps, run, document) : document;
  const ready: Taken = based.prepared === null ? await prepare(deps, run, based) : { ok: true, document: based };
  if (!ready.ok) return ready;
  const prepared = ready.document;
  const signed = prepared.cms === null ? await sign(deps, run, prepared) : prepared;
  const stamped = signed.stamped === null ? await stamp(deps, signed) : signed;
  return await write(deps, run, stamped);
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

async function prepare(deps: SigningDeps, run: Run, document: ActDocument): Promise<Taken> {
  const { base } = requireSteps(document, "base");
  const signedAt = deps.clock.now();
  const source = await deps.blobs.open(base.sha256);
  try {
    await checkContent(source, base.sha256, document.intake);
    await checkOrigin(deps, run, document);
    const update = await prepareOn(deps, source, {
      fieldName: signatureFieldName(run.act.signerId),
      lockedPrefix: run.act.signerId,
      values: document.values,
      claimedTime: signedAt,
      signerName: shownName(run),
      lines: linesOf(deps, run, signedAt),
    });
    const prepared = encodePrepared(update);
    const mac = preparedMac(deps.approvalSecret, { ...document, base: base.sha256, prepared });
    return { ok: true, document: await savePrepared(deps.db, document, { prepared, mac }) };
  } catch (fault) {
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
  const { base } = requireSteps(document, "base");
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

function linesOf(deps: SigningDeps, run: Run, signedAt: Date): string[] {
  const { type, language } = run.context.signer;
  return appearanceLines({
    type,
    language,
    name: shownName(run),
    signedAt,
    zone: deps.zone,
    reference: referenceOf(run.act.actId),
  });
}

async function sign(deps: SigningDeps, run: Run, document: ActDocument): Promise<ActDocument> {
  const { base, prepared } = requireSteps(document, "prepared");
  const { preparedMac: found } = document;
  if (!isSameMac(found, preparedMac(deps.approvalSecret, { ...document, base: base.sha256, prepared })))
    throw new ApprovalNotAuthentic(`this service did not prepare what is to be signed in ${document.fileId}`);
  return await saveCms(deps.db, document, await signOn(deps, parsePrepared(prepared), run.credential));
}

async function stamp(deps: SigningDeps, document: ActDocument): Promise<ActDocument> {
  const { cms } = requireSteps(document, "cms");
  return await saveStamped(deps.db, document, await stampOn(deps, cms));
}

async function write(deps: SigningDeps, run: Run, document: ActDocument): Promise<Taken> {
  const { base, prepared, stamped } = requireSteps(document, "stamped");
  const source = await deps.blobs.open(base.sha256);
  try {
    const written = await writeSigned(deps, {
      base: source,
      prepared: parsePrepared(prepared),
      stamped,
      credential: run.credential,
      archive: base.finishing,
      fieldName: signatureFieldName(run.act.signerId),
    });
    if (!written.ok) return written;
    const result = { sha256: written.sha256, size: written.size };
    const mac = resultMac(deps.approvalSecret, { ...document, result });
    return { ok: true, document: await saveResult(deps.db, document, { result, mac }) };
  } finally {
    await source.close();
  }
}

type Steps = {
  base: NonNullable<ActDocument["base"]>;
  prepared: string;
  cms: Uint8Array;
  stamped: NonNullable<ActDocument["stamped"]>;
};
const order = ["base", "prepared", "cms", "stamped"] as const;

/** The values of every step up to `last`; the table's checks make a gap impossible. */
function requireSteps<L extends keyof Steps>(document: ActDocument, last: L): Pick<Steps, Before<L>> {
  for (const step of order.slice(0, order.indexOf(last) + 1)) {
    if (document[step] === null) throw new Error(`step ${step} of ${document.fileId} is missing`);
  }
  return document as unknown as Pick<Steps, Before<L>>;
}
type Before<L extends keyof Steps> = L extends "base"
  ? "base"
  : L extends "prepared"
    ? "base" | "prepared"
    : L extends "cms"
      ? "base" | "prepared" | "cms"
      : keyof Steps;
