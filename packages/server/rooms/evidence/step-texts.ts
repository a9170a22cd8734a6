/** The steps of a workflow in words: what a person did, once, with the documents it was about. */
import type { Language } from "@siegel/contract/limits.ts";
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";
import { detailOf, eventText } from "./event-texts.ts";
import type { NumberedEvent, Step } from "./plain-steps.ts";

/** What steps are told with: names for ids, and whose are seals. */
export type StepNames = {
  readonly language: Language;
  readonly concernedIn: (event: RecordedEvent) => string;
  readonly sealsIn: (event: RecordedEvent) => boolean;
  readonly documents: number;
  readonly signers: number;
};

/** The sentence for a step. */
export function stepText(step: Step, names: StepNames): string {
  const [first] = step;
  if (first === undefined) return "";
  const words = wordsOf[names.language];
  const { event } = first;
  const seals = names.sealsIn(event);
  const files = new Set(step.flatMap((one) => one.event.fileId ?? [])).size;
  switch (event.type) {
    case "workflow.created":
      return words.created(names.documents, names.signers);
    case "signer.accepted-terms":
    case "signer.logged-in":
      return openingText(step, names);
    case "signer.invited":
    case "message.sent":
    case "message.failed":
    case "message.unconfirmed":
      return mailText(step, names);
    case "code.issued":
      return codeText(step, names);
    case "document.confirmed":
      return files > 1 ? words.confirmedAll : told(first, names);
    case "document.repaired":
      return words.repaired;
    case "signing.authorised":
      return words.confirmed(seals, detailOf(event.details, "approval") === "code");
    case "signing.signed":
      return files > 1 ? words.signedAll(seals) : told(first, names);
    default:
      return step.length > 1 && !files ? words.times(told(first, names), step.length) : told(first, names);
  }
}

/** One event of a step as the annex tells it. */
function told({ event }: NumberedEvent, { language, concernedIn, sealsIn, documents }: StepNames): string {
  const telling = { language, concerned: concernedIn(event), seals: sealsIn(event), alone: documents === 1 };
  return eventText(event, telling);
}

function openingText(step: Step, names: StepNames): string {
  const words = wordsOf[names.language];
  const terms = step.find(({ event }) => event.type === "signer.accepted-terms");
  if (terms === undefined) return words.opened;
  const hasOpened = step.some(({ event }) => event.type === "signer.logged-in");
  return hasOpened
    ? words.openedWithTerms(String(detailOf(terms.event.details, "version") ?? "–"))
    : told(terms, names);
}

/** Each thing that became of a mail once, with everybody it is true of. */
function mailText(step: Step, names: StepNames): string {
  const mails = step.filter(({ event }) => event.type.startsWith("message."));
  const told = mails.length === 0 ? step : mails;
  const everybody = new Intl.ListFormat(names.language === "de" ? "de" : "en-GB");
  return [...new Set(told.map(({ event }) => event.type))]
    .map((type) => {
      const events = told.flatMap(({ event }) => (event.type === type ? [event] : []));
      const [event] = events;
      if (event === undefined) return "";
      const concerned = everybody.format([...new Set(events.map(names.concernedIn))]);
      const sent =
        type === "message.sent" ? wordsOf[names.language].mails[String(detailOf(event.details, "kind"))] : null;
      if (sent) return sent(concerned, names.sealsIn(event));
      return eventText(event, { language: names.language, concerned, seals: names.sealsIn(event), alone: false });
    })
    .join(". ");
}

/** A code with what became of it, where anybody said. */
function codeText(step: Step, names: StepNames): string {
  const words = wordsOf[names.language];
  const [issued, ...later] = step;
  if (issued === undefined) return "";
  const phone = String(detailOf(issued.event.details, "maskedPhone") ?? "–").replaceAll(" ", "\u00a0");
  const last = later.at(-1)?.event;
  const state = last?.type === "code.not-sent" ? "unsent" : last === undefined ? "" : detailOf(last.details, "state");
  return words.code(names.concernedIn(issued.event), phone, words.states[String(state)] ?? null);
}

const english = {
  created: (documents: number, signers: number) =>
    `Sent ${documents === 1 ? "1 document" : `${documents} documents`} to ${signers === 1 ? "1 person" : `${signers} people`}`,
  opened: "Opened the workflow",
  openedWithTerms: (version: string) => `Opened the workflow and accepted the terms (version ${version})`,
  confirmedAll: "Confirmed the documents",
  repaired: "Wrote the document anew before anybody signed",
  confirmed: (seals: boolean, withCode: boolean) =>
    `${withCode ? "Entered the code and confirmed" : "Confirmed"} the ${seals ? "seal" : "signature"}`,
  signedAll: (seals: boolean) => `${seals ? "Sealed" : "Signed"} the documents`,
  code: (to: string, phone: string, state: string | null) =>
    `Code for ${to} to ${phone}${state === null ? "" : `: ${state}`}`,
  states: {
    sent: "sent",
    delivered: "delivered",
    undelivered: "not delivered",
    failed: "not delivered",
    unsent: "could not be sent",
  } as Readonly<Record<string, string>>,
  /** By the kind of a mail that went out. */
  mails: {
    invitation: (to) => `Invited ${to} by e-mail`,
    reminder: (to) => `Reminded ${to} by e-mail`,
    finished: (to) => `Told ${to} by e-mail that it is finished`,
    refused: (to) => `Told ${to} by e-mail that it was declined`,
    cancelled: (to) => `Told ${to} by e-mail that it was withdrawn`,
    expired: (to) => `Told ${to} by e-mail that the time ran out`,
    signed: (to, seals) => `Told ${to} by e-mail that the ${seals ? "seal" : "signature"} is done`,
    signing_stalled: (to, seals) => `Told ${to} by e-mail that the ${seals ? "seal" : "signature"} is delayed`,
    signing_failed: (to, seals) => `Told ${to} by e-mail that nothing was ${seals ? "sealed" : "signed"}`,
  } as Readonly<Record<string, (to: string, seals: boolean) => string>>,
  times: (what: string, n: number) => `${what} (${n} times)`,
};

const german: typeof english = {
  created: (documents, signers) =>
    `Hat ${documents === 1 ? "1 Dokument" : `${documents} Dokumente`} an ${signers === 1 ? "1 Person" : `${signers} Personen`} gesendet`,
  opened: "Hat den Vorgang geöffnet",
  openedWithTerms: (version) => `Hat den Vorgang geöffnet und den Bedingungen zugestimmt (Fassung ${version})`,
  confirmedAll: "Hat die Dokumente bestätigt",
  repaired: "Hat das Dokument neu geschrieben, bevor jemand unterschrieb",
  confirmed: (seals, withCode) =>
    `Hat ${withCode ? "den Code eingegeben und " : ""}${seals ? "das Siegel" : "die Unterschrift"} bestätigt`,
  signedAll: (seals) => `Hat die Dokumente ${seals ? "gesiegelt" : "unterschrieben"}`,
  code: (to, phone, state) => `Code für ${to} an ${phone}${state === null ? "" : `: ${state}`}`,
  states: {
    sent: "gesendet",
    delivered: "zugestellt",
    undelivered: "nicht zugestellt",
    failed: "nicht zugestellt",
    unsent: "konnte nicht gesendet werden",
  },
  mails: {
    invitation: (to) => `Hat ${to} per E-Mail eingeladen`,
    reminder: (to) => `Hat ${to} per E-Mail erinnert`,
    finished: (to) => `Hat ${to} per E-Mail mitgeteilt, dass alles abgeschlossen ist`,
    refused: (to) => `Hat ${to} per E-Mail mitgeteilt, dass abgelehnt wurde`,
    cancelled: (to) => `Hat ${to} per E-Mail mitgeteilt, dass der Vorgang zurückgezogen wurde`,
    expired: (to) => `Hat ${to} per E-Mail mitgeteilt, dass die Frist abgelaufen ist`,
    signed: (to, seals) =>
      `Hat ${to} per E-Mail mitgeteilt, dass ${seals ? "das Siegel" : "die Unterschrift"} fertig ist`,
    signing_stalled: (to, seals) =>
      `Hat ${to} per E-Mail mitgeteilt, dass sich ${seals ? "das Siegel" : "die Unterschrift"} verzögert`,
    signing_failed: (to, seals) =>
      `Hat ${to} per E-Mail mitgeteilt, dass nichts ${seals ? "gesiegelt" : "unterschrieben"} wurde`,
  },
  times: (what, n) => `${what} (${n}-mal)`,
};

const wordsOf: Record<Language, typeof english> = { en: english, de: german };
