/** Ways to an account: a new password, a new organisation, joining one, and the links of the mails (admin-side.md §2, §7). */
import { z } from "zod";
import { emailField, nameField, newPasswordField, phoneField, registrationTextField } from "../account-fields.ts";
import { call } from "../call.ts";
import { email_chars_max, languages, password_chars_max } from "../limits.ts";
import { beforePatterns } from "../text.ts";

const link = z.string().max(200).describe("What stands behind `link=` in the mail's address.");

export const forgotPassword = call({
  name: "forgotPassword",
  method: "POST",
  path: "/api/auth/forgotPassword",
  caller: "none",
  madeBy: "administrator",
  summary: "Ask for a link to a new password",
  description:
    "The link is mailed, lives 30 minutes and works once. An unknown address gets the same answer, and no mail. Sets a cookie that remembers for 30 minutes that a link was asked for.",
  body: z.object({
    email: z.string().trim().max(email_chars_max, beforePatterns).describe("The account's e-mail address."),
  }),
  response: z.literal(true),
});

export const resetPassword = call({
  name: "resetPassword",
  method: "POST",
  path: "/api/auth/resetPassword",
  caller: "none",
  madeBy: "administrator",
  summary: "Choose a new password",
  description:
    "Ends all sessions and all other links of the account. The link is used up only when the password was changed.",
  query: z.object({ link }),
  body: z.object({
    password: newPasswordField.describe(
      "The new password: at least 8 characters, a capital and a small letter, a digit and one of `! @ # $ % ^`.",
    ),
    confirmNewPassword: z.string().max(password_chars_max).describe("The same once more."),
  }),
  response: z.literal(true),
});

export const mailedLink = call({
  name: "mailedLink",
  method: "GET",
  path: "/api/auth/mailedLink",
  caller: "none",
  madeBy: "administrator",
  summary: "Ask whether a link of a mail still works",
  description: "Changes nothing: programs that look at mails open links before people do.",
  query: z.object({
    link,
    purpose: z
      .enum(["reset", "confirm", "invitation", "new_email"])
      .describe(
        "`reset`: a new password. `confirm`: a mailbox. `invitation`: an account. `new_email`: another address of an account.",
      ),
  }),
  response: z.object({
    state: z
      .enum(["open", "used", "late", "unknown"])
      .describe(
        "`open`: the link works. `used`: it has been used. `late`: its time is over, or a newer link replaced it. `unknown`: we never sent this link.",
      ),
    used_at: z.iso.datetime({ offset: true }).nullable().describe("When it was used; null: it was not."),
    invitation: z
      .object({
        organization_name: z.string().describe("The organisation that invites."),
        email: z.string().describe("The address that is invited; the account will belong to it."),
      })
      .nullable()
      .describe("What an open invitation is to; null for other links."),
  }),
});

const ignored = "Ignored: the server decides.";

const self = {
  first_name: nameField.describe("First name."),
  last_name: nameField.describe("Last name."),
  phone: phoneField.optional().describe("Mobile number with country code; empty or left out: none."),
  password: newPasswordField.describe(
    "The password: at least 8 characters, a capital and a small letter, a digit and one of `! @ # $ % ^`.",
  ),
};
const person = z.object({
  ...self,
  e_mail: emailField.describe("E-mail address; the account belongs to it."),
  account_role: z.unknown().optional().describe(ignored),
  language: z.enum(languages).default("de").describe("The language of the pages and mails."),
});
/** Somebody who registers, as the server reads it. */
export type RegisteringPerson = z.output<typeof person>;

export const addTestAccount = call({
  name: "addTestAccount",
  method: "POST",
  path: "/api/account/addTestAccount",
  caller: "none",
  madeBy: "administrator",
  summary: "Register a new organisation",
  description:
    "Mails a link that proves the mailbox; the organisation is made when it is used, with a trial licence of 14 days. An address that has an account gets the same answer, and a mail that says so.",
  body: z.object({
    organization: z
      .object({ organization_name: registrationTextField.describe("Name of the organisation.") })
      .describe("The new organisation."),
    account_administrator: person.describe("Its first administrator."),
    trial_version: z.unknown().optional().describe(ignored),
    license: z
      .object({
        expires_at: z.unknown().optional().describe(ignored),
        ses_signature_limit: z.unknown().optional().describe(ignored),
        aes_signature_limit: z.unknown().optional().describe(ignored),
        qes_signature_limit: z.unknown().optional().describe(ignored),
      })
      .optional()
      .describe(ignored),
  }),
  response: z.literal(true),
});

export const addAccountAdministrator = call({
  name: "addAccountAdministrator",
  method: "POST",
  path: "/api/account/addAccountAdministrator",
  caller: "none",
  madeBy: "administrator",
  summary: "Ask to join an organisation",
  description:
    "Mails a link that proves the mailbox; then an administrator of the organisation is asked to let the person in. An address that has an account gets the same answer, and a mail that says so.",
  body: z.object({
    organizationAdministrator: person.describe("Who asks."),
    license_key_id: z.string().trim().max(100).describe("The organisation's join key, as its administrators see it."),
  }),
  response: z.literal(true),
});

export const confirmMailbox = call({
  name: "confirmMailbox",
  method: "POST",
  path: "/api/account/confirmMailbox",
  caller: "none",
  madeBy: "administrator",
  summary: "Prove the mailbox of a registration",
  description:
    "Takes the password that was registered, because somebody else may have typed the address. Who does not know it registers again. The link is used up only when the account was made.",
  body: z.object({
    link,
    password: z
      .string()
      .max(password_chars_max)
      .describe("The password that was registered. Another one: WRONG_PASSWORD."),
  }),
  response: z.object({
    state: z
      .enum(["active", "waiting"])
      .describe("`active`: log in. `waiting`: an administrator has to let the person in."),
    organization_name: z.string().describe("The organisation's name."),
  }),
});

export const acceptInvitation = call({
  name: "acceptInvitation",
  method: "POST",
  path: "/api/account/acceptInvitation",
  caller: "none",
  madeBy: "administrator",
  summary: "Accept an invitation",
  description:
    "Makes the account for the invited address, with the invited role; whatever the body says of them is ignored. The link is used up by it.",
  body: z.object({
    link,
    ...self,
    language: z.enum(languages).optional().describe("The language of the pages and mails. Left out: the invitation's."),
  }),
  response: z.object({ organization_name: z.string().describe("The organisation's name.") }),
});
