import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { refusedActFigures } from "./metrics/refused-acts.ts";
import type { RefusedAct } from "./ports/security-log.ts";
import { securityLog } from "./security-log.ts";

const act: RefusedAct = {
  kind: "wrong_api_key",
  actor: { kind: "unknown", id: null },
  network: "192.0.2.1",
  userAgent: `curl\n${"x".repeat(900)}`,
};

it("[T-046] logs the first of many alike, then fewer with their count, and counts all of them", async () => {
  const lines: { readonly security: { readonly count: number; readonly userAgent: string } }[] = [];
  let now = 0;
  const registry = new Registry();
  const tell = securityLog(
    { warn: (line: never) => void lines.push(line) } as never,
    { now: () => new Date(now) },
    refusedActFigures(registry),
  );
  for (let n = 0; n < 1_000; n += 1) tell(act);
  tell({ ...act, network: "192.0.2.2" });
  now = 3_600_000;
  tell(act);
  expect(lines.map(({ security }) => security.count)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1, 1]);
  expect(lines[0]?.security.userAgent).toMatch(/^curl x{1,200}/);
  expect(lines[0]?.security.userAgent.length).toBeLessThanOrEqual(200);
  tell({
    ...act,
    network: "192.0.2.3",
    userAgent: `bot kim@example.org sgl_${"a1".repeat(13)}_${"Zz-_".repeat(10)}xyz`,
  });
  expect(lines.at(-1)?.security.userAgent).toBe("bot ‹address› sgl_…");
  expect(await registry.metrics()).toContain('siegel_refused_acts_total{kind="wrong_api_key"} 1003');
});
