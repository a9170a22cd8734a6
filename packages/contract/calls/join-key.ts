/** The key by which people ask to join an organisation (decisions.md §7, §11). */
import { z } from "zod";
import { call } from "../call.ts";

const joinKey = z
  .object({
    join_key: z.string().describe("The key: `SGL-` and 26 characters."),
    renewed_at: z.iso.datetime().nullable().describe("When it was renewed last; null: it is the first."),
    waiting: z.number().int().describe("How many people wait to be let in."),
  })
  .meta({ id: "JoinKey", description: "An organisation's join key." });

const allowed = { caller: "admin", permission: "organisation" } as const;

export const getJoinKey = call({
  name: "getJoinKey",
  method: "GET",
  path: "/api/account/joinKey",
  ...allowed,
  summary: "Read the join key",
  response: joinKey,
});

export const renewJoinKey = call({
  name: "renewJoinKey",
  method: "POST",
  path: "/api/account/renewJoinKey",
  ...allowed,
  summary: "Renew the join key",
  description: "The key before is not accepted any more. Who asked with it already still waits.",
  body: z.object({}),
  response: joinKey,
});
