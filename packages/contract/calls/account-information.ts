/** What an organisation's pages begin with: licence, tokens, people, and the ids that programs need (admin-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { administratorId, organisationId } from "../ids.ts";
import { accountRoles } from "../permissions.ts";
import { licenceView } from "./accounts.ts";
import { tokenPage } from "./tokens.ts";

const person = z
  .object({
    user_id: administratorId.describe("The person's id."),
    first_name: z.string().describe("First name."),
    last_name: z.string().describe("Last name."),
    email: z.string().describe("E-mail address."),
    account_role: z.enum(accountRoles).describe("What the person may do."),
  })
  .meta({ id: "AccountPerson", description: "A person with an account or an invitation, in short." });

export const accountInformations = call({
  name: "accountInformations",
  method: "GET",
  path: "/api/account/accountInformations/:id",
  caller: "admin",
  permission: "api",
  summary: "Read licence, tokens, people and ids",
  description:
    "Of tokens and people the first 50, and how many there are. An id that is not this organisation's answers 404, as one that does not exist.",
  params: z.object({ id: z.string().describe("The organisation's id, or its licence's.") }),
  response: z
    .object({
      license: licenceView.describe("The licence and its use."),
      tokens: tokenPage.describe("The first page of tokens, by name."),
      users: z
        .object({
          users: z.array(person).describe("The first 50 people, by first name."),
          total: z.number().int().describe("How many people there are."),
        })
        .describe("People with an account or an invitation."),
      ids: z
        .object({
          base_url: z.string().describe("Where the API begins."),
          license_id: z.string().describe("The licence's id."),
          organization_id: organisationId.describe("The organisation's id."),
          interface_id: z.string().describe("The id of the organisation's look."),
        })
        .describe("What a program needs to know; none of it is secret."),
    })
    .meta({ id: "AccountInformations", description: "What an organisation's pages begin with." }),
});
