/** What each event of the trail is called in a report. */
import type { Language } from "@siegel/contract/limits.ts";
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";

type Words = Record<Language, string>;
/** Words in braces are taken from the event's details. */
const words: Record<string, Words> = {
  "workflow.created": { en: "Started the workflow", de: "Hat den Vorgang begonnen" },
  "workflow.finished": { en: "The workflow is finished", de: "Der Vorgang ist abgeschlossen" },
  "workflow.refused": { en: "Refused to sign: {reason}", de: "Hat abgelehnt: {reason}" },
  "workflow.cancelled": { en: "Cancelled the workflow", de: "Hat den Vorgang zurückgezogen" },
  "workflow.expired": { en: "The workflow expired", de: "Der Vorgang ist abgelaufen" },
  "signer.invited": { en: "It is this signer’s turn", de: "Ist an der Reihe" },
  "signer.logged-in": { en: "Opened the workflow", de: "Hat den Vorgang geöffnet" },
  "signer.wrong-password": { en: "Entered a wrong password", de: "Hat ein falsches Passwort eingegeben" },
  "signer.accepted-terms": {
    en: "Accepted the terms (version {version})",
    de: "Hat den Bedingungen zugestimmt (Fassung {version})",
  },
  "document.confirmed": { en: "Confirmed a document", de: "Hat ein Dokument bestätigt" },
  "document.reopened": { en: "Took a confirmation back", de: "Hat eine Bestätigung zurückgenommen" },
  "document.filled": { en: "Filled in fields", de: "Hat Felder ausgefüllt" },
  "code.issued": {
    en: "Sent a code to {maskedPhone}, reference {reference}",
    de: "Code gesendet an {maskedPhone}, Referenz {reference}",
  },
  "code.not-sent": { en: "A code could not be sent", de: "Ein Code konnte nicht gesendet werden" },
  "code.wrong": { en: "Entered a wrong code", de: "Hat einen falschen Code eingegeben" },
  "code.delivery": { en: "The provider reported: {state}", de: "Meldung des Anbieters: {state}" },
  "signing.authorised": { en: "Approved the signature", de: "Hat die Unterschrift freigegeben" },
  "signing.signed": { en: "The signature stands in the document", de: "Die Unterschrift steht im Dokument" },
  "signing.waiting": {
    en: "Signing waits for a service: {reason}",
    de: "Die Unterschrift wartet auf einen Dienst: {reason}",
  },
  "signing.stalled": { en: "Signing was interrupted", de: "Die Unterschrift wurde unterbrochen" },
  "signing.failed": { en: "Signing failed: {code}", de: "Die Unterschrift ist gescheitert: {code}" },
};

/** The sentence for an event; one that has no words of its own is told by its type, so that none is ever left out. */
export function eventText(event: RecordedEvent, language: Language): string {
  const sentence = words[event.type]?.[language] ?? event.type;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => detail(event, name));
}

// Details may have been erased; the event itself stays.
function detail(event: RecordedEvent, name: string): string {
  const { details } = event;
  if (details === null || typeof details !== "object" || Array.isArray(details)) return "–";
  const value = (details as { readonly [key: string]: unknown })[name];
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 300) : "–";
}
