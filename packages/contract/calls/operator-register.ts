/** Operators check an organisation against its register, so that its representatives can seal (decisions.md §5). */
import { z } from "zod";
import { emailField, nameField, textField } from "../account-fields.ts";
import { call } from "../call.ts";
import { representatives_max } from "../limits.ts";
import { organizationIdentifierPattern } from "../register.ts";
import { filledLine } from "../text.ts";
import { valueFaults } from "../value-faults.ts";

export const registerState = z
  .enum(["none", "waiting", "verified"])
  .describe("`verified`: its representatives can seal. `waiting`: a second operator has to confirm. `none`: no check.");
export type RegisterState = z.infer<typeof registerState>;

const representative = z
  .object({
    first_name: nameField.describe("First name."),
    last_name: nameField.describe("Last name."),
    email: emailField.describe("The address of their mailbox; their seal belongs to it."),
  })
  .meta({ id: "Representative", description: "A person who may act for the organisation, as the register says." });

const found = {
  legal_name: filledLine(64).describe("The name in the register; it stands in every seal."),
  organization_identifier: z
    .string()
    .trim()
    .regex(organizationIdentifierPattern, valueFaults.organizationIdentifier.en)
    .describe("Kind of register, country and number (ETSI EN 319 412-1 §5.1.4), for example `NTRDE-HRB160442`."),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, valueFaults.countryCode.en)
    .describe("The country of its seat, two capital letters (ISO 3166-1)."),
  locality: textField.describe("The town of its seat."),
  extract_reference: filledLine(200).describe("Which extract was read, for example court and number."),
  extract_day: z.iso.date().describe("The day of the extract, 30 days old at most."),
};

const foundView = {
  legal_name: z.string().describe("The name in the register."),
  organization_identifier: z.string().describe("Kind of register, country and number."),
  country: z.string().describe("The country of its seat."),
  locality: z.string().describe("The town of its seat."),
  representatives: z
    .array(
      z.object({
        first_name: z.string().describe("First name."),
        last_name: z.string().describe("Last name."),
        email: z.string().describe("E-mail address."),
      }),
    )
    .describe("Who may act for the organisation."),
  checked_at: z.iso.datetime().describe("When the register was read."),
  checked_by: z.string().describe("The operator who read it; empty where no operator did."),
};

export const registerView = z
  .object({
    state: registerState,
    verified: z
      .object({
        ...foundView,
        extract_reference: z.string().nullable().describe("Which extract was read; null: none was noted."),
        extract_day: z.string().nullable().describe("The day of the extract; null: none was noted."),
        confirmed_at: z.iso.datetime().nullable().describe("When a second operator confirmed; null: one was enough."),
        confirmed_by: z.string().nullable().describe("The second operator; null: one was enough."),
      })
      .nullable()
      .describe("What counts; null: nothing yet, and nobody can seal."),
    check: z
      .object({
        ...foundView,
        check_id: z.string().describe("The check's id; confirming names it."),
        extract_reference: z.string().describe("Which extract was read."),
        extract_day: z.string().describe("The day of the extract."),
        is_own: z.boolean().describe("Whether who asks made this check, and cannot confirm it."),
      })
      .nullable()
      .describe("What waits for a second operator; null: nothing."),
  })
  .meta({ id: "RegisterView", description: "What the register says of an organisation, and who checked it." });
export type RegisterView = z.infer<typeof registerView>;

const params = z.object({ id: z.string().describe("The organisation's id.") });

export const checkRegister = call({
  name: "checkRegister",
  method: "PUT",
  path: "/api/operator/organisations/:id/register",
  caller: "operator",
  summary: "Note what the register says of an organisation",
  description:
    "It counts at once, or with four eyes as soon as a second operator has confirmed it; what counted before goes on counting until then. It takes the place of a check that waits.",
  params,
  body: z.object({
    ...found,
    representatives: z
      .array(representative)
      .min(1)
      .max(representatives_max)
      .describe("Who may act for the organisation; each gets a seal of their own."),
  }),
  response: registerView,
});

export const confirmRegister = call({
  name: "confirmRegister",
  method: "POST",
  path: "/api/operator/organisations/:id/register/confirm",
  caller: "operator",
  summary: "Confirm what another operator found in the register",
  description: "From now on it counts. Who made the check cannot confirm it: SAME_OPERATOR.",
  params,
  body: z.object({
    check_id: z.string().max(100).describe("The check that was read. Another one now: REGISTER_CHECK_GONE."),
  }),
  response: registerView,
});

export const withdrawRegisterCheck = call({
  name: "withdrawRegisterCheck",
  method: "DELETE",
  path: "/api/operator/organisations/:id/register/check",
  caller: "operator",
  summary: "Withdraw a check that waits for a second operator",
  description: "Any operator may. What counted before goes on counting.",
  params,
  response: registerView,
});
