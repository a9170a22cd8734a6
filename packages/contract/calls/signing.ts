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
    z.object({ status: z.enum(["SIGNED", "FINISHED"]), auth_token: z.string() }),
    z.object({ status: z.literal("PENDING"), auth_token: z.string(), retry_after_s: z.number().int() }),
  ])
  .meta({ id: "SigningResult" });
export type SigningResult = z.infer<typeof signingResult>;

export const signWithoutAuth = call({
  name: "signWithoutAuth",
  method: "POST",
  path: "/api/signing/signWithoutAuth",
  caller: "signer",
  summary:
    "Signs as s_signature, without a code; refused as WORKFLOW_CHANGED where `files` holds other values than are stored, and without `files` where another session changed them since this one last read them.",
  body: z.looseObject({ workflow: claimedWorkflow.optional(), files: z.array(shownFile).max(500).optional() }),
  response: signingResult,
});

export const signWorkflow = call({
  name: "signWorkflow",
  method: "POST",
  path: "/api/signing/signWorkflow",
  caller: "signer",
  summary:
    "Signs or seals as a_signature or a_seal with a one-time code, which stands for the values that were stored when it was sent.",
  body: z.looseObject({ workflow: claimedWorkflow.optional(), auth_token: authToken, otp }),
  response: signingResult,
});

export const getSigningState = call({
  name: "getSigningState",
  method: "GET",
  path: "/api/signing/state",
  caller: "signer",
  summary: "Where this signer's act stands; NONE before any.",
  response: z
    .object({ status: z.enum(["NONE", "PENDING", "SIGNED", "FINISHED", "FAILED"]), code: z.string().nullable() })
    .meta({ id: "SigningState" }),
});
