/** The words of the audit report in both languages. */
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { ReportContent, ReportedSigner } from "./report-content.ts";

/** A number stays on one line. */
const whole = (phone: string): string => phone.replaceAll(" ", "\u00a0");

type Acts = "sign" | "seal" | "both";
type Quoted = { readonly title: string; readonly at: string };
type Far = { readonly signed: number; readonly total: number; readonly acts: Acts };

const done = { sign: "signed", seal: "sealed", both: "signed or sealed" } as const;
const getan = { sign: "unterschrieben", seal: "gesiegelt", both: "unterschrieben oder gesiegelt" } as const;

const english = {
  title: "Audit report",
  /** What happened, in one sentence, and how far it had come where it came to nothing. */
  headlines: {
    one: (name: string, acts: Acts, { title, at }: Quoted) => `${name} ${done[acts]} “${title}” on ${at}.`,
    all: ({ total, acts }: Far, { title, at }: Quoted) =>
      `${total === 2 ? "Both people" : `All ${total} people`} ${done[acts]} “${title}”, the last on ${at}.`,
    refused: (by: string, { title, at }: Quoted) => `${by} declined “${title}” on ${at}.`,
    cancelled: (by: string, { title, at }: Quoted) => `${by} withdrew “${title}” on ${at}.`,
    expired: ({ title, at }: Quoted) => `The time for “${title}” ran out on ${at}.`,
    open: ({ signed, total, acts }: Far, { title, at }: Quoted) =>
      `“${title}” is not finished: on ${at}, ${signed} of ${total} ${total === 1 ? "person" : "people"} had ${done[acts]}.`,
  },
  before: ({ signed, total, acts }: Far) =>
    signed === 0 ? `Nobody had ${done[acts]} before.` : `${signed} of ${total} people had ${done[acts]} before.`,
  workflow: "Workflow number",
  sender: "Sent by",
  started: "Sent on",
  endings: {
    OPEN: "Report made on",
    FINISHED: "Finished on",
    REVOKED: "Declined on",
    CANCELLED: "Withdrawn on",
    EXPIRED: "Ran out on",
  } satisfies Record<ReportContent["workflow"]["state"], string>,
  refusal: "The reason given",
  reasonKept: "The reason given for declining is told to the sender alone.",
  people: { sign: "Who signed", seal: "Who sealed", both: "Who signed or sealed" } satisfies Record<Acts, string>,
  picture: "Image",
  pictureOf: (name: string) => `Image in the signature of ${name}`,
  person: "Person",
  how: "How",
  when: "When",
  link: "With the personal link",
  sms: (phone: string) => `With the personal link and a code by text message to ${whole(phone)}`,
  voice: (phone: string) => `With the personal link and a code by phone call to ${whole(phone)}`,
  declined: "Declined",
  missing: {
    open: { sign: "Has not signed yet", seal: "Has not sealed yet" },
    ended: { sign: "Did not sign", seal: "Did not seal" },
  },
  reference: "Reference",
  documents: "Documents",
  number: "No.",
  name: "Name",
  pagesHeading: "Pages",
  outcome: "Outcome",
  outcomeOf: ({ signed, total, acts }: Far) => {
    if (signed === 0) return `Not ${done[acts]}`;
    const verb = `${done[acts].slice(0, 1).toUpperCase()}${done[acts].slice(1)}`;
    if (total === 1) return verb;
    return signed === total ? `${verb} by all ${total}` : `${verb} by ${signed} of ${total}`;
  },
  shownOnly: { sign: "Shown, not signed", seal: "Shown, not sealed", both: "Shown, not signed" } satisfies Record<
    Acts,
    string
  >,
  attachmentOf: (name: string) => `Attachment to ${name}`,
  earlierShort: (n: number) => `Had ${n === 1 ? "1 signature" : `${n} signatures`} when it was sent; not checked`,
  about: (provider: string) =>
    `${provider} recorded what happened while it happened, and sealed this report: a later change of it shows. The next page tells it step by step. The annex names the certificates, gives the checksums by which a file is compared, and says how to check all of it.`,
  steps: "What happened, step by step",
  recordedUntil: (moment: string) =>
    `Recorded until ${moment}, when this report was made. A report that is made later, such as one in another language, also tells what came after that.`,
  time: "Time",
  who: "Who",
  what: "What",
  until: (moment: string) => `until ${moment}`,
  several: (numbers: string) => `Documents\u00a0${numbers}`,
  document: (number: number, name: string) => `Document\u00a0${number}: ${name}`,
  annex: "Annex",
  certificates: {
    sign: "Signatures and certificates",
    seal: "Seals and certificates",
    both: "Signatures, seals and certificates",
  } satisfies Record<Acts, string>,
  level: "Kind",
  certificate: "Certificate",
  issuer: "issued by",
  serial: "Serial number",
  times: "Times",
  approvedAt: "Confirmed",
  timestamp: "Timestamp",
  versionsHeading: "Documents and their checksums",
  versions:
    "Each version with its checksum, the SHA-256 of the whole file: a file that has the same value is that version, byte for byte.",
  goesOn: (name: string) => `${name} (continued)`,
  pages: (n: number) => (n === 1 ? "1 page" : `${n} pages`),
  earlierSignatures: (n: number) =>
    n === 1
      ? "it contained 1 signature when it was sent, which is kept byte by byte; we have not checked it"
      : `it contained ${n} signatures when it was sent, which are kept byte by byte; we have not checked them`,
  signed: ({ signed, total, acts }: Far) =>
    `${signed} of ${total} ${acts === "both" ? "signatures and seals" : `${acts === "sign" ? "signature" : "seal"}${total === 1 ? "" : "s"}`}`,
  sent: "As sent",
  sentAndShown: "As sent and shown",
  shown: "As shown",
  preparedBy: (name: string) => `Prepared by ${name}`,
  signedBy: (name: string) => `Signed by ${name}`,
  sealedBy: (name: string) => `Sealed by ${name}`,
  final: "Final version",
  embedded: "File embedded in the document",
  embeddedMore: (n: number) => (n === 1 ? "and 1 more embedded file" : `and ${n} more embedded files`),
  unnamed: "(without a name)",
  notUnpacked: "It could not be unpacked; it is part of the file above.",
  bytes: "bytes",
  record: "The record, event by event",
  recordLead:
    "Each event carries a checksum that includes the one of the event before it, so none can be removed or changed unnoticed.",
  chain: "Checksum of the event",
  chainHead: "The newest of these checksums",
  checking: "How to check this",
  note: "Any program that checks PAdES signatures can check this report and the signed documents; the root certificate is at",
  masked:
    "Telephone numbers are shown in part. Internet addresses and browsers are recorded by the provider and not shown here. What was filled in is in the documents.",
  shownMeans:
    "“Shown” means: the provider handed this version out to the person's program before they confirmed. The name of the program is what the program gave; it is not checked.",
  sealed: "this report is itself sealed (PAdES B-LTA)",
  page: (n: number, total: number) => `Page ${n} of ${total}`,
  levels: {
    s_signature: "Simple electronic signature",
    a_signature: "Advanced electronic signature",
    a_seal: "Advanced electronic seal",
    q_signature: "Qualified electronic signature",
    q_seal: "Qualified electronic seal",
  } satisfies Record<ReportedSigner["level"], string>,
  /** What a level is by law, and whose certificate stands in the document. */
  meanings: {
    s_signature:
      "Simple: electronic signature (eIDAS Art. 3 (10)). The provider sealed the document, and the seal names the signatory.",
    a_signature:
      "Advanced: advanced electronic signature (eIDAS Art. 3 (11)). The certificate is in the name of the signatory.",
    a_seal:
      "Advanced seal: advanced electronic seal (eIDAS Art. 3 (26)). The certificate is in the name of the organisation.",
    q_signature:
      "Qualified: qualified electronic signature (eIDAS Art. 3 (12)). The certificate is in the name of the signatory.",
    q_seal:
      "Qualified seal: qualified electronic seal (eIDAS Art. 3 (27)). The certificate is in the name of the organisation.",
  } satisfies Record<ReportedSigner["level"], string>,
};

const german: typeof english = {
  title: "Prüfprotokoll",
  headlines: {
    one: (name, acts, { title, at }) => `${name} hat „${title}“ am ${at} ${getan[acts]}.`,
    all: ({ total, acts }, { title, at }) =>
      `${total === 2 ? "Beide Personen" : `Alle ${total} Personen`} haben „${title}“ ${getan[acts]}, die letzte am ${at}.`,
    refused: (by, { title, at }) => `${by} hat „${title}“ am ${at} abgelehnt.`,
    cancelled: (by, { title, at }) => `${by} hat „${title}“ am ${at} zurückgezogen.`,
    expired: ({ title, at }) => `Die Frist für „${title}“ ist am ${at} abgelaufen.`,
    open: ({ signed, total, acts }, { title, at }) =>
      `„${title}“ ist nicht abgeschlossen: Am ${at} ${signed === 1 || total === 1 ? "hatte" : "hatten"} ${signed} von ${total} ${total === 1 ? "Person" : "Personen"} ${getan[acts]}.`,
  },
  before: ({ signed, total, acts }) =>
    signed === 0
      ? `Vorher hatte niemand ${getan[acts]}.`
      : `Vorher ${signed === 1 ? "hatte" : "hatten"} ${signed} von ${total} Personen ${getan[acts]}.`,
  workflow: "Vorgangsnummer",
  sender: "Gesendet von",
  started: "Gesendet am",
  endings: {
    OPEN: "Protokoll vom",
    FINISHED: "Abgeschlossen am",
    REVOKED: "Abgelehnt am",
    CANCELLED: "Zurückgezogen am",
    EXPIRED: "Abgelaufen am",
  },
  refusal: "Der angegebene Grund",
  reasonKept: "Der Grund der Ablehnung wird nur dem Absender mitgeteilt.",
  people: { sign: "Wer unterschrieben hat", seal: "Wer gesiegelt hat", both: "Wer unterschrieben oder gesiegelt hat" },
  picture: "Bild",
  pictureOf: (name) => `Bild in der Unterschrift von ${name}`,
  person: "Person",
  how: "Wie",
  when: "Wann",
  link: "Mit dem persönlichen Link",
  sms: (phone) => `Mit dem persönlichen Link und einem Code per SMS an ${whole(phone)}`,
  voice: (phone) => `Mit dem persönlichen Link und einem Code per Anruf an ${whole(phone)}`,
  declined: "Abgelehnt",
  missing: {
    open: { sign: "Hat noch nicht unterschrieben", seal: "Hat noch nicht gesiegelt" },
    ended: { sign: "Hat nicht unterschrieben", seal: "Hat nicht gesiegelt" },
  },
  reference: "Referenz",
  documents: "Dokumente",
  number: "Nr.",
  name: "Name",
  pagesHeading: "Seiten",
  outcome: "Ergebnis",
  outcomeOf: ({ signed, total, acts }) => {
    if (signed === 0) return `Nicht ${getan[acts]}`;
    const verb = `${getan[acts].slice(0, 1).toUpperCase()}${getan[acts].slice(1)}`;
    if (total === 1) return verb;
    return signed === total ? `${verb} von allen ${total}` : `${verb} von ${signed} der ${total}`;
  },
  shownOnly: {
    sign: "Gezeigt, nicht unterschrieben",
    seal: "Gezeigt, nicht gesiegelt",
    both: "Gezeigt, nicht unterschrieben",
  },
  attachmentOf: (name) => `Anlage zu ${name}`,
  earlierShort: (n) => `Hatte beim Versand schon ${n === 1 ? "1 Unterschrift" : `${n} Unterschriften`}; nicht geprüft`,
  about: (provider) =>
    `${provider} hat aufgezeichnet, was geschah, während es geschah, und dieses Protokoll gesiegelt: Eine spätere Änderung daran fällt auf. Die nächste Seite erzählt es Schritt für Schritt. Der Anhang nennt die Zertifikate, gibt die Prüfsummen an, mit denen man eine Datei vergleicht, und sagt, wie sich alles prüfen lässt.`,
  steps: "Was geschah, Schritt für Schritt",
  recordedUntil: (moment) =>
    `Aufgezeichnet bis ${moment}, als dieses Protokoll entstand. Ein später erstelltes, etwa in der anderen Sprache, erzählt auch, was danach kam.`,
  time: "Zeit",
  who: "Wer",
  what: "Was",
  until: (moment) => `bis ${moment}`,
  several: (numbers) => `Dokumente\u00a0${numbers}`,
  document: (number, name) => `Dokument\u00a0${number}: ${name}`,
  annex: "Anhang",
  certificates: {
    sign: "Unterschriften und Zertifikate",
    seal: "Siegel und Zertifikate",
    both: "Unterschriften, Siegel und Zertifikate",
  },
  level: "Art",
  certificate: "Zertifikat",
  issuer: "ausgestellt von",
  serial: "Seriennummer",
  times: "Zeiten",
  approvedAt: "Bestätigt",
  timestamp: "Zeitstempel",
  versionsHeading: "Dokumente und ihre Prüfsummen",
  versions:
    "Jede Fassung mit ihrer Prüfsumme, der SHA-256 der ganzen Datei: Eine Datei mit demselben Wert ist diese Fassung, Byte für Byte.",
  goesOn: (name) => `${name} (Fortsetzung)`,
  pages: (n) => (n === 1 ? "1 Seite" : `${n} Seiten`),
  earlierSignatures: (n) =>
    n === 1
      ? "enthielt beim Versand schon 1 Unterschrift, die Byte für Byte erhalten bleibt; wir haben sie nicht geprüft"
      : `enthielt beim Versand schon ${n} Unterschriften, die Byte für Byte erhalten bleiben; wir haben sie nicht geprüft`,
  signed: ({ signed, total, acts }) =>
    `${signed} von ${total} ${acts === "both" ? "Unterschriften und Siegeln" : acts === "seal" ? "Siegeln" : total === 1 ? "Unterschrift" : "Unterschriften"}`,
  sent: "Wie versendet",
  sentAndShown: "Wie versendet und gezeigt",
  shown: "Wie gezeigt",
  preparedBy: (name) => `Aufbereitet von ${name}`,
  signedBy: (name) => `Unterschrieben von ${name}`,
  sealedBy: (name) => `Gesiegelt von ${name}`,
  final: "Endgültige Fassung",
  embedded: "In das Dokument eingebettete Datei",
  embeddedMore: (n) => (n === 1 ? "und 1 weitere eingebettete Datei" : `und ${n} weitere eingebettete Dateien`),
  unnamed: "(ohne Namen)",
  notUnpacked: "Ließ sich nicht entpacken; sie ist Teil der Datei oben.",
  bytes: "Byte",
  record: "Die Aufzeichnung, Ereignis für Ereignis",
  recordLead:
    "Jedes Ereignis trägt eine Prüfsumme, in die die des vorigen eingeht, so dass keines unbemerkt entfernt oder geändert werden kann.",
  chain: "Prüfsumme des Ereignisses",
  chainHead: "Die neueste dieser Prüfsummen",
  checking: "So lässt es sich prüfen",
  note: "Prüfen lassen sich dieses Protokoll und die unterschriebenen Dokumente mit jedem Programm für PAdES-Signaturen; das Wurzelzertifikat steht unter",
  masked:
    "Telefonnummern sind gekürzt. Internetadressen und Browser zeichnet der Anbieter auf; sie stehen hier nicht. Was ausgefüllt wurde, steht in den Dokumenten.",
  shownMeans:
    "„Gezeigt“ heißt: Der Anbieter hat diese Fassung an das Programm der Person ausgegeben, bevor sie bestätigte. Den Namen des Programms hat das Programm selbst angegeben; er ist nicht geprüft.",
  sealed: "dieses Protokoll ist selbst gesiegelt (PAdES B-LTA)",
  page: (n, total) => `Seite ${n} von ${total}`,
  levels: {
    s_signature: "Einfache elektronische Signatur",
    a_signature: "Fortgeschrittene elektronische Signatur",
    a_seal: "Fortgeschrittenes elektronisches Siegel",
    q_signature: "Qualifizierte elektronische Signatur",
    q_seal: "Qualifiziertes elektronisches Siegel",
  },
  meanings: {
    s_signature:
      "Einfach: elektronische Signatur (eIDAS Art. 3 Nr. 10). Der Anbieter hat das Dokument gesiegelt; sein Siegel nennt die unterzeichnende Person.",
    a_signature:
      "Fortgeschritten: fortgeschrittene elektronische Signatur (eIDAS Art. 3 Nr. 11). Das Zertifikat lautet auf die unterzeichnende Person.",
    a_seal:
      "Fortgeschrittenes Siegel: fortgeschrittenes elektronisches Siegel (eIDAS Art. 3 Nr. 26). Das Zertifikat lautet auf die Organisation.",
    q_signature:
      "Qualifiziert: qualifizierte elektronische Signatur (eIDAS Art. 3 Nr. 12). Das Zertifikat lautet auf die unterzeichnende Person.",
    q_seal:
      "Qualifiziertes Siegel: qualifiziertes elektronisches Siegel (eIDAS Art. 3 Nr. 27). Das Zertifikat lautet auf die Organisation.",
  },
};

/** The words of one language. */
export type ReportTexts = typeof english;

/** The report's words; both languages have every one. */
export const reportTexts: Record<Language, ReportTexts> = { en: english, de: german };

/** A moment in a sentence, to the minute. */
export const sentenceMoment = (at: Date, { language, zone }: Pick<ReportContent, "language" | "zone">): string =>
  momentText(at, { language, zone }).replace(/ (?=\S+$)/, "\u00a0");

/** A moment of the report, to the second. */
export const reportMoment = (at: Date, { language, zone }: Pick<ReportContent, "language" | "zone">): string =>
  momentText(at, { language, zone, seconds: true });
