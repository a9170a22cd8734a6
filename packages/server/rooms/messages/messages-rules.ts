/** Whom an event concerns, and whether a mail about it is still true when its turn comes. Pure. */

import type { SignerId } from "@siegel/contract/ids.ts";
import type { MessageKind, SigningFailure } from "@siegel/contract/message-kinds.ts";
import type { Signer, Workflow } from "../workflows/workflows.ts";

/** A signer, or null for the initiator. */
export type Recipient = SignerId | null;

/** What a mail is about: the workflow as it is now; `failure` of a `signing_failed`, `actId` where it is about one approval, `occasion` of a reminder. */
export type Event = {
  readonly kind: MessageKind;
  readonly workflow: Workflow;
  readonly signers: readonly Signer[];
  readonly failure?: SigningFailure | undefined;
  readonly actId?: string | undefined;
  readonly occasion?: string | undefined;
};

/** Everybody who gets a mail about the event; a named signer alone gets it. */
export function recipientsOf(event: Event, signerId: SignerId | null): readonly Recipient[] {
  if (signerId !== null) return [signerId];
  const reached = event.signers.filter((signer) => signer.status !== "WAITING").map((signer) => signer.signerId);
  switch (event.kind) {
    case "finished":
      return [...reached, null];
    case "refused": {
      const refusedBy = event.workflow.status === "REVOKED" ? event.workflow.refusedBy : null;
      return [...reached.filter((id) => id !== refusedBy), null];
    }
    case "cancelled":
      return reached;
    case "expired":
      // Signers who signed learn of the end. A signer whose signature was being made when the time was over was invited again.
      return [...reached, null];
    case "invitation":
    case "reminder":
    case "signed":
    case "signing_stalled":
    case "signing_failed":
      // These are about one signer; an event without a signer has no recipient.
      return [];
  }
}

/** Whether the mail still says what is: one that waited out an outage must not invite to something that has ended. */
export function isStillTrue(event: Event, recipient: Recipient): boolean {
  const signer = event.signers.find((candidate) => candidate.signerId === recipient);
  if (recipient !== null && signer === undefined) return false;
  switch (event.kind) {
    case "invitation":
    case "reminder":
      return event.workflow.status === "OPEN" && signer?.status === "INVITED";
    case "signed":
      // Where the workflow has finished meanwhile, that mail says more.
      return event.workflow.status === "OPEN" && signer?.status === "SIGNED";
    case "signing_stalled":
      return event.workflow.status === "OPEN" && signer?.status === "SIGNING";
    case "signing_failed":
      // It no longer matters to a signer who approved again meanwhile or signed; workflows that ended have mails of their own.
      return event.workflow.status === "OPEN" && signer?.status === "INVITED";
    case "finished":
      return event.workflow.status === "FINISHED";
    case "refused":
      return event.workflow.status === "REVOKED";
    case "cancelled":
      return event.workflow.status === "CANCELLED";
    case "expired":
      return event.workflow.status === "EXPIRED";
  }
}
