/** Workflows and signers in each state, for the tables of rules. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Signer, SignerContext, Workflow } from "../rooms/workflows/workflows.ts";

/** The moment at which rules are asked; what has ended did so a millisecond before. */
export const now = new Date("2026-11-21T09:00:00Z");
/** A millisecond before `now`. */
export const earlier = new Date("2026-11-21T08:59:59.999Z");

const facts = {
  workflowId: "w" as WorkflowId,
  organisationId: "o",
  tokenId: "t",
  name: "Lease",
  description: "",
  message: null,
  language: "en" as const,
  sequential: true,
  hasPassword: false,
  quickLogin: false,
  webhookUrl: null,
  initiator: { firstName: "Ada", lastName: "Sender", email: "ada@example.org" },
  createdAt: earlier,
  expiresAt: null,
};

/** A workflow in that state. */
export function workflowIn(status: Workflow["status"], expiresAt: Date | null = null): Workflow {
  if (status === "OPEN") return { ...facts, expiresAt, status };
  if (status === "REVOKED")
    return { ...facts, expiresAt, status, endedAt: earlier, refusedBy: "s" as SignerId, reason: "" };
  return { ...facts, expiresAt, status, endedAt: earlier };
}

/** A signer in that state. */
export function signerIn(status: Signer["status"], position = 0): Signer {
  const who = {
    signerId: `s${position}` as SignerId,
    workflowId: facts.workflowId,
    position,
    reference: `r${position}`,
    type: "a_signature" as const,
    firstName: "Erika",
    lastName: "Mustermann",
    email: "erika@example.org",
    phone: null,
    organisation: null,
    language: "de" as const,
    languageGiven: true,
  };
  if (status === "WAITING") return { ...who, status };
  if (status === "SIGNED") return { ...who, status, invitedAt: earlier, signedAt: earlier };
  return { ...who, status, invitedAt: earlier };
}

/** A signer within their workflow. */
export const contextOf = (w: Workflow, s: Signer): SignerContext => ({ workflow: w, signer: s });
