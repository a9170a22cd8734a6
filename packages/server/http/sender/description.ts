/** The API described: OpenAPI 3.1 from the schemas that check requests, and a page to read it (decisions.md §3). */
import type { SwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { ServerDeps } from "../../deps.ts";
import { signerCookiePrefix } from "../wire/security.ts";
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
A body of another content type than the call takes is 400 INVALID_REQUEST; uploads take application/pdf and application/octet-stream, any other is 415 FILE_NOT_A_PDF.
What is no HTTP is 400, a head that is too large 431, one that does not arrive in time 408, all as INVALID_REQUEST.`,
    },
    servers: [{ url: deps.publicUrl }],
    tags: [
      { name: "sender", description: "An organisation's system, with an API key." },
      { name: "signer", description: "The pages of the signing journey." },
      { name: "service", description: "The service itself." },
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
      },
    },
  };
}

/** Finishes the document: shapes by their names, bytes, headers, and an example with each call that has one. */
export function finished({ publicUrl }: Pick<ServerDeps, "publicUrl">) {
  return (described: Parameters<typeof jsonSchemaTransformObject>[0]): Described =>
    finishDescription(jsonSchemaTransformObject(described), publicUrl);
}

/** Registers `/api/openapi.json` and `/api/docs`. */
export function descriptionRoutes(app: FastifyInstance): void {
  const hidden = { hide: true } as object;
  app.get("/api/openapi.json", { schema: hidden }, async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(app.swagger()),
  );
  app.get("/api/docs", { schema: hidden }, async (_request, reply) => {
    // Written by our own schemas; the page needs a part of it only.
    const page = renderApiPage(app.swagger() as ApiDescription);
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  });
  app.get("/api/docs.css", { schema: hidden }, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(style),
  );
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{margin-top:2.5rem;font-size:1.25rem}h3{font:600 1rem ui-monospace,monospace;margin:1.5rem 0 .25rem;overflow-wrap:anywhere}
p{margin:.25rem 0}pre{overflow:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px;font-size:.85rem}
summary{cursor:pointer}.method{display:inline-block;min-width:4.5rem}`;
