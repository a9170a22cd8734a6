/** The same as `legal-de.ts`, in English. */
import type { legalDe } from "./legal-de.ts";

/** Imprint, privacy, certificates, and how to check a document. */
export const legalEn = {
  "legal.imprint": "Imprint",
  "legal.privacy": "Privacy",
  "legal.terms": "Terms of use",
  "legal.version": "Version {version}",
  "legal.empty": "The provider has not written anything here yet.",
  "certificates.title": "Have a certificate revoked",
  "certificates.when":
    "Have your certificate revoked if your phone is in someone else's hands, if your name has changed, or if someone signed in your name.",
  "certificates.how": "How to do it",
  "certificates.byPeople": "You cannot do it on this page yourself yet. The people at {provider} revoke it for you:",
  "certificates.seeImprint": "The imprint says how to reach the provider.",
  "certificates.tell": "Please tell them",
  "certificates.tellName": "your first and last name and the e-mail address that was invited,",
  "certificates.tellSigned": "which document you signed with it, and when,",
  "certificates.tellSerial": "the certificate's serial number, if your PDF program shows it,",
  "certificates.tellWhy": "and the reason.",
  "certificates.check":
    "Before {provider} revokes anything, they check that it is you. Do not send any codes or passwords.",
  "certificates.then": "What applies afterwards",
  "certificates.effect":
    "Nobody can sign with a revoked certificate any more. What you signed before stays valid: each signature carries a timestamp. A revocation cannot be taken back.",
  "trust.title": "What you can rely on",
  "trust.lead": "A signed document proves itself. Nobody has to ask us, and you do not have to take our word for it.",
  "trust.look": "See for yourself",
  "trust.lookHow":
    "Open the PDF in any program that shows signatures. It shows who signed and when, and whether anything was changed since.",
  "trust.root": "The root certificate",
  "trust.rootWhy":
    "If your program does not know {provider} yet, it reports an unknown issuer. Download the root certificate and add it to the trusted certificates there.",
  "trust.report": "The audit report",
  "trust.reportWhat":
    "It records who did what and when, and which files these were, and it carries the seal of {provider}. Keep it with the documents.",
  "trust.revoked": "Revoked certificates",
  "trust.revokedWhat":
    "With each signature it is checked whether the certificate is valid, and the proof of that is in the document. If it is revoked later, the signature stays valid.",
  "trust.rootFile": "Download root certificate",
} as const satisfies Readonly<Record<keyof typeof legalDe, string>>;
