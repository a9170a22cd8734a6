import { createServer, type Server } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "./embedded-postgres.ts";

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => void server.close()));

describe("a free port", () => {
  it("is never one that systems give to connections by themselves, and nobody else listens on it", async () => {
    const held: number[] = [];
    // One after the other: two that look at the same moment may find the same.
    for (let n = 0; n < 40; n += 1) {
      const port = await freePort();
      expect(held).not.toContain(port);
      expect(port).toBeGreaterThanOrEqual(15_000);
      expect(port).toBeLessThan(32_768);
      held.push(port);
      const server = createServer();
      servers.push(server);
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", resolve);
      });
    }
  });
});
