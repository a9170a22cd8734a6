/** What the login page must ask for. Nothing here is personal: a link may have been forwarded. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Branding, brandingOf } from "../accounts/accounts.ts";
import { entersQuickly, loadSigner, type Refused } from "../workflows/workflows.ts";
import { asksTerms } from "./accept-terms.ts";
import { awaitsSigner, checkEntrance, declinedBy } from "./login-rules.ts";
import { hasOpened } from "./login-store.ts";

/** `opened`: nothing waits for this signer that they have not met: they logged in before, or the workflow is over; `termsAccepted`: nothing needs to be ticked; `language`: null unless the sender named one. */
export type LoginNeeds = {
  readonly ok: true;
  readonly password: boolean;
  readonly type: SignerType;
  readonly opened: boolean;
  readonly termsAccepted: boolean;
  /** Whether they still have to sign; null if they logged in before and a password keeps it from people who only have the link. */
  readonly awaitsSigner: boolean | null;
  /** Who declined; null where neither did, or where a password keeps it. */
  readonly declined: "YOU" | "OTHER" | null;
  /** The link leads in without this page. */
  readonly quickLogin: boolean;
  readonly branding: Branding;
  readonly language: Language | null;
};

/** Reads what a login of this signer needs. */
export async function checkWorkflow(
  deps: { db: Db; clock: Clock },
  input: { workflowId: WorkflowId; signerId: SignerId },
): Promise<LoginNeeds | Refused<"NO_WORKFLOW_FOUND">> {
  const context = await loadSigner(deps.db, input.workflowId, input.signerId);
  if (!context) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const { workflow, signer } = context;
  const entrance = checkEntrance(context, deps.clock.now());
  // A signer who only reads that somebody declined is asked for nothing, also not at the login.
  const onlyReads = entrance.ok && entrance.kind === "summary";
  const loggedIn = await hasOpened(deps.db, signer.signerId);
  const isKept = loggedIn && workflow.hasPassword;
  return {
    ok: true,
    password: workflow.hasPassword,
    type: signer.type,
    opened: workflow.status !== "OPEN" || loggedIn,
    termsAccepted: onlyReads || !(await asksTerms(deps.db, context, "pages")),
    awaitsSigner: isKept ? null : awaitsSigner(context, deps.clock.now()),
    declined: isKept ? null : declinedBy(context),
    quickLogin: entersQuickly(workflow),
    branding: await brandingOf(deps.db, workflow.organisationId),
    language: signer.languageGiven ? signer.language : null,
  };
}
