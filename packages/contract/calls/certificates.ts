/** What a qualified signer's certificate allows (signer-side.md §3, §7; decisions.md §13). */
import { z } from "zod";
import { call } from "../call.ts";

/**
 * Why a certificate cannot be used, or that it can. `ENDS_SOON`: what is left of its life is too short for a signature. `RESTS`: its phone or password was changed within a day, elsewhere.
 * `UNPROVEN`: its mailbox is not proven.
 */
export const certificateStates = [
  "OK",
  "MISSING",
  "LOCKED",
  "REVOKED",
  "EXPIRED",
  "ENDS_SOON",
  "UNPROVEN",
  "RESTS",
] as const;
export type CertificateState = (typeof certificateStates)[number];

/** What is known of a qualified signer; the way on follows from it (`qualified-ways.ts`). */
export const certificateStatus = z
  .object({
    certificate_exists: z.boolean().describe("Whether this signer has a qualified certificate that can be used now."),
    signer_exists: z.boolean().describe("Whether somebody of this e-mail address and name was identified before."),
    phone_exists: z.boolean().describe("Whether a phone was recorded then."),
    signer_seal_identified: z
      .boolean()
      .describe("Whether this signer is one of the verified organisation's authorised representatives."),
    certificate_state: z
      .enum(certificateStates)
      .describe(
        "`OK`: it can be used. `MISSING`: the signer has none. `LOCKED`: too many wrong passwords. `REVOKED`, `EXPIRED`. `ENDS_SOON`: it ends within minutes. `UNPROVEN`: its mailbox is not proven yet. `RESTS`: its phone or password was changed elsewhere in the last 24 hours.",
      ),
    masked_phone: z
      .string()
      .nullable()
      .describe("The number that codes go to, with most digits hidden; null without a certificate that can be used."),
    phone_type: z
      .number()
      .int()
      .describe(
        "What kind of number it is, in Google's numbering: 0 fixed line, 1 mobile, 2 one of them, 6 VoIP, -1 unknown or no number.",
      ),
  })
  .meta({ id: "CertificateStatus", description: "What is known of a qualified signer and their certificate." });
export type CertificateStatus = z.infer<typeof certificateStatus>;

export const getCertificate = call({
  name: "getCertificate",
  method: "GET",
  path: "/api/certificates/getCertificate",
  caller: "signer",
  summary: "Ask for the signer's qualified certificate",
  description: "For qualified signers; others are refused as WRONG_SIGNER_TYPE.",
  response: certificateStatus,
});
