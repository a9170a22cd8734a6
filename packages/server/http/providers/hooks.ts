/** Requests that the provider of texts and calls makes to us. Whoever cannot sign them is told nothing and changes nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { CodeHooks, SpokenCode } from "../../ports/code-hooks.ts";
import type { DeliveryStatus } from "../../ports/code-transport.ts";
import { sendRefusal } from "../wire/send-refusal.ts";

/** Reads requests, gives a live code to a call, and keeps what became of a message. */
export type HookDeps = {
  readonly codeHooks: CodeHooks;
  readonly spokenCode: (attemptId: string) => Promise<SpokenCode | null>;
  /** `attemptId` is our own, from the callback's address. */
  readonly recordDelivery: (status: DeliveryStatus & { readonly attemptId?: string }) => Promise<unknown>;
};

/** Twilio's forms are below 2 KB. */
const form_bytes_max = 16 * 1024;
const attemptQuery = z.object({ attempt: z.string().min(1).max(100) });

/** Registers `POST /api/hooks/twilio/{status,voice}`; forms are understood here only. */
export function hookRoutes(app: FastifyInstance, deps: HookDeps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: form_bytes_max },
      (_request, body, done) => {
        done(null, new URLSearchParams(body.toString()));
      },
    );
    scope.addHook("preHandler", async (request, reply) => {
      if (!isGenuine(deps, request)) return refuse(reply);
    });
    scope.post("/api/hooks/twilio/status", { schema: { hide: true } as object }, async (request, reply) => {
      const status = deps.codeHooks.deliveryStatus(formOf(request));
      if (status !== null) await deps.recordDelivery({ ...status, ...attemptOf(request) });
      return reply.code(204).send();
    });
    scope.post("/api/hooks/twilio/voice", { schema: { hide: true } as object }, async (request, reply) => {
      const { attemptId } = attemptOf(request);
      const pressed = formOf(request).has("Digits");
      const code = attemptId !== undefined && pressed ? await deps.spokenCode(attemptId) : null;
      const answer = deps.codeHooks.spokenAnswer(code);
      return reply.header("cache-control", "no-store").type(answer.contentType).send(answer.body);
    });
  });
}

function isGenuine(deps: HookDeps, request: FastifyRequest): boolean {
  const header = request.headers["x-twilio-signature"];
  const signature = Array.isArray(header) ? header[0] : header;
  return deps.codeHooks.isGenuine({ pathAndQuery: request.url, form: formOf(request), signature });
}

function attemptOf(request: FastifyRequest): { attemptId?: string } {
  const query = attemptQuery.safeParse(request.query);
  return query.success ? { attemptId: query.data.attempt } : {};
}

function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

function refuse(reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, {
    ok: false,
    code: "FORBIDDEN",
    message: "not signed by the provider",
    act: "forged_callback",
  });
}
