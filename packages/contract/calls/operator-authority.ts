/** How the own authority is: lists, responders, and what ends when. */
import { z } from "zod";
import { call } from "../call.ts";

const count = z.number().int();
const at = z.iso.datetime();
const role = z
  .enum(["root", "issuing-ca", "qualified-ca", "root-ocsp-signer", "ocsp-signer", "tsu", "service-seal"])
  .describe("What it is for.");

const authorityView = z
  .object({
    authorities: z
      .array(
        z.object({
          name: z.string().describe("Its name."),
          role,
          active: z.boolean().describe("Whether it issues certificates; one that has a successor does not."),
          key_is_here: z
            .boolean()
            .describe("Whether its key is in the running system; of a root that is kept outside, it is not."),
          not_before: at.describe("Since when it is there."),
          not_after: at.describe("When its certificate ends."),
          list: z
            .object({
              number: count.describe("The number of its newest list."),
              this_update: at.describe("When that was made."),
              next_update: at.nullable().describe("Until when it counts; null: it is the last one."),
              entries: count.nullable().describe("How many revoked certificates are in it; null: not counted."),
              missing: count.describe("How many were revoked more than a minute ago and are not in it."),
              state: z
                .enum(["ok", "late", "ended", "last"])
                .describe(
                  "`late`: the next one is due, or something is missing; of a root that is kept outside, it ends within 30 days. `ended`: it counts no more. `last`: no other will follow.",
                ),
            })
            .nullable()
            .describe("Its newest list; null: it has none, which is a fault."),
          responder: z
            .object({
              name: z.string().describe("Its name."),
              not_after: at.describe("When its certificate ends."),
              state: z.enum(["ok", "late", "ended"]).describe("`late`: its successor is overdue."),
            })
            .nullable()
            .describe("Who answers OCSP for it; null: nobody does, which is a fault where its key is here."),
        }),
      )
      .describe("Every CA there ever was, roots first."),
    ends: z
      .array(
        z.object({
          name: z.string().describe("Its name."),
          role,
          answers_for: z
            .object({ name: z.string().describe("Its name."), role })
            .nullable()
            .describe("The CA that a responder answers for; null: it is no responder."),
          begins_at: at.describe("When its time began."),
          ends_at: at.describe("When it ends; of a time-stamping unit, when its key signs no more."),
          renews_at: at.nullable().describe("When a successor is due; null: none is."),
          is_by_hand: z.boolean().describe("Whether its successor is not made by itself."),
          state: z
            .enum(["ok", "late", "manual"])
            .describe("`late`: a successor is overdue. `manual`: somebody has to see to it within a year."),
        }),
      )
      .describe("What is at work, and CAs with a successor, by when they end."),
    root_is_exposed: z.boolean().describe("Whether this is production, and the root's key is in the running system."),
  })
  .meta({ id: "AuthorityHealth", description: "How the own authority is." });
export type AuthorityHealth = z.infer<typeof authorityView>;

export const operatorAuthority = call({
  name: "operatorAuthority",
  method: "GET",
  path: "/api/operator/authority",
  caller: "operator",
  summary: "See lists and responders, and what ends when",
  response: authorityView,
});
