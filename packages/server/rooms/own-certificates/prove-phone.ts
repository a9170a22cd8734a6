/** The second proof: a code to the phone on record, for one certificate. */
import type { RevokeCode } from "@siegel/contract/calls/cert-manager.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  type CheckCodeDeps,
  checkCode,
  holderNamed,
  type IssuedCode,
  type SendOrResumeDeps,
  sendOrResume,
  useCode,
} from "../challenges/challenges.ts";
import { isRevocable, type OwnDeps, ownedOne } from "./list-own.ts";
import { provenVisit } from "./proofs.ts";
import type { AskedBy } from "./prove-mailbox.ts";
import { saveConfirmed } from "./visits-store.ts";
import { type WrongOtp, wrongOtp } from "./wrong-otp.ts";

const purpose = "revoke-sms";
const holderOf = (certificateId: string) => ({ kind: "certificate", id: certificateId }) as const;

type Asked =
  | { readonly ok: true; readonly code: RevokeCode }
  | {
      readonly ok: false;
      readonly code: "MAILBOX_UNPROVEN" | "NOT_FOUND" | "CERTIFICATE_NOT_REVOCABLE" | "PHONE_UNKNOWN";
    }
  | Extract<IssuedCode, { readonly ok: false }>;

/** Sends it, or answers the one on its way. `certificateId`: undefined for the one that was asked about last. */
export async function askPhoneCode(
  deps: OwnDeps & SendOrResumeDeps,
  asked: Omit<AskedBy, "browser"> & {
    readonly browser: string | null;
    readonly holderId: string;
    readonly certificateId: string | undefined;
  },
): Promise<Asked> {
  const { language, network, ip, userAgent } = asked;
  const visit = await provenVisit(deps, asked.browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const wanted = asked.certificateId ?? visit.chosen;
  const owned = wanted === null ? null : await ownedOne(deps, visit.email, wanted);
  if (owned === null || owned.holderId !== asked.holderId) return { ok: false, code: "NOT_FOUND" };
  if (!isRevocable(owned)) return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE" };
  if (owned.phone === null) return { ok: false, code: "PHONE_UNKNOWN" };
  const order = {
    holder: holderOf(owned.certificateId),
    channel: "sms",
    purpose,
    sentTo: owned.phone,
    stateHash: null,
    workflowId: null,
    language,
    network,
    now: deps.clock.now(),
    ip,
    userAgent,
  } as const;
  const sent = await sendOrResume(deps, order);
  return sent.ok ? { ok: true, code: sent.challenge } : sent;
}

type Confirmed =
  | { readonly ok: true; readonly certificateId: string }
  | WrongOtp
  | { readonly ok: false; readonly code: "MAILBOX_UNPROVEN" };

/** Checks a code and uses it up: its certificate may be revoked in this browser. */
export async function checkPhoneCode(
  deps: OwnDeps & CheckCodeDeps,
  typed: {
    readonly browser: string | null;
    readonly id: string;
    readonly otp: string;
    readonly ip: string;
    readonly userAgent: string;
  },
): Promise<Confirmed> {
  const { otp, ip, userAgent, id: authToken } = typed;
  const visit = await provenVisit(deps, typed.browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const certificateId = await holderNamed(deps.db, { purpose, authToken });
  const owned = certificateId === null ? null : await ownedOne(deps, visit.email, certificateId);
  if (owned === null) return wrongOtp();
  const holder = holderOf(owned.certificateId);
  const checked = await checkCode(deps, { purpose, holder, authToken, otp, stateHash: null, ip, userAgent });
  if (!checked.ok) return wrongOtp(checked);
  const isUsed = await inTransaction(deps.db, async (db) => {
    if (!(await useCode(db, checked.challengeId))) return false;
    await saveConfirmed(db, visit.visitId, owned.certificateId, deps.clock.now());
    return true;
  });
  return isUsed ? { ok: true, certificateId: owned.certificateId } : wrongOtp();
}
