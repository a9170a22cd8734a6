/** T-024 for whoever signs: while the clock is in doubt nothing is signed, and it goes on by itself when it is not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../adapters/clock.ts";
import { type ClockWatch, watchClock } from "../../adapters/clock-watch.ts";
import { ownTimestamp } from "../../adapters/own-timestamp.ts";
import { approveOne, signaturesOf } from "../../test/approved-act.ts";
import { openSigningWorld, type SigningWorld } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { timestampPolicy, timestampResponse } from "../authority/authority.ts";
import { continueSigning, type SigningDeps, signingStateOf, sweepSigning } from "./signing.ts";

const database = useTestDatabase();
let world: SigningWorld;
let watch: ClockWatch;
let deps: SigningDeps;
/** How this machine's clock and its only time server stand. */
const machine = { wrongMs: 0, serverAway: false, waitedMs: 0 };
const begun = systemClock.now().getTime();
const passedMs = () => systemClock.now().getTime() - begun + machine.waitedMs;
const wait = (ms: number) => {
  world.wait(ms);
  machine.waitedMs += ms;
};

beforeAll(async () => {
  world = await openSigningWorld(database.current().db);
  watch = watchClock({
    clock: { now: () => new Date(begun + passedMs() + machine.wrongMs) },
    monotonic: { elapsedMs: passedMs },
    readDatabaseTime: async () => new Date(begun + passedMs()),
    timeServers: [
      async () => {
        if (machine.serverAway) throw new Error("away");
        return { offsetMs: -machine.wrongMs, uncertaintyMs: 10, leapAnnounced: false };
      },
    ],
    onChange: () => undefined,
    onLeapAnnounced: () => undefined,
  });
  const own = { ...world.deps, trustedTime: watch };
  const { clock, random, timestamp } = world.deps;
  deps = {
    ...world.deps,
    timestamp: ownTimestamp({
      clock,
      random,
      anchors: timestamp.anchors,
      policy: timestampPolicy,
      timestampResponse: (request) => timestampResponse(own, request),
    }),
  };
  await watch.compare();
});
afterAll(() => world.close());

describe("an act while the clock is in doubt", () => {
  it.each([
    ["it jumped forward", { wrongMs: 3_600_000 }],
    ["it jumped back", { wrongMs: -1_100 }],
    ["its time server is away for six minutes", { serverAway: true }],
  ])("[T-024] waits where %s, and is finished by the sweep once the clock is confirmed", async (_, fault) => {
    const act = await approveOne(world);
    Object.assign(machine, fault);
    wait(6 * 60_000);
    await watch.compare();
    expect(await continueSigning(deps, act.actId)).toBe("waiting");
    const { last_fault: reason } = await deps.db
      .selectFrom("signing_act")
      .select("last_fault")
      .where("act_id", "=", act.actId)
      .executeTakeFirstOrThrow();
    expect(reason).toMatch(/TimestampUnavailable.*timeNotAvailable/);
    expect(await signaturesOf(world, act)).toEqual([[], []]);
    Object.assign(machine, { wrongMs: 0, serverAway: false });
    wait(60_000);
    await watch.compare();
    expect(await sweepSigning(deps)).toBe(1);
    expect(await signingStateOf(deps.db, act.signerId)).toMatchObject({ status: "FINISHED" });
    expect(await signaturesOf(world, act)).toEqual(Array(2).fill(["ETSI.CAdES.detached", "ETSI.RFC3161"]));
  });
});
