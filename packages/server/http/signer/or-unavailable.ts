/** A call that needs a place in the signing module, where there may be none. */
import type { FastifyRequest } from "fastify";
import { ModuleUnavailable } from "../../ports/signing-module.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";

// Acts of others end within a second.
const retryAfterS = 2;

/** Without a place in the module nothing was used up: the same call may be made again. */
export async function orUnavailable<Answer>(
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer | WireRefusal> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof ModuleUnavailable)) throw fault;
    request.log.warn({ fault }, "no place in the signing module");
    return { ok: false, code: "SERVICE_ERROR", status: 503, retryAfterS };
  }
}
