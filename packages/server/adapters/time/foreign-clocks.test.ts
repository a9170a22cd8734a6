/** Services whose clocks are not quite ours: a little is waited for, more is refused. */
import { describe, expect, it } from "vitest";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import {
  crlOf,
  ocspResponse,
  serviceSeal,
  timestampPolicy,
  timestampResponse,
  trustAnchors,
} from "../../rooms/authority/authority.ts";
import { continueSigning } from "../../rooms/signing/signing.ts";
import { approveOne } from "../../test/approved-act.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { ownRevocationStatus } from "../trust/own-revocation-status.ts";
import { ownTimestamp } from "../trust/own-timestamp.ts";
import { clockToleranceMs } from "./foreign-clocks.ts";

const world = useSigningWorld();

const clockBy = (aheadMs: number) => ({ now: () => new Date(world.deps.clock.now().getTime() + aheadMs) });

/** The port of an authority whose clock is `aheadMs` ahead of ours. */
async function timestampBy(aheadMs: number) {
  const clock = clockBy(aheadMs);
  const theirs = { ...world.deps, clock, trustedTime: { attest: clock.now } };
  return ownTimestamp({
    ...world.deps,
    anchors: await trustAnchors(world.deps.db),
    policy: timestampPolicy,
    timestampResponse: (request) => timestampResponse(theirs, request),
  });
}

/** The port of a responder whose clock is `aheadMs` ahead of ours, and how often it was asked. */
function statusBy(aheadMs: number) {
  let asked = 0;
  const port = ownRevocationStatus({
    ...world.deps,
    ocspResponse: async (request) => {
      asked += 1;
      return await ocspResponse({ ...world.deps, clock: clockBy(aheadMs) }, request);
    },
    crlOf: (issuer) => crlOf(world.deps.db, issuer),
  });
  return { ...port, asked: () => asked };
}

async function sealQuery(notBeforeMs: number) {
  const seal = await serviceSeal(world.deps.db);
  return { certificate: seal.certificate, issuer: nth(seal.chain, 0), notBefore: clockBy(notBeforeMs).now() };
}

const imprint = new Uint8Array(32).fill(7);

describe("a timestamp", () => {
  it("of a clock a little ahead is given once our own has got there", async () => {
    const { genTime } = await (await timestampBy(1_200)).stamp(imprint);
    expect(genTime.getTime()).toBeLessThanOrEqual(world.deps.clock.now().getTime());
  });

  it("of a clock a little behind is given at once", async () => {
    const { genTime } = await (await timestampBy(-3_000)).stamp(imprint);
    expect(genTime.getTime()).toBeLessThan(world.deps.clock.now().getTime() - 2_000);
  });

  it.each([30_000, -30_000, clockToleranceMs + 2_000, -clockToleranceMs - 2_000])(
    "[T-006] of a clock %i ms off is none",
    async (aheadMs) => {
      await expect((await timestampBy(aheadMs)).stamp(imprint)).rejects.toThrow(TimestampUnavailable);
    },
  );
});

describe("a status", () => {
  it("of a clock a little ahead is taken once our own has got there", async () => {
    const { status, asked } = statusBy(2_000);
    expect(nth(await status([await sealQuery(0)]), 0).status).toEqual({ state: "good" });
    expect(asked()).toBe(1);
  });

  it("of a clock a little behind the timestamp is asked for again, once it can be younger", async () => {
    const { status, asked } = statusBy(-2_000);
    expect(nth(await status([await sealQuery(0)]), 0).status).toEqual({ state: "good" });
    expect(asked()).toBe(2);
  });

  it.each([30_000, -30_000])("[T-005] of a clock %i ms off is none, and is asked for once", async (aheadMs) => {
    const { status, asked } = statusBy(aheadMs);
    await expect(status([await sealQuery(0)])).rejects.toThrow(RevocationStatusUnavailable);
    expect(asked()).toBe(1);
  });
});

describe("a signature", () => {
  it("is made in one run where the timestamp's clock is ahead and the responder's is behind", async () => {
    const act = await approveOne(world, "a_signature");
    const deps = { ...world.deps, timestamp: await timestampBy(1_000), revocation: statusBy(-1_000) };
    expect(await continueSigning(deps, act.actId)).toBe("ended");
    expect((await readTrail(world.deps.db, act.workflowId)).map((event) => event.type)).not.toContain(
      "signing.waiting",
    );
  });
});
