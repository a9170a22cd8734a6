/** A person with an account logs in, asks who they are, stays, and logs out (admin-side.md §2, §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { administratorId, organisationId } from "../ids.ts";
import { email_chars_max, languages, password_chars_max } from "../limits.ts";
import { accountRoles } from "../permissions.ts";
import { beforePatterns } from "../text.ts";
import { whitelabelingPack } from "./workflow.ts";

export const accountUser = z
  .object({
    user_id: administratorId.describe("The person's id."),
    first_name: z.string().describe("First name."),
    last_name: z.string().describe("Last name."),
    email: z.string().describe("E-mail address; the person logs in with it."),
    phone: z.string().nullable().describe("Phone number as E.164; null: none."),
    account_role: z
      .enum(accountRoles)
      .describe(
        "`organization_admin` and `admin` may do everything in `/admin`, `user` only change their own account.",
      ),
    organization_id: organisationId.describe("The organisation that the person belongs to."),
    language_id: z.enum(languages).describe("The language that the person reads: pages and mails use it."),
    whitelabeling_pack: whitelabelingPack.describe("The organisation's name and look."),
  })
  .meta({ id: "AccountUser", description: "A person with an account in an organisation." });
export type AccountUser = z.infer<typeof accountUser>;

export const accountHead = z
  .object({
    organization_id: organisationId.describe("The organisation's id."),
    organization_name: z.string().describe("The organisation's name."),
    license_id: z.string().describe("The licence's id."),
    join_key: z.string().describe("The key by which people ask to join; an administrator still has to let them in."),
  })
  .meta({ id: "AccountHead", description: "What stands at the top of every page of the administration." });
export type AccountHead = z.infer<typeof accountHead>;

const who = z
  .object({
    user: accountUser.describe("The person."),
    head: accountHead.nullable().describe("The organisation and its licence; null for the role `user`."),
    ask: z
      .array(
        z.object({
          name: z.string().describe("First and last name."),
          email: z.string().describe("E-mail address."),
        }),
      )
      .describe("For the role `user`: administrators who may do more, five at most. Empty for administrators."),
  })
  .meta({ id: "WhoIsThere", description: "Who is logged in." });
export type WhoIsThere = z.infer<typeof who>;

export const loggedIn = z
  .object({ user: accountUser.describe("The person who is logged in now.") })
  .meta({ id: "LoggedIn", description: "Whose session was opened." });

export const adminLogin = call({
  name: "adminLogin",
  method: "POST",
  path: "/api/auth/admin_login",
  caller: "none",
  madeBy: "administrator",
  summary: "Log in to the administration",
  description:
    "Opens a session that lives in a cookie: 30 minutes without a call, 12 hours at most. A wrong address and a wrong password get the same answer.",
  body: z.object({
    email: z.string().trim().max(email_chars_max, beforePatterns).describe("The person's e-mail address."),
    password: z.string().max(password_chars_max).describe("The person's password."),
    totp: z
      .string()
      .max(40)
      .optional()
      .describe(
        "The code of the second factor, or a recovery code. Needed where the account has one: SECOND_FACTOR_REQUIRED.",
      ),
  }),
  response: loggedIn,
});

export const adminSession = call({
  name: "adminSession",
  method: "GET",
  path: "/api/auth/adminSession",
  caller: "none",
  madeBy: "administrator",
  summary: "Ask who is logged in to the administration",
  description: "Changes nothing: the session does not last longer for it.",
  response: who.nullable(),
});

export const extendAdminSession = call({
  name: "extendAdminSession",
  method: "POST",
  path: "/api/auth/extendAdminSession",
  caller: "admin",
  permission: "own account",
  summary: "Stay logged in",
  description: "The 30 minutes begin anew; the 12 hours do not.",
  body: z.object({}),
  response: z.literal(true),
});

export const logoutAdmin = call({
  name: "logoutAdmin",
  method: "DELETE",
  path: "/api/auth/logoutAdmin",
  caller: "none",
  madeBy: "administrator",
  summary: "Log out of the administration",
  description: "Ends the session of this browser. The answer is the same if the browser has no session.",
  response: z.literal(true),
});
