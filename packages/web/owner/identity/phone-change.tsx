import type { ChangedPhone, OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import { default_phone_country } from "@siegel/contract/limits.ts";
import { type FormEvent, type JSX, useRef, useState } from "react";
import type { Refusal } from "../../api/answer.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import type { ChallengeState } from "../../code/stored-challenge.ts";
import { PhoneField } from "../../frame/phone-field.tsx";
import { SerialNumber } from "../../frame/serial-text.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useHeadingFocus } from "../../identity/outcome.tsx";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { codeStateOf } from "../code-state.ts";
import { useUnsentText } from "../unsent-text.ts";
import { Changed } from "./changed.tsx";
import { NewPhoneCode } from "./new-phone-code.tsx";
import { Quiet } from "./quiet.tsx";
import { YouDid } from "./you-did.tsx";

type Props = { readonly told: OwnersIdentification; readonly onLate: () => void };

/** What the server says of a number; the page says it at the field. */
const numberFaults: ReadonlySet<string> = new Set(["PHONE_INVALID", "PHONE_NOT_MOBILE"]);

/** A new number: typed, proven by a code, changed. */
export function PhoneChange({ told, onLate }: Props): JSX.Element {
  const [number, setNumber] = useState("");
  const [country, setCountry] = useState(default_phone_country);
  const [asked, setAsked] = useState<{ readonly phone: string; readonly code: ChallengeState } | null>(null);
  const [done, setDone] = useState<ChangedPhone | null>(null);
  useHeadingFocus(done !== null ? "done" : asked !== null ? "code" : "number");

  /** Sends a code; what is refused before there is any is told by the page that asked. */
  async function send(phone: string): Promise<Refusal | null> {
    const before = asked?.code.challenge ?? null;
    if (asked !== null) setAsked({ phone, code: { status: "sending", challenge: before } });
    const answer = await callOwnerIdentity("changeSms", { body: { phone } });
    if (!answer.ok && answer.code === "IDENTIFICATION_MISSING") onLate();
    else if (answer.ok || asked !== null) setAsked({ phone, code: codeStateOf(answer, "sms", before) });
    return answer.ok ? null : answer;
  }
  if (done !== null) return <Changed change={done} />;
  if (asked !== null)
    return (
      <NewPhoneCode
        told={told}
        code={asked.code}
        onResend={() => void send(asked.phone)}
        onBack={() => setAsked(null)}
        onChanged={setDone}
        onLate={onLate}
      />
    );
  return (
    <NumberForm
      told={told}
      number={number}
      country={country}
      onNumber={setNumber}
      onCountry={setCountry}
      onSend={send}
    />
  );
}

type FormProps = {
  readonly told: OwnersIdentification;
  readonly number: string;
  readonly country: string;
  readonly onNumber: (number: string) => void;
  readonly onCountry: (country: string) => void;
  /** With a number in E.164. */
  readonly onSend: (phone: string) => Promise<Refusal | null>;
};

function NumberForm({ told, number, country, onNumber, onCountry, onSend }: FormProps): JSX.Element {
  const t = useText();
  const unsent = useUnsentText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [isBad, setIsBad] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { masked_phone, serial_number } = told.certificate;
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    // The metadata of all countries' numbers is larger than everything else here.
    const { storedPhone } = await import("@siegel/contract/account-phone.ts");
    const phone = storedPhone(number, country);
    const refused = phone === null ? null : await onSend(phone);
    const bad = phone === null || (refused !== null && numberFaults.has(refused.code));
    setBusy(false);
    setIsBad(bad);
    if (bad) setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    else setRefusal(refused);
  }
  const fault = isBad ? t(number.trim() === "" ? "frame.required" : "identification.numberFault") : null;
  return (
    <div className="narrow">
      <YouDid told={told} title={t("ownerIdentity.newPhone")} />
      <form ref={form} noValidate onSubmit={(event) => void send(event)}>
        <div className="sheet">
          <div className="part">
            <dl className="facts">
              <div>
                <dt>{t("ownerIdentity.present")}</dt>
                <dd className="num">{masked_phone ?? t("ownerIdentity.noPresent")}</dd>
              </div>
              <div>
                <dt>{t("owner.certificate")}</dt>
                <dd>
                  <SerialNumber serial={serial_number} />
                </dd>
              </div>
            </dl>
          </div>
          <div className="part">
            <PhoneField
              label={t("ownerIdentity.number")}
              countryLabel={t("identification.country")}
              autoComplete="tel-national"
              country={country}
              value={number}
              fault={fault}
              onCountry={(next) => {
                onCountry(next);
                setIsBad(false);
              }}
              onChange={(next) => {
                onNumber(next);
                setIsBad(false);
              }}
            />
            <p className="hint mt-2" id="phone-hint">
              {t("ownerIdentity.numberLead")}
            </p>
          </div>
          <div className="part">
            <Quiet />
            {refusal !== null && <Fault id="send-fault">{unsent(refusal)}</Fault>}
          </div>
        </div>
        <div className="actions">
          <div className="go">
            <a className="btn btn-side" href={paths.certificates}>
              {t("frame.cancel")}
            </a>
            <MainButton type="submit" busy={busy}>
              {t("ownerIdentity.sendCode")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}
