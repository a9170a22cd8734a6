/** Faults of the protocols that run over HTTP: what comes instead of an answer. */
import type { FastifyReply } from "fastify";
import { type Fault, waitIfSlow } from "./faults.ts";

/**
 * Waits out a `slow` fault and gives the wrong answer of `down`, `garbage` and `reject` (`refuse` knows the protocol's words).
 * True when the call is over with that; `answer-lost` is not, it ends in `sendUnlessLost`.
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

/** Sends the right answer, or breaks off instead when that was ordered: the work is done, nobody hears of it. */
export function sendUnlessLost(fault: Fault | undefined, reply: FastifyReply, send: () => FastifyReply): FastifyReply {
  if (fault?.mode !== "answer-lost") return send();
  hangUp(reply);
  return reply;
}

/** Breaks the connection without a word. */
function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
