import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import { type FormEvent, type JSX, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { serialText } from "../frame/serial-text.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { dayOf } from "./certificate-row.tsx";
import { ReasonChoice, WhatItMeans } from "./reason-choice.tsx";
import { useUnsentText } from "./unsent-text.ts";

type Props = {
  readonly certificate: OwnCertificate;
  /** Where the next step leads, in its words. */
  readonly go: string;
  /** Answers why it did not. */
  readonly onGo: (reason: CertificateReason) => Promise<Refusal | null>;
  readonly onKeep: () => void;
  /** Without the phone; null: the next step needs none. */
  readonly onLost: ((reason: CertificateReason | null) => void) | null;
};

/** Why it is to be revoked, and what that means, before anything else. */
export function ReasonDialog({ certificate, go, onGo, onKeep, onLost }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const unsent = useUnsentText();
  const [reason, setReason] = useState<CertificateReason | null>(null);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  async function goOn(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason === null) return setMissing(true);
    setBusy(true);
    setRefusal(await onGo(reason));
    setBusy(false);
  }
  const kind = t(`owner.${certificate.type}`);
  const about = t("owner.about", { kind, until: dayOf(certificate.not_after, language) });
  return (
    <Dialog
      className="owner-reason"
      title={t("owner.why")}
      lead={`${serialText(certificate.serial_number)} · ${about}`}
      onCancel={onKeep}
    >
      <form noValidate onSubmit={(event) => void goOn(event)}>
        <ReasonChoice reason={reason} missing={missing} onChoose={setReason} />
        <div className="mt-4">
          <WhatItMeans />
        </div>
        {refusal !== null && <Fault id="reason-refused">{unsent(refusal)}</Fault>}
        {onLost !== null && (
          <p className="small mt-3">
            <button className="owner-link" type="button" onClick={() => onLost(reason)}>
              {t("owner.cannotGetCode")}
            </button>
          </p>
        )}
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={onKeep}>
              {t("owner.keep")}
            </MainButton>
            <MainButton look="danger" type="submit" busy={busy}>
              {go}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
