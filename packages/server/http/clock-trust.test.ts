/** A whole server whose clock is set wrong: what strangers, balancers, operators and the trail are told (T-024). */
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { expect, it } from "vitest";
import { systemClock } from "../adapters/clock.ts";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();
const imprint = { digestAlgorithm: "sha256", digest: new Uint8Array(32).fill(3) } as const;

async function stamp() {
  const response = await fetch(`${server.current().url}/pki/tsa`, {
    method: "POST",
    headers: { "content-type": "application/timestamp-query" },
    body: Buffer.from(buildTimestampRequest({ messageImprint: imprint })),
  });
  return parseTimestampResponse(new Uint8Array(await response.arrayBuffer()));
}

async function health() {
  const response = await fetch(`${server.current().url}/api/health`);
  const { data } = (await response.json()) as { data: { status: string; checks: Record<string, string> } };
  return { http: response.status, status: data.status, clock: data.checks.clock };
}

it("[T-024] a clock that jumps is told by the time-stamping authority, the health and the audit trail", async () => {
  const { clock, deps } = server.current();
  // The test's clock stood still while the server started; the database's did not.
  clock.move((systemClock.now().getTime() - clock.now().getTime()) / 1_000);
  expect(await stamp()).toMatchObject({ status: "granted" });
  expect(await health()).toEqual({ http: 200, status: "ok", clock: "ok" });
  clock.jump(0.6);
  expect(await stamp()).toMatchObject({ status: "refused", failure: "timeNotAvailable" });
  expect(await health()).toEqual({ http: 503, status: "failing", clock: "failing" });
  const events = deps.db
    .selectFrom("audit_event")
    .innerJoin("audit_event_details", (on) =>
      on
        .onRef("audit_event_details.chain_id", "=", "audit_event.chain_id")
        .onRef("audit_event_details.seq", "=", "audit_event.seq"),
    )
    .select(["type", "details"])
    .where("type", "like", "clock.%");
  await expect.poll(() => events.execute()).toEqual([{ type: "clock.doubted", details: { doubt: "jumped" } }]);
});
