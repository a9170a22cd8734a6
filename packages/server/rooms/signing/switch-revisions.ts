/** Step 13 of docs/flows/signing.md: every document of the workflow gets its signature in one transaction, or none does. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { appendRevision } from "../documents/documents.ts";
import { markSigned, TurnLost } from "../workflows/workflows.ts";
import { DocumentHeld, msHeldByOthers, noteSigned, wakeOthers } from "./holds.ts";
import type { Run, SigningDeps } from "./signing-run.ts";
import { type Act, type ActDocument, saveSigned } from "./signing-store.ts";
import { restartDocument, rewriteDocument } from "./step-store.ts";

/** Undoes the switch. `moved` have another base by now; `wrongEnd` were written for another end of the workflow. */
class BaseMoved extends Error {
  override readonly name = "BaseMoved";
  readonly moved: readonly ActDocument[];
  readonly wrongEnd: readonly ActDocument[];
  constructor({ moved = [], wrongEnd = [] }: { moved?: readonly ActDocument[]; wrongEnd?: readonly ActDocument[] }) {
    super(`the base of ${moved.length + wrongEnd.length} documents moved`);
    this.moved = moved;
    this.wrongEnd = wrongEnd;
  }
}

/** again: documents start again under the same approval, or wait · interrupted: they cannot, since their key opens once. */
export type Switched = "signed" | "again" | "interrupted";

/** Gives every document its signature, or says how it goes on. */
export async function switchRevisions(
  deps: SigningDeps,
  run: Run,
  documents: readonly ActDocument[],
): Promise<Switched> {
  try {
    await inTransaction(deps.db, (db) => switchIn(db, { deps, run, documents }));
    return "signed";
  } catch (fault) {
    // The turn is lost when another run switched, or the workflow ended, or somebody else holds a document: the next look says which.
    if (fault instanceof TurnLost || fault instanceof DocumentHeld) return "again";
    if (!(fault instanceof BaseMoved)) throw fault;
    const opensOnce = run.credential.opensWithPassword;
    if (opensOnce && fault.moved.length > 0) return "interrupted";
    // Its signature stays: only what comes after it is made anew.
    for (const document of fault.wrongEnd)
      await (opensOnce ? rewriteDocument(deps.db, document) : restartDocument(deps.db, document));
    for (const document of fault.moved) await restartDocument(deps.db, document);
    return "again";
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
  const fileIds = documents.map(({ fileId }) => fileId);
  if ((await msHeldByOthers(db, { fileIds, signerId: act.signerId, now: at })) > 0)
    throw new DocumentHeld("somebody else holds a document");
  const wrongEnd = documents.filter((document) => document.base?.finishing !== finished);
  if (wrongEnd.length > 0) throw new BaseMoved({ wrongEnd });
  const moved = [];
  for (const document of documents) if (!(await appendResult(db, act, document))) moved.push(document);
  if (moved.length > 0) throw new BaseMoved({ moved });
  const signed = await saveSigned(db, act.actId, { at, finished });
  // Ended by another run in between: its outcome stands, ours is undone.
  if (signed === null) throw new BaseMoved({});
  if (signed.toldPending) {
    await deps.enqueue(db, "send-message", {
      messageKind: "signed",
      workflowId: act.workflowId,
      signerId: act.signerId,
    });
  }
  await noteSigned(db, { actId: act.actId, fileIds, at });
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
