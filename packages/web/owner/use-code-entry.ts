/** Six digits that are typed for a code of ours, and what is wrong with them. */
import { useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { isWholeCode, wrongCodeSentence } from "../code/code-rules.ts";
import type { ChallengeState, LiveChallenge } from "../code/stored-challenge.ts";
import { unsentSentence } from "../code/unsent-code.ts";
import { triesLeftOf } from "../frame/run-to-the-end.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

const noEntry = { digits: "", surplus: false };

/** The entry, and what a page does with it; `channel`: how the code came. */
export function useCodeEntry(code: ChallengeState, channel: LiveChallenge["channel"]) {
  const t = useText();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const words = { language: useLanguage(), zone };
  const [entry, setEntry] = useState(noEntry);
  const [busy, setBusy] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const blocked = busy || code.status === "sending";

  /** Sends what was typed, once it is whole. */
  async function send(how: (otp: string) => Promise<Refusal | null>): Promise<void> {
    if (blocked) return;
    setPressed(true);
    if (!isWholeCode(entry.digits)) return document.getElementById("code")?.focus();
    setBusy(true);
    setRefusal(null);
    const refused = await how(entry.digits);
    setBusy(false);
    if (refused === null) return;
    setRefusal(refused);
    if (refused.code !== "WRONG_OTP") return;
    setEntry(noEntry);
    setPressed(false);
    // One that no try was taken from is old, or was used up.
    const left = triesLeftOf(refused.messages);
    if (left === 0 || left === null) setEndedId(code.challenge?.id ?? null);
  }
  function fault(): string | null {
    if (refusal?.code === "WRONG_OTP") {
      const left = triesLeftOf(refusal.messages);
      if (left === null) return t("owner.oldCode");
      return wrongCodeSentence(t, { channel, reference: code.challenge?.reference ?? "" }, left);
    }
    if (refusal !== null) return sentenceOfCode(refusal.code, t);
    if (code.status === "refused") return unsentSentence(code, t, words);
    return pressed && !isWholeCode(entry.digits) ? t("owner.needsCode") : null;
  }
  return {
    blocked,
    busy,
    send,
    part: {
      channel,
      state: code,
      busy: blocked,
      code: entry.digits,
      surplus: entry.surplus,
      fault: fault(),
      endedId,
      zone,
      onCode: (digits: string, surplus: boolean) => {
        setEntry({ digits, surplus });
        setRefusal(null);
      },
    },
    /** Before another code is asked for. */
    clear: () => {
      setEntry(noEntry);
      setRefusal(null);
      setPressed(false);
    },
  };
}
