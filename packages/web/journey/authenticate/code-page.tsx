import "../../i18n/code-texts.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { callApi } from "../../api/client.ts";
import { workflowQuery } from "../../api/queries.ts";
import { CodeCard } from "../../code/code-card.tsx";
import { endsChallenge, isWholeCode, wrongCodeSentence } from "../../code/code-rules.ts";
import { dropChallenge, type LiveChallenge } from "../../code/stored-challenge.ts";
import { leadWithoutCode, unsentSentence } from "../../code/unsent-code.ts";
import { BackButton } from "../../frame/back-button.tsx";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { type ActRefusal, isToldByAct } from "../../frame/run-to-the-end.ts";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useLookAgain } from "../../frame/shown-files.ts";
import { SigningOverlay } from "../../frame/signing-overlay.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { useSigning } from "../../frame/use-signing.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { currentLanguage, useLanguage } from "../../i18n/language.ts";
import { type CodeChannel, paths } from "../../paths.ts";
import { Emphasised } from "../../ui/emphasised.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { type CodeCalls, useChallenge } from "./use-challenge.ts";

/** The code that came by text message. */
export function SmsCodePage(): JSX.Element {
  return <CodePage channel="sms" />;
}

/** The code that was spoken in a call. */
export function PhoneCodePage(): JSX.Element {
  return <CodePage channel="phone" />;
}

function CodePage({ channel }: { channel: CodeChannel }): JSX.Element {
  const t = useText();
  const told = useQuery(workflowQuery(useHeader()));
  const type = told.data?.workflow.signer_type;
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("code.title")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {told.data !== undefined ? (
        <CodeForm workflow={told.data.workflow} zone={told.data.user.whitelabeling_pack.time_zone} channel={channel} />
      ) : told.isError ? (
        <LoadFailed error={told.error} onRetry={() => void told.refetch()} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

const calls = { sms: "getSms", phone: "getPhone", retry: "retrySms" } as const satisfies CodeCalls;
const noEntry = { code: "", surplus: false };

type FormProps = {
  readonly workflow: WorkflowView;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly channel: CodeChannel;
};

function CodeForm({ workflow, zone, channel }: FormProps): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const header = useHeader();
  const ids = { workflow_id: workflow.workflow_id, signer_id: workflow.signer_id };
  const lookAgain = useLookAgain(header);
  const { state, resend } = useChallenge({ channel, calls }, ids, lookAgain);
  const signing = useSigning(header);
  const [{ code, surplus }, setEntry] = useState(noEntry);
  const [fault, setFault] = useState<ActRefusal | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const { challenge } = state;
  const busy = state.status === "sending" || signing.state !== "idle";
  const ready = challenge !== null && isWholeCode(code);

  async function sign(live: LiveChallenge): Promise<void> {
    setFault(null);
    const refusal = await signing.start(() => checkThenSign({ workflow: ids, auth_token: live.id, otp: code }));
    if (refusal === null) return dropChallenge();
    setEntry(noEntry);
    setFault(refusal);
    if (endsChallenge(refusal)) dropChallenge();
    if (endsChallenge(refusal) || refusal.triesLeft === 0) setEndedId(live.id);
    if (refusal.code === "WORKFLOW_CHANGED") await lookAgain();
  }

  return (
    <div className="narrow">
      <PageHead
        title={t("code.title")}
        lead={
          challenge === null ? (
            t(leadWithoutCode(state))
          ) : (
            <Emphasised
              text={t(channel === "sms" ? "code.sentSms" : "code.sentPhone", { phone: challenge.maskedPhone })}
            />
          )
        }
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void sign(challenge);
        }}
      >
        <CodeCard
          channel={channel}
          state={state}
          busy={busy}
          code={code}
          surplus={surplus}
          fault={faultText(challenge)}
          endedId={endedId}
          zone={zone}
          otherWay={paths.authenticate(workflow)}
          onCode={(typed, hasMore) => {
            setEntry({ code: typed, surplus: hasMore });
            setFault(null);
          }}
          onResend={() => {
            setEntry(noEntry);
            setFault(null);
            void resend();
          }}
        />
        <div className="actions">
          <div className="go">
            <BackButton to={paths.authenticate(workflow)} blocked={busy} />
            <MainButton type="submit" busy={busy} reason={ready ? null : t("code.hint")} reasonId="code-hint">
              {t(isSeal(workflow.signer_type) ? "seal.now" : "sign.now")}
            </MainButton>
          </div>
        </div>
      </form>
      <SigningOverlay type={workflow.signer_type} state={signing.state} />
    </div>
  );

  /** Why it was not signed, or why no code was sent. */
  function faultText(live: LiveChallenge | null): string | null {
    if (fault === null) return state.status === "refused" ? unsentSentence(state, t, { language, zone }) : null;
    const { code: refused, triesLeft } = fault;
    if (refused !== "CHECK_SMS_PIN_WRONG" || live === null) return sentenceOfCode(refused, t);
    return wrongCodeSentence(t, { channel, reference: live.reference }, triesLeft);
  }
}

type Act = {
  readonly workflow: { workflow_id: string; signer_id: string };
  readonly auth_token: string;
  readonly otp: string;
};

/** The sign sequence of signer-side.md §4: the code is checked, then used. */
async function checkThenSign(given: Act): ReturnType<typeof callApi<"signWorkflow">> {
  const act = { ...given, workflow: { ...given.workflow, language: currentLanguage() } };
  const checked = await callApi("checkSms", { body: act }, { toldByPage: isToldByAct });
  return checked.ok ? callApi("signWorkflow", { body: act }, { toldByPage: isToldByAct }) : checked;
}
