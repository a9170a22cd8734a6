import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { useEffect, useRef, useState } from "react";
import { type Answer, isLost, type Refusal } from "../../api/answer.ts";
import { callApi, elsewhereOf } from "../../api/client.ts";
import { notify } from "../../api/notices.ts";
import {
  type ChallengeState,
  dropChallenge,
  keepChallenge,
  readChallenge,
  startChallenge,
  unknown_code,
} from "../../code/stored-challenge.ts";
import { keptShown } from "../../frame/shown-files.ts";
import { translateNow } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import type { CodeChannel, SignerPath } from "../../paths.ts";
import { readTermsTicked } from "../../session.ts";

/** The calls that send a code; null: another one is sent by the same call. */
export type CodeCalls = {
  readonly sms: "getSms" | "getSmsQualified";
  readonly phone: "getPhone" | "getPhoneQualified";
  readonly retry: "retrySms" | null;
};

/** What a signer who was just identified chooses with the first code (getSMSQualified). */
export type ChosenWithCode = { readonly password: string; readonly phone: string };

const retry_after_refusal_s = 5;

/** The page itself says why no code was sent, as long as the person stays on it. */
const toldByPage = (refusal: Refusal): boolean => isLost(refusal) || elsewhereOf(refusal) === null;

/**
 * The code of this page: the one on its way, else a new one. `resend` asks for another; the earlier one dies. Where an answer was lost
 * the one that it spoke of is asked for instead. None is sent for other values than the pages showed: `lookAgain` leads back to them.
 * `chosen` goes with each request until a code was sent for it; `about`: what the code is of, so that no other one is taken for it.
 */
export function useChallenge(
  {
    channel,
    calls,
    chosen,
    about = null,
  }: {
    readonly channel: CodeChannel;
    readonly calls: CodeCalls;
    readonly chosen?: ChosenWithCode;
    readonly about?: string | null;
  },
  at: SignerPath,
  lookAgain: () => Promise<void>,
): { state: ChallengeState; resend: () => Promise<void> } {
  const [state, setState] = useState<ChallengeState>(() => {
    const challenge = readChallenge(channel, { nowMs: Date.now(), about });
    return challenge === null ? { status: "sending", challenge: null } : { status: "live", challenge };
  });
  const asked = useRef(state.status === "live");
  const unsure = useRef(false);
  // A key is made for each that is sent: not again once it was taken.
  const choice = useRef(chosen);

  async function ask(request: () => Promise<Answer<Challenge>>): Promise<boolean> {
    setState(({ challenge }) => ({ status: "sending", challenge }));
    const answer = await askTwice(request, () =>
      requestCode(calls[channel], at, { resume: true, chosen: choice.current }),
    );
    unsure.current = !answer.ok && isLost(answer);
    if (answer.ok || answer.code === "DOCUMENT_HELD") choice.current = undefined;
    if (answer.ok) {
      const challenge = startChallenge(channel, answer.data, { nowMs: Date.now(), about });
      keepChallenge(challenge);
      setState({ status: "live", challenge });
      return true;
    }
    if (answer.code === "WORKFLOW_CHANGED") {
      dropChallenge();
      await lookAgain();
    }
    const retryAtMs = Date.now() + (answer.retryAfterSeconds ?? retry_after_refusal_s) * 1_000;
    setState(({ challenge }) => ({
      status: "refused",
      challenge,
      code: unsure.current ? unknown_code : answer.code,
      retryAtMs,
    }));
    return false;
  }

  useEffect(() => {
    if (asked.current) return;
    asked.current = true; // a code costs money and a try: never twice for one visit
    void ask(() => requestCode(calls[channel], at, { resume: choice.current === undefined, chosen: choice.current }));
  });

  async function resend(): Promise<void> {
    const resume = unsure.current || state.challenge === null;
    const again =
      calls.retry !== null && channel === "sms" && !resume
        ? () =>
            callApi("retrySms", { body: { ...at, language: currentLanguage(), files: keptShown() } }, { toldByPage })
        : () => requestCode(calls[channel], at, { resume, chosen: choice.current });
    // Of one that may have been on its way already it is not known whether it is new.
    if ((await ask(again)) && !resume) notify("success", translateNow("code.resent"));
  }
  return { state, resend };
}

/** Asks once more where the answer was lost: a code that went out is answered again, and not sent again. */
export async function askTwice(
  request: () => Promise<Answer<Challenge>>,
  resume: () => Promise<Answer<Challenge>>,
): Promise<Answer<Challenge>> {
  const answer = await request();
  return !answer.ok && isLost(answer) ? await resume() : answer;
}

function requestCode(
  call: CodeCalls[CodeChannel],
  workflow: SignerPath,
  { resume, chosen }: { readonly resume: boolean; readonly chosen: ChosenWithCode | undefined },
): Promise<Answer<Challenge>> {
  const ticked = readTermsTicked() ? { gtcChecked: true } : {};
  const body = {
    ...chosen,
    workflow: { ...workflow, ...ticked, language: currentLanguage() },
    files: keptShown(),
    resume,
  };
  return callApi(call, { body }, { toldByPage });
}
