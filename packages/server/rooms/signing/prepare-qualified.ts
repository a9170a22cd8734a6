/**
 * A qualified signer's code (docs/flows/qualified-signing.md, "The act" 1): every document is held and prepared, and the code that is sent
 * stands for exactly these hashes. Everything that can refuse is asked before the code is sent.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { parsePhone, takesTexts } from "@siegel/contract/phone.ts";
import { encodePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  type CodeRequest,
  type IssueCodeDeps,
  type IssuedCode,
  latestPhoneChannel,
  openChallenge,
  secondsToWait,
  sendSignersCode,
  type UnsentCode,
  writeSignersCode,
} from "../challenges/challenges.ts";
import {
  type ApprovableState,
  type ApprovedDocument,
  latestRevision,
  readApprovable,
  wasShown,
} from "../documents/documents.ts";
import { acceptTerms } from "../login/login.ts";
import { lockWorkflow, type Signer, type SignerContext } from "../workflows/workflows.ts";
import { preparedMac } from "./approval-mac.ts";
import { approvedBase, checkContent, checkOrigin } from "./check-base.ts";
import { heldUntil, msUntilHold } from "./hold-rules.ts";
import { readHolds, saveHold, saveWanted } from "./hold-store.ts";
import { releaseHolds } from "./holds.ts";
import { isLeased } from "./lease-store.ts";
import { prepareAlone } from "./pades-steps.ts";
import { type CodeState, codeStateHash, type SignsWith, stateOf } from "./preparation.ts";
import { endPreparation, type PreparedDocument, readLivingPreparation, savePreparation } from "./preparation-store.ts";
import { loadQualified, type QualifiedSignerDeps } from "./qualified-credential.ts";
import { wishFor } from "./signature-wish.ts";
import { type FailureCode, failureOf } from "./signing-rules.ts";
import type { SigningDeps } from "./signing-run.ts";
import { readActsOfWorkflow } from "./signing-store.ts";
import { otherSigners } from "./take-document-steps.ts";

/** What a qualified code asks of the world. */
export type QualifiedCodeDeps = SigningDeps & IssueCodeDeps & QualifiedSignerDeps;

/** Who asks, and the cookie of an identification in their browser. */
export type QualifiedCodeRequest = CodeRequest & { readonly browser: string | null };

/** The challenge for the wire, or why no code was sent; another signer may hold a document. */
export type IssuedQualifiedCode =
  | IssuedCode
  | { readonly ok: false; readonly code: "DOCUMENT_HELD"; readonly retryAfterSeconds: number };

/** Documents that are held for this signer, and everything else that was asked about before they are prepared. */
type Begun = {
  readonly ok: true;
  readonly actId: string;
  readonly context: SignerContext;
  readonly signsWith: SignsWith;
  readonly state: ApprovableState;
};

// How soon a run that is at work on these documents may be over.
const leasedRetryS = 2;

/** Holds and prepares every document, ends the signer's earlier code, and sends a new one to the certificate's phone, or the one that was chosen for it. */
export async function issueQualifiedCode(
  deps: QualifiedCodeDeps,
  request: QualifiedCodeRequest,
): Promise<IssuedQualifiedCode> {
  const begun = await inTransaction(deps.db, (db) => begin(db, deps, request));
  if (!begun.ok || !("actId" in begun)) return begun;
  try {
    const documents = await prepareAll(deps, begun);
    const written = documents.ok
      ? await inTransaction(deps.db, (db) => writeCode(db, deps, { request, begun, documents: documents.documents }))
      : documents;
    if (!written.ok || !("written" in written)) return await givenUp(deps, begun, written);
    const sent = await sendSignersCode(deps, written);
    return sent.ok ? sent : await givenUp(deps, begun, sent);
  } catch (fault) {
    await giveUp(deps, begun);
    throw fault;
  }
}

async function givenUp<Answer extends IssuedQualifiedCode>(
  deps: SigningDeps,
  begun: Begun,
  answer: Answer,
): Promise<Answer> {
  await giveUp(deps, begun);
  return answer;
}

/** Who met the hold meanwhile goes on at once, and not when its time would have been over. */
async function giveUp(deps: SigningDeps, { actId, context }: Begun): Promise<void> {
  const { workflowId } = context.workflow;
  await inTransaction(deps.db, async (db) => {
    await lockWorkflow(db, workflowId);
    await endPreparation(db, actId, "refused");
    await releaseHolds(db, deps, { actId, workflowId, at: deps.clock.now() });
  });
}

/** Asks everything that can refuse and takes the holds, or answers the code that is on its way. */
async function begin(
  db: Db,
  deps: QualifiedCodeDeps,
  request: QualifiedCodeRequest,
): Promise<Begun | IssuedQualifiedCode> {
  const { workflowId, signerId } = request;
  const now = deps.clock.now();
  // First: from here on no signature is laid on these documents until this transaction ends.
  await lockWorkflow(db, workflowId);
  const asked = await askAll(db, deps, request);
  if (!asked.ok) return asked;
  const { context, signsWith, state, wait, send } = asked;
  if (wait > 0) {
    const challenge = request.resume === true ? await onItsWay(db, deps, { state, signsWith, send, wait }) : null;
    return challenge === null
      ? { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: wait }
      : { ok: true, challenge };
  }
  const fileIds = state.documents.map(({ fileId }) => fileId);
  const holds = await readHolds(db, fileIds);
  const acts = await readActsOfWorkflow(db, workflowId);
  const isAwaited = acts.some((act) => act.status === "AUTHORISED" && act.signerId !== signerId);
  const waitMs = Math.max(0, ...holds.map((hold) => msUntilHold(hold, signerId, now, isAwaited)));
  if (waitMs > 0) {
    await saveWanted(db, fileIds, signerId, now);
    return { ok: false, code: "DOCUMENT_HELD", retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  }
  if (await isLeased(db, { workflowId, now }))
    return { ok: false, code: "DOCUMENT_HELD", retryAfterSeconds: leasedRetryS };
  const actId = deps.random.id();
  for (const fileId of fileIds) {
    const until = heldUntil(holds.find((hold) => hold.fileId === fileId) ?? null, signerId, now);
    await saveHold(db, { fileId, workflowId, signerId, actId, at: now, until });
  }
  return { ok: true, actId, context, signsWith, state };
}

async function askAll(db: Db, deps: QualifiedCodeDeps, request: QualifiedCodeRequest) {
  const { signerId, workflowId, network } = request;
  const now = deps.clock.now();
  const found = await loadQualified({ ...deps, db }, request);
  if (!found.ok) return found;
  const { context, signsWith, phone } = found;
  const holder = { kind: "signer", id: signerId } as const;
  const purpose = "sign-qualified";
  const channel = request.channel === "latest" ? await latestPhoneChannel(db, { holder, purpose }) : request.channel;
  if (!reaches(channel, phone)) return { ok: false, code: "PHONE_NOT_MOBILE" } as const;
  const act = request.termsTicked ? "ticked before the code" : null;
  const accepted = await acceptTerms({ db, clock: deps.clock }, { ...request, context, act }, "code");
  if (!accepted.ok) return accepted;
  const send = { holder, channel, sentTo: phone, network, now };
  const wait = await secondsToWait(db, deps, send);
  const state = await readApprovable(db, workflowId, signerId);
  const refused = refusalOf(state, request);
  return refused === null ? ({ ok: true, context, signsWith, state, wait, send } as const) : refused;
}

function reaches(channel: PhoneChannel, phone: string): boolean {
  const parsed = parsePhone(phone);
  return channel === "voice" || (parsed.ok && takesTexts(parsed.phone.type));
}

function refusalOf(
  state: ApprovableState,
  request: CodeRequest,
): { readonly ok: false; readonly code: Exclude<ErrorCode, "TOO_MANY_REQUESTS" | "DOCUMENT_HELD"> } | null {
  if (state.missingRequired.length > 0) return { ok: false, code: "FIELD_REQUIRED" };
  if (!state.confirmed)
    return { ok: false, code: state.changedSinceConfirmed ? "WORKFLOW_CHANGED" : "FILES_NOT_CONFIRMED" };
  return wasShown(state, request) ? null : { ok: false, code: "WORKFLOW_CHANGED" };
}

type Early = {
  readonly state: ApprovableState;
  readonly signsWith: SignsWith;
  readonly send: {
    readonly holder: { readonly kind: "signer"; readonly id: SignerId };
    readonly channel: PhoneChannel;
    readonly sentTo: string;
    readonly network: string;
    readonly now: Date;
  };
  readonly wait: number;
};

/** The code on its way, where it still stands for what is there now. */
async function onItsWay(db: Db, deps: QualifiedCodeDeps, { state, signsWith, send, wait }: Early) {
  const preparation = await readLivingPreparation(db, send.holder.id);
  if (preparation === null || preparation.burntAt !== null) return null;
  const stateHash = codeStateHash(preparation, signsWith, await stateNow(db, state));
  return await openChallenge(db, deps, { ...send, purpose: "sign-qualified", stateHash, wait });
}

/** Where the signer's part and the files stand now, for comparison with what a code was bound to. */
export async function stateNow(db: Db, { stateHash, documents }: ApprovableState): Promise<CodeState> {
  const bases = [];
  for (const { fileId } of documents) bases.push({ fileId, sha256: (await latestRevision(db, fileId)).sha256 });
  return { stateHash, bases };
}

type AllPrepared =
  | { readonly ok: true; readonly documents: readonly PreparedDocument[] }
  | Extract<IssuedCode, { ok: false }>;

async function prepareAll(deps: QualifiedCodeDeps, begun: Begun): Promise<AllPrepared> {
  const { signerId, workflowId } = begun.context.signer;
  // Before a base is chosen: a base includes a signer who signs in between, so that signer is not missed.
  const others = await otherSigners(deps, { signerId, workflowId });
  const documents: PreparedDocument[] = [];
  for (const approved of begun.state.documents) {
    const prepared = await prepareOne(deps, begun, { approved, others });
    if (!prepared.ok) return prepared;
    documents.push(prepared.document);
  }
  return { ok: true, documents };
}

async function prepareOne(
  deps: QualifiedCodeDeps,
  { actId, context, signsWith, state }: Begun,
  { approved, others }: { readonly approved: ApprovedDocument; readonly others: readonly Signer[] },
): Promise<{ ok: true; document: PreparedDocument } | { ok: false; code: FailureCode }> {
  const { fileId, intake } = approved;
  const { sha256: base } = await latestRevision(deps.db, fileId);
  const signed = others.filter(({ status }) => status === "SIGNED").length;
  const origin = { base, workflowId: context.workflow.workflowId, signedBefore: signed };
  const values = state.values.filter((value) => value.fileId === fileId);
  const source = await deps.blobs.open(base);
  try {
    const wish = await wishFor(
      deps,
      { actId, image: state.image, context, credential: signsWith },
      { values, prepared: null },
    );
    const made = await prepareAlone(deps, source, {
      wish,
      certificate: signsWith.kind === "certificate" ? signsWith.certificate : null,
      approved: approvedBase(source, base, intake),
    });
    await checkOrigin(deps, approved, origin);
    const prepared = encodePrepared(made);
    const document = {
      fileId,
      base: { sha256: base, finishing: signed === others.length },
      prepared,
      preparedMac: preparedMac(deps.approvalSecret, { actId, fileId, base, prepared }),
    };
    return { ok: true, document };
  } catch (fault) {
    // A base that is not what was approved is that, whatever the kernel says of it.
    await checkContent(source, base, intake);
    await checkOrigin(deps, approved, origin);
    if (fault instanceof PdfRefusal) return { ok: false, code: failureOf(fault) };
    throw fault;
  } finally {
    await source.close();
  }
}

type ToWrite = {
  readonly request: QualifiedCodeRequest;
  readonly begun: Begun;
  readonly documents: readonly PreparedDocument[];
};

/** Keeps the preparation and writes its code down, if everything is still as it was prepared. */
async function writeCode(
  db: Db,
  deps: QualifiedCodeDeps,
  { request, begun, documents }: ToWrite,
): Promise<UnsentCode | Extract<IssuedCode, { ok: false }>> {
  const { workflowId, signerId, ip, userAgent } = request;
  const { actId } = begun;
  await lockWorkflow(db, workflowId);
  const asked = await askAll(db, deps, request);
  if (!asked.ok) return asked;
  const { context, signsWith, state, wait, send } = asked;
  if (wait > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: wait };
  const preparedFor = { stateHash: begun.state.stateHash, documents };
  const codeState = stateOf(preparedFor);
  const isSame =
    signsWith.reference === begun.signsWith.reference &&
    JSON.stringify(await stateNow(db, state)) === JSON.stringify(codeState);
  if (!isSame) return { ok: false, code: "WORKFLOW_CHANGED" };
  const stateHash = codeStateHash({ actId, documents }, signsWith, codeState);
  const { language } = context.signer;
  const order = { ...send, purpose: "sign-qualified", workflowId, stateHash, language, ip, userAgent } as const;
  const unsent = await writeSignersCode(db, deps, order);
  await savePreparation(db, {
    ...preparedFor,
    actId,
    challengeId: unsent.written.challengeId,
    workflowId,
    signerId,
    credential: signsWith.reference,
    certificateSerial: signsWith.serial,
    preparedAt: send.now,
  });
  return unsent;
}
