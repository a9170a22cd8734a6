/** An operator found that a doubtful identification is of the invited person: the certificate is issued for the key that is kept (decisions.md §13). An owner's lets its owner go on. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { ByOperator } from "../accounts/accounts.ts";
import { isRevoked } from "../authority/authority.ts";
import {
  approveOwner,
  endReview,
  type IdentitySecret,
  mayStillSign,
  type NotDecided,
  saveDecision,
  takeReview,
} from "../identity-proofing/identity-proofing.ts";
import { readCertificate } from "./certificates-store.ts";
import { draftFor, issueDraft, toIssueOf } from "./identified-signer.ts";
import type { IssueQualifiedDeps } from "./issue-qualified.ts";
import { isRepresentative, usableCertificate } from "./qualified-signer.ts";

/** What it asks of the world. */
export type ApproveDeps = IssueQualifiedDeps & { readonly identitySecret: IdentitySecret; readonly enqueue: Enqueue };

/** Why nothing was issued. */
export type NotApproved =
  | NotDecided
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, "NOT_A_REPRESENTATIVE" | "ORGANIZATION_NOT_VERIFIED" | "SIGNING_IN_PROGRESS">;
    };

/** Thrown to undo what the transaction did. */
class Undone extends Error {
  readonly answer: NotApproved;
  constructor(answer: NotApproved) {
    super("nothing was issued");
    this.answer = answer;
  }
}

/** Issues it and writes to the signer, who is still to sign. All of it, or nothing. */
export async function approveReview(
  deps: ApproveDeps,
  by: ByOperator,
  { checkId, reason }: { readonly checkId: string; readonly reason: string },
): Promise<{ readonly ok: true } | NotApproved> {
  try {
    return await inTransaction(deps.db, async (db) => await approve({ ...deps, db }, by, { checkId, reason }));
  } catch (fault) {
    if (fault instanceof Undone) return fault.answer;
    throw fault;
  }
}

async function approve(
  deps: ApproveDeps,
  by: ByOperator,
  { checkId, reason }: { readonly checkId: string; readonly reason: string },
): Promise<{ readonly ok: true } | NotApproved> {
  const taken = await takeReview(deps, checkId);
  if (!taken.ok) return taken;
  if (taken.of === "owner") {
    if (!(await isOfUse(deps, taken.identified.check.about.certificateId))) {
      await endReview(deps.db, taken.identified.check, { at: deps.clock.now(), by: null });
      return { ok: false, code: "CASE_OVER", decided: null };
    }
    await approveOwner(deps, taken, { reason, by });
    return { ok: true };
  }
  const { context, identified } = taken;
  const at = deps.clock.now();
  // Withdrawn, refused or signed meanwhile: a certificate would be for nothing, and would replace one that works.
  if (!mayStillSign(context, at) || (await usableCertificate(deps, context)) !== null) {
    await endReview(deps.db, identified.check, { at, by: null });
    return { ok: false, code: "CASE_OVER", decided: null };
  }
  // The register may have changed since the signer was identified.
  if (isSeal(context.signer.type) && !(await isRepresentative(deps, context)))
    return { ok: false, code: "NOT_A_REPRESENTATIVE" };
  const toIssue = await toIssueOf(deps, identified);
  if (toIssue === null) throw new Error(`the key of the kept check ${checkId} is gone`);
  const draft = await draftFor(deps, context, toIssue);
  if (draft === null) return { ok: false, code: "ORGANIZATION_NOT_VERIFIED" };
  await saveDecision(deps, taken, { state: "approved", reason, by });
  const isIssued = await issueDraft(deps, { context, identified, toIssue, draft, hasSigned: false }, {});
  // At this moment another certificate of theirs is being issued.
  if (!isIssued) throw new Undone({ ok: false, code: "SIGNING_IN_PROGRESS" });
  return { ok: true };
}

/** Whether there is anything left to do with an owner's certificate. */
async function isOfUse({ db, clock }: Pick<ApproveDeps, "db" | "clock">, certificateId: string): Promise<boolean> {
  const { certificate, notAfter } = await readCertificate(db, certificateId);
  return notAfter > clock.now() && !(await isRevoked(db, certificate));
}

/** The serial number of a certificate, hex. */
export const serialOf = async (db: Db, certificateId: string): Promise<string> =>
  (await readCertificate(db, certificateId)).serial;
