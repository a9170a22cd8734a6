/** The own account of a person: data, password, second factor, sessions (admin-side.md §2, §7; decisions.md §11). */
import { z } from "zod";
import { emailField, nameField, newPasswordField, phoneField } from "../account-fields.ts";
import { call } from "../call.ts";
import { administratorId, organisationId } from "../ids.ts";
import { languages, passkey_name_chars_max, password_chars_max } from "../limits.ts";
import { accountRoles } from "../permissions.ts";
import { filledLine } from "../text.ts";
import { loggedIn } from "./administrator-session.ts";

const moment = z.iso.datetime();
const allowed = { caller: "admin", permission: "own account" } as const;
const ownPassword = z
  .string()
  .max(password_chars_max)
  .describe("The person's password, once more. Wrong: WRONG_PASSWORD.");

export const ownAccount = z
  .object({
    user_id: administratorId.describe("The person's id."),
    first_name: z.string().describe("First name."),
    last_name: z.string().describe("Last name."),
    email: z.string().describe("E-mail address; the person logs in with it."),
    pending_email: z
      .string()
      .nullable()
      .describe("The address that `email` becomes once its mailbox is proven; null: none is waited for."),
    phone: z.string().nullable().describe("Phone number as E.164; null: none."),
    account_role: z.enum(accountRoles).describe("What the person may do."),
    organization_id: organisationId.describe("The organisation's id."),
    language_id: z.enum(languages).describe("The language of pages and mails."),
    password_changed_at: moment.nullable().describe("When the password was changed last; null: it is the first."),
    totp: z
      .object({
        since: moment.describe("When it was set up."),
        last_used_at: moment.nullable().describe("When a code of it was used last; null: never yet."),
      })
      .nullable()
      .describe("The authenticator app; null: there is none."),
    recovery_codes: z
      .object({
        left: z.number().int().describe("How many were not used."),
        made: z.number().int().describe("How many there were."),
        made_at: moment.describe("When they were made."),
      })
      .nullable()
      .describe("The recovery codes; null: there are none."),
    passkeys: z
      .array(
        z
          .object({
            passkey_id: z.string().describe("The passkey's id."),
            name: z.string().describe("What the person calls it."),
            created_at: moment.describe("When it was added."),
            last_used_at: moment.nullable().describe("When the person logged in with it last; null: never yet."),
          })
          .meta({ id: "Passkey", description: "A passkey of a person." }),
      )
      .describe("With which the person can log in without a password, the oldest first."),
    oidc: z
      .object({
        label: z.string().describe("What the provider is called."),
        since: moment.nullable().describe("Since when the person can log in there; null: they cannot."),
        last_login_at: moment.nullable().describe("When the person logged in there last; null: never yet."),
        passwords_off: z
          .boolean()
          .describe("Whether the organisation has turned passwords off: the link stays then, OIDC_NEEDED."),
      })
      .nullable()
      .describe("The login at a provider (OpenID Connect); null: this service has none."),
    sessions: z
      .array(
        z
          .object({
            session_id: z.string().describe("The session's id; it opens nothing."),
            is_this: z.boolean().describe("Whether it is the session that asks."),
            user_agent: z.string().describe("What the browser calls itself."),
            network: z
              .string()
              .describe("Where it logged in from: an IPv4 address, or the beginning of an IPv6 address."),
            created_at: moment.describe("When it began."),
            last_seen_at: moment.describe("When it was used last."),
          })
          .meta({ id: "AccountSession", description: "A session of a person." }),
      )
      .describe("Where the person is logged in, the newest first."),
    version: z.number().int().describe("Counts the changes of the account; send it along with a change."),
  })
  .meta({ id: "OwnAccount", description: "A person's own account." });
export type OwnAccountView = z.infer<typeof ownAccount>;

export const getOwnAccount = call({
  name: "getOwnAccount",
  method: "GET",
  path: "/api/account/ownAccount",
  ...allowed,
  summary: "Read the own account",
  response: ownAccount,
});

const ignored = z.unknown().optional().describe("Ignored: the session says whose account it is.");

export const updateAccountAdministrator = call({
  name: "updateAccountAdministrator",
  method: "PUT",
  path: "/api/account/updateAccountAdministrator",
  ...allowed,
  summary: "Change the own account",
  description:
    "What is left out stays. A new password ends the other sessions. A new address counts once the link in the mail to it was used; the address before is told.",
  body: z.object({
    user_id: ignored,
    id: ignored,
    organization_id: ignored,
    account_role: z.unknown().optional().describe("Ignored: others change it."),
    first_name: nameField.optional().describe("First name."),
    last_name: nameField.optional().describe("Last name."),
    e_mail: emailField.optional().describe("E-mail address."),
    email: emailField.optional().describe("The same, under its other name."),
    phone: phoneField.nullable().optional().describe("Mobile number with country code; empty or null: none."),
    language_id: z.enum(languages).optional().describe("The language of pages and mails."),
    password: ownPassword,
    newPassword: newPasswordField
      .optional()
      .describe(
        "A new password: at least 8 characters, a capital and a small letter, a digit and one of `! @ # $ % ^`.",
      ),
    confirmNewPassword: z.string().max(password_chars_max).optional().describe("The new password once more."),
    version: z
      .number()
      .int()
      .optional()
      .describe(
        "The `version` that was read. Changed meanwhile: 409 with the account as it is now. Left out: not looked at.",
      ),
  }),
  response: ownAccount,
});

export const confirmNewEmail = call({
  name: "confirmNewEmail",
  method: "POST",
  path: "/api/account/confirmNewEmail",
  caller: "none",
  madeBy: "administrator",
  summary: "Prove a new address of the own account",
  description: "The address of the link becomes the account's. All sessions end: log in with the new address.",
  body: z.object({ link: z.string().max(200).describe("What stands behind `link=` in the mail's address.") }),
  response: z.object({ email: z.string().describe("The address of the account from now on.") }),
});

export const setOwnLanguage = call({
  name: "setOwnLanguage",
  method: "PUT",
  path: "/api/account/ownLanguage",
  ...allowed,
  summary: "Choose the language of pages and mails",
  body: z.object({ language_id: z.enum(languages).describe("The language.") }),
  response: z.literal(true),
});

export const endOwnSession = call({
  name: "endOwnSession",
  method: "DELETE",
  path: "/api/account/ownSession/:id",
  ...allowed,
  summary: "Log out of another device",
  params: z.object({ id: z.string().describe("The session's id.") }),
  response: z.literal(true),
});

export const endOtherSessions = call({
  name: "endOtherSessions",
  method: "POST",
  path: "/api/account/endOtherSessions",
  ...allowed,
  summary: "Log out of all other devices",
  body: z.object({}),
  response: z.literal(true),
});

const recoveryCodes = z
  .array(z.string())
  .describe("The recovery codes. They are shown this once; we keep only their MACs.");

export const startTotp = call({
  name: "startTotp",
  method: "POST",
  path: "/api/account/startTotp",
  ...allowed,
  summary: "Begin to set up an authenticator app",
  description:
    "The one before, where there is one, works until the new one is confirmed. Waits 30 minutes for the first code.",
  body: z.object({ password: ownPassword }),
  response: z.object({
    secret: z.string().describe("The secret in base32, to type in."),
    uri: z.string().describe("The same as an `otpauth:` address, for a QR code."),
  }),
});

export const confirmTotp = call({
  name: "confirmTotp",
  method: "POST",
  path: "/api/account/confirmTotp",
  ...allowed,
  summary: "Confirm an authenticator app by its first code",
  description: "From then on the login asks for a code. Answers ten recovery codes; those before end.",
  body: z.object({ code: z.string().max(40).describe("The code that the app shows. Wrong: WRONG_OTP.") }),
  response: z.object({ recovery_codes: recoveryCodes }),
});

export const removeTotp = call({
  name: "removeTotp",
  method: "POST",
  path: "/api/account/removeTotp",
  ...allowed,
  summary: "Remove the authenticator app",
  description: "The login asks for the password alone again; recovery codes end.",
  body: z.object({ password: ownPassword }),
  response: z.literal(true),
});

export const renewRecoveryCodes = call({
  name: "renewRecoveryCodes",
  method: "POST",
  path: "/api/account/renewRecoveryCodes",
  ...allowed,
  summary: "Make new recovery codes",
  description: "Those before end.",
  body: z.object({ password: ownPassword }),
  response: z.object({ recovery_codes: recoveryCodes }),
});

const name = filledLine(passkey_name_chars_max).describe("What the person calls the passkey, such as the device.");
const challengeId = z.string().max(64).describe("The id of what the browser answers.");
/** As WebAuthn Level 3 §5.1.8 writes them in JSON; the library checks what is in it. */
const browsersAnswer = z
  .looseObject({})
  .describe("What `navigator.credentials` answered, as WebAuthn writes it in JSON.");
const optionsForBrowser = z
  .looseObject({})
  .describe("Hand this to `navigator.credentials`, as WebAuthn writes it in JSON.");

export const startPasskey = call({
  name: "startPasskey",
  method: "POST",
  path: "/api/account/startPasskey",
  ...allowed,
  summary: "Begin to add a passkey",
  description: "The browser has five minutes to make it.",
  body: z.object({ password: ownPassword }),
  response: z.object({ challenge_id: challengeId, options: optionsForBrowser }),
});

export const addPasskey = call({
  name: "addPasskey",
  method: "POST",
  path: "/api/account/addPasskey",
  ...allowed,
  summary: "Add a passkey",
  description:
    "From then on the person can log in with it, without a password. Not what was asked for: PASSKEY_INVALID.",
  body: z.object({ challenge_id: challengeId, name, response: browsersAnswer }),
  response: ownAccount,
});

export const renamePasskey = call({
  name: "renamePasskey",
  method: "PUT",
  path: "/api/account/renamePasskey",
  ...allowed,
  summary: "Rename a passkey",
  body: z.object({ passkey_id: z.string().max(1_400).describe("The passkey's id."), name }),
  response: ownAccount,
});

export const removePasskey = call({
  name: "removePasskey",
  method: "POST",
  path: "/api/account/removePasskey",
  ...allowed,
  summary: "Remove a passkey",
  body: z.object({ passkey_id: z.string().max(1_400).describe("The passkey's id."), password: ownPassword }),
  response: ownAccount,
});

export const passkeyOptions = call({
  name: "passkeyOptions",
  method: "POST",
  path: "/api/auth/passkeyOptions",
  caller: "none",
  madeBy: "administrator",
  summary: "Begin a login with a passkey",
  description: "The same for everybody: the browser offers the passkeys that it has.",
  body: z.object({}),
  response: z.object({ challenge_id: challengeId, options: optionsForBrowser }),
});

export const passkeyLogin = call({
  name: "passkeyLogin",
  method: "POST",
  path: "/api/auth/passkeyLogin",
  caller: "none",
  madeBy: "administrator",
  summary: "Log in with a passkey",
  description:
    "Opens a session as the login with a password does. The device has looked at its owner, so no second factor is asked for.",
  body: z.object({ challenge_id: challengeId, response: browsersAnswer }),
  response: loggedIn,
});
