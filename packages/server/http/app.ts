/** The HTTP server: frame, every subject's routes, the API's description and the web pages. */
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import swagger from "@fastify/swagger";
import { open_body_bytes_max } from "@siegel/contract/limits.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { jsonSchemaTransform, serializerCompiler } from "fastify-type-provider-zod";
import type { ServerDeps } from "../deps.ts";
import { descriptionRoutes, finished, openApiInfo } from "./sender/description.ts";
import { serveWeb } from "./web.ts";
import { answerFault, answerUnknownPath, refuseOtherMethods } from "./wire/answer-fault.ts";
import { refuseEncodedBody } from "./wire/encoded-bodies.ts";
import { readJsonBodies } from "./wire/json-body.ts";
import { refuseInMaintenance } from "./wire/maintenance.ts";
import { answerFaultOfPage, leadToPage, leadToPublicUrl } from "./wire/page-address.ts";
import { tellRefusedActs } from "./wire/refused-acts.ts";
import { headsOfOurs, refuseHeads } from "./wire/request-head.ts";
import { checkBySchema } from "./wire/said-issues.ts";
import { checkOrigin, setSecurityHeaders } from "./wire/security.ts";
import { unreadRequests } from "./wire/unread-request.ts";

/** Registers the routes of one subject. */
export type Routes = (app: FastifyInstance, deps: ServerDeps) => void;

/**
 * How long a connection without a request stays open. Longer than a reverse proxy keeps one (60 s as a rule): the side that
 * closes first must be the one that sends, or a request meets a connection that has just been closed.
 */
const kept_connection_ms = 75_000;

/** A server that is ready but does not listen yet. `routes` are the subjects it serves; without `pages` it serves no web. */
export async function buildApp(
  deps: ServerDeps,
  routes: readonly Routes[],
  { pages }: { readonly pages: boolean },
): Promise<FastifyInstance> {
  const setHeaders = setSecurityHeaders(deps.config);
  const unread = unreadRequests();
  const refuse = pages ? answerFaultOfPage : answerFault;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // Requests are told by the audit trail and by faults; a line a request would say nothing more.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.random.id(),
    bodyLimit: open_body_bytes_max,
    trustProxy: (_address, hop) => hop < deps.config.trustProxy,
    // The longest part of a path is the name of a token, in letters that take several bytes each.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_024 },
    forceCloseConnections: "idle" as const,
    // A client that reaches a stopping process over a kept connection is still served (close-gently.ts).
    return503OnClosing: false,
    // A slow client may not hold a connection open for ever; large uploads get their time.
    requestTimeout: 300_000,
    keepAliveTimeout: kept_connection_ms,
    clientErrorHandler: unread.answerUnread,
    http: headsOfOurs,
    // An address that cannot be read reaches no hook and no error handler.
    frameworkErrors: (fault, request, reply) => {
      setHeaders(request, reply);
      refuse(fault, request, reply);
    },
  });
  app.server.on("request", unread.noteRequest).on("connect", unread.answerConnect);
  app.setValidatorCompiler(checkBySchema);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(refuse);
  readJsonBodies(app);
  app.addHook("onRequest", async (request, reply) => setHeaders(request, reply));
  app.addHook("onRequest", refuseHeads(app.server));
  app.addHook("preParsing", async (request, reply) => void (await refuseEncodedBody(request, reply)));
  app.addHook("onResponse", tellRefusedActs(deps.securityLog));
  app.addHook("onRequest", checkOrigin(deps.config));
  app.addHook("onRequest", refuseInMaintenance(deps));
  if (pages) app.addHook("onRequest", leadToPublicUrl(deps.config)).addHook("onRequest", leadToPage);
  await app.register(cookie);
  // For calls that ask for it (serve-call.ts). Requests are not unpacked: a small one could hold more than anybody may send.
  await app.register(compress, { global: false });
  await app.register(swagger, {
    openapi: openApiInfo(deps),
    transform: jsonSchemaTransform,
    transformObject: finished(deps),
  });
  // Registered as a plugin, so that the description sees every route.
  await app.register(async (scope) => {
    const known = refuseOtherMethods(scope);
    for (const register of routes) register(scope, deps);
    descriptionRoutes(scope, deps);
    await scope.after();
    known.refuse();
  });
  if (pages) await serveWeb(app, deps);
  else app.setNotFoundHandler(answerUnknownPath);
  return app;
}
