/** The mails to somebody who was met: the link to their certificate, and that it is made; and to who was approved or rejected. */
import type { SendIdentMailPayload } from "@siegel/contract/account-mails.ts";
import { ident_link_s, type Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { AccountMailDeps, OwnWords } from "../messages/messages.ts";
import { sendOwnMail } from "../messages/messages.ts";
import { secretOfLink } from "./case-links.ts";
import { readCase, type StoredCase } from "./cases-store.ts";
import { type IdentitySecret, openIdentity } from "./identity-data.ts";
import { contactOf, sendApproval } from "./owner-mails.ts";
import { sendRejection } from "./rejection-mail.ts";
import { isUsable } from "./send-ident-code.ts";

/** What sending takes. */
export type IdentMailDeps = Omit<AccountMailDeps, "linkSecret"> & { readonly identitySecret: IdentitySecret };

/** Sends the mail, unless it is true no more. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendIdentMail(deps: IdentMailDeps, payload: SendIdentMailPayload): Promise<void> {
  const { mailId, kind, caseId, linkId } = payload;
  if (kind === "owner_approved") return await sendApproval(deps, { mailId, checkId: caseId });
  if (kind === "ident_rejected") return await sendRejection(deps, { mailId, checkId: caseId });
  const found = await readCase(deps.db, caseId);
  const isTrue =
    found !== null &&
    (kind === "ident_created" ? found.state === "done" : isUsable(found, deps.clock.now()) && found.linkId === linkId);
  const named = { mailId, kind, about: caseId };
  if (!isTrue) return await sendOwnMail(deps, named, null);
  const { firstName, lastName, email } = openIdentity(deps.identitySecret, caseId, found.sealed);
  const words = kind === "ident_link" ? linkWords(deps, found) : createdWords(deps, found);
  await sendOwnMail(deps, named, { to: { firstName, lastName, email }, language: found.language, words });
}

const createdWords = ({ service }: IdentMailDeps, { language }: StoredCase): OwnWords =>
  createdSays[language](contactOf(service, language));

const hours = ident_link_s / 3_600;

function linkWords({ identitySecret, service }: IdentMailDeps, found: StoredCase): OwnWords {
  const { language } = found;
  const at = `/personalident/${secretOfLink(identitySecret, found)}`;
  const until = momentText(found.linkExpiresAt, { language, zone: service.timeZone, weekday: true });
  return linkSays[language]({ at, until, tellUs: contactOf(service, language) });
}

const linkSays: Readonly<Record<Language, (link: { at: string; until: string; tellUs: string }) => OwnWords>> = {
  de: ({ at, until, tellUs }) => ({
    subject: "Legen Sie Ihr Zertifikat an",
    heading: "Legen Sie Ihr Zertifikat an.",
    paragraphs: [
      "Sie haben sich bei uns ausgewiesen. Jetzt fehlt noch Ihr Passwort, und Ihr Zertifikat ist fertig. Halten Sie Ihr Telefon bereit: Wir schicken einen Code.",
      `Wenn Sie das nicht waren, öffnen Sie den Link nicht und sagen Sie Bescheid: ${tellUs}.`,
    ],
    button: { label: "Zertifikat anlegen", at },
    rows: [["Gültig bis", until]],
    notes: [`Der Link gilt ${hours} Stunden, nur einmal. Bitte leiten Sie diese E-Mail nicht weiter.`],
  }),
  en: ({ at, until, tellUs }) => ({
    subject: "Create your certificate",
    heading: "Create your certificate.",
    paragraphs: [
      "You identified yourself in person. Choose a password now, and your certificate is ready. Keep your phone at hand: we send a code.",
      `If it was not you, do not open the link, and tell us: ${tellUs}.`,
    ],
    button: { label: "Create certificate", at },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${hours} hours and works once. Please do not forward this e-mail.`],
  }),
};

const createdSays: Readonly<Record<Language, (tellUs: string) => OwnWords>> = {
  de: (tellUs) => ({
    subject: "Ihr Zertifikat ist fertig",
    heading: "Ihr Zertifikat ist fertig.",
    paragraphs: [
      "Sie können ab jetzt qualifiziert unterschreiben oder siegeln: mit Ihrem Passwort und einem Code auf Ihr Telefon. Wartet ein Dokument auf Sie, öffnen Sie noch einmal die Einladung dazu.",
      "Das Passwort kennen nur Sie. Es lässt sich nicht zurücksetzen, auch nicht von uns. Ein früheres Zertifikat für denselben Zweck verwenden wir nicht mehr.",
      `Wenn Sie das nicht waren, sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
  }),
  en: (tellUs) => ({
    subject: "Your certificate is ready",
    heading: "Your certificate is ready.",
    paragraphs: [
      "You can sign or seal from now on with a qualified signature: with your password and a code to your phone. If a document waits for you, open its invitation again.",
      "Only you know the password. It cannot be reset, not even by us. An earlier certificate for the same purpose is used no more.",
      `If it was not you, tell us at once: ${tellUs}.`,
    ],
  }),
};
