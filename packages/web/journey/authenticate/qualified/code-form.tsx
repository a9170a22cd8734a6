import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type JSX, useState } from "react";
import { CodeHelp, CodePart } from "../../../code/code-card.tsx";
import { dropChallenge, type LiveChallenge } from "../../../code/stored-challenge.ts";
import { leadWithoutCode, unsentSentence } from "../../../code/unsent-code.ts";
import { BackButton } from "../../../frame/back-button.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import type { ActRefusal } from "../../../frame/run-to-the-end.ts";
import { useLookAgain } from "../../../frame/shown-files.ts";
import { SigningOverlay } from "../../../frame/signing-overlay.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useSigning } from "../../../frame/use-signing.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { type CodeChannel, paths } from "../../../paths.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { type CodeCalls, useChallenge } from "../use-challenge.ts";
import { CertificatePassword } from "./certificate-password.tsx";
import { useHold } from "./held.ts";
import { Held } from "./held-page.tsx";
import { IdentifyAgain } from "./identify-again.tsx";
import { checkThenSignQualified, isWrong, missingOf, needsAnother } from "./sign-act.ts";
import { SignedFiles } from "./signed-files.tsx";
import { WrongPair } from "./wrong-pair.tsx";

const calls = { sms: "getSmsQualified", phone: "getPhoneQualified", retry: null } as const satisfies CodeCalls;
const noEntry = { code: "", surplus: false };

type Props = {
  readonly workflow: WorkflowView;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly channel: CodeChannel;
};

/** Password and code: after a wrong one both are marked, the password stays and the code goes. */
export function QualifiedCodeForm({ workflow, zone, channel }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const header = useHeader();
  const ids = { workflow_id: workflow.workflow_id, signer_id: workflow.signer_id };
  const lookAgain = useLookAgain(header);
  const { state, resend } = useChallenge({ channel, calls }, ids, lookAgain);
  const hold = useHold(state, resend);
  const signing = useSigning(header);
  const [password, setPassword] = useState("");
  const [{ code, surplus }, setEntry] = useState(noEntry);
  const [fault, setFault] = useState<ActRefusal | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const { challenge } = state;
  const seal = isSeal(workflow.signer_type);
  const busy = state.status === "sending" || signing.state !== "idle";
  const missing = missingOf({ password, code });
  const back = paths.authenticate2fa(workflow);
  const wrong = isWrong(fault);

  async function sign(live: LiveChallenge): Promise<void> {
    setFault(null);
    const act = { workflow: ids, auth_token: live.id, otp: code, password };
    const refusal = await signing.start(() => checkThenSignQualified(act));
    if (refusal === null) return dropChallenge();
    setEntry(noEntry);
    setFault(refusal);
    if (needsAnother(refusal)) {
      dropChallenge();
      setEndedId(live.id);
    }
    if (refusal.code === "WORKFLOW_CHANGED") await lookAgain();
  }
  const enterAgain = (): void => {
    setEntry(noEntry);
    setFault(null);
    void resend();
  };

  if (hold !== null) return <Held hold={hold} zone={zone} back={back} />;
  return (
    <div className="narrow">
      <PageHead
        title={t(seal ? "qualified.titleSeal" : "qualified.title")}
        lead={challenge === null ? t(leadWithoutCode(state)) : <Emphasised text={sentTo(challenge)} />}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (challenge !== null && missing === null && !busy) void sign(challenge);
        }}
      >
        <div className="sheet">
          <SignedFiles workflow={workflow} />
          <div className="part grid gap-4">
            {wrong && challenge !== null && (
              <WrongPair reference={challenge.reference} triesLeft={fault?.triesLeft ?? null} />
            )}
            <CertificatePassword value={password} marked={wrong} onChange={setPassword} />
          </div>
          <CodePart
            channel={channel}
            state={state}
            busy={busy}
            code={code}
            surplus={surplus}
            fault={faultText()}
            marked={wrong || faultText() !== null}
            takesFocus={false}
            endedId={endedId}
            zone={zone}
            onCode={(typed, hasMore) => {
              setEntry({ code: typed, surplus: hasMore });
              setFault(null);
            }}
            onResend={enterAgain}
          />
          <details className="part help py-2">
            <summary>{t("qualified.forgot")}</summary>
            <p className="small muted pb-3">
              <IdentifyAgain text="qualified.forgotLead" />
            </p>
          </details>
          <CodeHelp otherWay={back} />
        </div>
        <div className="actions">
          <div className="go">
            <BackButton to={back} blocked={busy} />
            <MainButton type="submit" busy={busy} reason={missing === null ? null : t(missing)} reasonId="sign-why">
              {t(seal ? "seal.now" : "sign.now")}
            </MainButton>
            {missing !== null && (
              <p className="why" id="sign-why">
                {t(missing)}
              </p>
            )}
          </div>
        </div>
      </form>
      <SigningOverlay type={workflow.signer_type} state={signing.state} />
    </div>
  );

  function sentTo({ maskedPhone: phone }: LiveChallenge): string {
    return t(channel === "sms" ? "code.sentSms" : "code.sentPhone", { phone });
  }

  /** Why it was not signed, or why no code was sent; a wrong pair is told above both. */
  function faultText(): string | null {
    if (fault !== null) return wrong ? null : sentenceOfCode(fault.code, t);
    return state.status === "refused" ? unsentSentence(state, t, { language, zone }) : null;
  }
}
