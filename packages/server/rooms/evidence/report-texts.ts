/** The words of the audit report in both languages. */
import type { Language } from "@siegel/contract/limits.ts";
import type { ReportContent, ReportedSigner } from "./report-content.ts";

/** A number stays on one line. */
const whole = (phone: string): string => phone.replaceAll(" ", "\u00a0");

const english = {
  title: "Audit report",
  workflow: "Workflow",
  state: "State",
  started: "Started",
  finished: "Finished",
  documents: "Documents",
  signatures: "Signatures",
  name: "Name",
  pages: "Pages",
  original: "As sent",
  attachmentOf: (name: string) => `Attachment to ${name}`,
  shownOnly: "Shown, not signed",
  revision: "Revision",
  of: "by",
  bytes: "bytes",
  signatories: "Signatories",
  level: "Level",
  identified: "Released by",
  signedAt: "Signed at",
  notSigned: "not signed",
  certificate: "Certificate",
  timestamp: "Timestamp",
  reference: "Reference",
  events: "Events",
  time: "Time",
  who: "Who",
  what: "What",
  chain: "Chain",
  chainHead: "Newest link of the chain",
  made: "Made",
  refusal: "Reason of the refusal",
  note: "Each event carries the fingerprint of the one before it, so none can be removed or changed unnoticed. Any program that validates PAdES signatures can check this report; the root certificate is at",
  sealed: "this report is itself sealed (PAdES B-LTA)",
  page: (n: number, total: number) => `Page ${n} of ${total}`,
  states: {
    OPEN: "Open",
    FINISHED: "Finished",
    REVOKED: "Refused",
    CANCELLED: "Cancelled",
    EXPIRED: "Expired",
  } satisfies Record<ReportContent["workflow"]["state"], string>,
  levels: {
    s_signature: "Simple",
    a_signature: "Advanced",
    a_seal: "Advanced seal",
    q_signature: "Qualified",
    q_seal: "Qualified seal",
  } satisfies Record<ReportedSigner["level"], string>,
  /** So many of one level, in the middle of a line. */
  counted: {
    s_signature: (n) => `${n}\u00a0simple`,
    a_signature: (n) => `${n}\u00a0advanced`,
    a_seal: (n) => `${n}\u00a0advanced ${n === 1 ? "seal" : "seals"}`,
    q_signature: (n) => `${n}\u00a0qualified`,
    q_seal: (n) => `${n}\u00a0qualified ${n === 1 ? "seal" : "seals"}`,
  } satisfies Record<ReportedSigner["level"], (n: number) => string>,
  link: "Personal link by e-mail",
  sms: (phone: string) => `Code by text message to ${whole(phone)}`,
  voice: (phone: string) => `Code by phone call to ${whole(phone)}`,
};

const german: typeof english = {
  title: "Prüfprotokoll",
  workflow: "Vorgang",
  state: "Stand",
  started: "Begonnen",
  finished: "Abgeschlossen",
  documents: "Dokumente",
  signatures: "Unterschriften",
  name: "Name",
  pages: "Seiten",
  original: "Wie versendet",
  attachmentOf: (name) => `Anlage zu ${name}`,
  shownOnly: "Gezeigt, nicht unterschrieben",
  revision: "Fassung",
  of: "von",
  bytes: "Byte",
  signatories: "Unterzeichnende",
  level: "Stufe",
  identified: "Freigegeben durch",
  signedAt: "Unterschrieben am",
  notSigned: "nicht unterschrieben",
  certificate: "Zertifikat",
  timestamp: "Zeitstempel",
  reference: "Referenz",
  events: "Ereignisse",
  time: "Zeit",
  who: "Wer",
  what: "Was",
  chain: "Kette",
  chainHead: "Neuestes Glied der Kette",
  made: "Erstellt",
  refusal: "Grund der Ablehnung",
  note: "Jedes Ereignis trägt den Fingerabdruck des vorigen, so dass keines unbemerkt entfernt oder geändert werden kann. Prüfen lässt sich dieses Protokoll mit jedem Programm für PAdES-Signaturen; das Wurzelzertifikat steht unter",
  sealed: "dieses Protokoll ist selbst gesiegelt (PAdES B-LTA)",
  page: (n, total) => `Seite ${n} von ${total}`,
  states: {
    OPEN: "Offen",
    FINISHED: "Abgeschlossen",
    REVOKED: "Abgelehnt",
    CANCELLED: "Zurückgezogen",
    EXPIRED: "Abgelaufen",
  },
  levels: {
    s_signature: "Einfach",
    a_signature: "Fortgeschritten",
    a_seal: "Fortgeschrittenes Siegel",
    q_signature: "Qualifiziert",
    q_seal: "Qualifiziertes Siegel",
  },
  counted: {
    s_signature: (n) => `${n}\u00a0einfach`,
    a_signature: (n) => `${n}\u00a0fortgeschritten`,
    a_seal: (n) => (n === 1 ? "1\u00a0fortgeschrittenes Siegel" : `${n}\u00a0fortgeschrittene Siegel`),
    q_signature: (n) => `${n}\u00a0qualifiziert`,
    q_seal: (n) => (n === 1 ? "1\u00a0qualifiziertes Siegel" : `${n}\u00a0qualifizierte Siegel`),
  },
  link: "Persönlicher Link per E-Mail",
  sms: (phone) => `Code per SMS an ${whole(phone)}`,
  voice: (phone) => `Code per Anruf an ${whole(phone)}`,
};

/** The words of one language. */
export type ReportTexts = typeof english;

/** The report's words; both languages have every one. */
export const reportTexts: Record<Language, ReportTexts> = { en: english, de: german };

// Making one takes longer than all that a report does with it. There are as many as languages and configured zones.
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment with its zone, as `21 Nov 2026, 11:20:45 CET` or `21.11.2026, 11:20:45 MEZ`. */
export function momentText(at: Date, language: Language, zone: string): string {
  const key = `${language} ${zone}`;
  const format = formats.get(key) ?? momentFormat(language, zone);
  formats.set(key, format);
  return format.format(at);
}

function momentFormat(language: Language, zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    timeZone: zone,
    day: language === "de" ? "2-digit" : "numeric",
    month: language === "de" ? "2-digit" : "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}
