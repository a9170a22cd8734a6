/** What every page of the web needs to know about the provider that runs the service (decisions.md §1, S-014, S-036, S-037). */
import { z } from "zod";
import { call } from "../call.ts";

/** One text in both languages; plain text, paragraphs separated by an empty line. */
const inBothLanguages = z.object({ de: z.string().describe("In German."), en: z.string().describe("In English.") });

export const providerConfiguration = z
  .object({
    provider_name: z.string().describe("What the provider is called."),
    root_certificate_url: z.string().describe("Where the root certificate of the provider's authority is published."),
    root_certificate_hash: z.string().describe("The SHA-256 of that certificate (DER), in lower-case hexadecimal."),
    contact: z
      .object({
        email: z.string().nullable().describe("E-mail address; null: none is given."),
        phone: z.string().nullable().describe("Phone number; null: none is given."),
      })
      .describe("Whom to write to or call to have a certificate revoked."),
    personal_ident_url: z.string().describe("Where people are told how to be identified in person."),
    identification: z
      .object({
        eid: z.boolean().describe("Whether ID cards are read."),
        eid_client_url: z
          .string()
          .nullable()
          .describe("Where the app on the person's device answers; null: the issuer's own page reads the card."),
        video: z.boolean().describe("Whether people are identified by video."),
        video_life_h: z.number().int().describe("How long a certificate after a video is valid, in hours."),
      })
      .describe("By which ways people prove who they are without meeting the provider."),
    sandbox_url: z
      .string()
      .nullable()
      .describe("Where the mails, text messages and calls of a development server arrive; null in production."),
    imprint: inBothLanguages.describe("The imprint."),
    privacy: inBothLanguages.describe("The privacy notice."),
    terms: z
      .object({
        id: z.string().describe("What the terms are called in records of their acceptance."),
        version: z.string().describe("Their version."),
        de: z.string().describe("Their text in German."),
        en: z.string().describe("Their text in English."),
      })
      .describe("The terms that are accepted at login. Records of an acceptance name their id and version."),
  })
  .meta({ id: "ProviderConfiguration", description: "What every page says about the provider." });
export type ProviderConfiguration = z.infer<typeof providerConfiguration>;

export const configuration = call({
  name: "configuration",
  method: "GET",
  path: "/api/configuration",
  caller: "none",
  summary: "Read the provider's texts",
  description: "The provider's name, imprint, privacy notice and terms.",
  response: providerConfiguration,
});
