import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../adapters/database/embedded-postgres.ts";
import { type MetricsServer, serveMetrics } from "./metrics.ts";

const token = "a-token-of-the-scraper-0123456789";
let open: MetricsServer;
let guarded: MetricsServer;
const ports = { open: 0, guarded: 0 };
const told: unknown[] = [];
const onFault = (fault: unknown) => void told.push(fault);
let answer: () => Promise<string> = async () => "up 1\n";

beforeAll(async () => {
  ports.open = await freePort();
  open = await serveMetrics({ port: ports.open, host: "127.0.0.1", token: null }, () => answer(), onFault);
  ports.guarded = await freePort();
  guarded = await serveMetrics({ port: ports.guarded, host: "127.0.0.1", token }, () => answer(), onFault);
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
});

const ask = (port: number, path = "/metrics", authorization?: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, authorization === undefined ? {} : { headers: { authorization } });

describe("/metrics", () => {
  it("answers in Prometheus' text format, and nothing at another path", async () => {
    const metrics = await ask(ports.open);
    expect(metrics.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await metrics.text()).toBe("up 1\n");
    expect((await ask(ports.open, "/")).status).toBe(404);
    expect((await ask(ports.open, "/api/health")).status).toBe(404);
  });

  it.each([undefined, "", "Bearer", `Bearer ${token}x`, `Basic ${token}`, token])(
    "refuses %s where a token is set",
    async (shown) => {
      const refused = await ask(ports.guarded, "/metrics", shown);
      expect([refused.status, await refused.text()]).toEqual([401, ""]);
    },
  );

  it("takes the token", async () => {
    expect((await ask(ports.guarded, "/metrics", `Bearer ${token}`)).status).toBe(200);
  });

  it("says 503 and nothing of why when it cannot be read; the log hears it", async () => {
    const fault = new Error("password=secret");
    answer = () => Promise.reject(fault);
    const failed = await ask(ports.open);
    answer = async () => "up 1\n";
    expect([failed.status, await failed.text()]).toEqual([503, "The figures cannot be read now.\n"]);
    expect(told).toEqual([fault]);
  });
});
