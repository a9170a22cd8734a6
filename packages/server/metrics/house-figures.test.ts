import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { type HouseDeps, houseFigures } from "./house-figures.ts";

const database = useTestDatabase();

/** The figures with one thing broken, and what was told of it. */
async function read(over: Partial<HouseDeps>): Promise<{ text: string; told: unknown[] }> {
  const told: unknown[] = [];
  const registry = new Registry();
  houseFigures(registry, {
    db: database.current().db,
    clock: { now: () => new Date() },
    queueDepths: async () => [{ queue: "send-message", waiting: 3, active: 1 }],
    checkDatabase: async () => undefined,
    onUnread: (fault) => void told.push(fault),
    ...over,
  });
  return { text: await registry.metrics(), told };
}

describe("figures of the house", () => {
  it("are all there while everything can be read", async () => {
    const { text, told } = await read({});
    for (const sample of [
      'siegel_signing_acts{status="STALLED"} 0',
      'siegel_queue_jobs{queue="send-message",state="waiting"} 3',
      'siegel_mails{state="queued"} 0',
      'siegel_webhooks{state="untried"} 0',
      "# TYPE siegel_certificate_expires_seconds gauge",
    ])
      expect(text).toContain(`${sample}\n`);
    expect(text).toContain("siegel_database_reachable 1\n");
    expect(text).toContain("siegel_figures_unread 0\n");
    expect(told).toEqual([]);
  });

  it("that cannot be read show no value, are counted and told; the database is not said to be away", async () => {
    const bug = new TypeError("x is not a function");
    const { text, told } = await read({ queueDepths: async () => Promise.reject(bug) });
    expect(text).not.toMatch(/^siegel_queue_jobs/m);
    expect(text).toMatch(/^siegel_signing_oldest_due_seconds 0$/m);
    expect(text).toContain("siegel_database_reachable 1\n");
    expect(text).toContain("siegel_figures_unread 1\n");
    expect(told).toEqual([bug]);
  });

  it("say no more than that while the database is away, and why is told once", async () => {
    const away = new Error("connect ECONNREFUSED");
    const { text, told } = await read({ checkDatabase: async () => Promise.reject(away) });
    expect(text).toContain("siegel_database_reachable 0\n");
    expect(text).toContain("siegel_figures_unread 5\n");
    // No value, where 0 would say that nothing waits.
    expect(text).not.toMatch(/^siegel_(signing|queue|mails|certificate)/m);
    expect(told).toEqual([away]);
  });
});
