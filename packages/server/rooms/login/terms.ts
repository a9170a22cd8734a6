/** The terms a person accepts at login, and the record of it (ETSI EN 319 411-1 REG-6.3.4; decisions.md §7 'Terms'). */
import { createHash } from "node:crypto";
import type { Language } from "@siegel/contract/limits.ts";
import type { TermsAct } from "../../db/login-tables.ts";

/** One version of the terms in one language. `hash` is the SHA-256 of `text`, hex. */
export type Terms = {
  readonly id: string;
  readonly version: string;
  readonly language: Language;
  readonly text: string;
  readonly hash: string;
};

/** An acceptance: which text, when, by which act, from where. */
export type AcceptedTerms = {
  readonly terms: Terms;
  readonly at: Date;
  readonly act: TermsAct;
  readonly ip: string;
  readonly userAgent: string;
};

const id = "signer-terms";
const version = "2026-11";

const texts: Record<Language, string> = {
  de: [
    "Nutzungsbedingungen und Datenschutzhinweise für Unterzeichnende",
    "1. Sie wurden eingeladen, Dokumente elektronisch zu unterzeichnen. Die Nutzung ist für Sie kostenlos; Sie können jederzeit ablehnen.",
    "2. Für eine fortgeschrittene Signatur stellen wir ein Zertifikat auf Ihren Namen aus und verwahren den Schlüssel; er wird nur mit dem Code benutzt, den Sie an Ihre Telefonnummer erhalten.",
    "3. Wir verarbeiten Ihren Namen, Ihre E-Mail-Adresse, Ihre Telefonnummer, Ihre IP-Adresse und die Zeitpunkte Ihrer Handlungen, um die Unterzeichnung durchzuführen und nachzuweisen (Art. 6 Abs. 1 lit. b und c DSGVO).",
    "4. Der Absender erhält die unterzeichneten Dokumente und das Prüfprotokoll. Nachweise werden so lange aufbewahrt, wie das Gesetz es verlangt.",
  ].join("\n"),
  en: [
    "Terms of use and privacy notice for signers",
    "1. You have been invited to sign documents electronically. This is free of charge for you; you may refuse at any time.",
    "2. For an advanced signature we issue a certificate in your name and keep its key; it is used only with the code sent to your phone.",
    "3. We use your name, e-mail address, phone number, IP address and the times of your acts to carry out and to prove the signing (Art. 6(1)(b) and (c) GDPR).",
    "4. The sender receives the signed documents and the audit report. Evidence is kept as long as the law requires.",
  ].join("\n"),
};

/** The current terms in a language. */
export function currentTerms(language: Language): Terms {
  const text = texts[language];
  return { id, version, language, text, hash: createHash("sha256").update(text).digest("hex") };
}
