/** The stop of an HTTP server: first it only says so, then it takes no connection, then it ends what is running. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long it goes on serving, and how long what is running may take after that. */
export type StopTimes = { readonly drainMs: number; readonly finishMs: number };

const look_every_ms = 50;

/**
 * Serves for `drainMs` more (a balancer that asks for the health moves on meanwhile), then stops listening and lets requests
 * end; what is not done after `finishMs` is cut off.
 */
export async function closeGently(app: FastifyInstance, times: StopTimes): Promise<void> {
  if (app.server.listening) await sleep(times.drainMs);
  const closed = app.close();
  // A connection that is kept after its last answer would hold the close up until it times out.
  const idle = setInterval(() => app.server.closeIdleConnections(), look_every_ms);
  const cut = setTimeout(() => app.server.closeAllConnections(), times.finishMs);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
