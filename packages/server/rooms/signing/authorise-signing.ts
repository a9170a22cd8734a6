/** Steps 1 to 4 of docs/flows/signing.md: a signer's approval is recorded, once. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { checkCertificateAvailable } from "../certificates/certificates.ts";
import { checkCode, isCodeOf, useCode } from "../challenges/challenges.ts";
import {
  type ApprovableState,
  type ApprovedDocument,
  type LoadedFile,
  lastLoaded,
  readApprovable,
  type Shown,
  type ShownDocument,
  wasShown,
} from "../documents/documents.ts";
import type { ShownToSession } from "../login/login.ts";
import { checkMayRelease, loadSigner, markSigning, type SignerContext, TurnLost } from "../workflows/workflows.ts";
import { approvalMac } from "./approval-mac.ts";
import { nextAttempt } from "./signing-rules.ts";
import type { SigningDeps } from "./signing-run.ts";
import { type Act, insertAct, insertDocuments, readActOfSigner } from "./signing-store.ts";

/**
 * How a signer approves: by pressing the button (s_signature), with a one-time code (a_ types), or with that and the password of their
 * key (q_ types, sign-qualified.ts). A code was bound to the
 * signer's values when it was sent; a button is bound to `shown`, what the page showed that it stood on, and to `seen`, what the
 * session was shown last, where the page does not say it.
 */
export type Approval =
  | { readonly kind: "button"; readonly shown?: Shown; readonly seen?: ShownToSession }
  | { readonly kind: "code"; readonly authToken: string; readonly otp: string }
  | { readonly kind: "password-and-code"; readonly authToken: string; readonly otp: string };

/** Who asks, as the session and the socket say. */
export type SigningCall = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  /** The signer saw the files that were loaded in this session. */
  readonly sessionId?: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly approval: Approval;
};

/** The act that stands for the approval, or why there is none. */
export type Authorised =
  | { readonly ok: true; readonly actId: string }
  | { readonly ok: false; readonly code: ErrorCode };

/** An approval that passed every check but is not recorded yet. */
export type Checked = {
  readonly ok: true;
  readonly context: SignerContext;
  readonly challengeId: string | null;
  readonly stateHash: string;
  readonly image: string | null;
  readonly documents: readonly DocumentToSign[];
  readonly shown: readonly ShownDocument[];
};

/** Records the approval of one signer. The same call again, at once or later, gets the same act. */
export async function authoriseSigning(deps: SigningDeps, call: SigningCall): Promise<Authorised> {
  const earlier = await findEarlier(deps, call);
  if (earlier !== null) return earlier;
  const checked = await checkApproval(deps, call);
  // A twin of this call may have used the code up while this one was checking it: then its act is the answer.
  if (!checked.ok) return (await findEarlier(deps, call)) ?? checked;
  return await recordApproval(deps, call, checked);
}

/** The act that answers this call already, or what stands against another one; null: nothing does. */
export async function findEarlier(deps: SigningDeps, call: SigningCall): Promise<Authorised | null> {
  const act = await readActOfSigner(deps.db, call.signerId);
  // A failed act is the answer to its own code only: a signer whose turn it still is may approve again.
  if (act === null || (act.status === "FAILED" && act.authToken !== tokenOf(call))) return null;
  if (await isSameApproval(deps, call.approval, act)) return { ok: true, actId: act.actId };
  switch (act.status) {
    case "AUTHORISED":
    case "STALLED":
      return { ok: false, code: "SIGNING_IN_PROGRESS" };
    case "SIGNED":
      return { ok: false, code: "ALREADY_SIGNED" };
    case "FAILED":
      return { ok: false, code: act.failureCode };
  }
}

/** Whether this is the call that was answered with the act: a button has no more to show than its session, a code is shown again. */
async function isSameApproval(deps: SigningDeps, approval: Approval, act: Act): Promise<boolean> {
  if (approval.kind === "button") return true;
  const { challengeId } = act;
  if (act.authToken !== approval.authToken || challengeId === null) return false;
  return await isCodeOf(deps, { challengeId, ...codesOf(approval.kind, act.signerId), otp: approval.otp });
}

/** The codes with which this signer approves so. */
export const codesOf = (kind: Exclude<Approval["kind"], "button">, signerId: SignerId) =>
  ({ purpose: kind === "code" ? "sign" : "sign-qualified", holder: { kind: "signer", id: signerId } }) as const;

const tokenOf = ({ approval }: SigningCall): string | null => (approval.kind === "button" ? null : approval.authToken);

async function checkApproval(deps: SigningDeps, call: SigningCall): Promise<Checked | { ok: false; code: ErrorCode }> {
  const context = await loadSigner(deps.db, call.workflowId, call.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const allowed = checkMayRelease(context, call.approval.kind, deps.clock.now());
  if (!allowed.ok) return allowed;
  const available = await checkCertificateAvailable(deps.db, context);
  if (!available.ok) return available;
  const state = await readApprovable(deps.db, call.workflowId, call.signerId);
  if (state.missingRequired.length > 0) return { ok: false, code: "FIELD_REQUIRED" };
  if (!state.confirmed && !state.changedSinceConfirmed) return { ok: false, code: "FILES_NOT_CONFIRMED" };
  const lookAgain = { ok: false, code: "WORKFLOW_CHANGED" } as const;
  if (call.approval.kind === "button") {
    if (!state.confirmed || !wasShown(state, call.approval)) return lookAgain;
    return { ok: true, context, challengeId: null, ...approvedIn(state) };
  }
  const { signerId, ip, userAgent } = call;
  const { stateHash } = state;
  const code = await checkCode(deps, {
    ...call.approval,
    ...codesOf(call.approval.kind, signerId),
    ip,
    userAgent,
    stateHash,
  });
  if (!code.ok) return code;
  // After the code, which dies with what it stood for: a state that was changed and changed back has the same hash but is not confirmed.
  if (!state.confirmed) return lookAgain;
  const { challengeId } = code;
  return { ok: true, context, challengeId, ...approvedIn(state) };
}

async function recordApproval(deps: SigningDeps, call: SigningCall, checked: Checked): Promise<Authorised> {
  const actId = deps.random.id();
  try {
    return await inTransaction(deps.db, async (db) => {
      const recorded = await recordAct(db, deps, { call, checked, actId });
      return recorded
        ? { ok: true, actId }
        : ((await findEarlier({ ...deps, db }, call)) ?? undo("SIGNING_IN_PROGRESS"));
    });
  } catch (fault) {
    if (fault instanceof Undone) return { ok: false, code: fault.code };
    // Since the check the workflow was refused, cancelled or finished, or the code used, replaced or dead: the repeated check says which.
    if (fault instanceof TurnLost || fault instanceof CodeLost) return await authoriseSigning(deps, call);
    throw fault;
  }
}

/**
 * Records an approval with everything that makes it true, in the caller's transaction, and has the work begun when that ends. False: the
 * signer has another act. @throws Undone, TurnLost, CodeLost
 */
export async function recordAct(
  db: Db,
  deps: SigningDeps,
  { call, checked, actId }: { readonly call: SigningCall; readonly checked: Checked; readonly actId: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const { workflowId, signerId } = call;
  const { challengeId, stateHash, image, shown } = checked;
  const approval = { actId, workflowId, signerId, challengeId, stateHash, image, shown };
  const inserted = await insertAct(db, {
    ...approval,
    approvalMac: approvalMac(deps.approvalSecret, approval, checked),
    signerType: checked.context.signer.type,
    authToken: tokenOf(call) ?? actId,
    ip: call.ip,
    userAgent: call.userAgent,
    authorisedAt: now,
    // The job starts the work at once; the sweep takes over when its process died.
    nextAttemptAt: nextAttempt({ attempts: 1, authorisedAt: now, now }) ?? now,
  });
  if (!inserted) return false;
  await bindApproval(db, { call, checked, actId, now });
  await deps.enqueue(db, "continue-signing", { actId });
  return true;
}

/** A code that was right has ended since it was checked. */
class CodeLost extends Error {
  override readonly name = "CodeLost";
}

/** Everything that makes the approval true, or the whole transaction is undone. */
async function bindApproval(
  db: Db,
  approved: { call: SigningCall; checked: Checked; actId: string; now: Date },
): Promise<void> {
  const { call, checked, actId, now } = approved;
  // Marking takes the workflow's row lock: from here on no other transaction changes whose turn it is. If the turn was lost since the
  // check, the check is repeated.
  await markSigning(db, { workflowId: call.workflowId, signerId: call.signerId, at: now });
  // Reading the state locks the signer's values as well; the same hash says that they are what was checked and authenticated.
  const state = await readApprovable(db, call.workflowId, call.signerId);
  if (state.stateHash !== checked.stateHash || !state.confirmed) undo("WORKFLOW_CHANGED");
  // A qualified signer's was used up before their key was used.
  if (call.approval.kind === "code" && checked.challengeId !== null && !(await useCode(db, checked.challengeId)))
    throw new CodeLost();
  await insertDocuments(db, actId, checked.documents);
  const event = {
    at: now,
    actor: { kind: "signer", id: call.signerId, ip: call.ip, userAgent: call.userAgent },
    workflowId: call.workflowId,
    signerId: call.signerId,
  } as const;
  const { stateHash, challengeId } = checked;
  const fileIds = [...checked.documents, ...checked.shown].map(({ fileId }) => fileId);
  const viewed = await lastLoaded(db, { signerId: call.signerId, sessionId: call.sessionId ?? "", fileIds });
  const details = { actId, approval: call.approval.kind, stateHash, challengeId, viewed: toJson(viewed) };
  await recordEvent(db, { ...event, type: "signing.authorised", details });
  // No signature says of these documents that they lay before the signer: the trail does.
  for (const { fileId, sha256, size } of checked.shown)
    await recordEvent(db, { ...event, type: "signing.shown", fileId, details: { actId, sha256, size } });
}

type DocumentToSign = ApprovedDocument & { readonly values: ReadonlyArray<{ name: string; value: string }> };

/** What of a signer's part an approval takes over. */
export const approvedIn = (state: ApprovableState): Pick<Checked, "stateHash" | "image" | "documents" | "shown"> => ({
  stateHash: state.stateHash,
  image: state.image,
  documents: documentsOf(state),
  shown: state.shown,
});

/** Which revision lay before the signer and what showed it, as the trail keeps it (decisions.md §12). */
const toJson = (viewed: readonly LoadedFile[]) =>
  viewed.map(({ fileId, loaded }) => ({
    fileId,
    loaded: loaded === null ? null : { ...loaded, programs: loaded.programs.map((program) => ({ ...program })) },
  }));

function documentsOf({ documents, values }: ApprovableState): DocumentToSign[] {
  return documents.map((approved) => ({
    ...approved,
    values: values.filter((value) => value.fileId === approved.fileId).map(({ name, value }) => ({ name, value })),
  }));
}

function undo(code: ErrorCode): never {
  throw new Undone(code);
}
