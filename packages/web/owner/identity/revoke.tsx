import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type FormEvent, type JSX, useState } from "react";
import { callOwner } from "../../api/owner-client.ts";
import { SerialNumber, serialText } from "../../frame/serial-text.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Outcome, useHeadingFocus } from "../../identity/outcome.tsx";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { readReason } from "../kept-reason.ts";
import { ReasonChoice, WhatItMeans } from "../reason-choice.tsx";
import { twice } from "../twice.ts";
import { YouDid } from "./you-did.tsx";

type Props = { readonly told: OwnersIdentification; readonly onLate: () => void };

/** The certificate, why it is to be revoked and what that means; then the press. */
export function Revoke({ told, onLate }: Props): JSX.Element {
  const t = useText();
  const { certificate_id, serial_number, holder } = told.certificate;
  const [kept] = useState(() => readReason(certificate_id));
  const [reason, setReason] = useState<CertificateReason | null>(kept);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [done, setDone] = useState<OwnRevocation | null>(null);
  useHeadingFocus(done === null ? "revoke" : "done");
  async function revoke(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason === null) return setMissing(true);
    setBusy(true);
    setFault(null);
    const answer = await twice(() => callOwner("revokeCertificateCall", { cert_id: certificate_id, reason }));
    setBusy(false);
    if (answer.ok) return setDone(answer.data);
    if (answer.code === "PHONE_UNPROVEN" || answer.code === "MAILBOX_UNPROVEN") return onLate();
    setFault(answer.code);
  }
  if (done !== null) return <Done revocation={done} />;
  return (
    <div className="narrow">
      <YouDid told={told} title={t("ownerIdentity.nowRevoke")} />
      <form noValidate onSubmit={(event) => void revoke(event)}>
        <div className="sheet">
          <div className="part">
            <dl className="facts">
              <div>
                <dt>{t("owner.certificate")}</dt>
                <dd>
                  <SerialNumber serial={serial_number} />
                </dd>
              </div>
              <div>
                <dt>{t("ownerIdentity.holder")}</dt>
                <dd>{holder}</dd>
              </div>
              {kept !== null && (
                <div>
                  <dt>{t("owner.reason")}</dt>
                  <dd>{t(`owner.reason.${kept}`)}</dd>
                </div>
              )}
            </dl>
          </div>
          {kept === null && (
            <div className="part">
              <h2 className="mb-4">{t("owner.why")}</h2>
              <ReasonChoice reason={reason} missing={missing} onChoose={setReason} />
            </div>
          )}
          <div className="part">
            <WhatItMeans />
            {fault !== null && <Fault id="revoke-fault">{sentenceOfCode(fault, t)}</Fault>}
          </div>
        </div>
        <div className="actions">
          <div className="go">
            <a className="btn btn-side" href={paths.certificates}>
              {t("owner.keep")}
            </a>
            <MainButton type="submit" look="danger" busy={busy}>
              {t("owner.revokeForGood")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}

function Done({ revocation: { serial_number, revoked_at } }: { readonly revocation: OwnRevocation }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const at = momentText(new Date(revoked_at), { language, seconds: true });
  return (
    <div className="narrow">
      <Outcome
        look="ok"
        icon="done"
        title={t("Responses.REVOKE_SUCCESS")}
        lead={t("owner.done", { serial: serialText(serial_number), at })}
      />
      <div className="actions">
        <div className="go">
          <a className="btn btn-main" href={paths.certificates}>
            {t("ownerIdentity.toTable")}
          </a>
        </div>
      </div>
    </div>
  );
}
