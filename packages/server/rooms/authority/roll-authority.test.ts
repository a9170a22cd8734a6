/** Rolls that meet another roll, the upkeep, or the death of their process. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSlowRun } from "../../../../fixtures/slow-run.ts";
import { type Database, openDatabase } from "../../db/database.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { openFoundation } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { crossCheck, ensureHierarchy, rollAuthority } from "./authority.ts";

const database = useTestDatabase();
let house: Awaited<ReturnType<typeof openFoundation>>;
/** Pools of two other processes. */
let pools: readonly Database[];
beforeAll(async () => {
  const { db, url } = database.current();
  house = await openFoundation(db);
  pools = [openDatabase(url), openDatabase(url)];
});
afterAll(async () => {
  for (const pool of pools) await pool.close();
});

type House = typeof house.deps;
const two = (): [House, House] => {
  const [first, second] = pools.map(({ db }) => house.depsOver(db));
  if (first === undefined || second === undefined) throw new Error("there are two pools");
  return [first, second];
};

/** The same houses, whose next keys are made only once both have begun to make some: neither is early. */
function meeting([first, second]: [House, House]): [House, House] {
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const late = (deps: House): House => {
    let isFirst = true;
    const generate: typeof deps.keys.generate = async (...kind) => {
      if (isFirst) arrived += 1;
      isFirst = false;
      if (arrived === 2) open();
      await both;
      return await deps.keys.generate(...kind);
    };
    return { ...deps, keys: { ...deps.keys, generate } };
  };
  return [late(first), late(second)];
}

/** What a roll makes more of: keys, units, CAs at work, lists, certificates, events. */
async function countAll(): Promise<{ readonly keys: number; readonly made: readonly number[] }> {
  const { db } = database.current();
  const keys = (await db.selectFrom("key").select("key_id").execute()).length;
  const units = await db.selectFrom("authority_unit").select(["role", "active"]).execute();
  const lists = await db.selectFrom("crl").select("number").execute();
  const issued = await db.selectFrom("issued_certificate").select("serial").execute();
  const told = await db.selectFrom("audit_event").select("seq").where("type", "=", "authority.unit-made").execute();
  const atWork = units.filter(({ role, active }) => active && (role === "issuing-ca" || role === "qualified-ca"));
  return { keys, made: [atWork.length, units.length, lists.length, issued.length, told.length] };
}

/** Two CAs that issue as before; two CAs and two responders more, lists of the CAs, and certificates and events of all four. */
const oneRollMore = ([atWork = 0, units = 0, lists = 0, issued = 0, told = 0]: readonly number[]) => [
  ...[atWork, units + 4, lists + 2, issued + 4, told + 4],
];

const faults = async () => [
  ...(await crossCheck(house.deps)).faults,
  ...(await verifyTrail(database.current().db)).faults,
];

describe("two rolls at the same time", () => {
  it("[T-060] make one successor of each CA, and leave no key that is nobody's", async () => {
    for (let round = 0; round < 3; round++) {
      const before = await countAll();
      const [first, second] = meeting(two());
      const answers = await Promise.all([rollAuthority(first), rollAuthority(second)]);
      const [done] = answers.filter(({ ok }) => ok);
      expect(answers).toContainEqual({ ok: false, code: "ROLLED_MEANWHILE" });
      expect(done).toMatchObject({
        rolled: [{ before: `issuing-${round + 1}` }, { before: `qualified-${round + 1}` }],
      });
      expect(await countAll()).toEqual({ keys: before.keys + 4, made: oneRollMore(before.made) });
    }
    expect(await faults()).toEqual([]);
  });

  it("[T-060] make two when the second begins after the first, also while the upkeep renews responders", async () => {
    for (let round = 0; round < 3; round++) {
      // A responder's successor is due 10 days before its end: those of all CAs before are made anew.
      house.wait(25 * 86_400_000);
      const [rolls, upkeep] = two();
      const [answer] = await Promise.all([rollAuthority(rolls), ensureHierarchy(upkeep)]);
      expect(answer.ok).toBe(true);
      expect((await rollAuthority(upkeep)).ok).toBe(true);
      await ensureHierarchy(upkeep);
    }
    expect(await faults()).toEqual([]);
  });
});

describe("a process that dies while it rolls", () => {
  const queriesApart = isSlowRun ? 1 : 3;

  /** Kills a roll at its n-th query; false: it was over before. */
  async function killAt(n: number, moment: Moment): Promise<boolean> {
    const before = await countAll();
    const { plugin, asked } = crashAt(n, moment);
    await rollAuthority(house.depsOver(database.current().db.withPlugin(plugin))).catch(() => "dead");
    const after = await countAll();
    expect([before.made, oneRollMore(before.made)], `${moment} query ${n}`).toContainEqual(after.made);
    // A key that no certificate names opens nothing, so it may be left.
    expect(after.keys, `${moment} query ${n}`).toBeGreaterThanOrEqual(before.keys);
    expect((await rollAuthority(house.deps)).ok, `${moment} query ${n}`).toBe(true);
    expect(await countAll()).toEqual({ keys: after.keys + 4, made: oneRollMore(after.made) });
    return asked.length >= n;
  }

  it.each(["before", "after"] as const)(
    "leaves all or nothing: %s each query [T-060]",
    { timeout: 120_000 },
    async (moment) => {
      let n = 1;
      while (await killAt(n, moment)) n += queriesApart;
      expect(n).toBeGreaterThan(30);
      expect(await faults()).toEqual([]);
    },
  );
});
