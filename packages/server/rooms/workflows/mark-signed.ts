/** A signer's progress from invited to signed, and what follows from it for the others. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { countSignature, signatureClassOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { NoteChange } from "./note-change.ts";
import { nextTurns, type Signer, statusAt, type Workflow } from "./workflows-rules.ts";
import {
  lockWithSigners,
  lockWorkflow,
  saveEnd,
  saveInvited,
  saveSigned,
  saveSigning,
  saveUnsigned,
} from "./workflows-store.ts";

/** The state that a step expects was changed by somebody else; the transaction must be given up and the state read again. */
export class TurnLost extends Error {
  override readonly name = "TurnLost";
}

/** INVITED → SIGNING: the approval is recorded, the server goes on. Takes the workflow's row lock. @throws TurnLost */
export async function markSigning(
  db: Db,
  turn: { workflowId: WorkflowId; signerId: SignerId; at: Date },
): Promise<void> {
  const { signerId } = turn;
  const locked = await lockWorkflow(db, turn.workflowId);
  // If the time ran out between the check and the lock, the next check tells the signer.
  if (locked === null || statusAt(locked, turn.at) !== "OPEN" || !(await saveSigning(db, turn)))
    throw new TurnLost(`signer ${signerId} is not invited`);
}

/**
 * SIGNING → INVITED: the act failed for good and nothing was signed. In an open workflow the turn is this signer's again.
 * Takes the workflow's row lock; harmless where the signer is in another state.
 */
export async function markUnsigned(db: Db, ids: { workflowId: WorkflowId; signerId: SignerId }): Promise<void> {
  await lockWorkflow(db, ids.workflowId);
  await saveUnsigned(db, [ids.signerId]);
}

/** A signer who has signed. `record` writes the signature's events, which come before those that follow from it. */
export type SignedTurn = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly at: Date;
  readonly enqueue: Enqueue;
  readonly noteChange: NoteChange;
  readonly record: (outcome: { readonly finished: boolean }) => Promise<void>;
};

/**
 * SIGNING → SIGNED: counts the signature for its class and token, gives the turn to the next signers, or finishes
 * the workflow; all in the caller's transaction (decisions.md §5). Takes the workflow's row lock. @throws TurnLost
 */
export async function markSigned(db: Db, signed: SignedTurn): Promise<{ finished: boolean }> {
  const locked = await lockWithSigners(db, signed.workflowId);
  const signer = locked?.signers.find((one) => one.signerId === signed.signerId);
  // A signer whose time ran out before the switch has not signed: a client must not read EXPIRED first and FINISHED later.
  const open = locked !== null && statusAt(locked.workflow, signed.at) === "OPEN";
  if (!open || !signer || !(await saveSigned(db, signed.signerId, signed.at))) {
    throw new TurnLost(`signer ${signed.signerId} is not signing`);
  }
  const signers = locked.signers.map((one) => (one === signer ? asSigned(one, signed.at) : one));
  const finished = signers.every((one) => one.status === "SIGNED");
  await signed.record({ finished });
  const { workflowId, signerId, at } = signed;
  await signed.noteChange(db, { workflowId, type: "signer.signed", at, signer: { signerId, status: "SIGNED" } });
  if (finished) await finish(db, signed);
  else await inviteNext(db, { ...signed, workflow: locked.workflow, signers });
  // Last, because everybody who signs for this sender waits for the licence's row until the transaction ends.
  await countSignature(db, { tokenId: locked.workflow.tokenId, signatureClass: signatureClassOf[signer.type] });
  return { finished };
}

const asSigned = (signer: Signer, at: Date): Signer => ({ ...signer, status: "SIGNED", invitedAt: at, signedAt: at });

async function finish(db: Db, ended: Pick<SignedTurn, "workflowId" | "at" | "enqueue" | "noteChange">): Promise<void> {
  await saveEnd(db, ended.workflowId, { status: "FINISHED", at: ended.at });
  await recordEvent(db, {
    at: ended.at,
    type: "workflow.finished",
    actor: { kind: "system" },
    workflowId: ended.workflowId,
    details: {},
  });
  await ended.noteChange(db, { workflowId: ended.workflowId, type: "workflow.finished", at: ended.at });
  await ended.enqueue(db, "send-message", { messageKind: "finished", workflowId: ended.workflowId, signerId: null });
}

/** Invites those whose turn it now is: WAITING → INVITED and a mail each. */
export async function inviteNext(
  db: Db,
  turn: { workflow: Workflow; signers: readonly Signer[] } & Pick<SignedTurn, "at" | "enqueue" | "noteChange">,
): Promise<void> {
  const { workflowId } = turn.workflow;
  for (const { signerId } of nextTurns(turn.workflow, turn.signers)) {
    if (!(await saveInvited(db, signerId, turn.at))) continue;
    await recordEvent(db, {
      at: turn.at,
      type: "signer.invited",
      actor: { kind: "system" },
      workflowId,
      signerId,
      details: {},
    });
    const signer = { signerId, status: "INVITED" } as const;
    await turn.noteChange(db, { workflowId, type: "signer.invited", at: turn.at, signer });
    await turn.enqueue(db, "send-message", { messageKind: "invitation", workflowId, signerId });
  }
}
