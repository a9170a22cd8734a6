/** Everything that is not a handler's own answer: invalid requests, wrong methods, unknown paths, faults. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { json_body_bytes_max } from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { askedLanguage } from "./asked-language.ts";
import { inlineLimits } from "./inline-documents.ts";
import { letPass } from "./let-pass.ts";
import { sendRefusal } from "./send-refusal.ts";

/** Requests that fastify refuses before a handler sees them. */
const frameRefusals: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: "INVALID_REQUEST", message: "This content type is not understood here." },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: "INVALID_REQUEST", message: "The body is empty." },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: "INVALID_REQUEST", message: "The body is not JSON." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: "INVALID_REQUEST", message: "The body is not as long as announced." },
};

/** The one place where a thrown fault becomes an answer; what nobody foresaw is SERVICE_ERROR, logged with its id. */
export function answerFault(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(fault))
    return sendRefusal(reply, { ok: false, code: "INVALID_REQUEST", messages: sentences(fault) });
  if (fault.code === "FST_ERR_CTP_BODY_TOO_LARGE") return refuseTooLarge(request, reply);
  const refusal = frameRefusals[fault.code];
  if (refusal) return sendRefusal(reply, { ok: false, code: refusal.code, message: refusal.message });
  // The frame's other complaints about a request: a folder where a file was asked for, a malformed address.
  const status = fault.statusCode ?? 500;
  if (status === 403 || status === 404) return answerUnknownPath(request, reply);
  if (status >= 400 && status < 500)
    return sendRefusal(reply, { ok: false, code: "INVALID_REQUEST", message: fault.message });
  // Not request.raw.destroyed: that is true of every request whose body was read.
  const clientLeft = reply.raw.destroyed && !reply.raw.writableFinished;
  if (fault.code === "ECONNRESET" || clientLeft) request.log.info({ fault }, "the client went away");
  else
    request.log.error(
      { fault, id: request.id, method: request.method, url: withoutIds(request.url) },
      "unforeseen fault",
    );
  return sendRefusal(reply, {
    ok: false,
    code: "SERVICE_ERROR",
    messages: ["Something went wrong; please try again later.", `reference=${request.id}`],
  });
}

function refuseTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  letPass(request, reply);
  const hasDocuments = request.routeOptions.bodyLimit === json_body_bytes_max;
  const message = hasDocuments ? inlineLimits[askedLanguage(request)] : "The request is too large.";
  return sendRefusal(reply, { ok: false, code: "FILE_TOO_LARGE", message });
}

const sentence_chars_max = 500;

function sentences(fault: {
  validation: ReadonlyArray<{ instancePath: string; message?: string | undefined }>;
}): string[] {
  return fault.validation.slice(0, 20).map(({ instancePath, message }) => {
    const path = instancePath.split("/").filter(Boolean).join(".");
    // Unknown keys are named in the sentence, and a request may have any number of them.
    return storableLine(path === "" ? (message ?? "invalid") : `${path}: ${message ?? "invalid"}`, sentence_chars_max);
  });
}

/** Ids in an address open a workflow; the log needs to know the call only. */
function withoutIds(url: string): string {
  return url.replace(/[0-9a-z]{26}/g, "…").replace(/\?.*$/, "");
}

/** An unknown path. */
export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, { ok: false, code: "UNKOWN_SITE", message: "There is nothing at this address." });
}

const methods: readonly HTTPMethods[] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/** Notes the methods of every `/api/` path; `refuse` then answers 405 for the others. */
export function refuseOtherMethods(app: FastifyInstance): { readonly refuse: () => void } {
  const known = new Map<string, Set<string>>();
  app.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/api/")) return;
    const served = known.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) served.add(method);
    known.set(route.url, served);
  });
  const refuse = () => {
    for (const [url, served] of [...known]) {
      const others = methods.filter((method) => !served.has(method));
      if (others.length === 0) continue;
      const allow = [...served].join(", ");
      app.route({
        method: others,
        url,
        schema: { hide: true } as object,
        // Before the body is read: a wrong method stays one whatever it carries.
        onRequest: async (_request, reply) =>
          sendRefusal(reply.header("allow", allow), {
            ok: false,
            code: "METHOD_NOT_ALLOWED",
            message: `This address takes ${allow}.`,
          }),
        handler: answerUnknownPath,
      });
    }
  };
  return { refuse };
}
