/** The words of a visible signature, in the workflow's language: signers of one document may have several. What they say is told again, provably, by certificate and timestamp. */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";

/** What says whose name stands in a signature. */
export type NamedSigner = { readonly type: SignerType; readonly firstName: string; readonly lastName: string };

/** A seal shows whose seal it is, the certificate's holder; a person's signature shows the person, even if the certificate has another holder. */
export function shownName({ type, firstName, lastName }: NamedSigner, holder: string): string {
  return isSeal(type) ? holder : `${firstName} ${lastName}`;
}

/** What the words are made of. */
export type AppearanceFacts = {
  readonly type: SignerType;
  readonly language: Language;
  /** As `shownName` has it. */
  readonly name: string;
  readonly signedAt: Date;
  /** IANA time zone. */
  readonly zone: string;
  /** Lets a reader find the act in the audit report. */
  readonly reference: string;
};

const words: Record<Language, { levels: Record<SignerType, string>; reference: string }> = {
  de: {
    levels: {
      s_signature: "Einfache elektronische Signatur",
      a_signature: "Fortgeschrittene elektronische Signatur",
      a_seal: "Fortgeschrittenes elektronisches Siegel",
      q_signature: "Qualifizierte elektronische Signatur",
      q_seal: "Qualifiziertes elektronisches Siegel",
    },
    reference: "Referenz",
  },
  en: {
    levels: {
      s_signature: "Simple electronic signature",
      a_signature: "Advanced electronic signature",
      a_seal: "Advanced electronic seal",
      q_signature: "Qualified electronic signature",
      q_seal: "Qualified electronic seal",
    },
    reference: "Reference",
  },
};

/** Name, level, time with its zone, reference: one line each. */
export function appearanceLines(facts: AppearanceFacts): string[] {
  const { levels, reference } = words[facts.language];
  const time = momentText(facts.signedAt, { language: facts.language, zone: facts.zone, seconds: true });
  // A time without its zone would be another one: they stay on one line.
  return [facts.name, levels[facts.type], time.replaceAll(" ", "\u00a0"), `${reference} ${facts.reference}`];
}

/** The short reference of an act: in the visible signature and in the audit report alike. */
export function referenceOf(actId: string): string {
  return `${actId.slice(0, 4)}-${actId.slice(4, 8)}`;
}
