/** One-time codes by text message and call (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { authToken } from "../ids.ts";
import { otp_length } from "../limits.ts";
import { valueFaults } from "../value-faults.ts";
import { shownFile } from "./files.ts";
import { claimedWorkflow, spokenLanguage } from "./workflow.ts";

/** Exactly six digits. */
export const otp = z.string().regex(new RegExp(`^[0-9]{${otp_length}}$`), valueFaults.otp.en);

/** `id` is the wire's auth token; `reference` is shown on screen and in the message alike. */
export const challenge = z
  .object({
    id: authToken.describe("The name of this code; the signing call needs it as `auth_token`."),
    reference: z
      .string()
      .describe("Stands on the page and in the message alike, so that a person sees which code is which."),
    expires_in_s: z.number().int().describe("How long the code lives, in seconds."),
    resend_after_s: z.number().int().describe("When another code may be asked for, in seconds."),
    masked_phone: z.string().describe("The number that it went to, with most digits hidden."),
  })
  .meta({ id: "Challenge", description: "A code that was sent." });
export type Challenge = z.infer<typeof challenge>;

/** What the page showed that asks for a code: where other values are stored than these, none is sent. */
const shownFiles = z.array(shownFile).max(500).optional();

/** What a page says that asks for a code. */
export const codeRequest = z.looseObject({
  workflow: claimedWorkflow
    .extend({ gtcChecked: z.boolean().optional().describe("Whether the terms are ticked on the page that asks.") })
    .optional()
    .describe("What the page says of itself."),
  files: shownFiles.describe("What the page showed: where other values are stored, no code is sent."),
  resume: z
    .boolean()
    .optional()
    .describe(
      "`true`: where no code can be sent yet, answers the one that is on its way to this signer for the same part, instead of 429.",
    ),
});

export const getSms = call({
  name: "getSMS",
  method: "POST",
  path: "/api/auth/getSMS",
  caller: "signer",
  summary: "Send a code as a text message",
  description:
    "Sends a code by text message to the stored number; refused as WORKFLOW_CHANGED where `files` holds other values than are stored. With `resume`, a code sent within the last minute that still works is answered again.",
  body: codeRequest,
  response: challenge,
});

export const getPhone = call({
  name: "getPhone",
  method: "POST",
  path: "/api/auth/getPhone",
  caller: "signer",
  summary: "Speak a code in a call",
  description:
    "Speaks a code in a call to the stored number; refused as WORKFLOW_CHANGED where `files` holds other values than are stored. With `resume`, a code sent within the last minute that still works is answered again.",
  body: codeRequest,
  response: challenge,
});

export const retrySms = call({
  name: "retrySMS",
  method: "POST",
  path: "/api/auth/retrySMS/",
  caller: "signer",
  summary: "Send a new code",
  description:
    "Sends a new code; the earlier one dies. Personal fields of the payload are ignored; `files` is looked at as by getSMS.",
  body: z.looseObject({
    workflow_id: z.string().optional().describe("Accepted and ignored: the session says it."),
    signer_id: z.string().optional().describe("Accepted and ignored: the session says it."),
    language: spokenLanguage.describe("The language that the page speaks."),
    files: shownFiles.describe("What the page showed: where other values are stored, no code is sent."),
  }),
  response: challenge,
});

export const checkSms = call({
  name: "checkSMS",
  method: "POST",
  path: "/api/auth/checkSMS/",
  caller: "signer",
  summary: "Check a code",
  description:
    "Whether a code is right; does not use it up. A qualified signer's wrong code is WRONG_PW_OR_OTP, as a wrong password is.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    auth_token: authToken.describe("The `id` of the code."),
    otp: otp.describe("The six digits."),
  }),
  response: z.literal(true),
});
