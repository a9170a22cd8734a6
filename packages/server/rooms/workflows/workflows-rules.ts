/** A workflow and its signers, the states they can be in, and what is allowed in which. Pure. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { type SignerKind, signerKinds } from "@siegel/contract/signer-kind.ts";

/** What a workflow is, in every state. */
export type WorkflowFacts = {
  readonly workflowId: WorkflowId;
  readonly organisationId: string;
  readonly tokenId: string;
  readonly name: string;
  readonly description: string;
  /** From the sender to the signers. */
  readonly message: string | null;
  readonly language: Language;
  readonly sequential: boolean;
  readonly hasPassword: boolean;
  /** As the sender wished; `entersQuickly` says whether it holds. */
  readonly quickLogin: boolean;
  /** Where its events go instead of to its token's address; null: there. */
  readonly webhookUrl: string | null;
  readonly initiator: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

/** OPEN: a signer's turn (past `expiresAt` no signer's) · the others: no signer's, for good. */
export type WorkflowState =
  | { readonly status: "OPEN" }
  | { readonly status: "FINISHED" | "CANCELLED" | "EXPIRED"; readonly endedAt: Date }
  | { readonly status: "REVOKED"; readonly endedAt: Date; readonly refusedBy: SignerId; readonly reason: string };

/** A workflow in its state. */
export type Workflow = WorkflowFacts & WorkflowState;

/** What a signer is, in every state. `position` counts from 0 in the sender's order. */
export type SignerFacts = {
  readonly signerId: SignerId;
  readonly workflowId: WorkflowId;
  readonly position: number;
  readonly reference: string;
  readonly type: SignerType;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `type` in google's numbering. */
  readonly phone: { readonly e164: string; readonly type: number } | null;
  readonly organisation: string | null;
  readonly language: Language;
  /** Whether the sender named the language; else the signer's browser decides what the pages speak. */
  readonly languageGiven: boolean;
};

/** WAITING: an earlier signer's turn · INVITED: this signer's · SIGNING: the server's · SIGNED and REVOKED: neither's. */
export type SignerState =
  | { readonly status: "WAITING" }
  | { readonly status: "INVITED" | "SIGNING" | "REVOKED"; readonly invitedAt: Date }
  | { readonly status: "SIGNED"; readonly invitedAt: Date; readonly signedAt: Date };

/** A signer in their state. */
export type Signer = SignerFacts & SignerState;

/** A signer within their workflow. */
export type SignerContext = { readonly workflow: Workflow; readonly signer: Signer };

/** A refusal of this room. */
export type Refused<C extends ErrorCode = ErrorCode> = { readonly ok: false; readonly code: C };

/** Whether signers come in without the login page: only where there is no password to ask for (decisions.md §7). */
export function entersQuickly({ quickLogin, hasPassword }: Pick<Workflow, "quickLogin" | "hasPassword">): boolean {
  return quickLogin && !hasPassword;
}

/** The workflow as it is at `now`: an open one past its expiry has expired then, whether or not somebody has settled it. */
export function workflowAt(workflow: Workflow, now: Date): Workflow {
  const { expiresAt } = workflow;
  if (workflow.status !== "OPEN" || expiresAt === null || expiresAt > now) return workflow;
  return { ...workflow, status: "EXPIRED", endedAt: expiresAt };
}

/** The status as it is at `now`. */
export function statusAt(workflow: Workflow, now: Date): Workflow["status"] {
  return workflowAt(workflow, now).status;
}

/** Why the state of a workflow does not let the caller act in it, or have a signer act; null: nothing stands against it. */
export const workflowRefusal = {
  OPEN: null,
  FINISHED: "WORKFLOW_FINISHED",
  REVOKED: "NO_WORKFLOW_FOUND_REVOKED",
  CANCELLED: "WORKFLOW_CANCELLED",
  EXPIRED: "WORKFLOW_EXPIRED",
} as const satisfies Record<Workflow["status"], ErrorCode | null>;

/** What the state of a signer answers to their wish to sign. */
const signerRefusal = {
  WAITING: "NOT_YOUR_TURN",
  INVITED: null,
  SIGNING: "SIGNING_IN_PROGRESS",
  SIGNED: "ALREADY_SIGNED",
  REVOKED: "NO_WORKFLOW_FOUND_REVOKED",
} as const satisfies Record<Signer["status"], ErrorCode | null>;

/** Why a signer may not sign or refuse. */
export type MaySignRefusal =
  | Exclude<(typeof workflowRefusal)[Workflow["status"]], null>
  | Exclude<(typeof signerRefusal)[Signer["status"]], null>;

/** Whether it is this signer's turn in an open workflow. A signer who has signed is told so even when all have. */
export function checkMaySign(
  { workflow, signer }: SignerContext,
  now: Date,
): { readonly ok: true } | Refused<MaySignRefusal> {
  if (signer.status === "SIGNED" && workflow.status === "OPEN") return { ok: false, code: "ALREADY_SIGNED" };
  const code = workflowRefusal[statusAt(workflow, now)] ?? signerRefusal[signer.status];
  return code === null ? { ok: true } : { ok: false, code };
}

/** Whether a signer may release their signature now, and with that: what their type asks for, neither less nor more. */
export function checkMayRelease(
  context: SignerContext,
  release: SignerKind["release"],
  now: Date,
): { readonly ok: true } | Refused<MaySignRefusal | "WRONG_SIGNER_TYPE"> {
  if (signerKinds[context.signer.type].release !== release) return { ok: false, code: "WRONG_SIGNER_TYPE" };
  return checkMaySign(context, now);
}

/** The signers whose turn it becomes: in sequence the first who has not signed, else everybody (decisions.md §5). */
export function nextTurns(workflow: Pick<Workflow, "sequential">, signers: readonly Signer[]): readonly Signer[] {
  const inOrder = [...signers].sort((a, b) => a.position - b.position);
  const open = inOrder.filter((signer) => signer.status !== "SIGNED");
  return (workflow.sequential ? open.slice(0, 1) : open).filter((signer) => signer.status === "WAITING");
}

/** Why a recorded signing act can never be completed any more, or null while it can. */
export function signingEnded(
  { workflow }: SignerContext,
  now: Date,
): "NO_WORKFLOW_FOUND_REVOKED" | "WORKFLOW_CANCELLED" | "WORKFLOW_EXPIRED" | null {
  const status = statusAt(workflow, now);
  return status === "OPEN" || status === "FINISHED" ? null : workflowRefusal[status];
}
