import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { useEffect, useRef, useState } from "react";
import { type Answer, callApi } from "../../api/client.ts";
import { notify } from "../../api/notices.ts";
import { keptShown } from "../../frame/shown-files.ts";
import { translateNow } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import type { CodeChannel, SignerPath } from "../../paths.ts";
import { readTermsTicked } from "../../session.ts";
import { dropChallenge, keepChallenge, type LiveChallenge, readChallenge, startChallenge } from "./stored-challenge.ts";

/** sending: asked for · live: sent · refused: none was sent, why, and from when another try makes sense. */
export type ChallengeState =
  | { readonly status: "sending"; readonly challenge: LiveChallenge | null }
  | { readonly status: "live"; readonly challenge: LiveChallenge }
  | {
      readonly status: "refused";
      readonly challenge: LiveChallenge | null;
      readonly code: string;
      readonly retryAtMs: number;
    };

const retry_after_refusal_s = 5;

/**
 * The code of this page: the one on its way, else a new one. `resend` asks for another; the earlier one dies. None is sent for
 * other values than the pages showed: `lookAgain` leads back to them.
 */
export function useChallenge(
  channel: CodeChannel,
  at: SignerPath,
  lookAgain: () => Promise<void>,
): { state: ChallengeState; resend: () => Promise<void> } {
  const [state, setState] = useState<ChallengeState>(() => {
    const challenge = readChallenge(channel, Date.now());
    return challenge === null ? { status: "sending", challenge: null } : { status: "live", challenge };
  });
  const asked = useRef(state.status === "live");

  async function ask(request: () => Promise<Answer<Challenge>>): Promise<boolean> {
    setState(({ challenge }) => ({ status: "sending", challenge }));
    const answer = await request();
    if (answer.ok) {
      const challenge = startChallenge(channel, answer.data, Date.now());
      keepChallenge(challenge);
      setState({ status: "live", challenge });
      return true;
    }
    if (answer.code === "WORKFLOW_CHANGED") {
      dropChallenge();
      await lookAgain();
    }
    const retryAtMs = Date.now() + (answer.retryAfterSeconds ?? retry_after_refusal_s) * 1_000;
    setState(({ challenge }) => ({ status: "refused", challenge, code: answer.code, retryAtMs }));
    return false;
  }

  useEffect(() => {
    if (asked.current) return;
    asked.current = true; // a code costs money and a try: never twice for one visit
    void ask(() => firstRequest(channel, at));
  });

  async function resend(): Promise<void> {
    const again =
      channel === "sms" && state.challenge !== null
        ? () => callApi("retrySms", { body: { ...at, language: currentLanguage(), files: keptShown() } })
        : () => firstRequest(channel, at);
    if (await ask(again)) notify("success", translateNow("code.resent"));
  }
  return { state, resend };
}

function firstRequest(channel: CodeChannel, workflow: SignerPath): Promise<Answer<Challenge>> {
  const ticked = readTermsTicked() ? { gtcChecked: true } : {};
  const body = { workflow: { ...workflow, ...ticked, language: currentLanguage() }, files: keptShown() };
  return callApi(channel === "sms" ? "getSms" : "getPhone", { body });
}
