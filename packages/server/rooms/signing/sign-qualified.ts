/**
 * The act of a qualified signer (docs/flows/qualified-signing.md, "The act" 3): a place in the module, the code used up, all hashes signed
 * in one call, act and CMS kept in one transaction. What dies before that leaves nothing signed.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { type Activation, type ActivationSecret, activationMac } from "@siegel/kernel/mac/activation.ts";
import { parsePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { cmsWithValue } from "@siegel/kernel/pades/sign-document.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import {
  type ModulePlace,
  ModuleUnavailable,
  type PasswordBytes,
  type SigningModule,
} from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { chainOf } from "../authority/authority.ts";
import { draftFor, issueDraft } from "../certificates/certificates.ts";
import { challengeNamed, isCodeOf, useCode } from "../challenges/challenges.ts";
import { signWithKey, useNonce } from "../password-keys/password-keys.ts";
import { checkMayRelease, loadSigner, lockWorkflow, type SignerContext, TurnLost } from "../workflows/workflows.ts";
import {
  type Approval,
  type Authorised,
  approvedIn,
  codesOf,
  findEarlier,
  recordAct,
  type SigningCall,
} from "./authorise-signing.ts";
import { readCertificate } from "./check-token.ts";
import { qualifiedReference, toCredential } from "./choose-credential.ts";
import { msHeldByOthers, releaseHolds, retakeHolds } from "./holds.ts";
import { inTurn } from "./key-turns.ts";
import { attributesToSign, sha256Of } from "./preparation.ts";
import { endPreparation, readPreparation, saveBurnt } from "./preparation-store.ts";
import { checkPreparedCode, inPlace, type Prepared, readPrepared, wrong } from "./qualified-code.ts";
import type { QualifiedSignerDeps } from "./qualified-credential.ts";
import { carryOut, type SigningAnswer } from "./sign-now.ts";
import { livedFault } from "./signing-faults.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";
import { saveCredential } from "./signing-store.ts";
import { readDocuments, saveBase, saveCms, savePrepared } from "./step-store.ts";
import { requireOwnPrepared } from "./take-document-steps.ts";

/** What a qualified act asks of the world. */
export type QualifiedSigningDeps = SigningDeps &
  QualifiedSignerDeps & {
    readonly signingModule: SigningModule;
    readonly activationSecret: ActivationSecret;
  };

/** A call with a password. Who read the password overwrites it. */
export type QualifiedCall = SigningCall & {
  readonly approval: Extract<Approval, { kind: "password-and-code" }>;
  readonly password: PasswordBytes;
};

type Refused = { readonly ok: false; readonly code: ErrorCode };

/** Signs for one signer. The same call again, at once or later, gets the same act. Where it is SERVICE_ERROR, nothing was used up. */
export async function signQualified(deps: QualifiedSigningDeps, call: QualifiedCall): Promise<SigningAnswer> {
  const authorised = await inTurn(deps, call.signerId, async (): Promise<Authorised> => {
    const earlier = await findEarlier(deps, call);
    if (earlier !== null) return earlier;
    const acted = await act(deps, call);
    // The same call in another process may have been faster: then its act is the answer.
    return acted.ok ? acted : ((await findEarlier(deps, call)) ?? acted);
  });
  return authorised.ok ? await carryOut(deps, { ...authorised, signerId: call.signerId }) : authorised;
}

async function act(deps: QualifiedSigningDeps, call: QualifiedCall): Promise<Authorised> {
  const { workflowId, signerId } = call;
  const context = await loadSigner(deps.db, workflowId, signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const allowed = checkMayRelease(context, "password-and-code", deps.clock.now());
  if (!allowed.ok) return allowed;
  // Without a code that was sent, a call takes no place in the module: a link alone must not keep other signers waiting.
  const { authToken } = call.approval;
  if ((await challengeNamed(deps.db, { ...codesOf("password-and-code", signerId), authToken })) === null) return wrong;
  return await inPlace(deps, authToken, async (place) => {
    const answer = await actIn(deps, { call, context, place });
    // A wrong password is written down in more places than a wrong code.
    if (!answer.ok && answer.code === wrong.code) await place.settle();
    return answer;
  });
}

type Acting = { readonly call: QualifiedCall; readonly context: SignerContext; readonly place: ModulePlace };

async function actIn(deps: QualifiedSigningDeps, { call, context, place }: Acting): Promise<Authorised> {
  const prepared = await readPrepared(deps, context);
  // The code is not there, or was used up: as late an answer as a wrong one has.
  if (prepared === null) return (await ofInterrupted(deps, call)) ?? (await asWrong(place));
  if (!prepared.ok) return prepared;
  const { authToken, otp } = call.approval;
  const code = await checkPreparedCode(deps, prepared, { ...call, authToken, otp });
  if (!code.ok) {
    const { code: why } = code;
    const ended = await ofInterrupted(deps, call);
    if (ended !== null) return ended;
    return why === "CHECK_SMS_PIN_WRONG" || why === "OTP_TRIES_EXHAUSTED"
      ? await asWrong(place)
      : { ok: false, code: why };
  }
  const refusal = refusalOf(prepared);
  if (refusal !== null) return refusal;
  for (const document of prepared.preparation.documents)
    requireOwnPrepared(deps, { ...document, actId: prepared.preparation.actId });
  const ready = await readyFor(deps, context, prepared);
  if (!ready.ok) return ready;
  const activation = activationFor(deps, ready);
  const burnt = await burn(deps, call, { prepared: ready, activation });
  // Who holds them signs first, so the code is of no use; the call for the next one says how long to wait.
  if (burnt === "held") return { ok: false, code: "WORKFLOW_CHANGED" };
  if (burnt === "lost") return (await ofInterrupted(deps, call)) ?? (await asWrong(place));
  return await useKey(deps, { call, context, place }, { prepared: ready, activation });
}

/** What is signed, and the certificate. One that is issued with the signature is made now, and recorded with it or forgotten. */
type Ready = Prepared & {
  readonly credential: Credential;
  readonly issue: ((deps: QualifiedSigningDeps, call: QualifiedCall) => Promise<boolean>) | null;
};

async function readyFor(
  deps: QualifiedSigningDeps,
  context: SignerContext,
  prepared: Prepared,
): Promise<Ready | Refused> {
  const { signer } = prepared;
  if (signer.kind === "certificate") return { ...prepared, credential: signer.credential, issue: null };
  const { toIssue, identified } = signer;
  const draft = await draftFor(deps, context, toIssue);
  if (draft === null) return { ok: false, code: "ORGANIZATION_NOT_VERIFIED" };
  const { certificateId, keyId } = draft;
  const { certificate, serial, notAfter, issuer } = draft.draft;
  const found = { certificate, serial, notAfter, keyId, chain: await chainOf(deps.db, issuer) };
  const credential = toCredential(found, qualifiedReference(certificateId));
  const issue: Ready["issue"] = async (within, { ip, userAgent }) =>
    await issueDraft(within, { context, identified, toIssue, draft, hasSigned: true }, { ip, userAgent });
  return { ...prepared, credential, issue };
}

/** Takes as long as a wrong password. */
async function asWrong(place: ModulePlace): Promise<Refused> {
  await place.spend();
  return wrong;
}

/** Where the code is right, and was used up by an act that came to nothing through no fault of its signer's: nothing was signed. */
async function ofInterrupted(deps: SigningDeps, { signerId, approval }: QualifiedCall): Promise<Refused | null> {
  const of = codesOf("password-and-code", signerId);
  const challengeId = await challengeNamed(deps.db, { ...of, authToken: approval.authToken });
  const preparation = challengeId === null ? null : await readPreparation(deps.db, challengeId);
  if (preparation === null || preparation.burntAt === null) return null;
  const { ended } = preparation;
  // Ended by a wrong password, or by its signature.
  if (ended === "refused" || ended === "signed") return null;
  const { otp } = approval;
  if (!(await isCodeOf(deps, { ...of, challengeId: preparation.challengeId, otp }))) return null;
  // Not ended: another process is at it, or died over it a moment ago. Replaced: the signer asked for the next code before anybody else saw.
  return { ok: false, code: ended === null ? "SIGNING_IN_PROGRESS" : "SIGNING_INTERRUPTED" };
}

function refusalOf({ state }: Prepared): Refused | null {
  if (state.missingRequired.length > 0) return { ok: false, code: "FIELD_REQUIRED" };
  // A state that was changed and changed back has the same hash, but is not confirmed.
  return state.confirmed ? null : { ok: false, code: "WORKFLOW_CHANGED" };
}

const activation_ms = 300_000;

function activationFor(deps: QualifiedSigningDeps, { preparation, credential }: Ready): Activation {
  const now = deps.clock.now();
  return {
    signerId: preparation.signerId,
    keyId: credential.keyId,
    certificate: sha256Of(credential.certificate),
    documents: attributesToSign(preparation, credential).map(sha256Of),
    code: { challengeId: preparation.challengeId, checkedAt: now },
    passwordGivenAt: now,
    nonce: Buffer.from(deps.random.bytes(16)).toString("hex"),
    notAfter: new Date(now.getTime() + activation_ms),
  };
}

type Released = { readonly prepared: Ready; readonly activation: Activation };

/**
 * Uses up code and activation data, in a transaction of its own. lost: another call was faster · held: the code outlived its hold, which was
 * not made longer because others wanted it, and one of them holds the documents now. Then nothing was used up.
 */
async function burn(
  deps: QualifiedSigningDeps,
  { signerId, workflowId, ip, userAgent }: QualifiedCall,
  { prepared, activation }: Released,
): Promise<"burnt" | "held" | "lost"> {
  const { actId, challengeId } = prepared.preparation;
  const fileIds = prepared.preparation.documents.map(({ fileId }) => fileId);
  // The try at the password counts from the same moment: where this process dies it is found by that, and taken back.
  const now = activation.passwordGivenAt;
  try {
    return await inTransaction(deps.db, async (db) => {
      await lockWorkflow(db, workflowId);
      if ((await msHeldByOthers(db, { fileIds, signerId, now })) > 0) return "held";
      const isOurs =
        (await saveBurnt(db, actId, now)) && (await useCode(db, challengeId)) && (await useNonce(db, activation));
      if (!isOurs) throw new Undone("WRONG_PW_OR_OTP");
      // The code may be in its last second: what is signed now is still to be kept.
      await retakeHolds(db, { ...prepared.preparation, at: now });
      const details = { actId, challengeId, documents: [...activation.documents] };
      const actor = { kind: "signer", id: signerId, ip, userAgent } as const;
      await recordEvent(db, { at: now, type: "signing.released", actor, workflowId, signerId, details });
      return "burnt";
    });
  } catch (fault) {
    if (fault instanceof Undone) return "lost";
    throw fault;
  }
}

async function useKey(deps: QualifiedSigningDeps, acting: Acting, released: Released): Promise<Authorised> {
  const { preparation, credential } = released.prepared;
  const { activation } = released;
  const order = {
    signedAttributes: attributesToSign(preparation, credential),
    activation,
    activationMac: activationMac(deps.activationSecret, activation),
    certificate: credential.certificate,
  };
  const { password } = acting.call;
  const signed = await signWithKey(deps, acting.place, { keyId: credential.keyId, password, order }).catch(
    async (fault: unknown) => {
      await endUnsigned(deps, acting.call, preparation, "signing.interrupted");
      if (!(fault instanceof ModuleUnavailable)) throw fault;
      deps.onFault(livedFault(preparation.actId, "the signing module", fault));
      return null;
    },
  );
  if (signed === null) return { ok: false, code: "SIGNING_INTERRUPTED" };
  if (signed.ok) return await keep(deps, acting, { prepared: released.prepared, values: signed.values });
  await endUnsigned(deps, acting.call, preparation, "signing.password-wrong");
  return wrong;
}

/** The preparation is over and nothing was signed: others go on, and the same call again is answered the same. */
async function endUnsigned(
  deps: SigningDeps,
  { workflowId, signerId, ip, userAgent }: QualifiedCall,
  { actId, challengeId }: Prepared["preparation"],
  type: "signing.interrupted" | "signing.password-wrong",
): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    await lockWorkflow(db, workflowId);
    const ended = type === "signing.interrupted" ? "interrupted" : "refused";
    if (!(await endPreparation(db, actId, ended))) return;
    await releaseHolds(db, deps, { actId, workflowId, at });
    const actor = { kind: "signer", id: signerId, ip, userAgent } as const;
    await recordEvent(db, { at, type, actor, workflowId, signerId, details: { actId, challengeId } });
  });
}

type Signed = { readonly prepared: Ready; readonly values: readonly Uint8Array[] };

/** Keeps the act with every CMS in one transaction; from there the steps go on without a key. */
async function keep(deps: QualifiedSigningDeps, { call, context }: Acting, signed: Signed): Promise<Authorised> {
  const { preparation, state } = signed.prepared;
  const { actId, challengeId } = preparation;
  const checked = { ok: true, context, challengeId, ...approvedIn(state) } as const;
  try {
    return await inTransaction(deps.db, async (db) => {
      if (!(await recordAct(db, deps, { call, checked, actId }))) throw new Undone("SIGNING_IN_PROGRESS");
      // Ended meanwhile: the signer was told that nothing is signed.
      if (!(await endPreparation(db, actId, "signed"))) throw new Undone("SIGNING_INTERRUPTED");
      const { issue } = signed.prepared;
      if (issue !== null && !(await issue({ ...deps, db }, call))) throw new Undone("SIGNING_INTERRUPTED");
      await keepSignatures(db, signed);
      await retakeHolds(db, { ...preparation, at: deps.clock.now() });
      return { ok: true, actId };
    });
  } catch (fault) {
    if (!(fault instanceof Undone || fault instanceof TurnLost)) throw fault;
    await endUnsigned(deps, call, preparation, "signing.interrupted");
    if (fault instanceof Undone) return { ok: false, code: fault.code };
    const now = await loadSigner(deps.db, call.workflowId, call.signerId);
    const allowed = now === null ? null : checkMayRelease(now, "password-and-code", deps.clock.now());
    return allowed?.ok === false ? allowed : { ok: false, code: "SIGNING_INTERRUPTED" };
  }
}

async function keepSignatures(db: Db, { prepared: { preparation, credential }, values }: Signed): Promise<void> {
  const { actId, documents } = preparation;
  await saveCredential(db, actId, { credential: credential.reference, serial: credential.serial });
  const identity = {
    certificate: readCertificate(credential.certificate),
    chain: credential.chain.map(readCertificate),
  };
  for (const document of await readDocuments(db, actId)) {
    const at = documents.findIndex(({ fileId }) => fileId === document.fileId);
    const [made, value] = [documents[at], values[at]];
    if (made === undefined || value === undefined) throw new Error(`${document.fileId} was not prepared`);
    const based = await saveBase(db, document, made.base);
    const ready = await savePrepared(db, based, { prepared: made.prepared, mac: made.preparedMac });
    await saveCms(db, ready, cmsWithValue(parsePrepared(made.prepared), identity, value));
  }
}
