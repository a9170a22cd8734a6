/** The mail to a signer whose doubtful identification an operator rejected: why, in the operator's words, and what to do next. */
import type { Language } from "@siegel/contract/limits.ts";
import { brandingOf } from "../accounts/accounts.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { readCheck } from "./checks-store.ts";
import type { IdentitySecret } from "./identity-data.ts";
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
  const context = check === null ? null : await loadSigner(db, check.workflowId, check.signerId);
  if (context === null || review?.decided == null) return await sendOwnMail(deps, named, null);
  const { firstName, lastName, email, language } = context.signer;
  const words = says[language]({
    reason: openReason(identitySecret, { checkId, sealed: review.decided.reason }),
    name: `${firstName} ${lastName}`,
    sender: (await brandingOf(db, context.workflow.organisationId)).name,
    tellUs:
      service.contactEmail ?? { de: "die Adresse steht im Impressum", en: "the address is in the imprint" }[language],
  });
  await sendOwnMail(deps, named, { to: { firstName, lastName, email }, language, words });
}

type Facts = { readonly reason: string; readonly name: string; readonly sender: string; readonly tellUs: string };

const says: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ reason, name, sender, tellUs }) => ({
    subject: "Ihr Zertifikat ist noch nicht ausgestellt",
    heading: "Wir konnten Ihr Zertifikat noch nicht ausstellen.",
    paragraphs: [
      "Sie haben sich ausgewiesen. Danach hat ein Mensch bei uns den Ausweis mit Ihrer Einladung verglichen. Der schreibt Ihnen:",
      reason,
      `So geht es weiter: Stimmt der Name in der Einladung nicht („${name}“), bitten Sie ${sender}, sie mit dem Namen aus Ihrem Ausweis neu zu senden. Sonst öffnen Sie die Einladung noch einmal und weisen sich neu aus.`,
      "Unterschrieben wurde nichts. Das Passwort und die Telefonnummer, die Sie gewählt hatten, sind gelöscht.",
      `Fragen beantworten wir gern: ${tellUs}.`,
    ],
  }),
  en: ({ reason, name, sender, tellUs }) => ({
    subject: "Your certificate is not issued yet",
    heading: "We could not issue your certificate yet.",
    paragraphs: [
      "You identified yourself. After that, one of us compared your document with the invitation. They write to you:",
      reason,
      `What to do next: if the name in the invitation is wrong (“${name}”), please ask ${sender} to send it again with the name on your document. Otherwise, open the invitation again and identify yourself once more.`,
      "Nothing was signed. The password and the phone number that you had chosen are deleted.",
      `If you have questions, ask us: ${tellUs}.`,
    ],
  }),
};
