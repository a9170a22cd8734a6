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

  it("may live where it never said so", async () => {
    expect(await gone(null)).toBe(false);
  });
});
