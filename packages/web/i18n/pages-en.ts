/** English texts of the pages beside the journey: where it ends, and what everybody may read. */
import type { pagesDe } from "./pages-de.ts";

/** One sentence or a few for every such page. */
export const pagesEn = {
  "session.ending": "Are you still there?",
  "session.endingLead":
    "To protect you, we log you out when nothing happens for a long time. What you filled in is saved.",
  "session.endingLeadAfter": "For your protection we log you out when nothing happens for a long time.",
  "session.closing": "This login ends soon.",
  "session.closingLead":
    "To protect you, it lasts an hour at most. What you filled in is saved; log in again and go on where you were.",
  "session.closingLeadAfter":
    "For your protection it lasts an hour at most. After that you can log in again and look once more.",
  "session.left": "{time} left",
  "session.stay": "Keep working",
  "session.leave": "Log out",
  "session.again": "Log in again",
  "session.later": "Not yet",
  "session.over": "You are logged out.",
  "session.overLead": "What you filled in is kept. Log in again here, in this tab.",
  "session.overLeadAfter": "Would you like to look again, or to download something? Then log in again in this tab.",
  "session.none": "You are not logged in in this tab.",
  "session.noneLead": "Log in to go on.",
  "ended.expired": "This link has expired.",
  "ended.expiredLead": "Nothing was done in your name. If you still want to take part, ask for a new invitation.",
  "ended.turn": "It is not your turn yet.",
  "ended.turnLead": "It is someone else's turn before you. We will write to you as soon as it is your turn.",
  "ended.refused": "This workflow was declined.",
  "ended.refusedLead": "Somebody declined before it was your turn. There is nothing left for you to do.",
  "ended.cancelled": "This workflow was withdrawn.",
  "ended.cancelledLead": "The person who invited you has ended it. There is nothing left for you to do.",
  "ended.unavailable": "That did not work just now.",
  "ended.unavailableLead": "Nothing is lost. Try again in a minute.",
  "start.title": "Documents are signed here.",
  "start.lead":
    "You need the link from your invitation. Open it directly from the e-mail; links are easily cut off when they are copied.",
  "start.image": "An open ring with a tick",
  "start.sandbox":
    "This is a test environment. E-mails, text messages and calls reach nobody; they arrive in the inbox of the test environment.",
  "start.inbox": "Open the inbox of the test environment",
  "start.api": "Description of the programming interface",
  "notFound.title": "This page does not exist.",
  "notFound.lead": "The link may have been cut off when it was copied. Open it again directly from the e-mail.",
  "notFound.help": "Still no luck? Write to the person who invited you.",
  "notFound.image": "An open ring with a question mark",
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
} as const satisfies Record<keyof typeof pagesDe, string>;
