/** The frame of the server (http/app.ts) without the server: requests are read and refused as always, and nothing is done. */
import type { Call } from "@siegel/contract/call.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { answerFault, answerUnknownPath } from "../http/wire/answer-fault.ts";
import { readJsonBodies } from "../http/wire/json-body.ts";

/** An app that answers each of the calls with nothing once its schemas took the request; it does not listen. */
export async function idleApp(calls: Iterable<Call>): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFault);
  app.setNotFoundHandler(answerUnknownPath);
  readJsonBodies(app);
  for (const { method, path, params, query, body } of calls) {
    const schema = { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) };
    app.route({ method, url: path, schema, handler: async () => "" });
  }
  await app.ready();
  return app;
}
