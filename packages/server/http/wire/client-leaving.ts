/** Whether somebody still waits for an answer. */
import type { FastifyReply } from "fastify";

/** Aborted when the client goes before it has its answer; what is thrown of it then is no fault (answer-fault.ts). */
export function clientLeaving({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  // Not Fastify's `request.signal`: it is made when it is first read, and does not notice a client that had left before.
  const look = (): void => {
    if (!raw.writableFinished) leaving.abort();
  };
  if (raw.destroyed) look();
  else raw.once("close", look);
  return leaving.signal;
}
