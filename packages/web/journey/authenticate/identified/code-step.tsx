import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type JSX, useEffect, useState } from "react";
import { identificationQuery } from "../../../api/identification-calls.ts";
import { CodeHelp, CodePart } from "../../../code/code-card.tsx";
import { endsChallenge, isWholeCode, wrongCodeSentence } from "../../../code/code-rules.ts";
import type { ChallengeState } from "../../../code/stored-challenge.ts";
import { dropChallenge, type LiveChallenge, readChallenge } from "../../../code/stored-challenge.ts";
import { leadWithoutCode, unsentSentence } from "../../../code/unsent-code.ts";
import { PageHead } from "../../../frame/page-head.tsx";
import { type ActRefusal, triesLeftOf } from "../../../frame/run-to-the-end.ts";
import { useLookAgain } from "../../../frame/shown-files.ts";
import { SigningOverlay } from "../../../frame/signing-overlay.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useSigning } from "../../../frame/use-signing.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import type { TextKey } from "../../../i18n/text-key.ts";
import { paths } from "../../../paths.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { useHold } from "../qualified/held.ts";
import { Held } from "../qualified/held-page.tsx";
import { type CodeCalls, useChallenge } from "../use-challenge.ts";
import { handIn, signIdentified } from "./act.ts";
import { type Chosen, dropChosen } from "./chosen.ts";
import { StepBack } from "./step-back.tsx";

const calls = { sms: "getSmsQualified", phone: "getPhoneQualified", retry: null } as const satisfies CodeCalls;
const noEntry = { code: "", surplus: false };
// Of this page's two secrets it is the code that was typed just now: the password is the one that was sent for it.
const wrongCodes: ReadonlySet<string> = new Set(["WRONG_PW_OR_OTP", "CHECK_SMS_PIN_WRONG"]);
const isWrong = (refusal: ActRefusal | null): boolean => refusal !== null && wrongCodes.has(refusal.code);

type Props = {
  readonly told: Identification;
  readonly workflow: WorkflowView;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly chosen: Chosen;
  readonly onBack: () => void;
  /** The identification was too long ago. */
  readonly onLate: () => void;
};

/** The code that went to the chosen phone, and the act: certificate and signature in one; or, where names are doubtful, the way to a person. */
export function CodeStep({ told, workflow, zone, chosen, onBack, onLate }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const inReview = told.state === "review";
  const header = useHeader();
  const queries = useQueryClient();
  const ids = { workflow_id: workflow.workflow_id, signer_id: workflow.signer_id };
  const lookAgain = useLookAgain(header);
  const about = told.reference;
  // Asked for before this page was loaded anew: the password has been typed once more since, and may be another.
  const [resumedId] = useState(() => readChallenge("sms", { nowMs: Date.now(), about })?.id ?? null);
  const { state, resend } = useChallenge({ channel: "sms", calls, chosen, about }, ids, lookAgain);
  const hold = useHold(state, resend);
  const isLate = !inReview && state.status === "refused" && state.code === "IDENTIFICATION_MISSING";
  useEffect(() => {
    if (isLate) onLate();
  }, [isLate, onLate]);
  const signing = useSigning(header);
  const [{ code, surplus }, setEntry] = useState(noEntry);
  const [fault, setFault] = useState<ActRefusal | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const [handsIn, setHandsIn] = useState(false);
  const { challenge } = state;
  const busy = state.status === "sending" || signing.state !== "idle" || handsIn;
  const missing = needOf(state, code);

  async function act(live: LiveChallenge): Promise<void> {
    setFault(null);
    const given = { auth_token: live.id, otp: code };
    const refusal = inReview
      ? await handItIn(given)
      : await signing.start(() => signIdentified(ids, told, { ...given, ...chosen }));
    if (refusal === null) {
      dropChallenge();
      return dropChosen();
    }
    if (refusal.code === "IDENTIFICATION_MISSING") return onLate();
    setEntry(noEntry);
    setFault(refusal);
    if (endsChallenge(refusal) || refusal.triesLeft === 0) {
      dropChallenge();
      setEndedId(live.id);
    }
    if (refusal.code === "WORKFLOW_CHANGED") await lookAgain();
  }
  async function handItIn(code: { readonly auth_token: string; readonly otp: string }): Promise<ActRefusal | null> {
    setHandsIn(true);
    const answer = await handIn(code);
    setHandsIn(false);
    if (!answer.ok) return { code: answer.code, triesLeft: triesLeftOf(answer.messages) };
    queries.setQueryData(identificationQuery(header).queryKey, answer.data);
    return null;
  }
  const enterAgain = (): void => {
    setEntry(noEntry);
    setFault(null);
    void resend();
  };
  if (hold !== null) return <Held hold={hold} zone={zone} back={paths.documents(workflow)} />;
  return (
    <div className="narrow">
      <PageHead
        title={t("code.title")}
        lead={
          challenge === null ? (
            t(leadWithoutCode(state))
          ) : (
            <Emphasised text={t("code.sentSms", { phone: challenge.maskedPhone })} />
          )
        }
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (challenge !== null && missing === null && !busy) void act(challenge);
        }}
      >
        <div className="sheet">
          <CodePart
            channel="sms"
            state={state}
            busy={busy}
            code={code}
            surplus={surplus}
            fault={faultText()}
            endedId={endedId}
            zone={zone}
            onCode={(typed, hasMore) => {
              setEntry({ code: typed, surplus: hasMore });
              setFault(null);
            }}
            onResend={enterAgain}
          />
          <CodeHelp otherWay={null} />
        </div>
        <Actions
          label={t(inReview ? "identification.handIn" : isSeal(workflow.signer_type) ? "seal.now" : "sign.now")}
          busy={busy}
          missing={missing === null ? null : t(missing)}
          onBack={onBack}
        />
      </form>
      <SigningOverlay type={workflow.signer_type} state={signing.state} />
    </div>
  );

  /** Why nothing was done, or why no code was sent. */
  function faultText(): string | null {
    if (fault !== null)
      return isWrong(fault) && challenge?.id !== resumedId
        ? wrongCodeSentence(t, { channel: "sms", reference: challenge?.reference ?? "" }, fault.triesLeft)
        : sentenceOfCode(fault.code, t);
    if (state.status !== "refused") return null;
    const unsent = unsentSentence(state, t, { language, zone });
    // Asked for once more under another password, or after a reload: what is on the phone is of the key before.
    const isNew = state.code === "TOO_MANY_REQUESTS" && challenge === null;
    return isNew ? `${unsent} ${t("identification.codeOfBefore")}` : unsent;
  }
}

/** What the act still needs; null: nothing. */
function needOf({ challenge, status }: ChallengeState, code: string): TextKey | null {
  if (challenge === null && status === "refused") return "identification.noCodeYet";
  return isWholeCode(code) ? null : "qualified.needsCode";
}

type ActionsProps = {
  readonly label: string;
  readonly busy: boolean;
  /** What the act still needs; null: nothing. */
  readonly missing: string | null;
  readonly onBack: () => void;
};

function Actions({ label, busy, missing, onBack }: ActionsProps): JSX.Element {
  return (
    <div className="actions">
      <div className="go">
        <StepBack blocked={busy} onBack={onBack} />
        <MainButton type="submit" busy={busy} reason={missing} reasonId="sign-why">
          {label}
        </MainButton>
        {missing !== null && (
          <p className="why" id="sign-why">
            {missing}
          </p>
        )}
      </div>
    </div>
  );
}
