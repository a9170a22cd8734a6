import { describe, expect, it } from "vitest";
import { type ClockDoubt, TimeNotTrusted } from "../../ports/clock.ts";
import { type ClockWatch, watchClock } from "./clock-watch.ts";
import type { TimeAnswer } from "./sntp.ts";

const begun = Date.UTC(2026, 10, 21, 12);

/** How a time server stands: its clock against UTC, how vague it is, or null while it is away. */
type Server = { aheadMs: number; uncertaintyMs: number; leapAnnounced: boolean } | null;

/** A machine with a wall clock that can be wrong, beside a database and time servers that can be wrong or away. */
function machine(servers: number) {
  const world = {
    passedMs: 0,
    wallAheadMs: 0,
    database: 0 as number | null,
    servers: Array.from({ length: servers }, (): Server => ({ aheadMs: 0, uncertaintyMs: 20, leapAnnounced: false })),
    told: [] as Array<ClockDoubt | null>,
    leaps: [] as string[],
  };
  const utc = () => begun + world.passedMs;
  const wall = () => utc() + world.wallAheadMs;
  const away = () => Promise.reject(new Error("away"));
  const watch = watchClock({
    clock: { now: () => new Date(wall()) },
    monotonic: { elapsedMs: () => world.passedMs },
    readDatabaseTime: async () => (world.database === null ? away() : new Date(utc() + world.database)),
    timeServers: world.servers.map((_, n) => async (): Promise<TimeAnswer> => {
      const server = world.servers[n];
      if (!server) return await away();
      return { ...server, offsetMs: utc() + server.aheadMs - wall() };
    }),
    onChange: (doubt) => void world.told.push(doubt),
    onLeapAnnounced: (at) => void world.leaps.push(at.toISOString()),
  });
  return { world, watch };
}

const doubtOf = ({ attest }: ClockWatch): ClockDoubt | null => {
  try {
    attest();
    return null;
  } catch (fault) {
    if (fault instanceof TimeNotTrusted) return fault.doubt;
    throw fault;
  }
};

const minute = 60_000;
const jumps = [
  ["forward", 700],
  ["back", -700],
  ["a day forward", 86_400_000],
] as const;

describe("a clock without time servers (development)", () => {
  it("is trusted from the start, and tells the time it shows", () => {
    const { watch } = machine(0);
    expect(watch.attest()).toEqual(new Date(begun));
  });

  it.each(jumps)("[T-024] is not trusted from the moment it jumps %s, without any round between", async (_, ms) => {
    const { world, watch } = machine(0);
    world.wallAheadMs = ms;
    expect(doubtOf(watch)).toBe("jumped");
    expect(world.told).toEqual(["jumped"]);
    world.wallAheadMs = 0;
    expect(doubtOf(watch), "jumping back proves nothing").toBe("jumped");
    await watch.compare();
    expect(doubtOf(watch), "the database confirmed it").toBeNull();
    expect(world.told).toEqual(["jumped", null]);
  });

  it("[T-024] is not trusted while the database shows another time, and is again when it does not", async () => {
    const { world, watch } = machine(0);
    world.database = 1_100;
    await watch.compare();
    expect(doubtOf(watch)).toBe("differs-from-database");
    world.database = null;
    await watch.compare();
    expect(doubtOf(watch), "silence does not confirm").toBe("differs-from-database");
    world.database = 900;
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
  });

  it("stays trusted while the database is away: only the checks that exist are made", async () => {
    const { world, watch } = machine(0);
    world.database = null;
    for (let n = 0; n < 20; n++) {
      world.passedMs += minute;
      await watch.compare();
    }
    expect(doubtOf(watch)).toBeNull();
  });
});

describe("a clock with time servers", () => {
  it("[T-024] is not trusted before a majority has confirmed it", async () => {
    const { world, watch } = machine(3);
    expect(doubtOf(watch)).toBe("no-reference");
    world.servers[0] = null;
    world.servers[1] = null;
    await watch.compare();
    expect(doubtOf(watch), "one of three").toBe("no-reference");
    world.servers[1] = { aheadMs: 300, uncertaintyMs: 20, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch), "two of three").toBeNull();
  });

  it("[T-024] that drifts slowly, unseen by the monotonic clock, is found out by its references", async () => {
    const { world, watch } = machine(3);
    await watch.compare();
    // 10 ms a second: 300 ms in a round, less than what counts as a jump. The database runs on the same machine.
    let rounds = 0;
    while (doubtOf(watch) === null && rounds < 10) {
      world.passedMs += 30_000;
      world.wallAheadMs += 300;
      world.database = world.wallAheadMs;
      await watch.compare();
      rounds++;
    }
    expect([doubtOf(watch), rounds]).toEqual(["differs-from-time-servers", 4]);
    world.wallAheadMs = 0;
    world.database = 0;
    await watch.compare();
    expect(doubtOf(watch), "set right again").toBeNull();
    expect(world.told).toEqual(["differs-from-time-servers", null]);
  });

  it.each(jumps)("[T-024] that jumped %s and stays there is not trusted after any number of rounds", async (_, ms) => {
    const { world, watch } = machine(3);
    await watch.compare();
    world.wallAheadMs = ms * 2;
    world.database = ms * 2;
    for (let n = 0; n < 5; n++) {
      expect(doubtOf(watch)).not.toBeNull();
      world.passedMs += 30_000;
      await watch.compare();
    }
    expect(doubtOf(watch)).toBe("differs-from-time-servers");
  });

  it("believes the majority against one server that is wrong, and nobody where there is none", async () => {
    const { world, watch } = machine(3);
    world.servers[0] = { aheadMs: 3_600_000, uncertaintyMs: 20, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
    world.servers[1] = { aheadMs: 3_600_000, uncertaintyMs: 20, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch)).toBe("differs-from-time-servers");
  });

  it("[T-024] is trusted for five minutes after the references went away, no longer, and again when they are back", async () => {
    const { world, watch } = machine(2);
    await watch.compare();
    const servers = world.servers.splice(0, 2, null, null);
    world.passedMs += 5 * minute;
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
    world.passedMs += 1;
    expect(doubtOf(watch)).toBe("no-reference");
    await watch.compare();
    expect(world.told).toEqual(["no-reference"]);
    world.servers.splice(0, 2, ...servers);
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
    expect(world.told).toEqual(["no-reference", null]);
  });

  it("[T-024] is not trusted when the rounds themselves cease", async () => {
    const { world, watch } = machine(1);
    await watch.compare();
    world.passedMs += 5 * minute + 1;
    expect(doubtOf(watch)).toBe("no-reference");
  });

  it("takes an answer too vague to decide for no answer", async () => {
    const { world, watch } = machine(1);
    world.servers[0] = { aheadMs: 0, uncertaintyMs: 1_001, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch)).toBe("no-reference");
    world.servers[0] = { aheadMs: 1_500, uncertaintyMs: 600, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch)).toBe("no-reference");
  });

  it("attests nothing around a leap second that is announced, and tells of it once", async () => {
    const { world, watch } = machine(3);
    world.servers[2] = { aheadMs: 0, uncertaintyMs: 20, leapAnnounced: true };
    world.passedMs = Date.UTC(2026, 10, 30, 23, 59, 57) - begun;
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
    expect(world.leaps).toEqual(["2026-12-01T00:00:00.000Z"]);
    world.passedMs += 1_000;
    expect(doubtOf(watch)).toBe("leap-second");
    world.passedMs += 4_000;
    expect(doubtOf(watch)).toBe("leap-second");
    world.passedMs += 1_000;
    world.servers[2] = { aheadMs: 0, uncertaintyMs: 20, leapAnnounced: false };
    await watch.compare();
    expect(doubtOf(watch)).toBeNull();
    expect(world.leaps).toHaveLength(1);
  });

  it("stops when told so, and no round comes after", async () => {
    const { world, watch } = machine(1);
    const running = watch.start();
    await running.stop();
    expect(world.told).toEqual([]);
  });
});
