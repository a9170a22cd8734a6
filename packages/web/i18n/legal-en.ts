/** The same as `legal-de.ts`, in English. */
import type { legalDe } from "./legal-de.ts";

/** Imprint, privacy, certificates, and how to check a document. */
export const legalEn = {
  "legal.imprint": "Imprint",
  "legal.privacy": "Privacy",
  "legal.terms": "Terms of use",
  "legal.version": "Version {version}",
  "legal.empty": "The provider has not written anything here yet.",
  "legal.seeImprint": "The imprint says how to reach the provider.",
  "inPerson.title": "Identify yourself in person",
  "inPerson.why":
    "Would you rather come in person? Then we look at your identity card together. It takes about 15 minutes and is enough for qualified signatures and seals.",
  "inPerson.appointment": "Make an appointment",
  "inPerson.ask": "The people at {provider} tell you where and when:",
  "inPerson.bring": "What you bring",
  "inPerson.bringDocument": "your identity card or passport, not expired,",
  "inPerson.bringPhone": "your phone: the codes for your signatures go to its number,",
  "inPerson.bringAddress": "and the e-mail address that was invited.",
  "inPerson.then": "What comes next",
  "inPerson.mail":
    "You get an e-mail with a link. There you choose the password of your certificate. Then open your invitation again and sign.",
  "trust.title": "How to check a signed file",
  "trust.lead":
    "The signature is inside the PDF file itself. To check it you need only a PDF program, no account, and you do not have to ask us.",
  "trust.look": "With a PDF program",
  "trust.look1":
    "Open the file in a program that shows signatures, for example Adobe Acrobat Reader. The preview of a browser usually does not.",
  "trust.look2": "Open its list of signatures. For each one it names who signed and when.",
  "trust.look3": "See whether the file was changed afterwards. The program says so for each signature.",
  "trust.unknown": "“Unknown issuer”: what that means",
  "trust.unknownWhat":
    "Your program does not know {provider} yet. That does not make the signature wrong: the program still checks whether the file was changed.",
  "trust.who": "Who is behind it",
  "trust.whoAdvanced":
    "With an advanced signature, the certificate in the file names the person; with a seal, it names the organisation.",
  "trust.whoSimple":
    "With a simple signature, the file carries a seal of {provider}. The audit report says who signed, and how.",
  "trust.report": "The audit report",
  "trust.reportWhat":
    "It records who did what and when, and which files these were. It is a sealed PDF itself and is checked in the same way. Keep it with the documents.",
  "trust.revoked": "Revoked certificates",
  "trust.revokedWhat":
    "When someone signs, we check that the certificate is valid; the proof is in the file. If it is revoked later, the signature stays valid.",
  "trust.root": "For experts: the root certificate",
  "trust.rootWhy":
    "If you add the root certificate of {provider} to the trusted ones in your program, the warning goes away. Do so only if you know what it does, and first compare the fingerprint with one that you got another way, for example by phone.",
  "trust.rootFile": "Download root certificate",
  "trust.rootFingerprint": "Fingerprint (SHA-256):",
} as const satisfies Readonly<Record<keyof typeof legalDe, string>>;
