/** A workflow and its look, as the signer's pages are told of them. */
import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf } from "../../rooms/accounts/accounts.ts";
import { namedOrganisation } from "../../rooms/certificates/certificates.ts";
import { anyFills } from "../../rooms/documents/documents.ts";
import { asksTerms } from "../../rooms/login/login.ts";
import { entersQuickly, othersOf, type SignerContext, statusAt } from "../../rooms/workflows/workflows.ts";
import { packOf } from "../wire/pack.ts";

/** What a signer is told of their workflow; `ip` is where they are asking from. */
export async function viewOf(
  deps: ServerDeps,
  context: SignerContext,
  ip: string,
): Promise<{ workflow: WorkflowView; user: UserView }> {
  const { workflow, signer } = context;
  const branding = await brandingOf(deps.db, workflow.organisationId);
  const told = await othersOf(deps.db, context);
  const view: WorkflowView = {
    workflow_id: workflow.workflowId,
    signer_id: signer.signerId,
    name: workflow.name,
    description: workflow.description,
    message: workflow.message,
    expires_at: workflow.expiresAt?.toISOString() ?? null,
    status: viewedStatus(context, deps.clock.now()),
    signer_type: signer.type,
    initiator_first_name: workflow.initiator.firstName,
    initiator_last_name: workflow.initiator.lastName,
    initiator_email: workflow.initiator.email,
    first_name: signer.firstName,
    last_name: signer.lastName,
    email: signer.email,
    phone: signer.phone?.e164 ?? null,
    phone_type: signer.phone?.type ?? -1,
    organisation: await namedOrganisation(deps.db, context, null),
    // Only quick login leads here without the signer's own tick: for other logins nothing is looked up.
    asks_terms: entersQuickly(workflow) && (await asksTerms(deps.db, context, "code")),
    others: told.others,
    others_fill: await anyFills(deps.db, told.open),
    ip,
  };
  return {
    workflow: view,
    user: { whitelabeling_pack: packOf(deps, branding), language_id: signer.languageGiven ? signer.language : null },
  };
}

function viewedStatus({ workflow, signer }: SignerContext, now: Date): WorkflowView["status"] {
  const status = statusAt(workflow, now);
  if (status === "FINISHED" || status === "REVOKED") return status;
  if (signer.status !== "SIGNED") return "OPEN";
  return status === "EXPIRED" || status === "CANCELLED" ? status : "SIGNED";
}
