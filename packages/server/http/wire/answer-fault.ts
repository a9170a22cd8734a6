/** Everything that is not a handler's own answer: invalid requests, wrong methods, unknown paths, faults. */
import { senderMeanings } from "@siegel/contract/code-meanings.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { json_body_bytes_max } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { askedLanguage } from "./asked-language.ts";
import { inlineLimits } from "./inline-documents.ts";
import { UnreadableBody } from "./json-body.ts";
import { letPass } from "./let-pass.ts";
import { fewSentences, InvalidRequest, saidIssues } from "./said-issues.ts";
import { sendRefusal } from "./send-refusal.ts";

/** Requests that fastify refuses before a handler sees them. */
const frameRefusals: Readonly<Record<string, { readonly code: ErrorCode; readonly message: Said }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: {
      en: "This call takes JSON: send it with Content-Type: application/json.",
      de: "Dieser Aufruf nimmt JSON: Senden Sie es mit Content-Type: application/json.",
    },
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: "INVALID_REQUEST",
    message: { en: "The body is empty. Send JSON.", de: "Der Inhalt ist leer. Senden Sie JSON." },
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: "INVALID_REQUEST",
    message: {
      en: "The body is not JSON. Check quotation marks, commas and brackets.",
      de: "Der Inhalt ist kein JSON. Prüfen Sie Anführungszeichen, Kommas und Klammern.",
    },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "INVALID_REQUEST",
    message: {
      en: "The body is not as long as Content-Length says.",
      de: "Der Inhalt ist nicht so lang, wie Content-Length sagt.",
    },
  },
};

/** The one place where a thrown fault becomes an answer; an unforeseen one is SERVICE_ERROR, logged with its id. */
export function answerFault(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (fault instanceof InvalidRequest) return refuseInvalid(fault, request, reply);
  if (fault instanceof UnreadableBody)
    return sendRefusal(reply, { ok: false, code: "INVALID_REQUEST", message: fault.said });
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
  else request.log.error({ fault, id: request.id, method: request.method, url: callIn(request) }, "unforeseen fault");
  return sendRefusal(reply, {
    ok: false,
    code: "SERVICE_ERROR",
    messages: [
      {
        en: "Something went wrong; please try again later.",
        de: "Etwas ist schiefgegangen; bitte versuchen Sie es später noch einmal.",
      }[askedLanguage(request)],
      `reference=${request.id}`,
    ],
  });
}

function refuseTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  letPass(request, reply);
  const hasDocuments = request.routeOptions.bodyLimit === json_body_bytes_max;
  const message = hasDocuments ? inlineLimits : tooLarge;
  return sendRefusal(reply, { ok: false, code: "FILE_TOO_LARGE", message });
}

const tooLarge: Said = {
  en: "The request is too large. Send less at once.",
  de: "Die Anfrage ist zu groß. Senden Sie weniger auf einmal.",
};

/** All that is wrong with a request: by its schema, and by what else its call knows. */
function refuseInvalid({ issues }: InvalidRequest, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = askedLanguage(request);
  const { alsoWrong } = request.routeOptions.config;
  const sentences = [...saidIssues(issues, language), ...(alsoWrong?.(request.body, language) ?? [])];
  return sendRefusal(reply, { ok: false, code: "INVALID_REQUEST", messages: fewSentences(sentences, language) });
}

/** Ids and secrets in an address open a workflow, or make a certificate; the log needs to know the call only. */
const callIn = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.url ?? url.replace(/[\w-]{20,}/g, "…").replace(/\?.*$/, "");

const { means, remedy } = senderMeanings.UNKOWN_SITE;
const nothingHere: Said = { en: `${means.en} ${remedy.en}`, de: `${means.de} ${remedy.de}` };

/** An unknown path. */
export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, { ok: false, code: "UNKOWN_SITE", message: nothingHere });
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
            message: { en: `This address takes ${allow}.`, de: `Diese Adresse nimmt ${allow}.` },
          }),
        handler: answerUnknownPath,
      });
    }
  };
  return { refuse };
}
