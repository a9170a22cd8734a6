/** API tokens, for an organisation's administrators (admin-side.md §2, §7). */
import { z } from "zod";
import { tokenStates } from "../account-acts.ts";
import { call } from "../call.ts";
import { tokenId } from "../ids.ts";
import { bulk_ids_max } from "../limits.ts";
import { beforePatterns, filledLine } from "../text.ts";
import { isStepOfAddress, token_name_chars_max } from "../token-name.ts";
import { valueFaults } from "../value-faults.ts";

const count = z.number().int();
const name = filledLine(token_name_chars_max)
  .refine((text) => !isStepOfAddress(text), valueFaults.stepOfAddress.en)
  .describe("What the token is called; 1 to 100 characters, and neither `.` nor `..`.");
const version = count
  .optional()
  .describe(
    "The `version` of what was read. Changed meanwhile: 409 with the token as it is now. Left out: not looked at.",
  );

export const tokenView = z
  .object({
    token_id: tokenId.describe("The token's id."),
    name: z.string().describe("What the token is called."),
    apiKey: z.string().describe("The key, masked: its beginning and its last characters."),
    created_at: z.iso.datetime().describe("When it was made."),
    expires_at: z.iso.datetime().nullable().describe("When it expires; null: it does not."),
    state: z.enum(tokenStates).describe("`active`, or `terminated`: disabled or expired."),
    terminated_because: z
      .enum(["disabled", "expired"])
      .nullable()
      .describe("Why it is terminated; null while it is active."),
    terminated_at: z.iso.datetime().nullable().describe("Since when it is terminated; null while it is active."),
    ses_signature_count: count.describe("Simple signatures made with it."),
    aes_signature_count: count.describe("Advanced signatures made with it."),
    qes_signature_count: count.describe("Qualified signatures made with it."),
    version: count.describe("Counts its changes; send it along with a change."),
  })
  .meta({ id: "TokenView", description: "An API token." });
export type TokenView = z.infer<typeof tokenView>;

export const tokenWithKey = z
  .object({
    token_id: tokenId.describe("The token's id."),
    name: z.string().describe("What the token is called."),
    apiKey: z.string().describe("The full key. It is shown this once; we keep only its hash."),
    secret: z
      .string()
      .nullable()
      .describe(
        "The secret that signs this token's webhooks (Standard Webhooks). null where the token had one already: it stays, and is shown after the password.",
      ),
  })
  .meta({ id: "TokenWithKey", description: "A token with its full key." });
export type TokenWithKey = z.infer<typeof tokenWithKey>;

/** Which tokens a list shows. */
export const tokenFilters = ["all", ...tokenStates] as const;
/** How a list is sorted; `-`: backwards. */
export const tokenSorts = ["name", "-name", "created", "-created"] as const;

export const tokenPage = z
  .object({
    tokens: z.array(tokenView).describe("The tokens of this page."),
    next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    counts: z
      .object({
        all: count.describe("All that match the search."),
        active: count.describe("Those of them that are active."),
        terminated: count.describe("Those of them that are terminated."),
      })
      .describe("How many match the search, by state."),
  })
  .meta({ id: "TokenPage", description: "A page of tokens." });
export type TokenPage = z.infer<typeof tokenPage>;

export const listTokens = call({
  name: "listTokens",
  method: "GET",
  path: "/api/account/tokens",
  caller: "admin",
  permission: "tokens",
  summary: "List tokens",
  description: "The organisation's tokens, a page at a time.",
  query: z.object({
    state: z.enum(tokenFilters).default("all").describe("Only tokens in this state."),
    search: z.string().trim().max(200, beforePatterns).optional().describe("Part of a name, or a key or its end."),
    sort: z.enum(tokenSorts).default("name").describe("By `name` or by when they were `created`; `-`: backwards."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many tokens a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: tokenPage,
});

const idParam = z.object({ id: z.string().describe("The token's id.") });
const foreignIds = "An id of another organisation answers 404, as one that does not exist.";

export const addToken = call({
  name: "addToken",
  method: "POST",
  path: "/api/account/addToken/:id/:name",
  caller: "admin",
  permission: "tokens",
  summary: "Make a token",
  description: `Answers the full key, this once. ${foreignIds}`,
  params: z.object({ id: z.string().describe("The licence's id."), name }),
  body: z
    .object({
      expires_at: z.iso
        .datetime({ offset: true })
        .optional()
        .describe("When the token expires: not in the past, and not after the licence. Left out: with the licence."),
    })
    .nullish(),
  response: tokenWithKey,
});

export const updateTokenName = call({
  name: "updateTokenName",
  method: "PUT",
  path: "/api/account/updateTokenName",
  caller: "admin",
  permission: "tokens",
  summary: "Rename a token",
  description: `Its key stays the same. A terminated token answers 409. ${foreignIds}`,
  body: z.object({ token_id: z.string().describe("The token's id."), name, version }),
  response: tokenView,
});

export const updateTokenApiKey = call({
  name: "updateTokenApiKey",
  method: "PUT",
  path: "/api/account/updateTokenApiKey/:id",
  caller: "admin",
  permission: "tokens",
  summary: "Give a token a new key",
  description: `Answers the full key, this once; the one before is not accepted any more. A terminated token answers 409. ${foreignIds}`,
  params: idParam,
  response: tokenWithKey,
});

export const disableToken = call({
  name: "disableToken",
  method: "DELETE",
  path: "/api/account/disableToken/:id",
  caller: "admin",
  permission: "tokens",
  summary: "Disable a token",
  description: `For good: its key is not accepted any more. A terminated token answers 409. ${foreignIds}`,
  params: idParam,
  response: tokenView,
});

export const disableTokens = call({
  name: "disableTokens",
  method: "POST",
  path: "/api/account/disableTokens",
  caller: "admin",
  permission: "tokens",
  summary: "Disable several tokens",
  description:
    "Each by itself: what is refused for one changes nothing for the others. The answer has a line for each.",
  body: z.object({
    ids: z
      .array(z.string().describe("A token's id."))
      .min(1)
      .max(bulk_ids_max)
      .describe("The tokens' ids, 1,000 at most."),
  }),
  response: z.array(
    z
      .object({
        id: z.string().describe("The token's id, as it was sent."),
        code: z
          .enum(["NOT_FOUND", "TOKEN_TERMINATED"])
          .nullable()
          .describe("Why it was not disabled; null: it is disabled now."),
      })
      .meta({ id: "DisabledToken", description: "What became of one token." }),
  ),
});
