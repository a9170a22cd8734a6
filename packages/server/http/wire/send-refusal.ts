/** A refusal in the wire's words (decisions.md §3): the one place that turns a code into a status and a body. */
import { type ErrorCode, errorStatus } from "@siegel/contract/codes.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RefusedActKind, RefusedActor } from "../../ports/security-log.ts";
import { askedLanguage } from "./asked-language.ts";

/** A refusal on its way out. `messages` are for the person behind the client, each in both languages where it is known in both; `status` only where it differs from the code's own. */
export type WireRefusal = {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly messages?: ReadonlyArray<string | Said> | undefined;
  readonly message?: string | Said | undefined;
  readonly retryAfterS?: number | undefined;
  readonly status?: number | undefined;
  /** The sensitive act that is refused, where the code alone does not say it, and who acted, where the request does not. */
  readonly act?: RefusedActKind | undefined;
  readonly actor?: RefusedActor | undefined;
};

const sent = new WeakMap<FastifyRequest, WireRefusal>();

/** The refusal that a request was answered with. */
export const sentRefusal = (request: FastifyRequest): WireRefusal | undefined => sent.get(request);

/** The HTTP status that a refusal travels under. */
export const statusOf = ({ status, code }: WireRefusal): number => status ?? errorStatus[code];

/** A wait as `Retry-After` says it: whole seconds, and never none (RFC 9110 §10.2.3). */
export const retryAfterOf = (seconds: number): string => String(Math.max(1, Math.ceil(seconds)));

/** What a refusal says, in one language. */
export function sentencesOf({ messages, message }: WireRefusal, language: Language): string[] {
  const said = messages ?? (message === undefined ? [] : [message]);
  return said.map((one) => (typeof one === "string" ? one : one[language]));
}

/** Sends a refusal in the wire's envelope (decisions.md §3). */
export function sendRefusal(reply: FastifyReply, refusal: WireRefusal): FastifyReply {
  sent.set(reply.request, refusal);
  if (refusal.retryAfterS !== undefined) reply.header("retry-after", retryAfterOf(refusal.retryAfterS));
  return reply
    .code(statusOf(refusal))
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ success: false, code: refusal.code, data: sentencesOf(refusal, askedLanguage(reply.request)) });
}
