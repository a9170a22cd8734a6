/** The mail to a signer whose doubtful identification an operator rejected: why, in the operator's words, and what to do next. */
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { brandingOf } from "../accounts/accounts.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";
import { loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { readCheck } from "./checks-store.ts";
import type { IdentitySecret } from "./identity-data.ts";
import { contactOf, sendOwnersRejection } from "./owner-mails.ts";
import { openReason } from "./review-reason.ts";
import { readReview } from "./review-store.ts";

type Deps = Omit<AccountMailDeps, "linkSecret"> & { readonly identitySecret: IdentitySecret };

/** Sends it, while signer and decision are there. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendRejection(
  deps: Deps,
  { mailId, checkId }: { readonly mailId: string; readonly checkId: string },
): Promise<void> {
  const { db, identitySecret, service } = deps;
  const named = { mailId, kind: "ident_rejected", about: checkId };
  const review = await readReview(db, checkId);
  const check = review?.state === "rejected" ? await readCheck(db, checkId) : null;
  if (check === null || review?.decided == null) return await sendOwnMail(deps, named, null);
  const reason = openReason(identitySecret, { checkId, sealed: review.decided.reason });
  if (check.purpose !== "sign") return await sendOwnersRejection(deps, check, { mailId, reason });
  const context = await loadSigner(db, check.workflowId, check.signerId);
  if (context === null) return await sendOwnMail(deps, named, null);
  const { firstName, lastName, email, language } = context.signer;
  const words = says[language]({
    reason,
    name: `${firstName} ${lastName}`,
    sender: await inviterOf(db, context),
    tellUs: contactOf(service, language),
  });
  await sendOwnMail(deps, named, { to: { firstName, lastName, email }, language, words });
}

/** Who invited them, and how to reach that person. */
async function inviterOf(db: Db, { workflow }: SignerContext): Promise<string> {
  const { firstName, lastName, email } = workflow.initiator;
  const { name } = await brandingOf(db, workflow.organisationId);
  return `${firstName} ${lastName} (${name}, ${email})`;
}

type Facts = { readonly reason: string; readonly name: string; readonly sender: string; readonly tellUs: string };

const says: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ reason, name, sender, tellUs }) => ({
    subject: "Wir können Ihr Zertifikat so nicht ausstellen",
    heading: "Wir können Ihr Zertifikat so nicht ausstellen.",
    paragraphs: [
      "Wir haben Ihren Ausweis mit der Einladung verglichen. Unsere Antwort an Sie:",
      `„${reason}“`,
      `Stimmt der Name in der Einladung nicht („${name}“), bitten Sie ${sender} um eine neue, mit dem Namen aus Ihrem Ausweis. Sonst öffnen Sie die Einladung noch einmal und weisen sich neu aus.`,
      "Unterschrieben wurde nichts. Das Passwort und die Telefonnummer, die Sie gewählt hatten, sind gelöscht.",
      `Fragen beantworten wir gern: ${tellUs}.`,
    ],
  }),
  en: ({ reason, name, sender, tellUs }) => ({
    subject: "We could not issue your certificate",
    heading: "We could not issue your certificate.",
    paragraphs: [
      "We compared your document with the invitation. Our answer to you:",
      `“${reason}”`,
      `If the name in the invitation is wrong (“${name}”), please ask ${sender} for a new one, with the name on your document. Otherwise open the invitation again and identify yourself once more.`,
      "Nothing was signed. The password and the phone number that you had chosen are deleted.",
      `If you have questions, ask us: ${tellUs}.`,
    ],
  }),
};
