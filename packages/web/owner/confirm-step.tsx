import type { FormEvent, JSX } from "react";
import { CodePart } from "../code/code-card.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { SerialNumber } from "../frame/serial-text.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Emphasised } from "../ui/emphasised.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { useCodeEntry } from "./use-code-entry.ts";
import type { At, Owner } from "./use-owner.ts";

type Props = { readonly owner: Owner; readonly at: Extract<At, { readonly step: "confirm" }> };

/** The fourth step: the code of the text message, and with it the end of the certificate. */
export function ConfirmStep({ owner, at }: Props): JSX.Element {
  const t = useText();
  const { wish, code, certificates } = at;
  const entry = useCodeEntry(code, "sms");
  const phone = code.challenge?.maskedPhone ?? wish.certificate.masked_phone ?? "";
  function revoke(event: FormEvent): void {
    event.preventDefault();
    const id = code.challenge?.id ?? "";
    void entry.send((otp) => owner.revoke(wish, { id, otp }));
  }
  return (
    <div className="narrow">
      <PageHead
        title={t("owner.confirmTitle")}
        lead={code.challenge === null ? t("code.notSent") : <Emphasised text={t("code.sentSms", { phone })} />}
      />
      <form noValidate onSubmit={revoke}>
        <div className="sheet">
          <div className="part">
            <dl className="facts">
              <div>
                <dt>{t("owner.certificate")}</dt>
                <dd>
                  <SerialNumber serial={wish.certificate.serial_number} />
                </dd>
              </div>
              <div>
                <dt>{t("owner.reason")}</dt>
                <dd>{t(`owner.reason.${wish.reason}`)}</dd>
              </div>
            </dl>
          </div>
          <CodePart
            {...entry.part}
            onResend={() => {
              entry.clear();
              void owner.askPhone(wish);
            }}
          />
        </div>
        <p className="small mt-3">
          <button
            className="owner-link"
            type="button"
            onClick={() => owner.withoutPhone(wish.certificate, wish.reason)}
          >
            {t("owner.cannotGetCode")}
          </button>
        </p>
        <p className="why end" id="no-way-back">
          {t("owner.noWayBack")}
        </p>
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={() => owner.show({ step: "table", certificates, done: null })}>
              {t("owner.back")}
            </MainButton>
            <MainButton type="submit" look="danger" busy={entry.busy}>
              {t("owner.revokeForGood")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}
