/** A qualified signer's code, password and signature (signer-side.md §7; decisions.md §9, §13; docs/flows/qualified-signing.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { authToken } from "../ids.ts";
import { password_chars_max } from "../limits.ts";
import { challenge, codeRequest, otp } from "./challenges.ts";
import { shownFile } from "./files.ts";
import { signingResult } from "./signing.ts";
import { claimedWorkflow } from "./workflow.ts";

/** A password that opens a certificate's key; its rule was asked when it was chosen (`certificate-password.ts`). */
export const certificatePassword = z.string().min(1).max(password_chars_max);

/** A signer who was just identified chooses password and phone with the first code. */
const qualifiedCodeRequest = codeRequest.extend({
  phone: z
    .string()
    .max(50)
    .optional()
    .describe(
      "Where codes shall go from now on: counts once, for a signer who was just identified and has no certificate; else the registered number counts.",
    ),
  password: certificatePassword
    .optional()
    .describe("The password of the certificate to come, beside `phone`: its key is made under it."),
});

const codeDescription =
  "The code stands for exactly the documents as they are prepared now, and holds them for this signer while it lives. DOCUMENT_HELD where another signer holds one: `Retry-After` says until when at most. With `resume`, a code sent within the last minute that still works is answered again; `false` asks for a new one.";

export const getSmsQualified = call({
  name: "getSMSQualified",
  method: "POST",
  path: "/api/auth/getSMSQualified",
  caller: "signer",
  summary: "Send a qualified signer's code as a text message",
  description: `Sends a code by text message to the phone that is registered with the certificate, whatever the payload says; to the chosen one after an identification. ${codeDescription}`,
  body: qualifiedCodeRequest,
  response: challenge,
});

export const getPhoneQualified = call({
  name: "getPhoneQualified",
  method: "POST",
  path: "/api/auth/getPhoneQualified",
  caller: "signer",
  summary: "Speak a qualified signer's code in a call",
  description: `Speaks a code in a call to the phone that is registered with the certificate, whatever the payload says; to the chosen one after an identification. ${codeDescription}`,
  body: qualifiedCodeRequest,
  response: challenge,
});

export const checkCertificatePassword = call({
  name: "checkCertificatePassword",
  method: "POST",
  path: "/api/auth/checkCertificatePassword/",
  caller: "signer",
  summary: "Check a certificate's password",
  description:
    "Whether the password opens the key. It is looked at only while the session's newest code was right in checkSMS and lives; every other answer is WRONG_PW_OR_OTP.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    password: certificatePassword.describe("The password of the certificate."),
  }),
  response: z.literal(true),
});

export const signNowQes2Fa = call({
  name: "signNowQes2Fa",
  method: "POST",
  path: "/api/signing/signNowQes2Fa",
  caller: "signer",
  summary: "Sign with password and code",
  description:
    "Signs or seals as q_signature or q_seal with an existing certificate. A wrong password, a wrong code and a locked key are one answer, WRONG_PW_OR_OTP.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    files: z
      .array(shownFile)
      .max(500)
      .optional()
      .describe("What the page showed: where other values are stored, nothing is signed."),
    auth_token: authToken.describe("The `id` of the code."),
    otp: otp.describe("The six digits of the code."),
    ip: z.string().optional().describe("Accepted and ignored: the server sees the address itself."),
    password: certificatePassword.describe("The password of the certificate."),
  }),
  response: signingResult,
});
