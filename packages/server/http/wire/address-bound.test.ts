import { pki_at_once_max, pki_at_once_of_one_max, pki_burst_max, pki_per_second_max } from "@siegel/contract/limits.ts";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { continueSigning } from "../../rooms/signing/signing.ts";
import { approveOne } from "../../test/approved-act.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { expectSignedOnce } from "../../test/waiting-act.ts";
import { boundWork } from "./address-bound.ts";

const world = useSigningWorld();
let points: TrustPoints;
let standingStill: Date;
/** Keys that are used only when told, so that requests are at work as long as a test wants. */
let gate: Promise<void> = Promise.resolve();
beforeAll(async () => {
  standingStill = world.deps.clock.now();
  const keys = {
    ...world.deps.keys,
    signer: async (...of: Parameters<typeof world.deps.keys.signer>) => {
      await gate;
      return await world.deps.keys.signer(...of);
    },
  };
  const clock = { now: () => standingStill };
  points = await serveTrustPoints({ ...world.deps, clock, keys }, { trustProxy: true });
});
afterAll(async () => {
  await points.close();
});

const stampFor = async (address: string): Promise<Response> =>
  await fetch(`${points.url}/pki/tsa`, {
    method: "POST",
    headers: { "content-type": "application/timestamp-query", "x-forwarded-for": address },
    body: Buffer.from(
      buildTimestampRequest({ messageImprint: { digestAlgorithm: "sha256", digest: new Uint8Array(32).fill(4) } }),
    ),
  });
const list = async (address: string): Promise<Response> =>
  await fetch(`${points.url}/pki/crl/nobody.crl`, { headers: { "x-forwarded-for": address } });

async function useUp(address: string): Promise<void> {
  for (let n = 0; n < pki_burst_max; n++) expect((await list(address)).status).toBe(404);
}

describe("one address at the trust points", () => {
  it("gets its burst, then 429 with the seconds to wait, and some more after them", async () => {
    await useUp("192.0.2.1");
    const refused = await stampFor("192.0.2.1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect((await stampFor("192.0.2.2")).status, "another address is not held responsible").toBe(200);
    standingStill = new Date(standingStill.getTime() + 1_000);
    // One after the other: this many at once would meet the other bound.
    const after: number[] = [];
    for (let n = 0; n <= pki_per_second_max; n++) after.push((await list("192.0.2.1")).status);
    expect(after).toEqual([...Array(pki_per_second_max).fill(404), 429]);
  });

  it("counts the addresses of one IPv6 network as one, and IPv4 in IPv6 as IPv4", async () => {
    await useUp("2001:db8:1:2::1");
    expect((await list("2001:db8:1:2:ffff:a:b:c")).status).toBe(429);
    expect((await list("2001:0db8:0001:0002::9")).status).toBe(429);
    expect((await list("2001:db8:1:3::1")).status).toBe(404);
    await useUp("192.0.2.9");
    expect((await list("::ffff:192.0.2.9")).status).toBe(429);
  });

  it("a clock that is set back refuses nobody for ever", async () => {
    await useUp("192.0.2.20");
    standingStill = new Date(standingStill.getTime() - 3_600_000);
    expect((await list("192.0.2.20")).status).toBe(429);
    standingStill = new Date(standingStill.getTime() + 1_000);
    expect((await list("192.0.2.20")).status).toBe(404);
  });
});

describe("all strangers together", () => {
  it("get so many answers at once, then 503; own signatures go on meanwhile and are not counted", async () => {
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    const asked = Array.from({ length: pki_at_once_max + 3 }, (_, n) => stampFor(`198.51.100.${n}`));
    const first = await Promise.race(asked);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await list("198.51.100.50")).status, "nothing else for strangers either").toBe(503);
    const act = await approveOne(world);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    await expectSignedOnce(world, act);
    open();
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(pki_at_once_max).fill(200), 503, 503, 503]);
    const next = await stampFor("198.51.100.99");
    expect(parseTimestampResponse(new Uint8Array(await next.arrayBuffer())).status).toBe("granted");
  });

  it("[T-048] one address that asks for many at once has half of the places, and nobody else waits for it", async () => {
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    standingStill = new Date(standingStill.getTime() + 60_000);
    const many = Array.from({ length: 40 }, () => stampFor("203.0.113.7"));
    // What finds no room is told so; what has a place holds it.
    expect((await Promise.race(many)).status).toBe(503);
    for (const address of ["203.0.113.8", "203.0.113.9"]) {
      const begun = performance.now();
      expect((await list(address)).status).toBe(404);
      expect(performance.now() - begun).toBeLessThan(1_500);
    }
    open();
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(pki_at_once_of_one_max);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });

  it("who waits has a turn as soon as there is room, and the network with the fewest first", async () => {
    const bound = boundWork();
    const ends: (() => void)[] = [];
    const order: string[] = [];
    const piece = (address: string) =>
      bound(address, async () => {
        order.push(address);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [...Array<string>(pki_at_once_of_one_max + 3).fill("192.0.2.1"), "192.0.2.2", "192.0.2.3"].map(piece);
    await Promise.resolve();
    expect(order).toEqual([...Array<string>(pki_at_once_of_one_max).fill("192.0.2.1"), "192.0.2.2", "192.0.2.3"]);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(all)).toEqual(all.map(() => undefined));
  });

  it("a piece of work that fails gives its place back", async () => {
    const bound = boundWork();
    for (let n = 0; n < pki_at_once_max * 2; n++)
      await expect(bound("192.0.2.1", async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await bound("192.0.2.1", async () => "done")).toBe("done");
  });
});
