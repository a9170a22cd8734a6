/** The use of the licence, for senders' systems (decisions.md §5). */
import { z } from "zod";
import { call } from "../call.ts";
import { classUsage } from "./accounts.ts";

const usage = classUsage
  .extend({ used_by_token: z.number().int().describe("How many of `used` were made with the token that asks.") })
  .meta({ id: "TokenUsage", description: "The use of one class of signatures, and the part of the token that asks." });

export const readUsage = call({
  name: "readUsage",
  method: "GET",
  path: "/api/v1/usage",
  caller: "token",
  summary: "Read the use of the licence",
  description:
    "What the licence allows of each class of signatures, and what is used. Ask before sending many: a workflow that needs more than is free is refused.",
  response: z
    .object({
      license_id: z.string().describe("The licence's id."),
      expires_at: z.iso.datetime().nullable().describe("When the licence ends; null: it has no end."),
      ses: usage.describe("Simple signatures."),
      aes: usage.describe("Advanced signatures and seals."),
      qes: usage.describe("Qualified signatures and seals."),
    })
    .meta({ id: "Usage", description: "The use of a licence." }),
});
