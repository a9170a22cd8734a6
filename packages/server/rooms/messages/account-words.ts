/** The words of mails that belong to no workflow, in both languages. */

import { momentText } from "@siegel/contract/moment.ts";
import type { AccountMailFacts } from "../administrators/administrators.ts";
import type { OwnWords } from "./account-phrases.ts";
import { germanAccountWords } from "./account-words-de.ts";
import { englishAccountWords } from "./account-words-en.ts";
import { oneLine } from "./mail-escape.ts";
import type { MailWords } from "./mail-texts.ts";
import { germanFoot } from "./mail-texts-de.ts";
import { englishFoot } from "./mail-texts-en.ts";
import type { MailLook } from "./render-mail.ts";

/** The words of a mail, in the language of whoever gets it. */
export function accountWords(facts: AccountMailFacts, look: MailLook): MailWords {
  const isGerman = facts.language === "de";
  const { timeZone: zone } = look;
  const until =
    facts.expiresAt === null ? "" : momentText(facts.expiresAt, { language: facts.language, zone, weekday: true });
  return asMail((isGerman ? germanAccountWords : englishAccountWords)[facts.kind]({ facts, look, until }), facts, look);
}

/** What a mail says of its own, with greeting and foot, to whom it goes. */
export function asMail(
  { button, rows = [], notes = [], ...own }: OwnWords,
  { to, language }: Pick<AccountMailFacts, "language" | "to">,
  look: MailLook,
): MailWords {
  const isGerman = language === "de";
  const name = oneLine(`${to.firstName} ${to.lastName}`).trim();
  return {
    ...own,
    preview: null,
    greeting: greetingOf(name, isGerman),
    rows,
    steps: null,
    quote: null,
    button: button === undefined ? null : { label: button.label, url: new URL(button.at, look.publicUrl).toString() },
    notes,
    contact: null,
    ...(isGerman ? germanFoot : englishFoot),
  };
}

/** Somebody who is invited has no name here yet. */
function greetingOf(name: string, isGerman: boolean): string {
  if (name === "") return isGerman ? "Guten Tag," : "Hello,";
  return isGerman ? `Guten Tag ${name},` : `Dear ${name},`;
}
