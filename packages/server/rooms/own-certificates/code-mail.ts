/** The mail that brings a code to an address. */

import { emailField } from "@siegel/contract/account-fields.ts";
import type { SendCodeMailPayload } from "@siegel/contract/account-mails.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type CodeSecret, mailedCode } from "../challenges/challenges.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";

/** What sending takes. */
export type CodeMailDeps = Omit<AccountMailDeps, "linkSecret"> & { readonly codeSecret: CodeSecret };

/**
 * Sends it while the code lives. What is no address gets no mail. Safe to call again.
 * @throws MessagesLeft when the mail server is away
 */
export async function sendCodeMail(deps: CodeMailDeps, { attemptId, language }: SendCodeMailPayload): Promise<void> {
  const { service } = deps;
  const named = { mailId: attemptId, kind: "certificates_code", about: attemptId };
  const code = await mailedCode(deps, attemptId);
  if (code === null || !isAddress(code.email)) return await sendOwnMail(deps, named, null);
  const { otp, reference, expiresAt, email } = code;
  const until = momentText(expiresAt, { language, zone: service.timeZone });
  const words = says[language]({ otp, reference, until });
  await sendOwnMail(deps, named, { to: { firstName: "", lastName: "", email }, language, words });
}

/** Stricter than what a mail server would take: several addresses in one, or names around one, are none. */
const isAddress = (typed: string): boolean => emailField.safeParse(typed).success;

type Facts = { readonly otp: string; readonly reference: string; readonly until: string };

const says: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ otp, reference, until }) => ({
    subject: `Ihr Code ${otp}`,
    heading: `Ihr Code ist ${otp}.`,
    paragraphs: [
      "Mit diesem Code sehen Sie die Zertifikate, die auf diese E-Mail-Adresse ausgestellt sind. Geben Sie ihn auf der Seite ein, auf der Sie danach gefragt haben.",
      "Sie haben nicht danach gefragt? Dann müssen Sie nichts tun. Geben Sie den Code nicht weiter.",
    ],
    rows: [
      ["Kennung", reference],
      ["Gültig bis", until],
    ],
  }),
  en: ({ otp, reference, until }) => ({
    subject: `Your code ${otp}`,
    heading: `Your code is ${otp}.`,
    paragraphs: [
      "This code shows you the certificates that are issued to this e-mail address. Enter it on the page where you asked for it.",
      "You did not ask for it? Then you need not do anything. Do not share the code.",
    ],
    rows: [
      ["Reference", reference],
      ["Valid until", until],
    ],
  }),
};
