/** What each code means that only the pages of the signing journey meet, and what to do: the second half of the API page's table. */
import type { senderMeanings } from "./code-meanings.ts";
import type { AdministratorCode, ErrorCode, OperatorCode } from "./codes.ts";

/** Codes that only the pages of the signing journey meet. */
export const signerMeanings: Readonly<
  Record<
    Exclude<ErrorCode, keyof typeof senderMeanings | AdministratorCode | OperatorCode>,
    { readonly means: string; readonly remedy: string }
  >
> = {
  WRONG_PASSWORD: { means: "The link's password is wrong.", remedy: "Enter it again." },
  TERMS_NOT_ACCEPTED: { means: "The terms are not accepted.", remedy: "Tick them." },
  CHECK_SMS_PIN_WRONG: { means: "The one-time code is wrong.", remedy: "Enter it again; tries are limited." },
  OTP_EXPIRED: { means: "The one-time code has expired.", remedy: "Ask for a new one." },
  OTP_TRIES_EXHAUSTED: { means: "Too many wrong codes.", remedy: "Ask for a new one." },
  WORKFLOW_CHANGED: {
    means: "Values or documents are not those that were shown.",
    remedy: "Show everything again, then ask for a new code.",
  },
  NOT_YOUR_TURN: { means: "Somebody else signs first.", remedy: "Wait for the mail." },
  ALREADY_SIGNED: { means: "This signer has signed already.", remedy: "Nothing is left to do." },
  SIGNING_INTERRUPTED: {
    means: "The signature was interrupted after the code was used up.",
    remedy: "Nothing was signed; ask for a new code.",
  },
  SIGNING_IN_PROGRESS: { means: "The signature is being made.", remedy: "Ask for the state again shortly." },
  PAGE_NOT_FOUND: { means: "The document has no such page.", remedy: "Ask for one that it has." },
  PAGE_NOT_DRAWN: { means: "This page cannot be drawn as a picture.", remedy: "Load the file itself." },
  PAGE_PICTURES_OFF: { means: "This service draws no pictures of pages.", remedy: "Load the file itself." },
  FILES_NOT_CONFIRMED: { means: "A document is not confirmed yet.", remedy: "Confirm all of them." },
  FIELD_NOT_YOURS: { means: "The field belongs to another signer.", remedy: "Send this signer's own fields only." },
  FIELD_CHARACTERS_UNKNOWN: {
    means: "A value has characters that no font has.",
    remedy: "Leave out the characters that are named.",
  },
  FIELD_REQUIRED: { means: "A required field is empty.", remedy: "Fill it in." },
  SIGNATURE_IMAGE_INVALID: { means: "The image cannot be used.", remedy: "Send a PNG within the limits." },
  SIGNATURE_IMAGE_EMPTY: { means: "Nothing can be seen in the image.", remedy: "Draw more firmly." },
  SIGNATURE_IMAGE_TOO_DARK: { means: "The image would hide the document.", remedy: "Make its background transparent." },
  HANDOVER_OVER: { means: "The hand-over is over.", remedy: "Open a new one." },
  NOT_SIGNED_YET: { means: "Nothing is signed yet.", remedy: "Sign first." },
  PHONE_NOT_MOBILE: { means: "The number takes no text messages.", remedy: "Ask for a call." },
  PHONE_UNREACHABLE: { means: "The number could not be reached.", remedy: "Try the other way: message or call." },
  WRONG_SIGNER_TYPE: { means: "The call is for another signer type.", remedy: "Use the call of this type." },
  CERTIFICATE_NOT_VALID: {
    means: "The certificate is revoked or has expired.",
    remedy: "Nothing was signed; ask the sender.",
  },
  WRONG_PW_OR_OTP: { means: "Password or code is wrong, or the key locked.", remedy: "Enter both again." },
  DOCUMENT_HELD: { means: "Another signer has a document in hand.", remedy: "Ask again after Retry-After." },
  NO_IDENTIFICATION_FOUND: {
    means: "The secret of the link is used, old or unknown.",
    remedy: "Ask the office where you were met for a new link.",
  },
  IDENTIFICATION_OFF: { means: "No provider is configured for this way.", remedy: "Use another way." },
  IDENTIFICATION_AWAY: { means: "The identification provider does not answer.", remedy: "Try again, or another way." },
  IDENTIFICATION_REFUSED: {
    means: "The code of the return is wrong, old or used.",
    remedy: "Identify again; nothing was signed.",
  },
  IDENTIFICATION_ELSEWHERE: {
    means: "The identification was begun in another browser.",
    remedy: "Go on there, or begin again here.",
  },
  IDENTIFICATION_MISSING: {
    means: "Nobody was identified within the last 30 minutes.",
    remedy: "Identify first.",
  },
  SESSION_ENDED: { means: "The session is over.", remedy: "Log in again." },
  FORBIDDEN: { means: "This is not allowed here.", remedy: "Use the link from the mail." },
  MAIL_NOT_FOUND: { means: "There is no certificate for this e-mail address.", remedy: "Try another address." },
  MAILBOX_UNPROVEN: {
    means: "The code of the e-mail was not entered in this browser, or more than 30 minutes ago.",
    remedy: "Ask for a code to the e-mail address, and enter it.",
  },
  PHONE_UNPROVEN: {
    means: "The code of the text message was not entered in this browser, or more than 30 minutes ago.",
    remedy: "Ask for a code to the phone, and enter it.",
  },
  PHONE_UNKNOWN: {
    means: "No phone for text messages is on record for this certificate.",
    remedy: "Ask the provider to revoke it.",
  },
  CERTIFICATE_NOT_CHANGEABLE: {
    means: "The certificate has no phone and password of its own, or it has ended.",
    remedy: "Nothing can be changed; revoke it where it is valid.",
  },
  CERTIFICATE_NOT_REVOCABLE: {
    means: "The certificate has expired, or it lives for a day only.",
    remedy: "Nothing is left to do; for a problem write to the address that the sentence names.",
  },
};
