import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../fixtures/eventually.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { announcePresence, isGone, type Presence } from "./presence.ts";

const database = useTestDatabase();
const open: Presence[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((presence) => presence.close()));
});

async function announce(...numbers: number[]): Promise<Presence> {
  const presence = await announcePresence(database.current().url, () => numbers.shift() ?? 99);
  open.push(presence);
  return presence;
}

async function gone(number: number | null): Promise<boolean | undefined> {
  const { rows } = await sql<{ gone: boolean }>`select ${isGone(sql`${number}::int`)} as gone`.execute(
    database.current().db,
  );
  return rows[0]?.gone;
}

const breakConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'siegel presence' and datname = current_database()`.execute(database.current().db);

async function sessions(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where application_name = 'siegel presence' and datname = current_database()`.execute(database.current().db);
  return rows[0]?.n ?? -1;
}

/** A way to the database that breaks off when the lock is asked for, as often as it is told. */
async function cuttingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const host = decodeURIComponent(target.hostname);
    const far = host.startsWith("/")
      ? connect(join(host, `.s.PGSQL.${target.port}`))
      : connect(Number(target.port), host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
    far.pipe(near);
    near.on("data", (bytes) => {
      if (cuts > 0 && bytes.includes("pg_advisory_lock")) {
        cuts -= 1;
        near.destroy();
      } else far.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const close = () => {
    for (const socket of open) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: url.href,
    cutAtLock: (times: number) => {
      cuts = times;
    },
    close,
  };
}

describe("a process that says it lives", () => {
  it("is there for as long as it lives, and nobody else is taken for it", async () => {
    const presence = await announce(2_147_483_647);
    expect(presence.current()).toBe(2_147_483_647);
    expect([await gone(2_147_483_647), await gone(7)]).toEqual([false, true]);
    await presence.close();
    expect(presence.current()).toBeNull();
    await eventually(async () => (await gone(2_147_483_647)) || undefined, "the lock to fall");
  });

  it("says so under another number after its connection broke, and nothing in between", async () => {
    const presence = await announce(1, 2);
    await breakConnections();
    await eventually(() => (presence.current() === 1 ? undefined : true), "the break to be noticed");
    expect(await eventually(() => presence.current() ?? undefined, "the next number")).toBe(2);
    expect([await gone(1), await gone(2)]).toEqual([true, false]);
  });

  it("has one session, also when connections break between their beginning and the lock", async () => {
    const { url, cutAtLock, close } = await cuttingProxy(database.current().url);
    const numbers = [10, 11, 12, 13, 14];
    const presence = await announcePresence(url, () => numbers.shift() ?? 99);
    try {
      cutAtLock(2);
      await breakConnections();
      expect(await eventually(() => (presence.current() === 13 ? true : undefined), "the third try")).toBe(true);
      // Longer than a second loop would take for its first turn.
      await sleep(800);
      expect([await sessions(), presence.current(), numbers]).toEqual([1, 13, [14]]);
      await presence.close();
      expect(presence.current()).toBeNull();
      await eventually(async () => (await sessions()) === 0 || undefined, "the session to end");
    } finally {
      await presence.close();
      await close();
    }
  });

  it("ends what it is just opening when it is closed", async () => {
    const { url, cutAtLock, close } = await cuttingProxy(database.current().url);
    const presence = await announcePresence(url, () => 20);
    cutAtLock(1_000);
    await breakConnections();
    await eventually(() => (presence.current() === null ? true : undefined), "the break to be noticed");
    await presence.close();
    await eventually(async () => (await sessions()) === 0 || undefined, "the session to end");
    await close();
  });

  it("may live where it never said so", async () => {
    expect(await gone(null)).toBe(false);
  });
});
