/** What each event of the trail is called in a report, and who did it. */
import type { AssuranceLevel, IdentificationRoute } from "@siegel/contract/identification.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { MessageKind } from "@siegel/contract/message-kinds.ts";
import type { DeliveryStatus } from "../../ports/code-transport.ts";
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";

type Words = Record<Language, string>;
/**
 * `byService`: recorded under the signer who asked for it, but done by the service. `seal`: of an organisation's seal, where the words
 * differ. `alone`: where the workflow has one document, which its page calls otherwise.
 */
type EventWords = Words & { readonly byService?: true; readonly seal?: Words; readonly alone?: Words };

/**
 * Words in braces are taken from the event's details; `{concerned}` is the signer it is about, else the initiator.
 * None begins with such words: a name that is read from the right would turn the whole sentence.
 * A test scans the rooms' sources: a type that any room records and that is missing here fails.
 */
export const eventWords: Readonly<Record<string, EventWords>> = {
  "workflow.created": { en: "Started the workflow", de: "Hat den Vorgang begonnen" },
  "workflow.finished": { en: "The workflow is finished", de: "Der Vorgang ist abgeschlossen" },
  // Without the reason: it stands at the head of the report, for who may know it.
  "workflow.refused": {
    en: "Declined to sign",
    de: "Hat abgelehnt",
    seal: { en: "Declined to seal", de: "Hat abgelehnt" },
  },
  "workflow.cancelled": { en: "Withdrew the workflow", de: "Hat den Vorgang zurückgezogen" },
  "workflow.expired": { en: "The time ran out", de: "Die Frist ist abgelaufen" },
  "signer.invited": { en: "It is the turn of {concerned}", de: "An der Reihe ist {concerned}" },
  "signer.reminded": { en: "Reminded {concerned}", de: "Hat {concerned} erinnert" },
  "signer.logged-in": { en: "Opened the workflow", de: "Hat den Vorgang geöffnet" },
  "signer.wrong-password": { en: "Entered a wrong password", de: "Hat ein falsches Passwort eingegeben" },
  "signer.accepted-terms": {
    en: "Accepted the terms (version {version})",
    de: "Hat den Bedingungen zugestimmt (Fassung {version})",
  },
  "signer.terms-declared": {
    en: "Declared that {concerned} accepts the terms (version {version})",
    de: "Hat erklärt, dass {concerned} den Bedingungen zustimmt (Fassung {version})",
  },
  "document.repaired": {
    en: "Wrote the document anew before anybody signed. SHA-256 as sent: {original}, since then: {prepared}",
    de: "Hat das Dokument neu geschrieben, bevor jemand unterschrieb. SHA-256 wie gesendet: {original}, seither: {prepared}",
  },
  "document.confirmed": {
    en: "Confirmed the document",
    de: "Hat das Dokument bestätigt",
    // Its button says "Next".
    alone: { en: "Opened the document and pressed “Next”", de: "Hat das Dokument geöffnet und „Weiter“ gedrückt" },
  },
  "document.reopened": { en: "Took a confirmation back", de: "Hat eine Bestätigung zurückgenommen" },
  "document.changed-after-confirming": {
    en: "Changed something in a document afterwards, and had to look at it again",
    de: "Hat danach im Dokument etwas geändert und musste es noch einmal ansehen",
  },
  "document.filled": { en: "Filled in fields", de: "Hat Felder ausgefüllt" },
  "document.image-chosen": {
    en: "Chose an image for the signature",
    de: "Hat ein Bild für die Unterschrift gewählt",
    seal: { en: "Chose an image for the seal", de: "Hat ein Bild für das Siegel gewählt" },
  },
  "document.image-removed": {
    en: "Removed the image from the signature",
    de: "Hat das Bild aus der Unterschrift entfernt",
    seal: { en: "Removed the image from the seal", de: "Hat das Bild aus dem Siegel entfernt" },
  },
  "code.issued": {
    byService: true,
    // Written before anybody tries to send it, and a process may die in between.
    en: "Issued a code for {concerned} to {maskedPhone}, code reference {reference}",
    de: "Code für {concerned} ausgestellt an {maskedPhone}, Kennung {reference}",
  },
  "code.not-sent": {
    byService: true,
    en: "A code for {concerned} could not be sent",
    de: "Ein Code für {concerned} konnte nicht gesendet werden",
  },
  "code.wrong": { en: "Entered a wrong code", de: "Hat einen falschen Code eingegeben" },
  "code.delivery": {
    en: "Code for {concerned}, the provider reported: {state}",
    de: "Code für {concerned}, Meldung des Anbieters: {state}",
  },
  "signing.released": {
    en: "Entered password and code",
    de: "Hat Passwort und Code eingegeben",
  },
  "signing.password-wrong": {
    en: "Entered a wrong password; nothing was signed",
    de: "Hat ein falsches Passwort eingegeben; es wurde nichts unterschrieben",
    seal: {
      en: "Entered a wrong password; nothing was sealed",
      de: "Hat ein falsches Passwort eingegeben; es wurde nichts gesiegelt",
    },
  },
  "signing.interrupted": {
    en: "The signature of {concerned} was interrupted; nothing was signed",
    de: "Die Unterschrift von {concerned} wurde unterbrochen; es wurde nichts unterschrieben",
    seal: {
      en: "The seal of {concerned} was interrupted; nothing was sealed",
      de: "Das Siegel von {concerned} wurde unterbrochen; es wurde nichts gesiegelt",
    },
  },
  "signing.authorised": {
    en: "Confirmed the signature",
    de: "Hat die Unterschrift bestätigt",
    seal: { en: "Confirmed the seal", de: "Hat das Siegel bestätigt" },
  },
  "signing.shown": {
    en: "Was shown a document that is not signed. SHA-256: {sha256}",
    de: "Hatte ein Dokument vor sich, das nicht unterschrieben wird. SHA-256: {sha256}",
    seal: {
      en: "Was shown a document that is not sealed. SHA-256: {sha256}",
      de: "Hatte ein Dokument vor sich, das nicht gesiegelt wird. SHA-256: {sha256}",
    },
  },
  "signing.signed": {
    en: "Signed the document",
    de: "Hat das Dokument unterschrieben",
    seal: { en: "Sealed the document", de: "Hat das Dokument gesiegelt" },
  },
  "signing.waiting": {
    en: "The signature of {concerned} waits for a service",
    de: "Die Unterschrift von {concerned} wartet auf einen Dienst",
    seal: {
      en: "The seal of {concerned} waits for a service",
      de: "Das Siegel von {concerned} wartet auf einen Dienst",
    },
  },
  "signing.stalled": {
    en: "The signature of {concerned} was interrupted",
    de: "Die Unterschrift von {concerned} wurde unterbrochen",
    seal: { en: "The seal of {concerned} was interrupted", de: "Das Siegel von {concerned} wurde unterbrochen" },
  },
  "signing.not-authentic": {
    en: "The confirmation of {concerned} could not be authenticated; nothing is signed",
    de: "Die Bestätigung von {concerned} ließ sich nicht als echt erkennen; es wird nichts unterschrieben",
    seal: {
      en: "The confirmation of {concerned} could not be authenticated; nothing is sealed",
      de: "Die Bestätigung von {concerned} ließ sich nicht als echt erkennen; es wird nichts gesiegelt",
    },
  },
  "signing.failed": {
    en: "The signature of {concerned} failed: {code}",
    de: "Die Unterschrift von {concerned} ist gescheitert: {code}",
    seal: { en: "The seal of {concerned} failed: {code}", de: "Das Siegel von {concerned} ist gescheitert: {code}" },
  },
  "identification.begun": { en: "Began to identify {route}", de: "Hat begonnen, sich auszuweisen: {route}" },
  "identification.succeeded": {
    en: "Identification of {concerned} {route}, level of assurance {level}. SHA-256 of the proof: {evidence}",
    de: "Identifikation von {concerned} {route}, Vertrauensniveau {level}. SHA-256 des Nachweises: {evidence}",
  },
  "identification.doubtful": {
    en: "Identification of {concerned} {route}: a person compares the names. SHA-256 of the proof: {evidence}",
    de: "Identifikation von {concerned} {route}: Die Namen vergleicht ein Mensch. SHA-256 des Nachweises: {evidence}",
  },
  "identification.failed": {
    en: "Identification of {concerned} {route} came to nothing",
    de: "Identifikation von {concerned} {route} ohne Ergebnis",
  },
  "identification.cancelled": { en: "Ended an identification {route}", de: "Hat eine Identifikation beendet: {route}" },
  "identification.expired": {
    en: "Identification of {concerned} {route}: the time ran out",
    de: "Identifikation von {concerned} {route}: Die Zeit ist abgelaufen",
  },
  "identification.kept": {
    en: "Chose password and phone; a person compares the names",
    de: "Hat Passwort und Telefon gewählt; die Namen vergleicht ein Mensch",
  },
  "identification.approved": {
    en: "Identification of {concerned} {route}: a person compared both names, it is the same person",
    de: "Identifikation von {concerned} {route}: Ein Mensch hat beide Namen verglichen, es ist dieselbe Person",
  },
  "identification.rejected": {
    en: "Identification of {concerned} {route}: a person compared both names and rejected it",
    de: "Identifikation von {concerned} {route}: Ein Mensch hat beide Namen verglichen und abgelehnt",
  },
  "identification.confirmed": {
    en: "Confirmed the name after coming back from an identification {route}",
    de: "Hat nach der Rückkehr den Namen bestätigt: Identifikation {route}",
  },
  "identification.stranger": {
    en: "A way back from the identification of {concerned} was refused: used before, or another browser",
    de: "Ein Rückweg aus der Identifikation von {concerned} wurde abgewiesen: schon benutzt, oder ein anderer Browser",
  },
  "message.sent": { en: "Mail to {concerned} sent: {kind}", de: "E-Mail an {concerned} gesendet: {kind}" },
  "message.failed": {
    en: "Mail to {concerned} could not be delivered: {kind}",
    de: "E-Mail an {concerned} nicht zustellbar: {kind}",
  },
  "message.unconfirmed": {
    en: "Mail to {concerned}, not known whether it arrived: {kind}",
    de: "E-Mail an {concerned}, Ankunft nicht bekannt: {kind}",
  },
  "trail.details-erased": {
    en: "Erased the details of earlier events",
    de: "Hat Einzelheiten früherer Ereignisse gelöscht",
  },
  "certificate.revoked": { en: "Revoked a certificate", de: "Hat ein Zertifikat gesperrt" },
  "authority.ca-revoked": { en: "Took in that a CA is revoked", de: "Hat übernommen, dass eine Stelle gesperrt ist" },
  "authority.list-taken-in": {
    en: "Took in a list of the root",
    de: "Hat eine Liste der Wurzel übernommen",
  },
  "authority.taken-over": {
    en: "Took over the certificates of another trust service",
    de: "Hat Zertifikate eines anderen Vertrauensdienstes übernommen",
  },
  "authority.unit-requested": {
    en: "Asked the root for a new CA",
    de: "Hat bei der Wurzel eine neue Stelle angefragt",
  },
  "authority.unit-taken-in": {
    en: "Took in a certificate that the root signed",
    de: "Hat ein Zertifikat der Wurzel übernommen",
  },
  "authority.unit-made": { en: "Made a unit of the authority", de: "Hat eine Stelle des Vertrauensdienstes angelegt" },
};

const otherEvent: Words = { en: "Another event", de: "Ein weiteres Ereignis" };
const otherDetail: Words = { en: "other", de: "sonstiges" };

const states: Record<DeliveryStatus["state"], Words> = {
  sent: { en: "sent", de: "gesendet" },
  delivered: { en: "delivered", de: "zugestellt" },
  undelivered: { en: "not delivered", de: "nicht zugestellt" },
  failed: { en: "failed", de: "fehlgeschlagen" },
};

const kinds: Record<MessageKind, Words> = {
  invitation: { en: "invitation", de: "Einladung" },
  reminder: { en: "reminder", de: "Erinnerung" },
  signed: { en: "signature done", de: "Unterschrift fertig" },
  signing_stalled: { en: "signature delayed", de: "Unterschrift verzögert" },
  signing_failed: { en: "nothing signed", de: "nichts unterschrieben" },
  finished: { en: "workflow finished", de: "Vorgang abgeschlossen" },
  refused: { en: "workflow declined", de: "Vorgang abgelehnt" },
  cancelled: { en: "workflow withdrawn", de: "Vorgang zurückgezogen" },
  expired: { en: "time ran out", de: "Frist abgelaufen" },
};

/** What mails to somebody who seals are called. */
const sealKinds: Partial<Record<string, Words>> = {
  signed: { en: "seal done", de: "Siegel fertig" },
  signing_stalled: { en: "seal delayed", de: "Siegel verzögert" },
  signing_failed: { en: "nothing sealed", de: "nichts gesiegelt" },
};

const codes: Record<string, Words> = {
  CERTIFICATE_NOT_VALID: { en: "the certificate is not valid", de: "das Zertifikat ist nicht gültig" },
  FIELD_VALUE_INVALID: { en: "a field does not take its value", de: "ein Feld nimmt seinen Inhalt nicht auf" },
  FILE_BROKEN: { en: "the document cannot take a signature", de: "das Dokument kann keine Unterschrift aufnehmen" },
  ORGANIZATION_NOT_VERIFIED: { en: "the organisation is not verified", de: "die Organisation ist nicht geprüft" },
  WORKFLOW_CANCELLED: { en: "the workflow was withdrawn", de: "der Vorgang wurde zurückgezogen" },
  WORKFLOW_CHANGED: {
    en: "it was confirmed under an earlier version",
    de: "es war unter einer früheren Fassung bestätigt",
  },
  WORKFLOW_EXPIRED: { en: "the workflow had expired", de: "der Vorgang war abgelaufen" },
  NO_WORKFLOW_FOUND_REVOKED: { en: "the workflow was declined", de: "der Vorgang wurde abgelehnt" },
};

const routes: Record<IdentificationRoute, Words> = {
  eid: { en: "with the ID card", de: "mit dem Online-Ausweis" },
  video: { en: "by video", de: "per Video" },
};

const levels: Record<AssuranceLevel, Words> = {
  high: { en: "high", de: "hoch" },
  substantial: { en: "substantial", de: "substanziell" },
};

/** Details that hold keys, and what the keys are called. */
const detailWords: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  state: states,
  kind: kinds,
  code: codes,
  route: routes,
  level: levels,
};

/** Whether the service did it; who asked for it does not matter. */
export function isByService(event: Pick<RecordedEvent, "type" | "actorKind">): boolean {
  return event.actorKind === "system" || eventWords[event.type]?.byService === true;
}

/** How an event is told. `seals`: the signer it is about seals for an organisation; `alone`: the workflow has one document. */
export type Telling = {
  readonly language: Language;
  readonly concerned: string;
  readonly seals: boolean;
  readonly alone: boolean;
};

/** The sentence for an event; one that has no words is still told, and no key of ours is ever printed. */
export function eventText(event: Pick<RecordedEvent, "type" | "details">, telling: Telling): string {
  const words = eventWords[event.type] ?? otherEvent;
  const { seal, alone }: Partial<EventWords> = words;
  const chosen = (telling.seals ? seal : undefined) ?? (telling.alone ? alone : undefined) ?? words;
  return chosen[telling.language].replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "concerned" ? telling.concerned : detailText(event.details, name, telling),
  );
}

/** A detail of an event by its name, null where there is none. Details may have been erased; the event itself stays. */
export function detailOf(details: RecordedEvent["details"], name: string): string | number | null {
  if (details === null || typeof details !== "object" || Array.isArray(details)) return null;
  const value = (details as { readonly [key: string]: unknown })[name];
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function detailText(details: RecordedEvent["details"], name: string, { language, seals }: Telling): string {
  const value = detailOf(details, name);
  if (value === null) return "–";
  const words = detailWords[name];
  if (words === undefined) return String(value).slice(0, 300);
  const ofSeal = seals && name === "kind" ? sealKinds[value] : undefined;
  return (ofSeal ?? words[value] ?? otherDetail)[language];
}
