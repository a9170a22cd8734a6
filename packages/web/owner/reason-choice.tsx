import { type CertificateReason, certificateReasons } from "@siegel/contract/certificate-reasons.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { Note } from "../ui/note.tsx";

type Props = {
  readonly reason: CertificateReason | null;
  /** Whether the person went on without one. */
  readonly missing: boolean;
  readonly onChoose: (reason: CertificateReason) => void;
};

/** Why it is to be revoked, in five plain sentences. */
export function ReasonChoice({ reason, missing, onChoose }: Props): JSX.Element {
  const t = useText();
  const isMissing = missing && reason === null;
  return (
    <>
      <fieldset aria-describedby={isMissing ? "reason-fault" : undefined}>
        <legend className="vh">{t("owner.reason")}</legend>
        {certificateReasons.map((one) => (
          <label className="choice" key={one}>
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => onChoose(one)}
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
      {isMissing && <Fault id="reason-fault">{t("owner.needsReason")}</Fault>}
    </>
  );
}

/** What a revocation means. */
export function WhatItMeans(): JSX.Element {
  const t = useText();
  return (
    <Note kind="warn" icon="warning">
      <b>{t("owner.means")}</b>
      {t("owner.meansLead")}
    </Note>
  );
}
