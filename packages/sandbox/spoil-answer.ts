/** Faults of the protocols over HTTP: what the client gets instead of the right answer. */
import type { FastifyReply } from "fastify";
import { type Fault, waitIfSlow } from "./faults.ts";

/**
 * Waits for a `slow` fault, and sends the wrong answer of `down`, `garbage` and `reject` (`refuse` writes the protocol's refusal).
 * Answers true if the call has ended with that; `answer-lost` ends later, in `sendUnlessLost`.
 */
export async function spoilAnswer(
  fault: Fault | undefined,
  reply: FastifyReply,
  refuse: () => unknown,
): Promise<boolean> {
  await waitIfSlow(fault);
  if (fault?.mode === "down") hangUp(reply);
  else if (fault?.mode === "garbage")
    void reply.code(200).type("text/html").send("<html><body>It works!</body></html>");
  else if (fault?.mode === "reject") refuse();
  else return false;
  return true;
}

/** Sends the right answer, or breaks the connection if `answer-lost` was ordered: the work is done, but the client gets no answer. */
export function sendUnlessLost(fault: Fault | undefined, reply: FastifyReply, send: () => FastifyReply): FastifyReply {
  if (fault?.mode !== "answer-lost") return send();
  hangUp(reply);
  return reply;
}

/** Breaks the connection without an answer. */
function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
