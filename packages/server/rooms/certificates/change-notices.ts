/** What the holder of a certificate is told of a change: a mail to the address on record, and a text message to the phone before. */
import type { SendChangeMailPayload } from "@siegel/contract/account-mails.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { type CodeTransport, CodeTransportFailed, type CodeTransportFailure } from "../../ports/code-transport.ts";
import type { AccountMailDeps, OwnWords } from "../messages/messages.ts";
import { sendOwnMail } from "../messages/messages.ts";
import { readCertificate } from "./certificates-store.ts";
import { readChange, type StoredChange } from "./changes-store.ts";
import type { HolderSecret } from "./holder-mac.ts";
import { stopSecretOf, toldAs } from "./record-change.ts";
import { openPhone } from "./registered-phone.ts";

/** What sending the mail takes. */
export type ChangeMailDeps = Omit<AccountMailDeps, "linkSecret"> & { readonly holderSecret: HolderSecret };

/** What sending the text takes. */
export type ChangeTextDeps = Pick<ChangeMailDeps, "db" | "holderSecret"> & {
  readonly service: { readonly publicUrl: string; readonly provider: string };
  readonly codes: CodeTransport;
};

const linkOf = (secret: HolderSecret, { changeId }: StoredChange): string =>
  `/certManager/stop/${stopSecretOf(secret, changeId)}`;

/** Sends the mail, unless the change was stopped or is forgotten. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendChangeMail(deps: ChangeMailDeps, { mailId, changeId }: SendChangeMailPayload): Promise<void> {
  const { db, holderSecret, service } = deps;
  const named = { mailId, kind: "certificate_changed", about: changeId };
  const change = await readChange(db, changeId);
  if (change === null || change.stoppedAt !== null) return await sendOwnMail(deps, named, null);
  const held = await readCertificate(db, change.certificateId);
  const { language, certificateId } = change;
  const phone = held.phone === null ? "" : openPhone(holderSecret, { certificateId, sealed: held.phone });
  const moment = (at: Date) => momentText(at, { language, zone: service.timeZone, weekday: true });
  const words = says[language][change.kind]({
    at: linkOf(holderSecret, change),
    how: ways[language][change.route],
    phone: maskPhone(phone),
    serial: held.serial.toUpperCase().replace(/(..)(?=.)/g, "$1:"),
    changedAt: moment(change.changedAt),
    rest:
      change.restsUntil === null
        ? null
        : { until: moment(change.restsUntil), isInWorkflow: change.workflowId !== null },
  });
  const firstName = nameAttribute(parseCertificate(held.certificate).subject, "commonName") ?? "";
  await sendOwnMail(deps, named, { to: { firstName, lastName: "", email: held.email }, language, words });
}

/** Faults of which another try mends nothing. */
const final: ReadonlySet<CodeTransportFailure> = new Set(["invalid_number", "unreachable", "blocked"]);

/** Sends the text message, unless the change was stopped or is forgotten. @throws CodeTransportFailed while another try may help */
export async function sendChangeText(
  { db, holderSecret, service, codes }: ChangeTextDeps,
  { changeId }: { readonly changeId: string },
): Promise<void> {
  const change = await readChange(db, changeId);
  if (change === null || change.stoppedAt !== null) return;
  const to = openPhone(holderSecret, { certificateId: toldAs(changeId), sealed: change.toldPhone });
  const { language, kind } = change;
  const text = fitting(service.provider, texts[language][kind](`${service.publicUrl}${linkOf(holderSecret, change)}`));
  const spoken = { introduction: "", reference: "", digits: "" };
  try {
    await codes.sendText({ attemptId: changeId, to, language, text, spoken, validitySeconds: 14_400 });
  } catch (fault) {
    if (!(fault instanceof CodeTransportFailed) || !final.has(fault.kind)) throw fault;
  }
}

const text_chars_max = 160;

/** Who writes stands before it, where a text message has room for that. */
function fitting(provider: string, text: string): string {
  const named = `${provider}: ${text}`;
  return named.length <= text_chars_max ? named : text;
}

/** With an address of 90 characters they fit into a text message. */
const texts: Readonly<Record<Language, Readonly<Record<StoredChange["kind"], (link: string) => string>>>> = {
  de: {
    phone: (link) => `Ihr Zertifikat hat eine neue Telefonnummer. Nicht Sie? Aufhalten: ${link}`,
    password: (link) => `Ihr Zertifikat hat ein neues Passwort. Nicht Sie? Aufhalten: ${link}`,
  },
  en: {
    phone: (link) => `Your certificate has a new phone number. Not you? Stop it: ${link}`,
    password: (link) => `Your certificate has a new password. Not you? Stop it: ${link}`,
  },
};

const ways: Readonly<Record<Language, Readonly<Record<StoredChange["route"], string>>>> = {
  de: { eid: "mit einem Online-Ausweis", video: "per Video", "on-site": "persönlich" },
  en: { eid: "with an online ID card", video: "by video", "on-site": "in person" },
};

type Facts = {
  readonly at: string;
  readonly how: string;
  readonly phone: string;
  readonly serial: string;
  readonly changedAt: string;
  readonly rest: { readonly until: string; readonly isInWorkflow: boolean } | null;
};

const stopDe =
  "Der Knopf sperrt das Zertifikat. Wir fragen Sie vorher noch einmal. Diese E-Mail will kein Passwort von Ihnen.";
const stopEn =
  "The button revokes the certificate. We ask you once more first. This e-mail wants no password from you.";
const wasYouDe = (rest: Facts["rest"], what: string): string =>
  `Waren Sie das? Dann müssen Sie nichts tun. Wenn nicht: Halten Sie es auf.${
    rest === null
      ? ""
      : ` Bis ${rest.until} kann niemand mit ${what} unterschreiben${rest.isInWorkflow ? ", außer im Vorgang, in dem es geändert wurde" : ""}.`
  }`;
const wasYouEn = (rest: Facts["rest"], what: string): string =>
  `Was it you? Then you need do nothing. If not: stop it.${
    rest === null
      ? ""
      : ` Until ${rest.until} nobody can sign with ${what}${rest.isInWorkflow ? ", except in the workflow in which it was changed" : ""}.`
  }`;

const says: Readonly<Record<Language, Readonly<Record<StoredChange["kind"], (facts: Facts) => OwnWords>>>> = {
  de: {
    phone: ({ at, how, phone, serial, changedAt, rest }) => ({
      subject: "Die Telefonnummer Ihres Zertifikats wurde geändert",
      heading: "Die Telefonnummer Ihres Zertifikats wurde geändert.",
      paragraphs: [
        `Ihre Nummer ist jetzt ${phone}. Jemand hat sich dafür ${how} auf Ihren Namen ausgewiesen.`,
        wasYouDe(rest, "der neuen Nummer"),
      ],
      button: { label: "Das war ich nicht, aufhalten", at },
      rows: [
        ["Geändert", changedAt],
        ["Zertifikat", serial],
      ],
      notes: [stopDe],
    }),
    password: ({ at, how, serial, changedAt, rest }) => ({
      subject: "Ihr Zertifikat hat ein neues Passwort",
      heading: "Ihr Zertifikat hat ein neues Passwort.",
      paragraphs: [
        `Ihr neues Passwort gehört zu einem neuen Zertifikat; das frühere ist gesperrt. Was Sie damit unterschrieben haben, bleibt gültig. Jemand hat sich dafür ${how} auf Ihren Namen ausgewiesen.`,
        wasYouDe(rest, "dem neuen Zertifikat"),
      ],
      button: { label: "Das war ich nicht, aufhalten", at },
      rows: [
        ["Geändert", changedAt],
        ["Neues Zertifikat", serial],
      ],
      notes: [stopDe],
    }),
  },
  en: {
    phone: ({ at, how, phone, serial, changedAt, rest }) => ({
      subject: "The phone number of your certificate was changed",
      heading: "The phone number of your certificate was changed.",
      paragraphs: [
        `A person identified themselves ${how} in your name and changed the number to ${phone}.`,
        wasYouEn(rest, "the new number"),
      ],
      button: { label: "It was not me, stop it", at },
      rows: [
        ["Changed", changedAt],
        ["Certificate", serial],
      ],
      notes: [stopEn],
    }),
    password: ({ at, how, serial, changedAt, rest }) => ({
      subject: "Your certificate has a new password",
      heading: "Your certificate has a new password.",
      paragraphs: [
        `A person identified themselves ${how} in your name and chose a new password. With it came a new certificate; the one before is revoked. What you signed with it stays valid.`,
        wasYouEn(rest, "the new certificate"),
      ],
      button: { label: "It was not me, stop it", at },
      rows: [
        ["Changed", changedAt],
        ["New certificate", serial],
      ],
      notes: [stopEn],
    }),
  },
};
