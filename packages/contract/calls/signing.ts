/** The signing acts (signer-side.md §7, decisions.md §9). */
import { z } from "zod";
import { call } from "../call.ts";
import { authToken } from "../ids.ts";
import { otp } from "./challenges.ts";
import { shownFile } from "./files.ts";
import { claimedWorkflow } from "./workflow.ts";

/** PENDING travels with 202 and SIGNING_PENDING: recorded, the server goes on. */
export const signingResult = z
  .union([
    z.object({
      status: z.enum(["SIGNED", "FINISHED"]).describe("`SIGNED`: this signer has signed. `FINISHED`: all have."),
      auth_token: z.string().describe("The name of the act."),
    }),
    z.object({
      status: z.literal("PENDING").describe("It is recorded, and the server goes on."),
      auth_token: z.string().describe("The name of the act."),
      retry_after_s: z.number().int().describe("When to ask for the state, in seconds."),
    }),
  ])
  .meta({ id: "SigningResult", description: "What became of the act. `PENDING` comes with 202 and SIGNING_PENDING." });
export type SigningResult = z.infer<typeof signingResult>;

export const signWithoutAuth = call({
  name: "signWithoutAuth",
  method: "POST",
  path: "/api/signing/signWithoutAuth",
  caller: "signer",
  summary: "Sign without a code",
  description:
    "Signs as s_signature, without a code; refused as WORKFLOW_CHANGED where `files` holds other values than are stored, and without `files` where another session changed them since this one last read them.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    files: z
      .array(shownFile)
      .max(500)
      .optional()
      .describe("What the page showed: where other values are stored, nothing is signed."),
  }),
  response: signingResult,
});

export const signWorkflow = call({
  name: "signWorkflow",
  method: "POST",
  path: "/api/signing/signWorkflow",
  caller: "signer",
  summary: "Sign with a code",
  description:
    "Signs or seals as a_signature or a_seal with a one-time code, which stands for the values that were stored when it was sent.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    auth_token: authToken.describe("The `id` of the code."),
    otp: otp.describe("The six digits of the code."),
  }),
  response: signingResult,
});

export const getSigningState = call({
  name: "getSigningState",
  method: "GET",
  path: "/api/signing/state",
  caller: "signer",
  summary: "Ask where a signature stands",
  response: z
    .object({
      status: z
        .enum(["NONE", "PENDING", "SIGNED", "FINISHED", "FAILED"])
        .describe(
          "`NONE`: nothing confirmed yet. `PENDING`: being carried out. `SIGNED`: this signer has signed. `FINISHED`: all have. `FAILED`: nothing was signed; `code` says why.",
        ),
      code: z.string().nullable().describe("Why it failed; null else."),
    })
    .meta({ id: "SigningState", description: "Where a signer's act stands." }),
});
