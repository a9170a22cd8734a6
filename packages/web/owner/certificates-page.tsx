import "../styles/owner.css";
import "../i18n/code-texts.ts";
import "../i18n/owner-identity-texts.ts";
import { type JSX, useEffect } from "react";
import { CallRefused } from "../api/client.ts";
import { forgetSessionTime } from "../api/session-time.ts";
import { Loading } from "../frame/loading.tsx";
import { OpenPage } from "../frame/open-page.tsx";
import { LoadFailed } from "../frame/service-away.tsx";
import { StepBar } from "../frame/steps.tsx";
import { useText } from "../i18n/catalogue.ts";
import { clearSession } from "../session.ts";
import { CertificateTable } from "./certificate-table.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { MailCodeStep } from "./mail-code-step.tsx";
import { MailStep } from "./mail-step.tsx";
import { NoneStep } from "./none-step.tsx";
import { type At, useOwner } from "./use-owner.ts";
import { WaysStep } from "./ways-step.tsx";
import { WhatStep } from "./what-step.tsx";

const places = {
  wait: 2,
  away: 2,
  mail: 0,
  code: 1,
  none: 2,
  table: 2,
  confirm: 3,
  what: 3,
  ways: 3,
} as const satisfies Record<At["step"], number>;

/** Owners see their certificates and revoke one: e-mail, its code, the table, a code by text message (signer-side.md §2). */
export function CertificatesPage(): JSX.Element {
  const t = useText();
  const owner = useOwner();
  const { at } = owner;
  // It belongs to no signer, so this tab forgets whose it was (signer-side.md §6).
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  useFocusOn(at.step);
  const names = [t("owner.stepMail"), t("owner.stepCode"), t("owner.stepTable"), t("owner.stepConfirm")];
  return (
    <OpenPage title={t("owner.title")} stepBar={<StepBar names={names} here={places[at.step]} />}>
      {at.step === "wait" && <Loading />}
      {at.step === "away" && <LoadFailed error={new CallRefused(at.refusal)} onRetry={() => void owner.list()} />}
      {at.step === "mail" && <MailStep owner={owner} isOver={at.isOver} />}
      {at.step === "code" && <MailCodeStep owner={owner} code={at.code} />}
      {at.step === "none" && <NoneStep owner={owner} />}
      {at.step === "table" && <CertificateTable owner={owner} certificates={at.certificates} done={at.done} />}
      {at.step === "confirm" && <ConfirmStep owner={owner} at={at} />}
      {at.step === "what" && <WhatStep owner={owner} at={at} />}
      {at.step === "ways" && <WaysStep owner={owner} at={at} />}
    </OpenPage>
  );
}

/** After a step the focus is on what the page is about now, so that it is read aloud; the boxes of a code take it themselves. */
function useFocusOn(step: At["step"]): void {
  useEffect(() => {
    if (step === "wait" || step === "code" || step === "confirm") return;
    document.querySelector<HTMLElement>("main h1[tabindex]")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
}
