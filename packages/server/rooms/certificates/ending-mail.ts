/** The mail to the holder of a qualified certificate that ends soon, with the ways to the next. */
import type { SendEndingMailPayload } from "@siegel/contract/account-mails.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { revocationOf } from "../authority/authority.ts";
import { languageOf } from "../identity-proofing/identity-proofing.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";
import { readEnding } from "./ending-store.ts";

/** What sending takes; `eid`, `videoIdent`: by what people can be identified from afar, null for what is not offered. */
export type EndingMailDeps = Omit<AccountMailDeps, "linkSecret"> & {
  readonly eid: object | null;
  readonly videoIdent: object | null;
};

/** Sends it, unless the certificate is over, revoked, replaced or forgotten. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendEndingMail(
  deps: EndingMailDeps,
  { mailId, certificateId }: SendEndingMailPayload,
): Promise<void> {
  const { db, clock, service } = deps;
  const named = { mailId, kind: "certificate_ends", about: certificateId };
  const found = await readEnding(db, certificateId);
  const isOver = found === null || found.notAfter <= clock.now() || (await revocationOf(db, found)) !== null;
  if (isOver) return await sendOwnMail(deps, named, null);
  const { notAfter, personId, kind, serial, email } = found;
  const name = nameAttribute(parseCertificate(found.certificate).subject, "commonName") ?? "";
  const language = (await languageOf(db, { certificateId, personId })) ?? "de";
  const words = says[language]({
    days: dayOf(notAfter, service.timeZone) - dayOf(clock.now(), service.timeZone),
    until: momentText(notAfter, { language, zone: service.timeZone, weekday: true }),
    seals: kind === "organisation",
    serial: serial.toUpperCase().replace(/(..)(?=.)/g, "$1:"),
    hasEid: deps.eid !== null,
    hasVideo: deps.videoIdent !== null,
  });
  await sendOwnMail(deps, named, { to: { firstName: name, lastName: "", email }, language, words });
}

/** Days of the calendar where the service is. */
const dayOf = (at: Date, timeZone: string): number =>
  Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone }).format(at)) / 86_400_000;

type Facts = {
  readonly days: number;
  readonly until: string;
  readonly seals: boolean;
  readonly serial: string;
  readonly hasEid: boolean;
  readonly hasVideo: boolean;
};

const says: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ days, until, seals, serial, hasEid, hasVideo }) => {
    const when = days === 0 ? "heute" : days === 1 ? "in einem Tag" : `in ${days} Tagen`;
    const afar = [...(hasEid ? ["mit dem Online-Ausweis"] : []), ...(hasVideo ? ["per Video"] : [])];
    return {
      subject: `Ihr Zertifikat endet ${when}`,
      heading: `Ihr Zertifikat endet ${when}.`,
      paragraphs: [
        `Bis dahin ${seals ? "siegeln" : "unterschreiben"} Sie damit wie bisher. Was Sie damit ${seals ? "gesiegelt" : "unterschrieben"} haben, bleibt auch danach gültig.`,
        `Für ein neues weisen Sie sich noch einmal aus: jederzeit persönlich${afar.length === 0 ? "" : `, oder nach dem Ende beim nächsten ${seals ? "Siegeln" : "Unterschreiben"} ${afar.join(" oder ")}`}. Dabei wählen Sie auch ein neues Passwort.`,
        "Brauchen Sie keines mehr, müssen Sie nichts tun.",
      ],
      button: { label: "So geht es persönlich", at: "/in_person" },
      rows: [
        ["Seriennummer", serial],
        ["Gültig bis", until],
      ],
    };
  },
  en: ({ days, until, seals, serial, hasEid, hasVideo }) => {
    const when = days === 0 ? "today" : days === 1 ? "in one day" : `in ${days} days`;
    const afar = [...(hasEid ? ["with your ID card online"] : []), ...(hasVideo ? ["by video"] : [])];
    return {
      subject: `Your certificate ends ${when}`,
      heading: `Your certificate ends ${when}.`,
      paragraphs: [
        `Until then you ${seals ? "seal" : "sign"} with it as before. What you ${seals ? "sealed" : "signed"} with it stays valid afterwards too.`,
        `For a new one you identify yourself once more: in person at any time${afar.length === 0 ? "" : `, or after the end when you ${seals ? "seal" : "sign"} next, ${afar.join(" or ")}`}. You choose a new password then.`,
        "If you need no certificate any more, there is nothing to do.",
      ],
      button: { label: "How to do it in person", at: "/in_person" },
      rows: [
        ["Serial number", serial],
        ["Valid until", until],
      ],
    };
  },
};
