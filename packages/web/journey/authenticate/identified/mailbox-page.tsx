import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import type { ProvenMailbox } from "@siegel/contract/calls/identification.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { type Answer, mayWait, type Refusal } from "../../../api/answer.ts";
import { CallRefused } from "../../../api/client.ts";
import { callIdentification } from "../../../api/identification-calls.ts";
import { forgetSessionTime } from "../../../api/session-time.ts";
import { Friendly } from "../../../frame/friendly.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { OpenPage } from "../../../frame/open-page.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import type { TextKey } from "../../../i18n/text-key.ts";
import { Outcome, useHeadingFocus } from "../../../identity/outcome.tsx";
import { paths } from "../../../paths.ts";
import { clearSession } from "../../../session.ts";
import { Fault } from "../../../ui/fault.tsx";
import { MainButton } from "../../../ui/main-button.tsx";

/** Somebody proves that the mailbox of their certificate is theirs, by the link of its mail and a press (decisions.md §13). */
export function MailboxPage(): JSX.Element {
  const t = useText();
  const { secret = "" } = useParams({ strict: false }) as { readonly secret?: string };
  const [told, setTold] = useState<ProvenMailbox | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [away, setAway] = useState<Refusal | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // It belongs to no signer, so this tab forgets whose it was (signer-side.md §6).
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  const look = useCallback(async (): Promise<void> => {
    setAway(null);
    const looked = await callIdentification("lookAtMailbox", { params: { secret } }, { quiet: true });
    if (looked.ok) setTold(looked.data);
    else if (mayWait(looked)) setAway(looked);
    else setIsGone(true);
  }, [secret]);
  useEffect(() => void look(), [look]);

  async function prove(): Promise<void> {
    setBusy(true);
    setFault(null);
    const proven: Answer<ProvenMailbox> = await callIdentification(
      "proveMailbox",
      { params: { secret }, body: {} },
      { quiet: true },
    );
    setBusy(false);
    if (proven.ok) setTold(proven.data);
    else if (proven.code === "NO_IDENTIFICATION_FOUND") setIsGone(true);
    else setFault(proven.code);
  }
  const isProven = told?.is_proven === true;
  useHeadingFocus(isGone ? "gone" : isProven ? "proven" : "open");
  return (
    <OpenPage title={t(isProven ? "identification.mailboxDone" : "identification.mailbox")}>
      {isGone ? (
        <Friendly figure="clock" title={t("identification.mailboxGone")} lead={t("identification.mailboxGoneLead")} />
      ) : away !== null ? (
        <LoadFailed error={new CallRefused(away)} onRetry={() => void look()} />
      ) : told === null ? (
        <Loading />
      ) : (
        <div className="narrow">
          {isProven ? (
            <Outcome look="ok" icon="done" title={t("identification.mailboxDone")} lead={t(leadOf(told.to_sign))} />
          ) : (
            <PageHead title={t("identification.mailbox")} lead={t("identification.mailboxLead")} />
          )}
          <Whose certificate={told} />
          {isProven && told.to_sign !== null && (
            <div className="actions">
              <div className="go">
                <a className="btn btn-main" href={paths.login(told.to_sign)}>
                  {t("identification.mailboxGoOn")}
                </a>
              </div>
            </div>
          )}
          {!isProven && (
            <>
              {fault !== null && <Fault id="mailbox-fault">{sentenceOfCode(fault, t)}</Fault>}
              <div className="actions">
                <div className="go">
                  <MainButton busy={busy} onPress={() => void prove()}>
                    {t("identification.mailboxGo")}
                  </MainButton>
                </div>
              </div>
            </>
          )}
        </div>
      )}
    </OpenPage>
  );
}

const leadOf = (toSign: ProvenMailbox["to_sign"]): TextKey =>
  toSign === null
    ? "identification.mailboxDoneLead"
    : toSign.seals
      ? "identification.mailboxSignSeal"
      : "identification.mailboxSign";

function Whose({ certificate }: { readonly certificate: ProvenMailbox }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { holder, not_after, is_proven } = certificate;
  return (
    <div className="sheet part">
      <dl className="facts">
        <div>
          <dt>{t("personalIdent.issuedTo")}</dt>
          <dd>{holder}</dd>
        </div>
        <div>
          <dt>{t("personalIdent.until")}</dt>
          <dd className="num">{momentText(new Date(not_after), { language })}</dd>
        </div>
      </dl>
      {!is_proven && <p className="small muted mt-2">{t("identification.mailboxNotYou")}</p>}
    </div>
  );
}
