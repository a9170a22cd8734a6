/** What HTTP asks of a request's head. Node would refuse these with an empty body; here they get the wire's envelope (decisions.md §3). */
import type { IncomingMessage, Server } from "node:http";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "./send-refusal.ts";

const onlyContinue: Said = {
  en: "The only expectation that is met here is 100-continue.",
  de: "Die einzige Erwartung, die hier erfüllt wird, ist 100-continue.",
};

/** For a server made with it, Node leaves a missing Host to `refuseHeads`. */
export const headsOfOurs = { requireHostHeader: false } as const;

/** Answers a hook that refuses requests of this server without one Host, or with an expectation that the server does not meet; the first of all hooks. */
export function refuseHeads(server: Server) {
  const unmet = new WeakSet<IncomingMessage>();
  // Node tells of every expectation but 100-continue, which it meets itself.
  server.on("checkExpectation", (request, response) => {
    unmet.add(request);
    server.emit("request", request, response);
  });
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const refuse = (message: Said, status: number) =>
      // A body that was announced may never come: what follows cannot be told apart from it.
      sendRefusal(reply.header("connection", "close"), { ok: false, code: "INVALID_REQUEST", message, status });
    const hosts = raw.headersDistinct.host?.length ?? 0;
    // RFC 9112 §3.2: exactly one in HTTP/1.1; RFC 1945 knows none.
    if (hosts > 1 || (hosts === 0 && raw.httpVersion !== "1.0"))
      return refuse({ en: "The request names no one host.", de: "Die Anfrage nennt nicht genau einen Host." }, 400);
    // RFC 9110 §10.1.1.
    if (unmet.has(raw)) return refuse(onlyContinue, 417);
    return;
  };
}
