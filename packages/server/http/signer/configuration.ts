/** Who runs the service: what the footer and the public pages show. */
import { configuration } from "@siegel/contract/calls/configuration.ts";
import { short_term_h } from "@siegel/contract/identification.ts";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import type { ServerDeps } from "../../deps.ts";
import { publishedRoot, rootFingerprint } from "../../rooms/authority/authority.ts";
import { currentTerms } from "../../rooms/login/login.ts";
import { serveOpenCall } from "../wire/serve-call.ts";

/** Registers `GET /api/configuration`. */
export function configurationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const de = currentTerms("de");
  const data = {
    provider_name: deps.config.provider.name,
    contact: deps.config.contact,
    personal_ident_url: deps.config.personalIdentUrl,
    identification: {
      eid: deps.eid !== null,
      eid_client_url: deps.eid?.kind === "server" ? deps.config.identification.eidClientUrl : null,
      video: deps.videoIdent !== null,
      video_life_h: short_term_h,
    },
    sandbox_url: deps.config.sandbox?.url ?? null,
    ...publicTexts(deps.config),
    terms: { id: de.id, version: de.version, de: de.text, en: currentTerms("en").text },
  };
  serveOpenCall(app, configuration, async () => ({
    ok: true,
    data: {
      ...data,
      root_certificate_url: await publishedRoot(deps),
      root_certificate_hash: await rootFingerprint(deps),
    },
  }));
}

function publicTexts({ provider, pages }: Config) {
  return {
    imprint: {
      de:
        pages.imprint.de ??
        `Diensteanbieter: ${provider.name}\n\nDer Betreiber hat hier noch kein Impressum hinterlegt.`,
      en:
        pages.imprint.en ?? `Service provider: ${provider.name}\n\nThe operator has not published an imprint here yet.`,
    },
    privacy: {
      de:
        pages.privacy.de ??
        `${provider.name} verwendet Ihre Daten nur für diese Unterzeichnung. Welche das sind und warum, steht unten in Nummer 3.`,
      en:
        pages.privacy.en ??
        `${provider.name} uses your data for this signing only. Which data, and why, is said below in number 3.`,
    },
  };
}
