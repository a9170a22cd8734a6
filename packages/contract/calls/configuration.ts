/** What every page of the web needs to know about the provider that runs the service (decisions.md §1, S-014, S-036, S-037). */
import { z } from "zod";
import { call } from "../call.ts";

/** One text in both languages; plain text, paragraphs separated by an empty line. */
const inBothLanguages = z.object({ de: z.string(), en: z.string() });

/** `terms` are the ones accepted at login; their id and version are recorded with the acceptance. */
export const providerConfiguration = z
  .object({
    provider_name: z.string(),
    /** Where the root certificate of the provider's authority is published. */
    root_certificate_url: z.string(),
    /** SHA-256 of that certificate (DER), lower-case hex. */
    root_certificate_sha256: z.string(),
    /** Whom to write to or call to have a certificate revoked; null where the provider named nobody. */
    contact: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
    /** Where the mails, text messages and calls of a development server arrive; null in production. */
    sandbox_url: z.string().nullable(),
    imprint: inBothLanguages,
    privacy: inBothLanguages,
    terms: z.object({ id: z.string(), version: z.string(), de: z.string(), en: z.string() }),
  })
  .meta({ id: "ProviderConfiguration" });
export type ProviderConfiguration = z.infer<typeof providerConfiguration>;

export const configuration = call({
  name: "configuration",
  method: "GET",
  path: "/api/configuration",
  caller: "none",
  summary: "The provider's name, imprint, privacy notice and terms.",
  response: providerConfiguration,
});
