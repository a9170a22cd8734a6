/** What is said when no code was sent, or nobody knows whether one was. */
import { clockText, type MomentWords } from "@siegel/contract/moment.ts";
import { sentenceOfCode, type Translate } from "../i18n/catalogue.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { type ChallengeState, unknown_code } from "./stored-challenge.ts";

type Refused = Extract<ChallengeState, { status: "refused" }>;

const leads: ReadonlyMap<string, TextKey> = new Map([
  [unknown_code, "code.unknownLead"],
  ["TOO_MANY_REQUESTS", "code.tooSoonLead"],
]);

/** What stands under the heading while the page knows of no code. */
export function leadWithoutCode(state: ChallengeState): TextKey {
  if (state.status !== "refused") return "code.sending";
  return leads.get(state.code) ?? "code.notSent";
}

const minute_ms = 60_000;

/** Why there is none and what to do; one that has to wait names the minute in which the wait is over. */
export function unsentSentence(
  { code, retryAtMs }: Pick<Refused, "code" | "retryAtMs">,
  t: Translate,
  words: Pick<MomentWords, "language" | "zone">,
): string {
  if (code === unknown_code) return t("code.unknown");
  if (code !== "TOO_MANY_REQUESTS") return sentenceOfCode(code, t);
  const over = new Date(Math.ceil(retryAtMs / minute_ms) * minute_ms);
  return t("code.tooSoon", { time: clockText(over, words) });
}
