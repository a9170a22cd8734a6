/** An operator decides on a doubtful identification, once. What is issued then is the room `certificates`' work (approve-review.ts). */
import { inTransaction } from "../../db/transaction.ts";
import type { ByOperator } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { recordCheck } from "./check-events.ts";
import { openProven } from "./check-secrets.ts";
import { readCheck, saveState } from "./checks-store.ts";
import type { IdentifiedBy } from "./identified-by.ts";
import { allowApprovedLink, type IdentifiedOwner } from "./owners-check.ts";
import { sealReason } from "./review-reason.ts";
import { readReview, type StoredReview, saveDecided } from "./review-store.ts";
import { dropKey } from "./unkept.ts";
import type { CaseDeps } from "./work-on-cases.ts";

/** Why nothing was decided; `decided`: another operator was faster, null: the signer or their workflow is gone. */
export type NotDecided =
  | { readonly ok: false; readonly code: "NOT_FOUND" }
  | { readonly ok: false; readonly code: "CASE_OVER"; readonly decided: StoredReview | null };

/** A review that can be decided on, locked until the transaction ends: of a signer, or of an owner of a certificate. */
export type TakenReview =
  | { readonly ok: true; readonly of: "signer"; readonly identified: IdentifiedBy; readonly context: SignerContext }
  | { readonly ok: true; readonly of: "owner"; readonly identified: IdentifiedOwner };

/** Takes one, in the caller's transaction: who comes second waits, and finds it decided. */
export async function takeReview(
  { db, identitySecret }: Pick<CaseDeps, "db" | "identitySecret">,
  checkId: string,
): Promise<TakenReview | NotDecided> {
  // The identification first, as everybody who ends one.
  const check = await readCheck(db, checkId, { isLocked: true });
  const review = await readReview(db, checkId, { isLocked: true });
  if (check === null || review === null) return { ok: false, code: "NOT_FOUND" };
  if (review.state !== "open" || check.state !== "review") return { ok: false, code: "CASE_OVER", decided: review };
  const over = { ok: false, code: "CASE_OVER", decided: null } as const;
  if (check.sealed === null) return over;
  const identity = openProven(identitySecret, check, check.sealed);
  if (check.purpose !== "sign") return { ok: true, of: "owner", identified: { check, identity } };
  const context = await loadSigner(db, check.workflowId, check.signerId);
  return context === null ? over : { ok: true, of: "signer", identified: { check, identity }, context };
}

/** Ends a taken review and its identification, in the caller's transaction. */
export async function saveDecision(
  deps: Pick<CaseDeps, "db" | "clock" | "random" | "identitySecret">,
  { identified: { check } }: TakenReview,
  made: { readonly state: "approved" | "rejected"; readonly reason: string; readonly by: ByOperator },
): Promise<void> {
  const { db, clock } = deps;
  const { state, by } = made;
  const { checkId } = check;
  const at = clock.now();
  const reason = sealReason(deps, { checkId, reason: made.reason });
  await saveDecided(db, checkId, { state, at, by: by.operatorId, reason });
  const isApproved = state === "approved";
  await saveState(db, check, {
    state: isApproved ? "succeeded" : "failed",
    failure: isApproved ? null : "DECLINED",
    endedAt: at,
  });
  // The workflow's trail says that a person decided; who it was is told at the desk alone.
  await recordCheck(db, check, {
    type: isApproved ? "identification.approved" : "identification.rejected",
    at,
    by: null,
  });
  const actor = { kind: "operator", id: by.operatorId, ip: by.ip, userAgent: by.userAgent } as const;
  await recordEvent(db, { at, type: "identification.decided", actor, details: { check: checkId, state } });
}

/** Approves an owner's, in the caller's transaction: a mail leads them back, to do what it is for. */
export async function approveOwner(
  deps: CaseDeps,
  taken: Extract<TakenReview, { readonly of: "owner" }>,
  { reason, by }: { readonly reason: string; readonly by: ByOperator },
): Promise<void> {
  const { checkId } = taken.identified.check;
  await saveDecision(deps, taken, { state: "approved", reason, by });
  await allowApprovedLink(deps, checkId);
  const mail = { mailId: deps.random.id(), kind: "owner_approved", caseId: checkId, linkId: "" } as const;
  await deps.enqueue(deps.db, "send-ident-mail", mail);
}

/** Rejects one: the key is destroyed, and the signer gets the reason by mail. */
export async function rejectReview(
  deps: CaseDeps,
  by: ByOperator,
  { checkId, reason }: { readonly checkId: string; readonly reason: string },
): Promise<{ readonly ok: true } | NotDecided> {
  return await inTransaction(deps.db, async (db) => {
    const taken = await takeReview({ ...deps, db }, checkId);
    if (!taken.ok) return taken;
    await saveDecision({ ...deps, db }, taken, { state: "rejected", reason, by });
    await dropKey(db, taken.identified.check);
    const mail = { mailId: deps.random.id(), kind: "ident_rejected", caseId: checkId, linkId: "" } as const;
    await deps.enqueue(db, "send-ident-mail", mail);
    return { ok: true };
  });
}
