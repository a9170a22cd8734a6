import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startPostgres } from "./embedded-postgres.ts";
import { keepPostgres, type PostgresFate } from "./kept-postgres.ts";
import { isAlive } from "./live-pid.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-kept-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fate = () => ({
  onGone: vi.fn<PostgresFate["onGone"]>(),
  onBack: vi.fn<PostgresFate["onBack"]>(),
  onLost: vi.fn<PostgresFate["onLost"]>(),
});

async function running(name: string) {
  const root = join(folder, name);
  const cluster = await startPostgres(root);
  const pool = new pg.Pool({ connectionString: cluster.url("postgres"), max: 1 });
  pool.on("error", () => undefined);
  await pool.query("create table kept (n integer)");
  return { root, cluster, pool };
}

describe("keepPostgres", () => {
  it("starts a killed one again where its clients look for it, and stops the one that runs by then", async () => {
    const { root, cluster, pool } = await running("killed");
    const told = fate();
    const kept = keepPostgres({ cluster, root }, told);
    process.kill(cluster.pid, "SIGKILL");
    await vi.waitFor(() => expect(told.onBack).toHaveBeenCalled(), 20_000);
    expect(told.onGone.mock.calls).toEqual([[{ pid: cluster.pid }]]);
    const pid = told.onBack.mock.calls[0]?.[0].pid ?? 0;
    expect(pid).not.toBe(cluster.pid);
    expect((await pool.query("select * from kept")).rows).toEqual([]);
    await pool.end();
    await kept.stop();
    expect([isAlive(pid), told.onLost.mock.calls]).toEqual([false, []]);
  }, 60_000);

  it("makes no empty database where the folder is gone: it gives up and says so, and nothing is lost", async () => {
    const { root, cluster, pool } = await running("moved");
    await pool.end();
    const told = fate();
    const kept = keepPostgres({ cluster, root }, told);
    renameSync(join(root, "pg"), join(root, "elsewhere"));
    process.kill(cluster.pid, "SIGKILL");
    await vi.waitFor(() => expect(told.onLost).toHaveBeenCalled(), 20_000);
    expect(told.onLost.mock.calls[0]?.[0].message).toMatch(/died and does not come back: There is no database in .*pg/);
    expect(existsSync(join(root, "pg"))).toBe(false);
    await kept.stop();
    renameSync(join(root, "elsewhere"), join(root, "pg"));
    const again = await startPostgres(root);
    const client = new pg.Client({ connectionString: again.url("postgres") });
    await client.connect();
    expect((await client.query("select * from kept")).rows).toEqual([]);
    await client.end();
    await again.stop();
  }, 60_000);

  it("gives up on one that dies again and again", async () => {
    const { root, cluster, pool } = await running("dying");
    await pool.end();
    const told = fate();
    const kept = keepPostgres({ cluster, root }, told);
    let { pid } = cluster;
    for (let deaths = 1; deaths <= 6; deaths++) {
      process.kill(pid, "SIGKILL");
      await vi.waitFor(
        () => expect(told.onBack.mock.calls.length + told.onLost.mock.calls.length).toBe(deaths),
        20_000,
      );
      pid = told.onBack.mock.calls.at(-1)?.[0].pid ?? 0;
    }
    expect(told.onLost.mock.calls[0]?.[0].message).toMatch(/ended 6 times within ten minutes; see .*pg\.log/);
    expect(told.onBack).toHaveBeenCalledTimes(5);
    await kept.stop();
  }, 90_000);
});
