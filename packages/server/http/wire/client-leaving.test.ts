import Fastify, { type FastifyReply } from "fastify";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { answerFault } from "./answer-fault.ts";
import { clientLeaving } from "./client-leaving.ts";

/** Asks a server whose answer is `handler`'s; what it logged, and how to go before it answers. */
async function ask(handler: (reply: FastifyReply) => Promise<string>) {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const app = Fastify({ loggerInstance: log });
  onTestFinished(() => app.close());
  app.setErrorHandler(answerFault);
  app.get("/", (_request, reply) => handler(reply));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const going = new AbortController();
  const answer = fetch(url, { signal: going.signal }).then(
    ({ status }) => status,
    (fault: Error) => fault.name,
  );
  return { answer, go: () => going.abort(), lines };
}

/** Ends when the client has gone, with the reason. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });

describe("a client", () => {
  it("that goes while it waits is told of, and is no fault", async () => {
    const waits = vi.fn(untilAborted);
    const { answer, go, lines } = await ask((reply) => waits(clientLeaving(reply)));
    await vi.waitFor(() => expect(waits).toHaveBeenCalledOnce());
    go();
    expect(await answer).toBe("AbortError");
    await vi.waitFor(() => expect(lines.join()).toContain("the client went away"));
    expect(lines.join()).not.toContain("unforeseen fault");
  });

  it("that had gone before anybody asked is told of, too", async () => {
    const signals: AbortSignal[] = [];
    const { answer, go } = await ask(async (reply) => {
      go();
      await vi.waitFor(() => expect(reply.raw.destroyed).toBe(true));
      signals.push(clientLeaving(reply));
      return "nobody reads it";
    });
    await answer;
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
  });

  it("that reads its answer has not gone", async () => {
    const signals: AbortSignal[] = [];
    const { answer } = await ask(async (reply) => {
      signals.push(clientLeaving(reply));
      return "read";
    });
    expect(await answer).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
