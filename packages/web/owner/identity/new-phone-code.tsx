import type { ChangedPhone, OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { FormEvent, JSX } from "react";
import type { Refusal } from "../../api/answer.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { CodeHelp, CodePart } from "../../code/code-card.tsx";
import type { ChallengeState } from "../../code/stored-challenge.ts";
import { PageHead } from "../../frame/page-head.tsx";
import { SerialNumber } from "../../frame/serial-text.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Emphasised } from "../../ui/emphasised.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { twice } from "../twice.ts";
import { useCodeEntry } from "../use-code-entry.ts";

type Props = {
  readonly told: OwnersIdentification;
  readonly code: ChallengeState;
  readonly onResend: () => void;
  readonly onBack: () => void;
  readonly onChanged: (change: ChangedPhone) => void;
  readonly onLate: () => void;
};

/** The code that went to the new number, and with it the change. */
export function NewPhoneCode({ told, code, onResend, onBack, onChanged, onLate }: Props): JSX.Element {
  const t = useText();
  const entry = useCodeEntry(code, "sms");
  const phone = code.challenge?.maskedPhone ?? "";
  async function change(otp: string): Promise<Refusal | null> {
    const body = { id: code.challenge?.id ?? "", otp };
    const answer = await twice(() => callOwnerIdentity("changePhone", { body }));
    if (answer.ok) onChanged(answer.data);
    else if (answer.code === "IDENTIFICATION_MISSING") onLate();
    return answer.ok ? null : answer;
  }
  return (
    <div className="narrow">
      <PageHead
        title={t("ownerIdentity.newPhone")}
        lead={code.challenge === null ? t("code.notSent") : <Emphasised text={t("code.sentSms", { phone })} />}
      />
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void entry.send(change);
        }}
      >
        <div className="sheet">
          <div className="part">
            <dl className="facts">
              <div>
                <dt>{t("owner.certificate")}</dt>
                <dd>
                  <SerialNumber serial={told.certificate.serial_number} />
                </dd>
              </div>
            </dl>
          </div>
          <CodePart
            {...entry.part}
            onResend={() => {
              entry.clear();
              onResend();
            }}
          />
          <CodeHelp otherWay={null} />
        </div>
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={onBack}>
              {t("owner.back")}
            </MainButton>
            <MainButton type="submit" busy={entry.busy}>
              {t("ownerIdentity.checkCode")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}
