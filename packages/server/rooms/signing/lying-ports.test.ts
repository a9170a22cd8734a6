/**
 * T-005 and T-006 where the ports themselves lie: an adapter checks what it hands out, and whoever signs does not rely on that. Nothing
 * is embedded or switched, the act waits with the reason, and goes on as soon as the port tells the truth.
 */
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RevocationAnswer } from "../../ports/revocation-status.ts";
import type { TimestampPort } from "../../ports/timestamp.ts";
import { type ApprovedAct, approveOne } from "../../test/approved-act.ts";
import { type Forge, lastFlipped, openForge, type TokenForgery, tokensOfBadUnits } from "../../test/forged-answers.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { expectSignedOnce, expectWaiting } from "../../test/waiting-act.ts";
import { continueSigning, type SigningDeps } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();
let forge: Forge;
beforeAll(async () => {
  forge = await openForge(world);
});

async function expectFinished(act: ApprovedAct): Promise<void> {
  expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  await expectSignedOnce(world, act);
}

type Stamp = TimestampPort["stamp"];
const portOf = (stamp: Stamp): TimestampPort => ({ anchors: world.deps.timestamp.anchors, stamp });

/** A token over `digest`, made like this and handed out as if it had been checked. */
async function forged(digest: Uint8Array, forgery: TokenForgery): ReturnType<Stamp> {
  const asked = buildTimestampRequest({ messageImprint: { digestAlgorithm: "sha256", digest } });
  const response = parseTimestampResponse(await forge.token(asked, forgery));
  if (response.status !== "granted") throw new Error("not granted");
  return { token: response.token, genTime: world.deps.clock.now() };
}

describe("a timestamp port that hands out a token", () => {
  it.each<[string, Stamp, string]>([
    ["over another digest", () => world.deps.timestamp.stamp(new Uint8Array(32).fill(1)), "wrong-imprint"],
    [
      "whose signature was changed",
      async (digest) => {
        const stamped = await world.deps.timestamp.stamp(digest);
        return { ...stamped, token: lastFlipped(stamped.token) };
      },
      "signature-not-valid",
    ],
    ["of another hierarchy's unit", (digest) => forged(digest, { unit: forge.foreign.tsu }), "untrusted-chain"],
    ...tokensOfBadUnits.map(([what, make, code]): [string, Stamp, string] => [
      what,
      async (digest) => forged(digest, await make(forge)),
      code,
    ]),
    ["that is none", async () => ({ token: new Uint8Array([48, 0]), genTime: new Date(0) }), "malformed"],
  ])("[T-006] %s gets it into no document: the signature's, and the one over the file", async (_, stamp, code) => {
    const because = `TimestampUnavailable: the token does not hold: ${code}`;
    const act = await approveOne(world);
    const first = await expectWaiting(world, act, { faulty: { timestamp: portOf(stamp) }, because });
    expect(first.steps).toEqual(["prepared", "cms"]);
    const fromSecond = vi.fn<Stamp>(stamp).mockImplementationOnce(world.deps.timestamp.stamp);
    const second = await expectWaiting(world, act, { faulty: { timestamp: portOf(fromSecond) }, because });
    expect(second.steps).toEqual(["prepared", "cms", "stamped"]);
    expect(fromSecond).toHaveBeenCalledTimes(2);
    await expectFinished(act);
  });

  it("[T-006] and tells another time than the token's own is not believed", async () => {
    const act = await approveOne(world);
    const dayMs = 24 * 3_600_000;
    const boasting = portOf(async (digest) => {
      const { token, genTime } = await world.deps.timestamp.stamp(digest);
      return { token, genTime: new Date(genTime.getTime() - dayMs) };
    });
    const before = world.deps.clock.now().getTime();
    expect(await continueSigning({ ...world.deps, timestamp: boasting }, act.actId)).toBe("ended");
    for (const { stamped } of await readDocuments(world.deps.db, act.actId))
      expect(Math.abs((stamped?.at.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });
});

describe("a status port that answers less than it was asked", () => {
  it.each<[string, (honest: readonly RevocationAnswer[]) => readonly RevocationAnswer[]]>([
    ["nothing", () => []],
    ["of the first certificate alone", (honest) => honest.slice(0, 1)],
    ["of all but the last", (honest) => honest.slice(0, -1)],
  ])("[T-005] %s has said good of none that it left out: the act waits", async (_, shorten) => {
    const act = await approveOne(world);
    const { revocation } = world.deps;
    let [asked, answered] = [0, 0];
    const short: SigningDeps["revocation"] = {
      status: async (queries) => {
        const answers = shorten(await revocation.status(queries));
        [asked, answered] = [queries.length, answers.length];
        return answers;
      },
    };
    const because = "of the provider got no answer";
    const { steps } = await expectWaiting(world, act, { faulty: { revocation: short }, because });
    expect(steps).toEqual(["prepared", "cms", "stamped"]);
    expect(answered).toBeLessThan(asked);
    await expectFinished(act);
  });
});
