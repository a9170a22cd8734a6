import Fastify from "fastify";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { answerFault } from "./answer-fault.ts";

describe("a fault that nobody foresaw", () => {
  it("is SERVICE_ERROR with an id that stands in the log, also after the body was read [S-302]", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const app = Fastify({ loggerInstance: log, genReqId: () => "request-7" });
    app.setErrorHandler(answerFault);
    app.post("/broken/:secret", async () => {
      throw new Error("the disk is full");
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    try {
      const answer = await fetch(`${url}/broken/Zx3-kQ_9mPl2vB7tYr0aWg?a=b`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ a: 1 }),
      });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain("request-7");
      expect(lines.filter((line) => line.includes("unforeseen fault") && line.includes("request-7"))).toHaveLength(1);
      expect(lines.join()).toContain('"url":"/broken/:secret"');
      // What a link to a certificate holds.
      expect(lines.join()).not.toContain("Zx3-kQ");
    } finally {
      await app.close();
    }
  });
});
