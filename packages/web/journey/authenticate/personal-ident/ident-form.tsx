import type { IdentCode, MadeCertificate } from "@siegel/contract/calls/personal-ident.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { isLost, type Refusal } from "../../../api/answer.ts";
import { callIdent } from "../../../api/ident-client.ts";
import { CodePart } from "../../../code/code-card.tsx";
import { endsChallenge, isWholeCode, wrongCodeSentence } from "../../../code/code-rules.ts";
import type { ChallengeState } from "../../../code/stored-challenge.ts";
import { unsentSentence } from "../../../code/unsent-code.ts";
import { isGoodPair, NewPassword, type Pair } from "../../../frame/new-password.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { type ActRefusal, triesLeftOf } from "../../../frame/run-to-the-end.ts";
import { TermsBox } from "../../../frame/terms-box.tsx";
import { Trust } from "../../../frame/trust.tsx";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { MainButton } from "../../../ui/main-button.tsx";

type Props = {
  readonly secret: string;
  readonly ident: IdentCode;
  readonly code: ChallengeState;
  readonly onResend: () => Promise<void>;
  readonly onMade: (certificate: MadeCertificate) => void;
  /** The link works no more. */
  readonly onGone: (refusal: Pick<Refusal, "code">) => void;
};

const noEntry = { digits: "", surplus: false };
const wrongCodes: ReadonlySet<string> = new Set(["WRONG_OTP", "CHECK_SMS_PIN_WRONG", "WRONG_PW_OR_OTP"]);

/** Code, password twice and the terms; what was typed as the password stays after a wrong code. */
export function IdentForm({ secret, ident, code, onResend, onMade, onGone }: Props): JSX.Element {
  const t = useText();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const words = { language: useLanguage(), zone };
  const form = useRef<HTMLFormElement>(null);
  const [{ digits, surplus }, setEntry] = useState(noEntry);
  const [pair, setPair] = useState<Pair>({ password: "", again: "" });
  const [accepted, setAccepted] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ActRefusal | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const owner = { firstName: ident.first_name, lastName: ident.last_name };
  const blocked = busy || code.status === "sending";

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (blocked || !accepted) return;
    setPressed(true);
    if (!isWholeCode(digits) || !isGoodPair(pair, owner)) return focusOnFault();
    setBusy(true);
    setFault(null);
    const answer = await send();
    setBusy(false);
    if (answer.ok) return onMade(answer.data);
    if (answer.code === "NO_IDENTIFICATION_FOUND") return onGone(answer);
    const refusal = { code: answer.code, triesLeft: triesLeftOf(answer.messages) };
    setFault(refusal);
    if (!isWrong(refusal) && !endsChallenge(refusal)) return;
    setEntry(noEntry);
    if (endsChallenge(refusal) || refusal.triesLeft === 0) setEndedId(code.challenge?.id ?? null);
  }
  /** Once more where the answer was lost: the same call makes one certificate. */
  async function send(): ReturnType<typeof callIdent<"createCertificate">> {
    const password = pair.password.normalize("NFC");
    const confirm_password = pair.again.normalize("NFC");
    const given = { params: { secret }, body: { otp: digits, password, confirm_password, gtcChecked: accepted } };
    const answer = await callIdent("createCertificate", given);
    return !answer.ok && isLost(answer) ? await callIdent("createCertificate", given) : answer;
  }
  const focusOnFault = (): void =>
    void setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  const said = faultText();
  return (
    <div className="narrow">
      <PageHead
        title={t("personalIdent.title")}
        lead={<Emphasised text={t("personalIdent.lead", { phone: ident.masked_phone })} />}
      />
      <form ref={form} noValidate onSubmit={(event) => void create(event)}>
        <div className="sheet">
          <Whose ident={ident} />
          <CodePart
            channel="sms"
            state={code}
            busy={blocked}
            code={digits}
            surplus={surplus}
            fault={said}
            endedId={endedId}
            zone={zone}
            onCode={(typed, hasMore) => {
              setEntry({ digits: typed, surplus: hasMore });
              setFault(null);
            }}
            onResend={() => {
              setEntry(noEntry);
              setFault(null);
              setPressed(false);
              void onResend();
            }}
          />
          <NewPassword pair={pair} owner={owner} pressed={pressed} onChange={setPair} />
          <div className="part">
            <TermsBox checked={accepted} onChange={setAccepted} />
          </div>
        </div>
        <div className="actions">
          <div className="go">
            <MainButton
              type="submit"
              busy={busy}
              reason={accepted ? null : t("personalIdent.needsTerms")}
              reasonId="create-why"
            >
              {t("personalIdent.create")}
            </MainButton>
            {!accepted && (
              <p className="why" id="create-why">
                {t("personalIdent.needsTerms")}
              </p>
            )}
          </div>
        </div>
      </form>
      <Promises day={momentText(new Date(ident.identified_at), words).split(",")[0] ?? ""} />
    </div>
  );

  /** Why no certificate was made, or why no code was sent. */
  function faultText(): string | null {
    if (fault !== null) {
      const reference = code.challenge?.reference ?? "";
      return isWrong(fault)
        ? wrongCodeSentence(t, { channel: "sms", reference }, fault.triesLeft)
        : sentenceOfCode(fault.code, t);
    }
    if (code.status === "refused") return unsentSentence(code, t, words);
    return pressed && !isWholeCode(digits) ? t("personalIdent.needsCode") : null;
  }
}

const isWrong = ({ code }: ActRefusal): boolean => wrongCodes.has(code);

function Whose({ ident }: { readonly ident: IdentCode }): JSX.Element {
  const t = useText();
  const { first_name, last_name, organisation } = ident;
  return (
    <div className="part">
      <dl className="facts">
        <div>
          <dt>{t("personalIdent.issuedTo")}</dt>
          <dd>{`${first_name} ${last_name}`}</dd>
        </div>
        {organisation !== null && (
          <div>
            <dt>{t("personalIdent.sealFor")}</dt>
            <dd>{organisation}</dd>
          </div>
        )}
        <div>
          <dt>{t("personalIdent.valid")}</dt>
          <dd>{t(organisation === null ? "personalIdent.years" : "personalIdent.yearsSeal")}</dd>
        </div>
      </dl>
      <p className="small muted mt-2">{t("personalIdent.notYou")}</p>
    </div>
  );
}

function Promises({ day }: { readonly day: string }): JSX.Element {
  const t = useText();
  return (
    <Trust
      points={[
        { icon: "lock", title: t("personalIdent.alone"), text: t("personalIdent.aloneLead") },
        { icon: "file", title: t("personalIdent.kept"), text: t("personalIdent.keptLead", { day }) },
      ]}
    />
  );
}
