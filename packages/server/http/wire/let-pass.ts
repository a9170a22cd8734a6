/** What a client still sends of a body that is refused. Closed on it, its connection would be reset and the answer lost. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Keeps the connection open for the answer until the body, which is not kept, has passed, or the time of its request is over. */
export function letPass({ raw: sent }: FastifyRequest, reply: FastifyReply): void {
  const answer = reply.raw;
  // The frame's word for bodies that it did not read.
  reply.removeHeader("connection");
  if (!answer.shouldKeepAlive) {
    // A client that wants it closed may read until it is.
    answer.shouldKeepAlive = true;
    const close = (): void => void sent.socket.end();
    answer.once("finish", () => (sent.readableEnded ? close() : sent.once("end", close)));
  }
  sent.resume();
}
