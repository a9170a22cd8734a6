import type { UserView } from "@siegel/contract/calls/workflow.ts";
import { loadAndSpeak } from "./catalogue.ts";
import { chosenLanguage, decideLanguage } from "./language.ts";

/** Speaks what the stored user's language, the switch and the browser decide together. */
export async function followUser(user: UserView | null): Promise<void> {
  await loadAndSpeak(
    decideLanguage({ chosen: chosenLanguage(), user: user?.language_id ?? null, browser: navigator.languages }),
  );
}
