import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { type CertificateReason, certificateReasons } from "@siegel/contract/certificate-reasons.ts";
import { type FormEvent, type JSX, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { serialText } from "../frame/serial-text.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import { dayOf } from "./certificate-row.tsx";
import { useUnsentText } from "./unsent-text.ts";
import type { Owner } from "./use-owner.ts";

type Props = {
  readonly owner: Owner;
  readonly certificate: OwnCertificate;
  readonly onKeep: () => void;
  readonly onLost: () => void;
};

/** Why it is to be revoked, and what that means, before any code. */
export function ReasonDialog({ owner, certificate, onKeep, onLost }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const unsent = useUnsentText();
  const [reason, setReason] = useState<CertificateReason | null>(null);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const hasPhone = certificate.masked_phone !== null;
  async function go(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason === null) return setMissing(true);
    if (!hasPhone) return onLost();
    setBusy(true);
    setRefusal(await owner.askPhone({ certificate, reason }));
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
      <form noValidate onSubmit={(event) => void go(event)}>
        <fieldset aria-describedby={missing && reason === null ? "reason-fault" : undefined}>
          <legend className="vh">{t("owner.reason")}</legend>
          {certificateReasons.map((one) => (
            <label className="choice" key={one}>
              <input
                type="radio"
                name="reason"
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                aria-label={t(`owner.reason.${one}`)}
                aria-describedby={`reason-${one}`}
              />
              <span className="grow">
                <b>{t(`owner.reason.${one}`)}</b>
                <span id={`reason-${one}`}>{t(`owner.reasonLead.${one}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {missing && reason === null && <Fault id="reason-fault">{t("owner.needsReason")}</Fault>}
        <div className="mt-4">
          <Note kind="warn" icon="warning">
            <b>{t("owner.means")}</b>
            {t("owner.meansLead")}
          </Note>
        </div>
        {refusal !== null && <Fault id="reason-refused">{unsent(refusal)}</Fault>}
        <p className="small mt-3">
          <button className="owner-link" type="button" onClick={onLost}>
            {t("owner.cannotGetCode")}
          </button>
        </p>
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={onKeep}>
              {t("owner.keep")}
            </MainButton>
            <MainButton look="danger" type="submit" busy={busy}>
              {t(hasPhone ? "owner.withCode" : "owner.next")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
