/** English sentences that hang on who signs: alone or with others, with a signature or a seal. */
import type { whoSignsDe } from "./who-signs-de.ts";

/** A sentence for each case that differs. */
export const whoSignsEn = {
  "credentials.lead": "They will appear in the audit report of your signature, a phone number will not.",
  "credentials.leadCode": "They will appear in the audit report of your signature, the phone number only in part.",
  "credentials.leadSeal": "They will appear in the audit report of the seal, the phone number only in part.",
  "credentials.wrong": "Something wrong? Do not sign yet.",
  "credentials.wrongSeal": "Something wrong? Do not seal yet.",
  "refusal.lead": "It then ends for everyone. {name} gets a message with your reason.",
  "refusal.leadAlone": "This ends it. {name} gets a message with your reason.",
  "statement.others": "Others may still fill in their own fields, but cannot change anything you have seen.",
  "statement.copyAfterOthers": "You get a copy with an audit report as soon as everyone is done.",
  "statement.copy": "Afterwards you get a copy with an audit report.",
  "sign.pendingLead":
    "Your confirmation is recorded, but nothing is signed yet: a service is not answering. We keep trying and will write to you. You may close this page.",
  "seal.pendingLead":
    "Your confirmation is recorded, but nothing is sealed yet: a service is not answering. We keep trying and will write to you. You may close this page.",
  "summary.openOne": "We are still waiting for one person.",
  "summary.openMore": "We are still waiting for {n} people.",
  "summary.openSome": "We are still waiting for at least one person.",
  "summary.finished": "Signed, and completed by everyone.",
  "summary.finishedAlone": "Signed and complete.",
  "summary.finishedSeal": "Sealed and complete.",
  "summary.revokedYouLead": "You have signed nothing. {name} gets your reason.",
  "summary.revokedYouLeadSeal": "You have sealed nothing. {name} gets your reason.",
  "summary.notSigned": "not signed",
  "summary.notSealed": "not sealed",
  "summary.zone": "Time zone",
  "summary.zoneHere": "{zone}, as set on this device. The audit report names its own.",
  "summary.wasOpen": "Was still to come",
  "summary.cancelledLead":
    "{name} withdrew it after you had signed. It ended without a result. There is nothing for you to do; you can still download here what you signed.",
  "summary.cancelledLeadSeal":
    "{name} withdrew it after you had sealed. It ended without a result. There is nothing for you to do; you can still download here what you sealed.",
} as const satisfies Record<keyof typeof whoSignsDe, string>;
