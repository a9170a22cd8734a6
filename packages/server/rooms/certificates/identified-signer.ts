/**
 * A signer who was just identified and has no certificate (decisions.md §13): chooses password and phone, and gets a certificate in the same
 * act in which they sign with it; with a doubtful name, when an operator approves it.
 */
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import { parsePhone, takesTexts } from "@siegel/contract/phone.ts";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { CertificateLife } from "../authority/authority.ts";
import { secondsToWait, type WriteCodeDeps } from "../challenges/challenges.ts";
import {
  chosenOf,
  type IdentifiedBy,
  type IdentitySecret,
  mailboxLink,
  personOf,
  saveCertified,
  saveChosen,
} from "../identity-proofing/identity-proofing.ts";
import { destroyKey, makeKey, type PasswordKeysDeps, publicKeyOf } from "../password-keys/password-keys.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { endEarlier } from "./end-earlier.ts";
import { draftQualified, type IssueQualifiedDeps, keepDraft, type QualifiedDraft } from "./issue-qualified.ts";
import { saveMailbox } from "./mailbox-store.ts";
import { neededHolder } from "./qualified-signer.ts";
import { recordChange } from "./record-change.ts";

/** What the certificate to come is made of. `keyId`, `phone`: as chosen. */
export type ToIssue = {
  readonly checkId: string;
  readonly keyId: KeyId;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly phone: string;
  readonly life: CertificateLife;
};

type ChooseDeps = PasswordKeysDeps & {
  readonly identitySecret: IdentitySecret;
  readonly codeLimits: WriteCodeDeps["codeLimits"];
};

/** What is chosen, and for whose code: it counts once a code may be sent for it. `resume`: the code on its way may be that one. */
export type Choice = {
  readonly password: PasswordBytes;
  readonly phone: string;
  readonly channel: PhoneChannel;
  readonly holder: { readonly kind: "signer" | "identification"; readonly id: string };
  readonly network: string;
  readonly resume: boolean;
};

/** Why nothing was chosen; `faults`: rules that the password breaks. */
export type NotChosen =
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] }
  | { readonly ok: false; readonly code: "PHONE_INVALID" | "PHONE_NOT_MOBILE" | "IDENTIFICATION_MISSING" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterSeconds: number };

/**
 * Makes the key under a new password, in place of an earlier choice: not before another code may be sent, for the one on its way stands for
 * the earlier key. @throws ModuleUnavailable without a place in the signing module
 */
export async function choosePassword(
  deps: ChooseDeps,
  { check, signer }: Pick<IdentifiedBy, "check"> & Pick<SignerContext, "signer">,
  typed: Choice,
): Promise<{ readonly ok: true } | NotChosen> {
  const parsed = parsePhone(typed.phone);
  if (!parsed.ok) return { ok: false, code: "PHONE_INVALID" };
  if (!takesTexts(parsed.phone.type)) return { ok: false, code: "PHONE_NOT_MOBILE" };
  const { channel, holder, network, resume } = typed;
  const send = { holder, channel, sentTo: parsed.phone.e164, network, now: deps.clock.now() };
  const wait = await inTransaction(deps.db, async (db) => await secondsToWait(db, deps, send));
  if (wait > 0)
    return resume && check.keyId !== null
      ? { ok: true }
      : { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: wait };
  const { firstName, lastName } = signer;
  const made = await makeKey(deps, { password: typed.password, owner: { firstName, lastName } });
  if (!made.ok) return { ok: false, faults: made.faults };
  const { keyId } = made;
  if (!(await saveChosen(deps, check.checkId, { keyId, phone: parsed.phone.e164 }))) {
    await destroyKey(deps.db, keyId);
    return { ok: false, code: "IDENTIFICATION_MISSING" };
  }
  return { ok: true };
}

/** What an identification would make a certificate of; null: nothing was chosen yet. */
export async function toIssueOf(
  deps: Pick<ChooseDeps, "db" | "identitySecret">,
  { check }: Pick<IdentifiedBy, "check">,
): Promise<ToIssue | null> {
  const chosen = chosenOf(deps.identitySecret, check);
  if (chosen === null) return null;
  const subjectPublicKeyInfo = await publicKeyOf(deps.db, chosen.keyId);
  if (subjectPublicKeyInfo === null) return null;
  const life = check.route === "video" ? "short-term" : "long-term";
  return { ...chosen, checkId: check.checkId, subjectPublicKeyInfo, life };
}

/** A certificate for a signer who was identified, signed and not recorded; null: the organisation of a seal is not verified. */
export async function draftFor(
  deps: IssueQualifiedDeps,
  context: SignerContext,
  toIssue: ToIssue,
): Promise<QualifiedDraft | null> {
  return await draftQualified(deps, neededHolder(context), toIssue);
}

type KeepDeps = IssueQualifiedDeps & {
  readonly identitySecret: IdentitySecret;
  readonly enqueue: Enqueue;
};

/** Issues it: records it, keeps it as the signer's, and writes to their mailbox, in the caller's transaction; false: the identification was used, or they have another. */
export async function issueDraft(
  deps: KeepDeps,
  {
    context,
    identified,
    toIssue,
    draft,
    hasSigned,
  }: {
    readonly context: SignerContext;
    readonly identified: IdentifiedBy;
    readonly toIssue: ToIssue;
    readonly draft: QualifiedDraft;
    /** In the same act; else they are told how to sign with it. */
    readonly hasSigned: boolean;
  },
  from: { readonly ip?: string; readonly userAgent?: string },
): Promise<boolean> {
  const { db, clock, random, enqueue } = deps;
  const { certificateId } = draft;
  const { checkId, phone, keyId } = toIssue;
  if (!(await saveCertified(db, checkId, { certificateId, keyId }))) return false;
  const needed = neededHolder(context);
  const { firstName, lastName, organisationId } = needed;
  const email = needed.email.trim().toLowerCase();
  const birthdate = identified.identity.birthdate ?? "";
  const personId = await personOf(deps, { firstName, lastName, email, birthdate });
  const replaced = await endEarlier(deps, { personId, organisationId }, from);
  if (!(await keepDraft(deps, { ...needed, personId, phone }, draft))) return false;
  const { workflowId, signerId, language } = context.signer;
  const { route } = identified.check;
  const change = { certificateId, kind: "password", route, language, workflowId, rests: true, check: checkId } as const;
  if (replaced !== null) await recordChange(deps, { ...change, phone: replaced.phone, from });
  await saveMailbox(db, certificateId, { workflowId, hash: mailboxLink(deps.identitySecret, certificateId).hash });
  const details = { check: checkId, person: personId, certificate: certificateId, life: toIssue.life };
  await recordEvent(db, { at: clock.now(), type: "certificate.issued", actor: { kind: "system", ...from }, details });
  await enqueue(db, "send-certificate-mail", { mailId: random.id(), certificateId, workflowId, signerId, hasSigned });
  return true;
}
