/** Logins at a provider (OpenID Connect), and whether an organisation still lets people log in with passwords (decisions.md §11). */
import { z } from "zod";
import { call } from "../call.ts";
import { oidc_answer_chars_max, password_chars_max } from "../limits.ts";
import { accountUser } from "./administrator-session.ts";
import { ownAccount } from "./own-account.ts";

const ownPassword = z
  .string()
  .max(password_chars_max)
  .describe("The person's password, once more. Wrong: WRONG_PASSWORD.");
const whereTo = z.object({ url: z.string().describe("Send the browser there within ten minutes.") });

export const loginWays = call({
  name: "loginWays",
  method: "GET",
  path: "/api/auth/loginWays",
  caller: "none",
  madeBy: "administrator",
  summary: "Ask where people can log in beside the password",
  response: z.object({
    oidc: z
      .object({ label: z.string().describe("What the provider is called.") })
      .nullable()
      .describe("The login provider (OpenID Connect); null: this service has none."),
  }),
});

export const startOidcLogin = call({
  name: "startOidcLogin",
  method: "POST",
  path: "/api/auth/startOidcLogin",
  caller: "none",
  madeBy: "administrator",
  summary: "Begin a login at the provider",
  description:
    "Ten minutes are given for it, in this browser alone. No provider: OIDC_NOT_CONFIGURED; one that does not answer: OIDC_AWAY.",
  body: z.object({}),
  response: whereTo,
});

export const startOidcLink = call({
  name: "startOidcLink",
  method: "POST",
  path: "/api/account/startOidcLink",
  caller: "admin",
  permission: "own account",
  summary: "Begin to link the own account with a login at the provider",
  description: "Who logs in at the provider then can log in here from then on. Linked already: OIDC_ALREADY_LINKED.",
  body: z.object({ password: ownPassword }),
  response: whereTo,
});

export const finishOidc = call({
  name: "finishOidc",
  method: "POST",
  path: "/api/auth/finishOidc",
  caller: "none",
  madeBy: "administrator",
  summary: "Finish what was begun at the provider",
  description:
    "A login opens a session as the password does, and no second factor is asked for: that is the provider's. A link needs the session that began it. Works once, in the browser that began: otherwise OIDC_ATTEMPT_OVER or OIDC_ATTEMPT_UNKNOWN. The provider says no: OIDC_REFUSED. Who logged in there has no link here: OIDC_NOT_LINKED; an e-mail address never makes one.",
  body: z.object({
    answer: z
      .string()
      .max(oidc_answer_chars_max)
      .describe("The query of the address to which the provider sent the browser, without `?`."),
  }),
  response: z
    .object({
      purpose: z.enum(["login", "link"]).describe("What was begun."),
      user: accountUser.describe("The person who is logged in."),
    })
    .meta({ id: "OidcFinished", description: "What came of a login at the provider." }),
});

export const removeOidc = call({
  name: "removeOidc",
  method: "POST",
  path: "/api/account/removeOidc",
  caller: "admin",
  permission: "own account",
  summary: "End the own login at the provider",
  description: "Not while the organisation has turned passwords off: OIDC_NEEDED.",
  body: z.object({ password: ownPassword }),
  response: ownAccount,
});

export const passwordLogin = z
  .object({
    oidc: z
      .object({ label: z.string().describe("What the provider is called.") })
      .nullable()
      .describe("The login provider; null: this service has none, and passwords are always on."),
    allowed: z.boolean().describe("Whether passwords are on."),
    has_worked: z.boolean().describe("Whether the asking person has logged in at the provider before."),
    people: z.number().int().describe("How many active people the organisation has."),
    at_provider: z
      .number()
      .int()
      .describe("How many of them have logged in at the provider: while passwords are off, theirs open no session."),
  })
  .meta({ id: "PasswordLogin", description: "Whether people of an organisation log in with passwords." });
export type PasswordLoginView = z.infer<typeof passwordLogin>;

export const getPasswordLogin = call({
  name: "getPasswordLogin",
  method: "GET",
  path: "/api/account/passwordLogin",
  caller: "admin",
  permission: "organisation",
  summary: "Ask whether people log in with passwords",
  response: passwordLogin,
});

export const setPasswordLogin = call({
  name: "setPasswordLogin",
  method: "PUT",
  path: "/api/account/passwordLogin",
  caller: "admin",
  permission: "organisation",
  summary: "Turn the login with passwords off or on",
  description:
    "Only who has logged in at the provider before can turn it off: OIDC_NOT_USED_YET. Off, a right password of who has logged in there is answered PASSWORD_LOGIN_OFF; passkeys go on.",
  body: z.object({ allowed: z.boolean().describe("Whether passwords are on."), password: ownPassword }),
  response: passwordLogin,
});
