/** What a signer is told of the others: whether there are any from the start; who signed when and who refused once nothing is left to do. */

import type { OtherSigners, ParticipantView, SummaryView } from "@siegel/contract/calls/workflow.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import type { Signer, SignerContext, Workflow } from "./workflows-rules.ts";
import { readSigners } from "./workflows-store.ts";

/** Whether others sign too, whether all of them have, and who has not. */
export async function othersOf(
  db: Db,
  { workflow, signer }: SignerContext,
): Promise<{ readonly others: OtherSigners; readonly open: readonly SignerId[] }> {
  const signers = await readSigners(db, [workflow.workflowId]);
  const others = signers.filter(({ signerId }) => signerId !== signer.signerId);
  const open = others.filter(({ status }) => status !== "SIGNED").map(({ signerId }) => signerId);
  if (others.length === 0) return { others: "NONE", open };
  return { others: open.length === 0 ? "SIGNED" : "OPEN", open };
}

/** The summary for this signer; null while they still have to act: until then the others are none of their business. */
export async function summaryOf(db: Db, { workflow, signer }: SignerContext): Promise<SummaryView | null> {
  if (signer.status !== "SIGNED" && workflow.status !== "REVOKED") return null;
  const signers = await readSigners(db, [workflow.workflowId]);
  return {
    participants: signers.map((one) => participant(one, signer)),
    refusal: workflow.status === "REVOKED" ? refusalFor(workflow, signers, signer) : null,
  };
}

function participant(one: Signer, asking: Signer): ParticipantView {
  return {
    first_name: one.firstName,
    last_name: one.lastName,
    you: one.signerId === asking.signerId,
    seals: isSeal(one.type),
    status: one.status === "SIGNED" || one.status === "REVOKED" ? one.status : "OPEN",
    signed_at: one.status === "SIGNED" ? one.signedAt.toISOString() : null,
  };
}

/** As in the mails: everybody learns who refused, the reason stays between that person and the sender. */
function refusalFor(
  workflow: Extract<Workflow, { status: "REVOKED" }>,
  signers: readonly Signer[],
  asking: Signer,
): SummaryView["refusal"] {
  const by = signers.find(({ signerId }) => signerId === workflow.refusedBy);
  const by_you = workflow.refusedBy === asking.signerId;
  return {
    at: workflow.endedAt.toISOString(),
    by_you,
    by: by === undefined ? "" : `${by.firstName} ${by.lastName}`,
    reason: by_you && workflow.reason !== "" ? workflow.reason : null,
  };
}
