/** T-024 for whoever signs: while the clock is in doubt nothing is signed, and it goes on by itself when it is not. */
import { beforeAll, describe, expect, it } from "vitest";
import { approveOne } from "../../test/approved-act.ts";
import { doubtfulClock } from "../../test/doubtful-clock.ts";
import { spoiltAuthority } from "../../test/spoilt-authority.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { expectSignedOnce, expectWaiting } from "../../test/waiting-act.ts";
import { type SigningDeps, sweepSigning } from "./signing.ts";

const world = useSigningWorld();
const { watch, machine } = doubtfulClock();
let deps: SigningDeps;
const wait = (ms: number) => {
  world.wait(ms);
  machine.waitedMs += ms;
};

beforeAll(async () => {
  deps = { ...world.deps, ...spoiltAuthority(world, { trustedTime: watch }) };
  await watch.compare();
});

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
    await expectWaiting(world, act, { faulty: deps, because: /TimestampUnavailable.*timeNotAvailable/ });
    Object.assign(machine, { wrongMs: 0, serverAway: false });
    wait(60_000);
    await watch.compare();
    expect(await sweepSigning(deps)).toBe(1);
    await expectSignedOnce(world, act);
  });
});
