/** The words of the audit report in both languages. */
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { ReportContent, ReportedSigner } from "./report-content.ts";

/** A number stays on one line. */
const whole = (phone: string): string => phone.replaceAll(" ", "\u00a0");

const english = {
  title: "Audit report",
  workflow: "Workflow",
  state: "State",
  sender: "Sent by",
  started: "Started",
  ended: "Ended",
  zone: "Time zone",
  documents: "Documents",
  counts: (toSign: number, shown: number) => `${toSign} to sign${shown === 0 ? "" : `, ${shown}\u00a0shown\u00a0only`}`,
  signatures: "Signatures",
  versions:
    "Each version with the SHA-256 of its whole file: a file that has the same value is that version, byte for byte.",
  name: "Name",
  document: (number: number, name: string) => `Document\u00a0${number}: ${name}`,
  goesOn: (name: string) => `${name} (continued)`,
  pages: (n: number) => (n === 1 ? "1 page" : `${n} pages`),
  earlierSignatures: (n: number) =>
    n === 1
      ? "it contained 1 signature when it was sent, which is kept byte by byte; we have not checked it"
      : `it contained ${n} signatures when it was sent, which are kept byte by byte; we have not checked them`,
  signed: (n: number, total: number) => `${n} of ${total} ${total === 1 ? "signature" : "signatures"}`,
  sent: "As sent",
  /** Of a document that is signed, then of one that is not. */
  sentAndShown: ["As sent and shown for approval", "As sent and shown"],
  shown: ["As shown for approval", "As shown"],
  preparedBy: (name: string) => `Prepared by ${name}`,
  signedBy: (name: string) => `Signed by ${name}`,
  sealedBy: (name: string) => `Sealed by ${name}`,
  final: "Final version",
  attachmentOf: (name: string) => `Attachment to ${name}`,
  shownOnly: "Shown, not signed",
  embedded: "File embedded in the document",
  embeddedMore: (n: number) => (n === 1 ? "and 1 more embedded file" : `and ${n} more embedded files`),
  unnamed: "(without a name)",
  notUnpacked: "It could not be unpacked; it is part of the file above.",
  bytes: "bytes",
  signatories: "Signatories",
  level: "Level",
  identified: "Released by",
  signedAt: "Signed at",
  notSigned: "not signed",
  certificate: "Certificate",
  issuer: "issued by",
  serial: "Serial number",
  approvedAt: "Approved",
  timestamp: "Timestamp",
  reference: "Reference",
  events: "Events",
  time: "Time",
  who: "Who",
  what: "What",
  chain: "Chain",
  chainHead: "Newest link of the chain",
  made: "Created",
  refusal: "Reason of the refusal",
  checking: "How to check this",
  note: "Each event carries the fingerprint of the one before it, so none can be removed or changed unnoticed. Any program that validates PAdES signatures can check this report and the signed documents; the root certificate is at",
  masked:
    "Telephone numbers are shown in part. Internet addresses and browsers are recorded by the provider and not shown here. What was filled in is in the documents.",
  loaded:
    "Which version of a document was loaded before an approval is what the provider handed out; what the program is called is what it says of itself.",
  reasonKept: "The reason of the refusal is told to the sender alone.",
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
  /** What a level is by law, and whose certificate stands in the document. */
  meanings: {
    s_signature:
      "Simple: electronic signature (eIDAS Art. 3 (10)). The document is sealed by the provider, who names the signatory.",
    a_signature:
      "Advanced: advanced electronic signature (eIDAS Art. 3 (11)). The certificate is in the name of the signatory.",
    a_seal:
      "Advanced seal: advanced electronic seal (eIDAS Art. 3 (26)). The certificate is in the name of the organisation.",
    q_signature:
      "Qualified: qualified electronic signature (eIDAS Art. 3 (12)). The certificate is in the name of the signatory.",
    q_seal:
      "Qualified seal: qualified electronic seal (eIDAS Art. 3 (27)). The certificate is in the name of the organisation.",
  } satisfies Record<ReportedSigner["level"], string>,
  /** So many of one level, in the middle of a line. */
  counted: {
    s_signature: (n) => `${n}\u00a0simple`,
    a_signature: (n) => `${n}\u00a0advanced`,
    a_seal: (n) => `${n}\u00a0advanced ${n === 1 ? "seal" : "seals"}`,
    q_signature: (n) => `${n}\u00a0qualified`,
    q_seal: (n) => `${n}\u00a0qualified ${n === 1 ? "seal" : "seals"}`,
  } satisfies Record<ReportedSigner["level"], (n: number) => string>,
  link: "Personal link",
  sms: (phone: string) => `Code by text message to ${whole(phone)}`,
  voice: (phone: string) => `Code by phone call to ${whole(phone)}`,
};

const german: typeof english = {
  title: "Prüfprotokoll",
  workflow: "Vorgang",
  state: "Stand",
  sender: "Absender",
  started: "Begonnen",
  ended: "Beendet",
  zone: "Zeitzone",
  documents: "Dokumente",
  counts: (toSign, shown) => `${toSign} zu unterschreiben${shown === 0 ? "" : `, ${shown}\u00a0nur\u00a0gezeigt`}`,
  signatures: "Unterschriften",
  versions:
    "Jede Fassung mit der SHA-256 ihrer ganzen Datei: Eine Datei mit demselben Wert ist diese Fassung, Byte für Byte.",
  name: "Name",
  document: (number, name) => `Dokument\u00a0${number}: ${name}`,
  goesOn: (name) => `${name} (Fortsetzung)`,
  pages: (n) => (n === 1 ? "1 Seite" : `${n} Seiten`),
  earlierSignatures: (n) =>
    n === 1
      ? "enthielt beim Versand schon 1 Unterschrift, die Byte für Byte erhalten bleibt; wir haben sie nicht geprüft"
      : `enthielt beim Versand schon ${n} Unterschriften, die Byte für Byte erhalten bleiben; wir haben sie nicht geprüft`,
  signed: (n, total) => `${n} von ${total} ${total === 1 ? "Unterschrift" : "Unterschriften"}`,
  sent: "Wie versendet",
  sentAndShown: ["Wie versendet und zur Freigabe gezeigt", "Wie versendet und gezeigt"],
  shown: ["Wie zur Freigabe gezeigt", "Wie gezeigt"],
  preparedBy: (name) => `Aufbereitet von ${name}`,
  signedBy: (name) => `Unterschrieben von ${name}`,
  sealedBy: (name) => `Gesiegelt von ${name}`,
  final: "Endgültige Fassung",
  attachmentOf: (name) => `Anlage zu ${name}`,
  shownOnly: "Gezeigt, nicht unterschrieben",
  embedded: "In das Dokument eingebettete Datei",
  embeddedMore: (n) => (n === 1 ? "und 1 weitere eingebettete Datei" : `und ${n} weitere eingebettete Dateien`),
  unnamed: "(ohne Namen)",
  notUnpacked: "Ließ sich nicht entpacken; sie ist Teil der Datei oben.",
  bytes: "Byte",
  signatories: "Unterzeichnende",
  level: "Stufe",
  identified: "Freigegeben durch",
  signedAt: "Unterschrieben am",
  notSigned: "nicht unterschrieben",
  certificate: "Zertifikat",
  issuer: "ausgestellt von",
  serial: "Seriennummer",
  approvedAt: "Freigegeben",
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
  checking: "So lässt es sich prüfen",
  note: "Jedes Ereignis trägt den Fingerabdruck des vorigen, so dass keines unbemerkt entfernt oder geändert werden kann. Prüfen lassen sich dieses Protokoll und die unterschriebenen Dokumente mit jedem Programm für PAdES-Signaturen; das Wurzelzertifikat steht unter",
  masked:
    "Telefonnummern sind gekürzt. Internetadressen und Browser zeichnet der Anbieter auf; sie stehen hier nicht. Was ausgefüllt wurde, steht in den Dokumenten.",
  loaded:
    "Welche Fassung eines Dokuments vor einer Freigabe geladen wurde, hat der Anbieter aufgezeichnet; wie das Programm heißt, sagt es selbst.",
  reasonKept: "Der Grund der Ablehnung wird nur dem Absender mitgeteilt.",
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
  meanings: {
    s_signature:
      "Einfach: elektronische Signatur (eIDAS Art. 3 Nr. 10). Das Dokument siegelt der Anbieter, der die unterzeichnende Person nennt.",
    a_signature:
      "Fortgeschritten: fortgeschrittene elektronische Signatur (eIDAS Art. 3 Nr. 11). Das Zertifikat lautet auf die unterzeichnende Person.",
    a_seal:
      "Fortgeschrittenes Siegel: fortgeschrittenes elektronisches Siegel (eIDAS Art. 3 Nr. 26). Das Zertifikat lautet auf die Organisation.",
    q_signature:
      "Qualifiziert: qualifizierte elektronische Signatur (eIDAS Art. 3 Nr. 12). Das Zertifikat lautet auf die unterzeichnende Person.",
    q_seal:
      "Qualifiziertes Siegel: qualifiziertes elektronisches Siegel (eIDAS Art. 3 Nr. 27). Das Zertifikat lautet auf die Organisation.",
  },
  counted: {
    s_signature: (n) => `${n}\u00a0einfach`,
    a_signature: (n) => `${n}\u00a0fortgeschritten`,
    a_seal: (n) => (n === 1 ? "1\u00a0fortgeschrittenes Siegel" : `${n}\u00a0fortgeschrittene Siegel`),
    q_signature: (n) => `${n}\u00a0qualifiziert`,
    q_seal: (n) => (n === 1 ? "1\u00a0qualifiziertes Siegel" : `${n}\u00a0qualifizierte Siegel`),
  },
  link: "Persönlicher Link",
  sms: (phone) => `Code per SMS an ${whole(phone)}`,
  voice: (phone) => `Code per Anruf an ${whole(phone)}`,
};

/** The words of one language. */
export type ReportTexts = typeof english;

/** The report's words; both languages have every one. */
export const reportTexts: Record<Language, ReportTexts> = { en: english, de: german };

/** A moment of the report, to the second. */
export const reportMoment = (at: Date, { language, zone }: Pick<ReportContent, "language" | "zone">): string =>
  momentText(at, { language, zone, seconds: true });
