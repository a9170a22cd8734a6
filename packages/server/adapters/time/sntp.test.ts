import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type PlayedTimeServer, playTimeServer, writeTime } from "../../test/time-server.ts";
import { systemRandom } from "../random.ts";
import { systemMonotonic } from "./clock.ts";
import { askTimeServer, type SntpDeps, TimeServerFault } from "./sntp.ts";

const at = Date.UTC(2026, 10, 21, 12);
const deps: SntpDeps = { clock: { now: () => new Date(at) }, monotonic: systemMonotonic, random: systemRandom };
const open: PlayedTimeServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A time server whose clock stands at `timeMs`. */
async function timeServer(timeMs: number, spoil?: (packet: Buffer) => readonly Buffer[]): Promise<PlayedTimeServer> {
  const server = await playTimeServer(() => timeMs, spoil);
  open.push(server);
  return server;
}

describe("asking a time server", () => {
  it.each([0, 1_500, -86_400_000])("says that our clock is %d ms behind, and how sure that is", async (behindMs) => {
    const answer = await askTimeServer(deps, await timeServer(at + behindMs));
    expect(Math.abs(answer.offsetMs - behindMs)).toBeLessThanOrEqual(answer.uncertaintyMs);
    // Half the root delay and the whole root dispersion at least.
    expect(answer.uncertaintyMs).toBeGreaterThan(24);
    expect(answer.uncertaintyMs).toBeLessThan(1_000);
    expect(answer.leapAnnounced).toBe(false);
  });

  it("reads the next era of NTP, which begins in 2036", async () => {
    const later = Date.UTC(2036, 1, 8);
    const answer = await askTimeServer({ ...deps, clock: { now: () => new Date(later) } }, await timeServer(later));
    expect(Math.abs(answer.offsetMs)).toBeLessThanOrEqual(answer.uncertaintyMs);
  });

  it("hears of a leap second", async () => {
    const leap = (packet: Buffer) => {
      packet[0] = (packet[0] ?? 0) | 0x40;
      return [packet];
    };
    expect((await askTimeServer(deps, await timeServer(at, leap))).leapAnnounced).toBe(true);
  });

  const changed = (change: (packet: Buffer) => void) => (packet: Buffer) => {
    change(packet);
    return [packet];
  };
  it.each([
    ["is not in step itself", changed((packet) => packet.writeUInt8((3 << 6) | (4 << 3) | 4, 0)), /in step/],
    ["sends us away", changed((packet) => void (packet.fill(0, 1, 2) && packet.write("RATE", 12))), /sent away: RATE/],
    ["is 16 steps away from any clock", changed((packet) => packet.writeUInt8(16, 1)), /in step/],
    ["answers as a client", changed((packet) => packet.writeUInt8((4 << 3) | 3, 0)), /protocol/],
    ["tells no time", changed((packet) => packet.fill(0, 40, 48)), /no time/],
    ["sends before it received", changed((packet) => writeTime(packet, 32, at + 9_000)), /contradict/],
    ["held the question longer than we waited", changed((packet) => writeTime(packet, 40, at + 60_000)), /contradict/],
    ["answers a question that was not asked", changed((packet) => packet.fill(7, 24, 32)), /no answer/],
    ["says too little", (packet: Buffer) => [packet.subarray(0, 40)], /no answer/],
    ["says nothing", () => [], /no answer/],
  ])("does not believe one that %s", async (_, spoil, reason) => {
    const asked = askTimeServer(deps, await timeServer(at, spoil));
    await expect(asked).rejects.toThrow(TimeServerFault);
    await expect(asked).rejects.toThrow(reason);
  });

  it("waits for the real answer behind rubbish", async () => {
    const server = await timeServer(at, (packet) => [Buffer.alloc(3), Buffer.alloc(48), packet]);
    expect(Math.abs((await askTimeServer(deps, server)).offsetMs)).toBeLessThan(1_000);
  });

  it.each([
    ["a name that does not exist", { host: "nobody.invalid", port: 123 }],
    ["a port where nobody listens", { host: "127.0.0.1", port: 9 }],
  ])("says so for %s", async (_, server) => {
    await expect(askTimeServer(deps, server)).rejects.toThrow(TimeServerFault);
  });

  it("takes any bytes for an answer or a fault, and never for a number that is none", async () => {
    let bytes = new Uint8Array(48);
    const server = await timeServer(at, (packet) => {
      const cookie = Buffer.from(packet.subarray(24, 32));
      packet.set(bytes);
      packet.set(cookie, 24);
      return [packet];
    });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 48, maxLength: 48 }), async (any) => {
        bytes = new Uint8Array(any);
        bytes[0] = ((bytes[0] ?? 0) & 0xc0) | (4 << 3) | 4;
        try {
          const answer = await askTimeServer(deps, server);
          expect([Number.isFinite(answer.offsetMs), answer.uncertaintyMs >= 0]).toEqual([true, true]);
        } catch (fault) {
          expect(fault).toBeInstanceOf(TimeServerFault);
        }
      }),
    );
  });

  it("asks with random bits, so that nobody can answer unheard", async () => {
    const seen: string[] = [];
    const server = await timeServer(at, (packet) => {
      seen.push(packet.toString("hex", 24, 32));
      return [packet];
    });
    for (let n = 0; n < 3; n++) await askTimeServer(deps, server);
    expect(new Set(seen).size).toBe(3);
  });
});
