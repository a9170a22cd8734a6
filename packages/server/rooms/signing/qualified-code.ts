/**
 * A qualified signer's code and password, looked at without using anything up (docs/flows/qualified-signing.md, "The act" 2). A link alone
 * teaches neither and locks no key: the password is looked at only behind a code that was right in the same session.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { KeyId } from "../../ports/keys.ts";
import {
  type ModulePlace,
  ModuleUnavailable,
  type PasswordBytes,
  type SigningModule,
} from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { mayActFor, restOf, type ToIssue } from "../certificates/certificates.ts";
import { type CheckedCode, checkCode, isLivingCode } from "../challenges/challenges.ts";
import { type ApprovableState, readApprovable } from "../documents/documents.ts";
import type { IdentifiedBy } from "../identity-proofing/identity-proofing.ts";
import { tryPassword } from "../password-keys/password-keys.ts";
import { checkMayRelease, type SignerContext } from "../workflows/workflows.ts";
import { codesOf } from "./authorise-signing.ts";
import { chosenCredential, qualifiedCertificateIn } from "./choose-credential.ts";
import { inTurn } from "./key-turns.ts";
import { codeStateHash, type SignsWith } from "./preparation.ts";
import { type FoundPreparation, readLivingPreparation, saveChecked } from "./preparation-store.ts";
import { stateNow } from "./prepare-qualified.ts";
import { identificationIn, issuableFor, type QualifiedSignerDeps, withCertificate } from "./qualified-credential.ts";
import { livedFault } from "./signing-faults.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";

type Refused = { readonly ok: false; readonly code: ErrorCode };

/** What looking at a code asks of the world. */
type QualifiedDeps = SigningDeps & QualifiedSignerDeps;

/** Who types, and where. */
export type QualifiedTyping = {
  readonly context: SignerContext;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** What a signer's code stands for, and the hash that it must carry now. */
export type Prepared = {
  readonly ok: true;
  readonly preparation: FoundPreparation;
  readonly signer: PreparedSigner;
  readonly state: ApprovableState;
  readonly codeHash: string;
};

/** What signs: a certificate, or a key whose certificate is issued with the signature. */
export type PreparedSigner =
  | { readonly kind: "certificate"; readonly credential: Credential }
  | { readonly kind: "key"; readonly toIssue: ToIssue; readonly identified: IdentifiedBy };

/** The key that the password opens. */
export const keyIdOf = (signer: PreparedSigner): KeyId =>
  signer.kind === "certificate" ? signer.credential.keyId : signer.toIssue.keyId;

/** The signer's living preparation whose code is not used up; null: there is none. @throws ApprovalNotAuthentic where its certificate is another's */
export async function readPrepared(deps: QualifiedDeps, context: SignerContext): Promise<Prepared | Refused | null> {
  const { signerId, workflowId } = context.signer;
  const preparation = await readLivingPreparation(deps.db, signerId);
  if (preparation === null || preparation.burntAt !== null) return null;
  const found = await signerOf(deps, context, preparation.credential);
  if (!found.ok) return found;
  const { signer, signsWith } = found;
  const state = await readApprovable(deps.db, workflowId, signerId);
  const codeHash = codeStateHash(preparation, signsWith, await stateNow(deps.db, state));
  return { ok: true, preparation, signer, state, codeHash };
}

async function signerOf(
  deps: QualifiedDeps,
  context: SignerContext,
  reference: string,
): Promise<{ readonly ok: true; readonly signer: PreparedSigner; readonly signsWith: SignsWith } | Refused> {
  const checkId = identificationIn(reference);
  if (checkId !== null) {
    const found = await issuableFor(deps, context, checkId);
    // The half hour is over, or the organisation's register has changed.
    if (found === null) return { ok: false, code: "IDENTIFICATION_MISSING" };
    return { ok: true, signer: { kind: "key", ...found }, signsWith: found.signsWith };
  }
  const chosen = await chosenCredential(deps, reference, context);
  if (!chosen.ok) return chosen;
  const { credential } = chosen;
  // Removed from the register since the code was sent, or it has another name now.
  if (!(await mayActFor(deps, context, credential))) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  // Its phone or password was changed while the code was on its way.
  const certificateId = qualifiedCertificateIn(reference);
  if (certificateId !== null && (await restOf(deps, certificateId, context.workflow.workflowId)) !== null)
    return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  return { ok: true, signer: { kind: "certificate", credential }, signsWith: withCertificate(credential) };
}

/** A wrong code and a wrong password are one answer, without a count of tries beside it. */
export const wrong = { ok: false, code: "WRONG_PW_OR_OTP" } as const;

/** Whether a code is right; a wrong one counts, a right one is not used up. */
export async function checkQualifiedCode(
  deps: QualifiedDeps,
  typed: QualifiedTyping & { readonly authToken: string; readonly otp: string },
): Promise<{ readonly ok: true } | Refused> {
  const { context, sessionId } = typed;
  const allowed = checkMayRelease(context, "password-and-code", deps.clock.now());
  if (!allowed.ok) return allowed;
  const prepared = await readPrepared(deps, context);
  if (prepared === null) return wrong;
  if (!prepared.ok) return prepared;
  const code = await checkPreparedCode(deps, prepared, typed);
  if (!code.ok) return code.code === "CHECK_SMS_PIN_WRONG" ? wrong : { ok: false, code: code.code };
  await saveChecked(deps.db, prepared.preparation.actId, { at: deps.clock.now(), sessionId });
  return { ok: true };
}

/** What `checkCode` says of a code under the signer's preparation; any other one beside its living code is wrong, also one that was used. */
export async function checkPreparedCode(
  deps: SigningDeps,
  { preparation, codeHash }: Prepared,
  typed: Pick<QualifiedTyping, "ip" | "userAgent"> & { readonly authToken: string; readonly otp: string },
): Promise<CheckedCode> {
  const { authToken, otp, ip, userAgent } = typed;
  const of = codesOf("password-and-code", preparation.signerId);
  const checked = await checkCode(deps, { ...of, authToken, otp, ip, userAgent, stateHash: codeHash });
  const isOther = checked.ok
    ? checked.challengeId !== preparation.challengeId
    : checked.code === "OTP_EXPIRED" && (await isLivingCode(deps, preparation.challengeId));
  if (!isOther) return checked;
  return { ok: false, code: "CHECK_SMS_PIN_WRONG" };
}

/** Where an act with a key is told why it has no place. */
type PlaceDeps = Pick<SigningDeps, "onFault"> & { readonly signingModule: SigningModule };

/** Does work in a place of the module. Without one, or where its process is lost before anything was used up, it is SERVICE_ERROR: the same call may be made again. */
export async function inPlace<Answer>(
  { signingModule, onFault }: PlaceDeps,
  actId: string,
  work: (place: ModulePlace) => Promise<Answer>,
): Promise<Answer | Refused> {
  const unavailable = (what: string, fault: unknown): Refused => {
    if (!(fault instanceof ModuleUnavailable)) throw fault;
    onFault(livedFault(actId, what, fault));
    return { ok: false, code: "SERVICE_ERROR" };
  };
  let place: ModulePlace;
  try {
    place = await signingModule.take();
  } catch (fault) {
    return unavailable("a place in the signing module", fault);
  }
  try {
    return await work(place);
  } catch (fault) {
    return unavailable("the signing module", fault);
  } finally {
    place.leave();
  }
}

/** Whether the password opens the key: asked only while this session's code was right and lives. */
export async function checkPassword(
  deps: QualifiedDeps & { readonly signingModule: SigningModule },
  typed: QualifiedTyping & { readonly password: PasswordBytes },
): Promise<{ readonly ok: true } | Refused> {
  const { context, sessionId, password, ip, userAgent } = typed;
  const allowed = checkMayRelease(context, "password-and-code", deps.clock.now());
  if (!allowed.ok) return allowed;
  const prepared = await readPrepared(deps, context);
  if (prepared === null) return wrong;
  if (!prepared.ok) return prepared;
  const { actId, challengeId, checked } = prepared.preparation;
  if (checked?.sessionId !== sessionId || !(await isLivingCode(deps, challengeId))) return wrong;
  const keyId = keyIdOf(prepared.signer);
  const { workflowId, signerId } = context.signer;
  const tried = await inTurn(deps, signerId, () =>
    inPlace(deps, actId, async (place) => {
      const answer = await tryPassword(deps, place, { keyId, password });
      if (answer !== "right") await place.settle();
      return answer;
    }),
  );
  if (typeof tried !== "string") return tried;
  if (tried === "right") return { ok: true };
  await recordEvent(deps.db, {
    at: deps.clock.now(),
    type: "signing.password-wrong",
    actor: { kind: "signer", id: signerId, ip, userAgent },
    workflowId,
    signerId,
    details: { challengeId },
  });
  return wrong;
}
