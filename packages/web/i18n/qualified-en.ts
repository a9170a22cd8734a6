/** The same as `qualified-de.ts`, in English. */
import type { qualifiedDe } from "./qualified-de.ts";

/** Password and code, waiting for another person, and why a certificate cannot be used. */
export const qualifiedEn = {
  "Responses.WRONG_PW_OR_OTP":
    "Password or code is not right. To protect you we do not say which one. Check capital letters and the reference.",
  "Responses.CREATE_CERTIFICATE_SUCCESS": "Your certificate is ready. You can use it from now on.",
  "Responses.NO_IDENTIFICATION_FOUND":
    "This link is no longer valid. The office where you identified yourself sends you a new one.",
  "Responses.IDENTIFICATION_OFF": "This way is not offered here. Choose another one.",
  "Responses.IDENTIFICATION_AWAY":
    "The body that checks documents does not answer right now. Try again in a few minutes, or choose another way.",
  "Responses.IDENTIFICATION_REFUSED":
    "This way back is no longer valid. Nothing has happened. Identify yourself again.",
  "Responses.IDENTIFICATION_ELSEWHERE":
    "The identification was begun in another browser. To protect you it only goes on there.",
  "Responses.IDENTIFICATION_MISSING": "Identify yourself first. An identification counts for 30 minutes.",
  "Responses.DOCUMENT_HELD":
    "Someone else is signing this document right now. You are next: try again in a few minutes.",
  "qualified.lead":
    "You sign with the password of your certificate and a code. The code only goes to the number that belongs to your certificate.",
  "qualified.leadSeal":
    "You seal with the password of your certificate and a code. The code only goes to the number that belongs to your certificate.",
  "qualified.notYours": "No longer your number? With a new certificate you can change it.",
  "qualified.again": "Identify yourself again",
  "qualified.both": "Only with both",
  "qualified.bothLead": "Your certificate opens with password and code. Neither is enough alone.",
  "qualified.number": "Who knows the number",
  "qualified.numberLead": "You and we. {organisation} cannot see or change it.",
  "qualified.title": "Sign with password and code",
  "qualified.titleSeal": "Seal with password and code",
  "qualified.documents": "{n} documents",
  "qualified.look": "Look again",
  "qualified.password": "Password of your certificate",
  "qualified.passwordHint": "You chose it when your certificate was issued. We do not know it.",
  "qualified.wrong": "Password or code is not right.",
  "qualified.wrongLead": "To protect you we do not say which one. Check capital letters and the reference {reference}.",
  "qualified.noTryLeft": "You have no try left with this code. Ask for a new one; your password stays.",
  "qualified.needsBoth": "Password and code are missing.",
  "qualified.needsPassword": "The password is missing.",
  "qualified.needsCode": "The code is not complete yet.",
  "qualified.forgot": "Forgotten your password?",
  "qualified.forgotLead": "It cannot be reset, not even by us. With a new certificate you choose a new password.",
  "held.title": "One moment, you are next",
  "held.lead": "Someone else is at the same document right now. Then your code comes, at {time} at the latest.",
  "held.left": "{time} left",
  "held.nothing": "You need do nothing. This page goes on by itself.",
  "held.noCode": "No code is on its way yet, so that it does not run out while you wait.",
  "held.kept": "Your entries are saved. You can close the window and come back later.",
  "held.why": "Possible as soon as the other person has finished.",
  "identify.title": "Please identify yourself",
  "identify.titleLOCKED": "Your certificate is locked",
  "identify.titleREVOKED": "Your certificate is revoked",
  "identify.titleEXPIRED": "Your certificate has expired",
  "identify.titleENDS_SOON": "Your certificate is about to expire",
  "identify.titleUNPROVEN": "Confirm your e-mail address",
  "identify.titleRESTS": "Your certificate is still resting",
  "identify.MISSING": "A qualified signature needs a certificate in your name. You do not have one yet.",
  "identify.missingSeal":
    "A qualified seal needs a certificate of your own for {organisation}. You do not have one yet.",
  "identify.LOCKED":
    "The password was entered wrongly too often. Once you have identified yourself again you get a new certificate with a new password.",
  "identify.REVOKED": "What was confirmed with it before stays valid. For this workflow you need a new one.",
  "identify.EXPIRED": "What was confirmed with it before stays valid. For this workflow you need a new one.",
  "identify.ENDS_SOON": "It is valid for a few minutes only, which is too short. For this workflow you need a new one.",
  "identify.RESTS":
    "Its password or phone was changed a short while ago. For 24 hours after that you cannot sign with it. Come back then. Or identify yourself here now: you get a new certificate, and the present one is revoked.",
  "identify.UNPROVEN":
    "Your certificate is issued. Now open the link in the e-mail that we sent you about it. Then this page goes on by itself.",
  "identify.notNamed":
    "Only people who are registered for it may seal for {organisation}. You are not yet. Ask the person who invited you.",
  "identify.ways": "How to identify yourself",
  "identify.inPerson": "In person",
  "identify.inPersonLead": "You show your identity card. The provider’s page says where and when.",
  "identify.need": "You need",
  "identify.inPersonNeed": "ID card or passport, your phone",
  "identify.takes": "Takes",
  "identify.inPersonTakes": "15 minutes, by appointment",
  "identify.life": "Certificate",
  "identify.inPersonLife": "valid for 5 years",
  "identify.inPersonGo": "To the provider’s page",
  "identify.goesOn":
    "As soon as your certificate is issued, this page goes on by itself. Your entries are saved: you can also come back later.",
  "identify.sameName":
    "Your certificate must be in the name of {name}, as this invitation is. If your identity card says another name, tell {sender} before you come to us.",
  "identify.who": "Who sees it",
  "identify.whoLead":
    "{organisation} only learns that, how and when you identified yourself. No data of your identity card.",
  "identify.kept": "What we keep",
  "identify.keptLead": "Your name and the proof of the check. The law demands it.",
  "identify.follows": "What follows",
  "identify.followsLead": "Nothing is confirmed by this yet. You decide that at the very end.",
} as const satisfies Readonly<Record<keyof typeof qualifiedDe, string>>;
