/** The API described: OpenAPI 3.1 from the schemas that check requests, and a page to read it (decisions.md §3). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { ServerDeps } from "../../deps.ts";
import { hostCookieName, signerCookiePrefix } from "../wire/security.ts";
import { compression } from "../wire/serve-call.ts";
import { type ApiDescription, renderApiPage } from "./api-page.ts";
import { type Described, finishDescription } from "./finish-description.ts";

type OpenApi = Extract<SwaggerOptions, { openapi?: unknown }>["openapi"];

/** Head of the OpenAPI document. */
export function openApiInfo(deps: Pick<ServerDeps, "version" | "publicUrl">): NonNullable<OpenApi> {
  return {
    openapi: "3.1.0",
    info: {
      title: "Siegel",
      version: deps.version,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      description: `Answers are \`{"success": true, "data": …}\` or \`{"success": false, "code": "…", "data": ["sentence", …]}\`.
The page /api/docs has a quick start, and says of every code what it means and what to do. Sentences are German where Accept-Language asks for it.`,
    },
    servers: [{ url: deps.publicUrl }],
    tags: [
      { name: "sender", description: "Your system, with an API key." },
      {
        name: "signer",
        description:
          "Calls that the signing pages make, with a signer's session. You need them only if you build pages of your own.",
      },
      {
        name: "administrator",
        description:
          "Calls that the pages of the administration make, with the session of a person who has an account. Programs use an API key.",
      },
      {
        name: "operator",
        description: "Calls that the provider's own desk makes, with the session of a member of its staff.",
      },
      { name: "service", description: "Whether it works, and who runs it." },
      {
        name: "trust",
        description:
          "Certificates, revocation lists, certificate status and timestamps, for programs that check signatures.",
      },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key, `sgl_…`." },
        session: {
          type: "http",
          scheme: "bearer",
          description: `The accessToken of a login, together with the cookie ${signerCookiePrefix(deps)}<signer_id>.`,
        },
        administrator: {
          type: "apiKey",
          in: "cookie",
          name: hostCookieName(deps, "siegel_admin"),
          description: "The session of a person with an account.",
        },
        operator: {
          type: "apiKey",
          in: "cookie",
          name: hostCookieName(deps, "siegel_operator"),
          description: "The session of a member of the provider's staff.",
        },
      },
    },
  };
}

/** Finishes the document: shapes by their names, bytes, headers, and an example with each call that has one. */
export function finished({ publicUrl }: Pick<ServerDeps, "publicUrl">) {
  return (described: Parameters<typeof jsonSchemaTransformObject>[0]): Described =>
    finishDescription(jsonSchemaTransformObject(described), publicUrl);
}

const style = readFileSync(join(import.meta.dirname, "api-docs.css"));

/** Registers `/api/openapi.json` and `/api/docs`. */
export function descriptionRoutes(app: FastifyInstance, deps: Pick<ServerDeps, "publicUrl" | "config">): void {
  const addresses = { publicUrl: deps.publicUrl, inboxUrl: deps.config.sandbox?.url ?? null };
  const hidden = { schema: { hide: true } as object, compress: compression };
  app.get("/api/openapi.json", hidden, async (_request, reply) =>
    reply.headers(asked).type("application/json; charset=utf-8").send(JSON.stringify(app.swagger())),
  );
  app.get("/api/docs", hidden, async (_request, reply) => {
    // Written by our own schemas; the page needs a part of it only.
    const page = renderApiPage(app.swagger() as ApiDescription, addresses);
    return reply.headers(asked).type("text/html; charset=utf-8").send(page);
  });
  app.get("/api/docs.css", hidden, async (_request, reply) =>
    reply.headers(asked).type("text/css; charset=utf-8").send(style),
  );
}

const asked = { "cache-control": "no-cache", vary: "accept-encoding" };
