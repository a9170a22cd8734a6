/** The same as `responses-de.ts`, in English. */
import type { responsesDe } from "./responses-de.ts";

/** One sentence or two for every code. */
export const responsesEn = {
  "Responses.LOGGED_OUT": "You have logged out. What you filled in is kept.",
  "Responses.LOGGED_OUT_AFTER": "You have logged out.",
  "Responses.SESSION_ENDED_AFTER": "You have been logged out. To look once more, log in again in this tab.",
  "Responses.LOGGED_OUT_HERE":
    "You are logged out on this device. But we got no answer: your session ends by itself when it has not been used for a while.",
  "Responses.NOT_SIGNED": "That did not work just now. Nothing was signed or sealed. Try again in a minute.",
  "Responses.SIGNING_UNKNOWN":
    "We got no answer and do not know whether your confirmation has arrived. Open the link in your e-mail again; it will tell you.",
  "Responses.REFUSAL_UNKNOWN":
    "We got no answer and do not know whether you have declined. Your reason is still here: try again.",
  "Responses.SUCCESS": "That worked.",
  "Responses.SUCCESS_REVOKE": "That has arrived.",
  "Responses.SUCCESS_SIGNING": "That has worked.",
  "Responses.SIGNING_PENDING":
    "Your confirmation is recorded and being carried out. You may close this page; we will write to you.",
  "Responses.WRONG_PASSWORD": "That password is not right. Check capital letters, or ask the person who invited you.",
  "Responses.TERMS_NOT_ACCEPTED": "Accept the terms of use first: tick the box.",
  "Responses.CHECK_SMS_PIN_WRONG": "That code is not right. Compare the reference and enter it again.",
  "Responses.OTP_EXPIRED": "The code has expired. Ask for a new one; what you filled in is kept.",
  "Responses.OTP_TRIES_EXHAUSTED": "The code was entered wrongly too often and no longer works. Ask for a new one.",
  "Responses.NO_WORKFLOW_FOUND":
    "This workflow does not exist or has expired. Ask the person who invited you for a new invitation.",
  "Responses.NO_WORKFLOW_FOUND_REVOKED":
    "One of the people involved has declined. There is nothing left for you to do.",
  "Responses.WORKFLOW_CANCELLED":
    "The person who invited you has withdrawn this workflow. There is nothing left for you to do.",
  "Responses.WORKFLOW_EXPIRED": "This workflow has expired. Ask the person who invited you for a new invitation.",
  "Responses.WORKFLOW_FINISHED": "This workflow is already complete. Log in again to download the documents.",
  "Responses.WORKFLOW_CHANGED":
    "Your entries or the documents have changed. Look through everything again. If you already have a code, it is no longer valid.",
  "Responses.NOT_YOUR_TURN": "It is someone else's turn before you. We will write to you as soon as it is your turn.",
  "Responses.ALREADY_SIGNED": "Everything is done for you here. Log in again to download your copy.",
  "Responses.SIGNING_INTERRUPTED":
    "Something got in the way. Nothing was signed or sealed. Ask for a new code and confirm again.",
  "Responses.SIGNING_IN_PROGRESS":
    "Your confirmation is being carried out. Wait a moment, there is nothing else to do.",
  "Responses.WORKFLOW_FILES_NOT_FOUND": "This document is not part of your workflow. Open the list again.",
  "Responses.PAGE_NOT_FOUND": "This document has no such page. Open it again.",
  "Responses.PAGE_NOT_DRAWN": "This page cannot be shown as a picture. Use the full viewer, or download the document.",
  "Responses.PAGE_PICTURES_OFF": "Pictures of the pages cannot be had here. Use the full viewer.",
  "Responses.FILES_NOT_CONFIRMED": "Not all documents are confirmed yet. Open the others and confirm them.",
  "Responses.FIELD_NOT_YOURS": "This field belongs to someone else. Fill in your own, violet fields only.",
  "Responses.FIELD_VALUE_INVALID": "This entry does not fit the field. Make it shorter or write it differently.",
  "Responses.FIELD_CHARACTERS_UNKNOWN":
    "These characters cannot be written into the document: {what}. Please leave them out or write it differently.",
  "Responses.FIELD_VALUE_DOES_NOT_FIT":
    "This text has not enough room in the field, not even in the smallest letters. Please make it shorter.",
  "Responses.FIELD_REQUIRED": "One required field is still empty. Fill it in to go on.",
  "Responses.SIGNATURE_IMAGE_INVALID": "We cannot use this picture. Choose another one, or draw your signature.",
  "Responses.SIGNATURE_IMAGE_EMPTY": "No writing can be seen in this picture. Draw more firmly, or move the slider.",
  "Responses.SIGNATURE_IMAGE_TOO_DARK":
    "The picture would hide too much of the document. Move the slider until only the writing is left.",
  "Responses.HANDOVER_OVER": "This link is no longer valid. Show a new QR code on the computer.",
  "Responses.NOT_SIGNED_YET": "Nothing is signed or sealed yet. Go back and complete the workflow.",
  "Responses.PHONE_MISSING": "There is no phone number for you. Ask the person who invited you to add one.",
  "Responses.PHONE_INVALID":
    "We cannot send anything to this phone number. Write to the person who invited you. Where a call is offered, it may still get through.",
  "Responses.PHONE_NOT_MOBILE":
    "This is not a mobile number and cannot receive text messages. Choose the call, or write to the person who invited you.",
  "Responses.PHONE_UNREACHABLE": "We could not reach this number. Choose the other way: text message or call.",
  "Responses.WRONG_SIGNER_TYPE":
    "This step belongs to another kind of signature or seal. Open the link in your e-mail.",
  "Responses.ORGANIZATION_NOT_VERIFIED":
    "The organisation has not been verified yet, so nobody can seal for it. Contact the person who invited you.",
  "Responses.CERTIFICATE_NOT_VALID":
    "The certificate is revoked or has expired. Nothing was signed or sealed. Contact the person who invited you.",
  "Responses.SESSION_ENDED": "You have been logged out. Log in again in this tab; what you filled in is kept.",
  "Responses.FORBIDDEN": "That is not allowed here. Open the link in your e-mail again.",
  "Responses.TOO_MANY_REQUESTS": "That was too often in a short time. Wait a little and try again.",
  "Responses.SERVICE_ERROR": "That did not work just now. Check your internet connection, or try again in a minute.",
  "Responses.MAINTENANCE": "We are working on our service. Try again a little later; what you entered is kept.",
  "Responses.INVALID_REQUEST": "We did not understand that. Reload the page and try again.",
  "Responses.UNSUPPORTED_MEDIA_TYPE": "We did not understand that. Reload the page and try again.",
  "Responses.METHOD_NOT_ALLOWED": "This page is out of date. Reload it.",
  "Responses.UNKOWN_SITE": "There is no such address. Open the link in your e-mail again.",
  "Responses.LICENSE_LIMIT_REACHED": "The signatures of your licence are used up. Extend the licence.",
} as const satisfies Readonly<Record<keyof typeof responsesDe, string>>;
