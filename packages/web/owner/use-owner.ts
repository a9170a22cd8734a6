/** Where an owner is at /certManager, and what leads on. What was proven is known to the server; a reload asks it. */
import type { OwnCertificate, OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import { useEffect, useRef, useState } from "react";
import { isLost, type Refusal } from "../api/answer.ts";
import { callOwner } from "../api/owner-client.ts";
import type { ChallengeState, LiveChallenge } from "../code/stored-challenge.ts";
import { keepOwner, readOwner } from "../session.ts";

/** What they want to end, and why. */
export type Wish = { readonly certificate: OwnCertificate; readonly reason: CertificateReason };

/** The step, with what it shows. `isOver`: the 30 minutes are. */
export type At =
  | { readonly step: "wait" }
  | { readonly step: "away"; readonly refusal: Refusal }
  | { readonly step: "mail"; readonly isOver: boolean }
  | { readonly step: "code"; readonly code: ChallengeState }
  | { readonly step: "none" }
  | { readonly step: "table"; readonly certificates: readonly OwnCertificate[]; readonly done: OwnRevocation | null }
  | { readonly step: "lost"; readonly certificates: readonly OwnCertificate[] }
  | {
      readonly step: "confirm";
      readonly certificates: readonly OwnCertificate[];
      readonly wish: Wish;
      readonly code: ChallengeState;
    };

/** Null: it went well, and the page has gone on. */
export type Failed = Refusal | null;

const retry_after_refusal_s = 5;

/** What was told of a code, as times on this device. */
function stateOf(
  answer: { readonly ok: true; readonly data: Told } | Refusal,
  channel: LiveChallenge["channel"],
  before: LiveChallenge | null,
): ChallengeState {
  const now = Date.now();
  if (!answer.ok) {
    const retryAtMs = now + (answer.retryAfterSeconds ?? retry_after_refusal_s) * 1_000;
    return { status: "refused", challenge: before, code: answer.code, retryAtMs };
  }
  const { id = answer.data.reference, reference, expires_in_s, resend_after_s, masked_phone = "" } = answer.data;
  return {
    status: "live",
    challenge: {
      channel,
      about: null,
      id,
      reference,
      maskedPhone: masked_phone,
      lifeSeconds: expires_in_s,
      sentAtMs: now,
      expiresAtMs: now + expires_in_s * 1_000,
      resendAtMs: now + resend_after_s * 1_000,
    },
  };
}

type Told = {
  readonly id?: string;
  readonly reference: string;
  readonly expires_in_s: number;
  readonly resend_after_s: number;
  readonly masked_phone?: string;
};

/** The steps of one owner in this tab. */
export function useOwner() {
  const [email, setEmail] = useState(() => readOwner() ?? "");
  const [at, setAt] = useState<At>(email === "" ? { step: "mail", isOver: false } : { step: "wait" });
  const begun = useRef(false);

  /** Leaves everything that was proven behind. */
  function begin(isOver = false): void {
    keepOwner(null);
    setAt({ step: "mail", isOver });
  }
  /** Shows the table as it is now. */
  async function list(done: OwnRevocation | null = null): Promise<void> {
    const answer = await callOwner("getCertificatesByEmail", {});
    if (answer.ok) return setAt({ step: "table", certificates: answer.data, done });
    if (answer.code === "MAIL_NOT_FOUND") return setAt({ step: "none" });
    if (answer.code === "MAILBOX_UNPROVEN") return begin(true);
    setAt({ step: "away", refusal: answer });
  }
  useEffect(() => {
    if (begun.current || at.step !== "wait") return;
    begun.current = true;
    void list();
  });

  async function askMail(address: string): Promise<Failed> {
    const before = at.step === "code" ? at.code.challenge : null;
    if (at.step === "code") setAt({ step: "code", code: { status: "sending", challenge: before } });
    const answer = await callOwner("sendOtp", { email: address });
    if (answer.ok) setEmail(address);
    // The first step says itself why there is no code.
    if (!answer.ok && at.step !== "code") return answer;
    setAt({ step: "code", code: stateOf(answer, "mail", before) });
    return null;
  }
  async function prove(otp: string): Promise<Failed> {
    const answer = await twice(() => callOwner("checkOtp", { otp }));
    if (!answer.ok) return answer;
    keepOwner(email);
    await list();
    return null;
  }
  async function askPhone(wish: Wish): Promise<Failed> {
    if (at.step !== "table" && at.step !== "confirm") return null;
    const { certificates } = at;
    const before = at.step === "confirm" ? at.code.challenge : null;
    if (at.step === "confirm") setAt({ ...at, code: { status: "sending", challenge: before } });
    const answer = await callOwner("revokeSms", namedIn(wish));
    if (!answer.ok && answer.code === "MAILBOX_UNPROVEN") begin(true);
    else if (!answer.ok && answer.code === "PHONE_UNKNOWN") setAt({ step: "lost", certificates });
    else setAt({ step: "confirm", certificates, wish, code: stateOf(answer, "sms", before) });
    return answer.ok ? null : answer;
  }
  /** Checks the code unless that was done before the answer of the other call was lost, and revokes. */
  async function revoke(wish: Wish, code: { readonly id: string; readonly otp: string }): Promise<Failed> {
    const { certificate_id: cert_id } = wish.certificate;
    const checked = await callOwner("checkRevokeSms", code);
    const isUsed = !checked.ok && (checked.code === "WRONG_OTP" || isLost(checked)) && checked.messages.length === 0;
    if (!checked.ok && !isUsed) return checked.code === "MAILBOX_UNPROVEN" ? over(checked) : checked;
    const answer = await twice(() => callOwner("revokeCertificateCall", { cert_id, reason: wish.reason }));
    if (!answer.ok && answer.code === "MAILBOX_UNPROVEN") return over(answer);
    if (!answer.ok) return answer.code === "PHONE_UNPROVEN" && !checked.ok ? checked : answer;
    await list(answer.data);
    return null;
  }
  function over(refusal: Refusal): Refusal {
    begin(true);
    return refusal;
  }
  return { email, at, begin, list, askMail, prove, askPhone, revoke, show: setAt };
}

const namedIn = ({ certificate: { certificate_id, signer_id } }: Wish) => ({ cert_id: certificate_id, signer_id });

/** The owner's steps. */
export type Owner = ReturnType<typeof useOwner>;

/** Once more where the answer was lost: both calls may be made again. */
async function twice<A extends { readonly ok: true } | Refusal>(call: () => Promise<A>): Promise<A> {
  const answer = await call();
  return !answer.ok && isLost(answer) ? await call() : answer;
}
