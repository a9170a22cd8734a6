/** An operator logs in at the provider's desk, asks who they are, stays, and logs out. */
import { z } from "zod";
import { call } from "../call.ts";
import { operatorId } from "../ids.ts";
import { email_chars_max, password_chars_max } from "../limits.ts";
import { beforePatterns } from "../text.ts";

export const operatorView = z
  .object({
    operator_id: operatorId.describe("The operator's id."),
    first_name: z.string().describe("First name."),
    last_name: z.string().describe("Last name."),
    email: z.string().describe("E-mail address; the operator logs in with it."),
    four_eyes: z.boolean().describe("Whether a second operator must confirm what the first one found in a register."),
    revoke_four_eyes: z.boolean().describe("Whether a second operator must confirm a revocation."),
  })
  .meta({ id: "OperatorView", description: "A member of the provider's staff." });
export type OperatorView = z.infer<typeof operatorView>;

export const operatorLogin = call({
  name: "operatorLogin",
  method: "POST",
  path: "/api/operator/login",
  caller: "none",
  madeBy: "operator",
  summary: "Log in to the operator's desk",
  description:
    "Opens a session that lives in a cookie: 30 minutes without a call, 12 hours at most. A wrong address and a wrong password get the same answer; the second factor is always asked for.",
  body: z.object({
    email: z.string().trim().max(email_chars_max, beforePatterns).describe("The operator's e-mail address."),
    password: z.string().max(password_chars_max).describe("The operator's password."),
    totp: z
      .string()
      .max(40)
      .optional()
      .describe("The code of the app, each once, or a recovery code. Left out: SECOND_FACTOR_REQUIRED."),
  }),
  response: operatorView,
});

export const operatorSession = call({
  name: "operatorSession",
  method: "GET",
  path: "/api/operator/session",
  caller: "none",
  madeBy: "operator",
  summary: "Ask who is logged in at the operator's desk",
  description: "Changes nothing: the session does not last longer for it. Null: nobody is.",
  response: operatorView.nullable(),
});

export const extendOperatorSession = call({
  name: "extendOperatorSession",
  method: "POST",
  path: "/api/operator/extendSession",
  caller: "operator",
  summary: "Stay logged in at the operator's desk",
  description: "The 30 minutes begin anew; the 12 hours do not.",
  body: z.object({}),
  response: z.literal(true),
});

export const logoutOperator = call({
  name: "logoutOperator",
  method: "DELETE",
  path: "/api/operator/logout",
  caller: "none",
  madeBy: "operator",
  summary: "Log out of the operator's desk",
  description: "Ends the session of this browser. The answer is the same if the browser has no session.",
  response: z.literal(true),
});
