import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startPostgres } from "./embedded-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-pg-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("startPostgres", () => {
  it("runs durably behind folders closed to others, is adopted while it runs, and keeps what was written", async () => {
    chmodSync(folder, 0o700);
    const root = join(folder, "data");
    const first = await startPostgres(root);
    expect(first.adopted).toBe(false);
    expect(await query(first.url("postgres"), "show fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(first.url("postgres"), "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    await query(first.url("postgres"), "create table kept (n integer)");
    const second = await startPostgres(root);
    expect([second.adopted, second.pid, second.port]).toEqual([true, first.pid, first.port]);
    await second.stop();
    const third = await startPostgres(root);
    expect([third.adopted, await query(third.url("postgres"), "select * from kept")]).toEqual([false, []]);
    await third.stop();
  }, 60_000);

  it("is reached over a socket in a folder closed to others, and over loopback where a path is too long for one", async () => {
    const near = await startPostgres(join(folder, 'near, "quoted"'), { unsafe: true });
    const far = await startPostgres(join(folder, "f".repeat(100)), { unsafe: true });
    const where = "select inet_client_addr()::text as over_tcp";
    expect(await query(near.url("postgres"), where)).toEqual([{ over_tcp: null }]);
    expect(await query(far.url("postgres"), where)).toEqual([{ over_tcp: "127.0.0.1/32" }]);
    expect(statSync(join(folder, 'near, "quoted"', "pg.sockets")).mode & 0o777).toBe(0o700);
    const again = await startPostgres(join(folder, 'near, "quoted"'));
    expect([again.adopted, again.url("postgres")]).toEqual([true, near.url("postgres")]);
    await Promise.all([near.stop(), far.stop()]);
  }, 60_000);

  it("lets nobody in without the password", async () => {
    const cluster = await startPostgres(join(folder, "locked"), { unsafe: true });
    const url = new URL(cluster.url("postgres"));
    url.password = "guess";
    await expect(query(url.href, "select 1")).rejects.toThrow(/password/);
    await cluster.stop();
  }, 60_000);
});
