/** What a sender reads about workflows: state, signers, documents, and what became of each mail. */
import type { WorkflowReport } from "@siegel/contract/calls/workflow-report.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import type { ServerDeps } from "../../deps.ts";
import { filesOf } from "../../rooms/documents/documents.ts";
import { type Delivery, deliveriesOf } from "../../rooms/messages/messages.ts";
import { entersQuickly, type SentWorkflowState, type Signer } from "../../rooms/workflows/workflows.ts";

/** The reports in the order of the states. */
export async function reportsOf(deps: ServerDeps, states: readonly SentWorkflowState[]): Promise<WorkflowReport[]> {
  const ids = states.map(({ workflow }) => workflow.workflowId);
  const deliveries = await deliveriesOf(deps.db, ids);
  return await Promise.all(states.map((state) => reportOf(deps, state, deliveries)));
}

async function reportOf(
  deps: ServerDeps,
  state: SentWorkflowState,
  deliveries: readonly Delivery[],
): Promise<WorkflowReport> {
  const { workflow, status, signers } = state;
  const { workflowId, initiator } = workflow;
  const files = await filesOf(deps.db, workflowId);
  const own = deliveries.filter((delivery) => delivery.workflowId === workflowId);
  return {
    workflow_id: workflowId,
    name: workflow.name,
    description: workflow.description,
    message: workflow.message,
    status,
    created_at: workflow.createdAt.toISOString(),
    expires_at: workflow.expiresAt?.toISOString() ?? null,
    finished_at: workflow.status === "FINISHED" ? workflow.endedAt.toISOString() : null,
    refusal:
      workflow.status === "REVOKED"
        ? { signer_id: workflow.refusedBy, reason: workflow.reason, at: workflow.endedAt.toISOString() }
        : null,
    signers: signers.map((signer) => signerView(deps, state, { signer, deliveries: own })),
    initiator: {
      first_name: initiator.firstName,
      last_name: initiator.lastName,
      email: initiator.email,
      messages: messagesTo(own, null),
    },
    documents: files.map((file) => ({
      id: file.fileId,
      name: file.name,
      size: file.latest.size,
      pages: file.pages,
      sha256: file.latest.sha256,
      sign: file.isSigned,
      attachment_of: file.attachmentOf,
    })),
  };
}

function signerView(
  deps: ServerDeps,
  { workflow }: SentWorkflowState,
  { signer, deliveries }: { readonly signer: Signer; readonly deliveries: readonly Delivery[] },
): WorkflowReport["signers"][number] {
  const ids = { workflow_id: workflow.workflowId, signer_id: signer.signerId };
  return {
    reference: signer.reference,
    signer_id: signer.signerId,
    url: loginLink(deps.publicUrl, ids, entersQuickly(workflow)),
    type: signer.type,
    status: signer.status,
    first_name: signer.firstName,
    last_name: signer.lastName,
    email: signer.email,
    signed_at: signer.status === "SIGNED" ? signer.signedAt.toISOString() : null,
    messages: messagesTo(deliveries, signer.signerId),
  };
}

function messagesTo(deliveries: readonly Delivery[], recipient: Delivery["recipient"]) {
  return deliveries
    .filter((delivery) => delivery.recipient === recipient)
    .map(({ kind, status, at, reason }) => ({
      kind,
      status,
      at: at.toISOString(),
      ...(reason === null ? {} : { reason }),
    }));
}
