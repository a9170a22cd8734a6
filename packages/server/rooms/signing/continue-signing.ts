/** Steps 5 to 13 of docs/flows/signing.md: the server works on a recorded approval until it is signed, waits, or cannot be. */

import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { requireUnchanged } from "../documents/documents.ts";
import { loadSigner, markUnsigned, signingEnded } from "../workflows/workflows.ts";
import { ApprovalNotAuthentic, approvalMac } from "./approval-mac.ts";
import { chooseCredential } from "./choose-credential.ts";
import { msHeldByOthers, releaseHolds } from "./holds.ts";
import { releaseLease, takeLease } from "./lease-store.ts";
import { livedFault, reasonOf } from "./signing-faults.ts";
import { type FailureCode, leaseMs, nextAttempt, toldByFailure } from "./signing-rules.ts";
import type { Run, SigningDeps } from "./signing-run.ts";
import { type Act, type ActDocument, readAct, StepTaken, saveFailed, saveFault, saveWaiting } from "./signing-store.ts";
import { readDocuments } from "./step-store.ts";
import { switchRevisions } from "./switch-revisions.ts";
import { takeDocumentSteps } from "./take-document-steps.ts";

/** ended: read the act · busy: another run is at work · waiting: an outage, the sweep comes back. */
export type Progress = "ended" | "busy" | "waiting";

// Every turn loses against another signer who got through; more turns than that are a fault, not a race.
const turnsMax = 20;

/**
 * Goes on with an act from where it stands. Safe to call at any time, any number of times, in any number of processes.
 * @throws only when not even the reason of a failure could be recorded; the act then stays due
 */
export async function continueSigning(deps: SigningDeps, actId: string): Promise<Progress> {
  const run = () => runOnce(deps, actId);
  return deps.atWork === undefined ? await run() : await deps.atWork(run);
}

async function runOnce(deps: SigningDeps, actId: string): Promise<Progress> {
  const act = await readAct(deps.db, actId);
  if (act.status === "SIGNED" || act.status === "FAILED") return "ended";
  const holder = deps.random.id();
  if (!(await holdLease(deps, { act, holder }))) return "busy";
  try {
    return await work(deps, act, holder);
  } catch (fault) {
    if (fault instanceof StepTaken) return "busy";
    // Before it is recorded: where that fails too, this is all that is left of it.
    deps.onFault(livedFault(actId, "the act's next step", fault));
    return fault instanceof ApprovalNotAuthentic
      ? await leaveToOperator(deps, act, fault)
      : await recordFault(deps, act, fault);
  } finally {
    // A lease that cannot be given back runs out by itself.
    await releaseLease(deps.db, { workflowId: act.workflowId, holder }).catch((fault: unknown) =>
      deps.onFault(livedFault(actId, "the return of the lease", fault)),
    );
  }
}

/** No other check covers these documents: the signature is laid only on the documents to sign. @throws BlobChanged, StepTaken */
async function requireShownUnchanged(deps: SigningDeps, act: Act, holder: string): Promise<void> {
  for (const shown of act.shown) {
    await requireUnchanged(deps.blobs, shown);
    // A hundred million bytes of each may take longer than the lease lasts.
    await renewLease(deps, { act, holder });
  }
}

/** @throws StepTaken */
async function renewLease(deps: SigningDeps, run: { act: Act; holder: string }): Promise<void> {
  if (!(await holdLease(deps, run))) throw new StepTaken("the lease passed to another run");
}

/** Takes or renews the run's lease. */
async function holdLease(deps: SigningDeps, run: { act: Act; holder: string }): Promise<boolean> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + leaseMs);
  const presence = deps.presence?.() ?? null;
  return await takeLease(deps.db, { workflowId: run.act.workflowId, holder: run.holder, presence, now, expiresAt });
}

async function work(deps: SigningDeps, act: Act, holder: string): Promise<Progress> {
  for (let turn = 0; turn < turnsMax; turn++) {
    const current = await readAct(deps.db, act.actId);
    if (current.status === "SIGNED" || current.status === "FAILED") return "ended";
    const context = await loadSigner(deps.db, act.workflowId, act.signerId);
    if (context === null) throw new Error(`signer ${act.signerId} is gone`);
    const end = signingEnded(context, deps.clock.now());
    if (end !== null) return await endForGood(deps, act, end);
    const documents = await readDocuments(deps.db, act.actId);
    const heldMs = await msHeldByOthers(deps.db, {
      fileIds: documents.map(({ fileId }) => fileId),
      signerId: act.signerId,
      now: deps.clock.now(),
    });
    if (heldMs > 0) return await waitForOthers(deps, act, heldMs);
    // Approved before approvals were authenticated: it cannot be told from a row that somebody wrote by hand.
    if (current.approvalMac?.length === 0) return await endForGood(deps, act, "WORKFLOW_CHANGED");
    if (!isSameMac(current.approvalMac, approvalMac(deps.approvalSecret, current, { context, documents })))
      throw new ApprovalNotAuthentic("this service did not record the approval as it stands in the database");
    // Once all are written, no step is left that uses a key.
    if (documents.some(({ result }) => result === null)) await requireShownUnchanged(deps, current, holder);
    const chosen = await chooseCredential(deps, current, context);
    if (!chosen.ok) return await endForGood(deps, act, chosen.code);
    const run = { act: current, holder, context, credential: chosen.credential };
    const taken = await takeAllSteps(deps, run, documents);
    if (!taken.ok) return await endForGood(deps, act, taken.code);
    const switched = await switchRevisions(deps, run, taken.documents);
    if (switched === "interrupted") return await endForGood(deps, act, "SIGNING_INTERRUPTED");
    if (switched === "signed") return "ended";
  }
  throw new Error(`the documents of ${act.workflowId} moved ${turnsMax} times under one act`);
}

/** Somebody else's code lives for these documents: no fault, and no try of this act. */
async function waitForOthers(deps: SigningDeps, act: Act, ms: number): Promise<Progress> {
  await saveWaiting(deps.db, act.actId, new Date(deps.clock.now().getTime() + ms));
  return "waiting";
}

type AllTaken =
  | { readonly ok: true; readonly documents: readonly ActDocument[] }
  | { readonly ok: false; readonly code: FailureCode };

async function takeAllSteps(deps: SigningDeps, run: Run, approved: readonly ActDocument[]): Promise<AllTaken> {
  const documents: ActDocument[] = [];
  for (const document of approved) {
    // The lease was taken for the first document; each further one renews it.
    if (documents.length > 0) await renewLease(deps, run);
    const taken = await takeDocumentSteps(deps, run, document);
    if (!taken.ok) return taken;
    documents.push(taken.document);
  }
  return { ok: true, documents };
}

/** Nothing was signed: the signer is no longer being signed for, and hears why unless another mail says it. */
async function endForGood(deps: SigningDeps, act: Act, code: FailureCode): Promise<Progress> {
  const { workflowId, signerId } = act;
  await inTransaction(deps.db, async (db) => {
    // The mark comes first: it takes the workflow's row lock, in the order of every other change of this kind.
    await markUnsigned(db, { workflowId, signerId });
    // Ended by another run meanwhile, and its signer may have approved again: the mark is undone with the transaction.
    if (!(await saveFailed(db, act.actId, code))) throw new StepTaken("another run ended the act");
    await releaseHolds(db, deps, { actId: act.actId, workflowId, at: deps.clock.now() });
    await recordEvent(db, {
      ...eventOf(act, deps.clock.now()),
      type: "signing.failed",
      details: { actId: act.actId, code },
    });
    const failure = toldByFailure(code);
    if (failure === null) return;
    await deps.enqueue(db, "send-message", {
      messageKind: "signing_failed",
      workflowId,
      signerId,
      failure,
      actId: act.actId,
    });
  });
  return "ended";
}

/** No mail is sent, because it is unknown whether the signer approved anything. Looked at again, the act stays where it is. */
async function leaveToOperator(deps: SigningDeps, act: Act, { message: reason }: Error): Promise<Progress> {
  await inTransaction(deps.db, async (db) => {
    if (!(await saveFault(db, act.actId, { attempts: act.attempts + 1, nextAttemptAt: null, reason }))) return;
    const details = { actId: act.actId, reason };
    await recordEvent(db, { ...eventOf(act, deps.clock.now()), type: "signing.not-authentic", details });
  });
  return "waiting";
}

async function recordFault(deps: SigningDeps, act: Act, fault: unknown): Promise<Progress> {
  const now = deps.clock.now();
  const attempts = act.attempts + 1;
  const nextAttemptAt = nextAttempt({ attempts, authorisedAt: act.authorisedAt, now });
  const reason = reasonOf(fault);
  await inTransaction(deps.db, async (db) => {
    if (!(await saveFault(db, act.actId, { attempts, nextAttemptAt, reason }))) return;
    const type = nextAttemptAt === null ? "signing.stalled" : "signing.waiting";
    await recordEvent(db, { ...eventOf(act, now), type, details: { actId: act.actId, attempts, reason } });
    if (nextAttemptAt !== null) return;
    await deps.enqueue(db, "send-message", {
      messageKind: "signing_stalled",
      workflowId: act.workflowId,
      signerId: act.signerId,
      actId: act.actId,
    });
  });
  return "waiting";
}

const eventOf = (act: Act, at: Date) => ({
  at,
  actor: { kind: "system" as const },
  workflowId: act.workflowId,
  signerId: act.signerId,
});
