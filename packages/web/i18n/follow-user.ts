import type { UserView } from "@siegel/contract/calls/workflow.ts";
import { beginToSpeak } from "./catalogue.ts";
import { chosenLanguage, decideLanguage } from "./language.ts";

/**
 * Speaks what the switch, the language named for this signer and the browser decide together. The link itself names that language
 * before the login, so that login and journey decide from the same facts and no page changes its language on the way.
 */
export async function followUser(user: Pick<UserView, "language_id"> | null): Promise<void> {
  const language = decideLanguage({
    chosen: chosenLanguage(),
    user: user?.language_id ?? null,
    browser: navigator.languages,
  });
  // Nobody's login ends because texts do not come; the switch asks for them again.
  await beginToSpeak(language);
}
