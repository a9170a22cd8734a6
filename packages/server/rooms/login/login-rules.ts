/** Where a link leads in which state, how long a session lasts, and who accepts the terms. Pure. */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { session_absolute_s, session_idle_s } from "@siegel/contract/limits.ts";
import { isOver, type SessionDates, type SessionTime, timeLeft as timeLeftOf } from "@siegel/contract/session-time.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type Refused, type SignerContext, statusAt } from "../workflows/workflows.ts";

/** Why a link that is known leads nowhere now. */
export type EntranceRefusal =
  | "NO_WORKFLOW_FOUND"
  | "NO_WORKFLOW_FOUND_REVOKED"
  | "WORKFLOW_CANCELLED"
  | "NOT_YOUR_TURN";

/** What a login leads to. `summary`: only the page of a refused workflow. */
export type Entrance =
  | { readonly ok: true; readonly kind: "signer" | "summary" }
  | { readonly ok: false; readonly code: EntranceRefusal };

/** Whether a link leads in (decisions.md §6 checkPath). A signer who has signed may always come back to the signed files. */
export function checkEntrance({ workflow, signer }: SignerContext, now: Date): Entrance {
  switch (statusAt(workflow, now)) {
    case "REVOKED":
      // A signer who was never asked to sign has nothing to read there: the documents no longer concern them.
      return signer.status === "WAITING"
        ? { ok: false, code: "NO_WORKFLOW_FOUND_REVOKED" }
        : { ok: true, kind: "summary" };
    case "CANCELLED":
      // A signer whose signature was being made when the sender cancelled has not signed: the act failed.
      return signer.status === "SIGNED" ? { ok: true, kind: "signer" } : { ok: false, code: "WORKFLOW_CANCELLED" };
    case "EXPIRED":
      return signer.status === "SIGNED" || signer.status === "SIGNING"
        ? { ok: true, kind: "signer" }
        : { ok: false, code: "NO_WORKFLOW_FOUND" };
    case "OPEN":
      return signer.status === "WAITING" ? { ok: false, code: "NOT_YOUR_TURN" } : { ok: true, kind: "signer" };
    case "FINISHED":
      return { ok: true, kind: "signer" };
  }
}

/** What an open session may still do: read the summary of a refused workflow, everything else while its link leads in. */
export function checkSessionUse(
  context: SignerContext,
  now: Date,
):
  | { readonly ok: true }
  | Refused<"NO_WORKFLOW_FOUND_REVOKED" | "WORKFLOW_CANCELLED" | "WORKFLOW_EXPIRED" | "NOT_YOUR_TURN"> {
  const entrance = checkEntrance(context, now);
  if (entrance.ok) return entrance.kind === "signer" ? { ok: true } : { ok: false, code: "NO_WORKFLOW_FOUND_REVOKED" };
  return { ok: false, code: entrance.code === "NO_WORKFLOW_FOUND" ? "WORKFLOW_EXPIRED" : entrance.code };
}

/**
 * Whether a signer has something to do, so that their calls show that they are present. A signer whose turn it is not, or whose
 * signature is being made, has nothing to do. Afterwards the page polls for the others' progress: such calls keep no session alive.
 */
export const isAtWork = ({ signer }: SignerContext): boolean => signer.status === "INVITED";

/** Whether a signer is still to sign, now or when their turn comes. */
export const awaitsSigner = ({ workflow, signer }: SignerContext, now: Date): boolean =>
  statusAt(workflow, now) === "OPEN" && (signer.status === "INVITED" || signer.status === "WAITING");

/** Who declined, as seen by a signer; null where nobody did. */
export function declinedBy({ workflow, signer }: SignerContext): "YOU" | "OTHER" | null {
  if (workflow.status !== "REVOKED") return null;
  return signer.status === "REVOKED" ? "YOU" : "OTHER";
}

/** How long a session lasts from `now`: 30 minutes unused, 60 minutes in all (decisions.md §4, §7). Below zero: over. */
export function timeLeft(session: SessionDates, now: Date): SessionTime {
  return timeLeftOf(session, now, { idle: session_idle_s, absolute: session_absolute_s });
}

/** Whether a session has ended by itself. */
export function isSessionOver(session: SessionDates, now: Date): boolean {
  return isOver(timeLeft(session, now));
}

/** Types whose signers accept the terms at login; a seal's signer acts for an organisation that has (signer-side.md §2). */
export function acceptsTerms(type: SignerType): boolean {
  return !isSeal(type);
}
