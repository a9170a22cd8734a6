/** One-time codes by text message and call (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { authToken } from "../ids.ts";
import { otp_length } from "../limits.ts";
import { shownFile } from "./files.ts";
import { claimedWorkflow, spokenLanguage } from "./workflow.ts";

/** Exactly six digits. */
export const otp = z.string().regex(new RegExp(`^[0-9]{${otp_length}}$`), "a code has six digits");

/** `id` is the wire's auth token; `reference` is shown on screen and in the message alike. */
export const challenge = z
  .object({
    id: authToken,
    reference: z.string(),
    expires_in_s: z.number().int(),
    resend_after_s: z.number().int(),
    masked_phone: z.string(),
  })
  .meta({ id: "Challenge" });
export type Challenge = z.infer<typeof challenge>;

/** What the page showed that asks for a code: where other values are stored than these, none is sent. */
const shownFiles = z.array(shownFile).max(500).optional();

/** `gtcChecked`: the terms were ticked on the page that asks for the code. */
const withWorkflow = z.looseObject({
  workflow: claimedWorkflow.extend({ gtcChecked: z.boolean().optional() }).optional(),
  files: shownFiles,
  /** Where none can be sent yet, answers the code that is on its way to this signer in the same way for the same part, instead of 429. */
  resume: z.boolean().optional(),
});

export const getSms = call({
  name: "getSMS",
  method: "POST",
  path: "/api/auth/getSMS",
  caller: "signer",
  summary:
    "Sends a code by text message to the stored number; refused as WORKFLOW_CHANGED where `files` holds other values than are stored. With `resume`, a code sent within the last minute that still works is answered again.",
  body: withWorkflow,
  response: challenge,
});

export const getPhone = call({
  name: "getPhone",
  method: "POST",
  path: "/api/auth/getPhone",
  caller: "signer",
  summary:
    "Speaks a code in a call to the stored number; refused as WORKFLOW_CHANGED where `files` holds other values than are stored. With `resume`, a code sent within the last minute that still works is answered again.",
  body: withWorkflow,
  response: challenge,
});

export const retrySms = call({
  name: "retrySMS",
  method: "POST",
  path: "/api/auth/retrySMS/",
  caller: "signer",
  summary:
    "Sends a new code; the earlier one dies. Personal fields of the payload are ignored; `files` is looked at as by getSMS.",
  body: z.looseObject({
    workflow_id: z.string().optional(),
    signer_id: z.string().optional(),
    language: spokenLanguage,
    files: shownFiles,
  }),
  response: challenge,
});

export const checkSms = call({
  name: "checkSMS",
  method: "POST",
  path: "/api/auth/checkSMS/",
  caller: "signer",
  summary: "Whether a code is right; does not use it up.",
  body: z.looseObject({ workflow: claimedWorkflow.optional(), auth_token: authToken, otp }),
  response: z.literal(true),
});
