/** Why no code was sent, with the time when one can be. */
import type { Refusal } from "../api/answer.ts";
import { unsentSentence } from "../code/unsent-code.ts";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

/** Answers the sentence for a refusal. */
export function useUnsentText(): (refusal: Refusal) => string {
  const t = useText();
  const language = useLanguage();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ({ code, retryAfterSeconds }) =>
    unsentSentence({ code, retryAtMs: Date.now() + (retryAfterSeconds ?? 0) * 1_000 }, t, { language, zone });
}
