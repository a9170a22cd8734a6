/** What an organisation's administrators read and change of its licence (admin-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { organisationId } from "../ids.ts";

const count = z.number().int();

/** How much of one class of signatures is used. `reserved`: promised to running workflows (decisions.md §11). */
export const classUsage = z
  .object({
    limit: count.describe("How many the licence allows."),
    used: count.describe("How many were made."),
    reserved: count.describe("How many are promised to running workflows."),
    free: count.describe("`limit` without `used` and `reserved`, never below 0."),
    ratio: z.number().describe("`used` of `limit` in percent; 0 where the limit is 0."),
  })
  .meta({ id: "ClassUsage", description: "The use of one class of signatures." });
export type ClassUsage = z.infer<typeof classUsage>;

export const licenceView = z
  .object({
    license_id: z.string().describe("The licence's id."),
    organization_id: organisationId.describe("The organisation's id."),
    organization_name: z.string().describe("The organisation's name."),
    interface_id: z.string().describe("The id of the organisation's look."),
    expires_at: z.iso.datetime().nullable().describe("When the licence ends; null: it has no end."),
    is_trial: z.boolean().describe("Whether it is a trial: when it ends, the organisation is deleted."),
    ses_signature_limit: count.describe("How many simple signatures the licence allows."),
    aes_signature_limit: count.describe("How many advanced signatures the licence allows."),
    qes_signature_limit: count.describe("How many qualified signatures the licence allows."),
    fees: z
      .object({
        ses: count.describe("Of a simple signature."),
        aes: count.describe("Of an advanced signature."),
        qes: count.describe("Of a qualified signature."),
      })
      .describe("What a signature of each class costs, in cents of a euro; 0: nothing is agreed."),
    tokens: count.describe("How many tokens there are, terminated ones too."),
    users: count.describe("How many people have an account or an invitation."),
    usage: z
      .object({
        ses: classUsage.describe("Simple signatures and seals."),
        aes: classUsage.describe("Advanced signatures and seals."),
        qes: classUsage.describe("Qualified signatures and seals."),
      })
      .describe("The use of each class."),
  })
  .meta({ id: "LicenceView", description: "A licence and what is used of it." });
export type LicenceView = z.infer<typeof licenceView>;

export const getLicense = call({
  name: "getLicense",
  method: "GET",
  path: "/api/account/getLicense/:id",
  caller: "admin",
  permission: "tokens",
  summary: "Read the licence",
  description: "An id that is not this organisation's licence answers 404, as one that does not exist.",
  params: z.object({ id: z.string().describe("The licence's id.") }),
  response: licenceView,
});
