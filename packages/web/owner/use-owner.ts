/** Where an owner is at /certManager, and what leads on. What was proven is known to the server; a reload asks it. */
import type { OwnCertificate, OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { useEffect, useRef, useState } from "react";
import { type Answer, isLost, type Refusal } from "../api/answer.ts";
import { callOwner } from "../api/owner-client.ts";
import type { ChallengeState } from "../code/stored-challenge.ts";
import { keepOwner, readOwner } from "../session.ts";
import { codeStateOf } from "./code-state.ts";
import { readReason } from "./kept-reason.ts";
import { twice } from "./twice.ts";
import { certificateOf, purposesOf, wishIn } from "./wishes.ts";

/** What they want to end, and why. */
export type Wish = { readonly certificate: OwnCertificate; readonly reason: CertificateReason };

/** What they want to identify themselves for. `reason`: null where they said none yet, or none is needed. */
export type IdentityWish = {
  readonly certificate: OwnCertificate;
  readonly purpose: OwnersPurpose;
  readonly reason: CertificateReason | null;
};

/** The step, with what it shows. `isOver`: the 30 minutes are. */
export type At =
  | { readonly step: "wait" }
  | { readonly step: "away"; readonly refusal: Refusal }
  | { readonly step: "mail"; readonly isOver: boolean }
  | { readonly step: "code"; readonly code: ChallengeState }
  | { readonly step: "none" }
  | { readonly step: "table"; readonly certificates: readonly OwnCertificate[]; readonly done: OwnRevocation | null }
  | {
      readonly step: "what";
      readonly certificates: readonly OwnCertificate[];
      readonly certificate: OwnCertificate;
      readonly reason: CertificateReason | null;
    }
  | { readonly step: "ways"; readonly certificates: readonly OwnCertificate[]; readonly wish: IdentityWish }
  | {
      readonly step: "confirm";
      readonly certificates: readonly OwnCertificate[];
      readonly wish: Wish;
      readonly code: ChallengeState;
    };

/** Null: it went well, and the page has gone on. */
export type Failed = Refusal | null;

/** The steps of one owner in this tab. */
export function useOwner() {
  const [email, setEmail] = useState(() => readOwner() ?? "");
  const [at, setAt] = useState<At>(() => (email === "" ? { step: "mail", isOver: isOverBy() } : { step: "wait" }));
  const begun = useRef(false);

  /** Leaves everything that was proven behind. */
  function begin(isOver = false): void {
    keepOwner(null);
    setAt({ step: "mail", isOver });
  }
  /** Shows the table as it is now. */
  async function list(done: OwnRevocation | null = null): Promise<void> {
    const answer = await callOwner("getCertificatesByEmail", {});
    if (answer.ok)
      return setAt(done === null ? firstOf(answer.data) : { step: "table", certificates: answer.data, done });
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
    setAt({ step: "code", code: codeStateOf(answer, "mail", before) });
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
    else if (!answer.ok && answer.code === "PHONE_UNKNOWN") withoutPhone(wish.certificate, wish.reason);
    else setAt({ step: "confirm", certificates, wish, code: codeStateOf(answer, "sms", before) });
    return answer.ok ? null : answer;
  }
  function withoutPhone(certificate: OwnCertificate, reason: CertificateReason | null): void {
    if (at.step === "table" || at.step === "confirm") setAt(withoutCode(at.certificates, certificate, reason));
  }
  async function revoke(wish: Wish, code: Code): Promise<Failed> {
    const answer = await revokeByCode(wish, code);
    if (answer.ok) await list(answer.data);
    else if (answer.code === "MAILBOX_UNPROVEN") begin(true);
    return answer.ok ? null : answer;
  }
  return { email, at, begin, list, askMail, prove, askPhone, withoutPhone, revoke, show: setAt };
}

type Code = { readonly id: string; readonly otp: string };

/** Checks the code unless that was done before the answer of the other call was lost, and revokes. */
async function revokeByCode(wish: Wish, code: Code): Promise<Answer<OwnRevocation>> {
  const { certificate_id: cert_id } = wish.certificate;
  const checked = await callOwner("checkRevokeSms", code);
  const isUsed = !checked.ok && (checked.code === "WRONG_OTP" || isLost(checked)) && checked.messages.length === 0;
  if (!checked.ok && !isUsed) return checked;
  const answer = await twice(() => callOwner("revokeCertificateCall", { cert_id, reason: wish.reason }));
  return !answer.ok && answer.code === "PHONE_UNPROVEN" && !checked.ok ? checked : answer;
}

/** Another way than the code: first what it is for, where there is a choice. */
function withoutCode(
  certificates: readonly OwnCertificate[],
  certificate: OwnCertificate,
  reason: CertificateReason | null,
): At {
  const [purpose = "revoke", ...others] = purposesOf(certificate);
  if (others.length > 0) return { step: "what", certificates, certificate, reason };
  return { step: "ways", certificates, wish: { certificate, purpose, reason } };
}

/** Whether the address says so: it leads here from a page that found the time over. */
const isOverBy = (): boolean => new URLSearchParams(window.location.search).has("over");

/** The table, or where the address leads to the ways of one certificate, those. */
function firstOf(certificates: readonly OwnCertificate[]): At {
  const wish = wishIn(window.location.search);
  // The next step, and a reload, begin at the table.
  window.history.replaceState(window.history.state, "", window.location.pathname);
  const certificate = certificateOf(wish, certificates);
  if (wish === null || certificate === null) return { step: "table", certificates, done: null };
  const reason = wish.for === "revoke" ? readReason(wish.cert) : null;
  return { step: "ways", certificates, wish: { certificate, purpose: wish.for, reason } };
}

const namedIn = ({ certificate: { certificate_id, signer_id } }: Wish) => ({ cert_id: certificate_id, signer_id });

/** The owner's steps. */
export type Owner = ReturnType<typeof useOwner>;
