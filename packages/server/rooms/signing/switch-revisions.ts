/** Step 13 of docs/flows/signing.md: every document of the workflow gets its signature in one transaction, or none does. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { appendRevision } from "../documents/documents.ts";
import { markSigned, TurnLost } from "../workflows/workflows.ts";
import type { Run, SigningDeps } from "./signing-run.ts";
import { type Act, type ActDocument, readActsOfWorkflow, saveSigned } from "./signing-store.ts";
import { restartDocument } from "./step-store.ts";

/** Undoes the switch: these documents start again from the latest revision. */
class BaseMoved extends Error {
  override readonly name = "BaseMoved";
  readonly documents: readonly ActDocument[];
  constructor(documents: readonly ActDocument[]) {
    super(`the base of ${documents.length} documents moved`);
    this.documents = documents;
  }
}

/** True when the act is signed; false when documents moved and start again under the same approval. */
export async function switchRevisions(
  deps: SigningDeps,
  run: Run,
  documents: readonly ActDocument[],
): Promise<boolean> {
  try {
    await inTransaction(deps.db, (db) => switchIn(db, { deps, run, documents }));
    return true;
  } catch (fault) {
    // The turn is lost when another run switched, or the workflow ended: the next look at the act says which.
    if (fault instanceof TurnLost) return false;
    if (!(fault instanceof BaseMoved)) throw fault;
    for (const document of fault.documents) await restartDocument(deps.db, document);
    return false;
  }
}

async function switchIn(
  db: Db,
  step: { deps: SigningDeps; run: Run; documents: readonly ActDocument[] },
): Promise<void> {
  const { deps, run, documents } = step;
  const { act } = run;
  const at = deps.clock.now();
  // The signer's mark comes first: it takes the workflow's row lock, so two switches of one workflow wait for each other here.
  const { finished } = await markSigned(db, {
    workflowId: act.workflowId,
    signerId: act.signerId,
    at,
    enqueue: deps.enqueue,
    noteChange: deps.noteChange,
    record: (outcome) => recordSigned(db, { run, documents, at, ...outcome }),
  });
  const wrongEnd = documents.filter((document) => document.base?.finishing !== finished);
  if (wrongEnd.length > 0) throw new BaseMoved(wrongEnd);
  const moved = [];
  for (const document of documents) if (!(await appendResult(db, act, document))) moved.push(document);
  if (moved.length > 0) throw new BaseMoved(moved);
  const signed = await saveSigned(db, act.actId, { at, finished });
  // Ended by another run in between: its outcome stands, ours is undone.
  if (signed === null) throw new BaseMoved([]);
  if (signed.toldPending) {
    await deps.enqueue(db, "send-message", {
      messageKind: "signed",
      workflowId: act.workflowId,
      signerId: act.signerId,
    });
  }
  await wakeOthers(db, deps, act);
}

async function appendResult(db: Db, act: Act, document: ActDocument): Promise<boolean> {
  if (document.base === null || document.result === null)
    throw new Error(`document ${document.fileId} is not ready to switch`);
  const appended = await appendRevision(db, {
    fileId: document.fileId,
    base: document.base.sha256,
    next: document.result,
    cause: { kind: "signature", signerId: act.signerId },
  });
  return appended;
}

async function recordSigned(
  db: Db,
  signed: { run: Run; documents: readonly ActDocument[]; at: Date; finished: boolean },
): Promise<void> {
  const { run, documents, at, finished } = signed;
  const { act, credential } = run;
  for (const document of documents) {
    await recordEvent(db, {
      at,
      type: "signing.signed",
      actor: {
        kind: "signer",
        id: act.signerId,
        ...(act.ip === null ? {} : { ip: act.ip }),
        ...(act.userAgent === null ? {} : { userAgent: act.userAgent }),
      },
      workflowId: act.workflowId,
      signerId: act.signerId,
      fileId: document.fileId,
      details: {
        actId: act.actId,
        base: document.base?.sha256 ?? null,
        revision: document.result?.sha256 ?? null,
        certificateSerial: credential.serial,
        timestampAt: document.stamped?.at.toISOString() ?? null,
        level: finished ? "PAdES-BASELINE-LTA" : "PAdES-BASELINE-LT",
      },
    });
  }
}

/** Signers who pressed at the same moment wait for the lease: their turn is now, not at the next sweep. */
async function wakeOthers(db: Db, deps: SigningDeps, act: Act): Promise<void> {
  for (const other of await readActsOfWorkflow(db, act.workflowId)) {
    if (other.status === "AUTHORISED" && other.actId !== act.actId)
      await deps.enqueue(db, "continue-signing", { actId: other.actId });
  }
}
