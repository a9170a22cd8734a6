/** A whole server whose clock is set wrong: what strangers, balancers, operators and the trail are told (T-024). */
import { setTimeout as sleep } from "node:timers/promises";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { expect, it } from "vitest";
import { systemClock } from "../adapters/time/clock.ts";
import { openDatabase } from "../db/database.ts";
import { withStartLock } from "../db/start-lock.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { sharedByServers, startTestServer, type TestServer } from "../test/test-server.ts";
import { playTimeServer } from "../test/time-server.ts";

const database = useTestDatabase();
const imprint = { digestAlgorithm: "sha256", digest: new Uint8Array(32).fill(3) } as const;

async function stamp({ url }: TestServer) {
  const response = await fetch(`${url}/pki/tsa`, {
    method: "POST",
    headers: { "content-type": "application/timestamp-query" },
    body: Buffer.from(buildTimestampRequest({ messageImprint: imprint })),
  });
  return parseTimestampResponse(new Uint8Array(await response.arrayBuffer()));
}

async function health({ url }: TestServer) {
  const response = await fetch(`${url}/api/health`);
  const { data } = (await response.json()) as { data: { status: string; checks: Record<string, string> } };
  return { http: response.status, status: data.status, clock: data.checks.clock };
}

const shared = sharedByServers();

/** A server whose clock shows the real time, done with when `work` is. */
async function withServer(environment: Record<string, string>, work: (server: TestServer) => Promise<void>) {
  const server = await startTestServer(database.current().url, { ...shared, ...environment });
  try {
    // The test's clock stood still while the server started; the database's did not.
    server.clock.move((systemClock.now().getTime() - server.clock.now().getTime()) / 1_000);
    await work(server);
  } finally {
    await server.close();
  }
}

const well = { http: 200, status: "ok", clock: "ok" };
const failing = { http: 503, status: "failing", clock: "failing" };
const noTime = { status: "refused", failure: "timeNotAvailable" };

it("a server whose start takes long trusts its clock: the test's own stands only from then on", async () => {
  const other = openDatabase(database.current().url, { onIdleError: () => undefined });
  try {
    const locked = Promise.withResolvers<void>();
    const held = withStartLock(other.pool, async () => {
      locked.resolve();
      await sleep(1_500);
    });
    await locked.promise;
    await withServer({}, async (server) => expect(await stamp(server)).toMatchObject({ status: "granted" }));
    await held;
  } finally {
    await other.close();
  }
});

it("[T-024] a clock that jumps is told by the time-stamping authority, the health and the audit trail", async () => {
  await withServer({}, async (server) => {
    expect(await stamp(server)).toMatchObject({ status: "granted" });
    expect(await health(server)).toEqual(well);
    server.clock.jump(0.6);
    expect(await stamp(server)).toMatchObject(noTime);
    expect(await health(server)).toEqual(failing);
    const events = server.deps.db
      .selectFrom("audit_event")
      .innerJoin("audit_event_details as more", (on) =>
        on.onRef("more.chain_id", "=", "audit_event.chain_id").onRef("more.seq", "=", "audit_event.seq"),
      )
      .select(["type", "details"])
      .where("type", "like", "clock.%");
    await expect.poll(() => events.execute()).toEqual([{ type: "clock.doubted", details: { doubt: "jumped" } }]);
  });
});

it.each([
  { name: "confirms the clock", aheadMs: 0, stamped: { status: "granted" }, told: well },
  { name: "shows another time", aheadMs: 1_500, stamped: noTime, told: failing },
  { name: "says nothing", aheadMs: null, stamped: noTime, told: failing },
])("[T-024] asks the time server it is configured with, which $name", async ({ aheadMs, stamped, told }) => {
  const time = await playTimeServer(
    () => systemClock.now().getTime() + (aheadMs ?? 0),
    (packet) => (aheadMs === null ? [] : [packet]),
  );
  try {
    await withServer({ SIEGEL_TIME_SERVER: `${time.host}:${time.port}` }, async (server) => {
      expect(await stamp(server)).toMatchObject(stamped);
      expect(await health(server)).toEqual(told);
    });
  } finally {
    await time.close();
  }
});
