/** Answers of time servers (RFC 5905 §7.3, RFC 4330 §5): the one thing that is read of somebody who signs nothing. */
import { isAnswer, judgeAnswer, requestWith, TimeServerFault } from "../../packages/server/adapters/time/sntp.ts";
import { writeTime } from "../../packages/server/test/time-server.ts";
import { mutateBytes } from "../mutate/mutate-bytes.ts";
import type { Random } from "../random.ts";
import { mustHold, type Target, unlessRefused } from "../target.ts";

const request = requestWith(Buffer.from("siegelsi"));
const sentAt = Date.UTC(2026, 10, 21, 12);
const roundTripMs = 40;
const era_s = 2 ** 32;

type Shape = {
  readonly leap?: number;
  readonly stratum?: number;
  readonly aheadMs?: number;
  readonly heldMs?: number;
  readonly rest?: number;
};

const seeds: readonly Uint8Array[] = [
  answer({}),
  answer({ leap: 1, stratum: 1, heldMs: 30 }),
  answer({ stratum: 15, aheadMs: -86_400_000 }),
  // A time of the next era of NTP, and one half an era away, where it could be either.
  answer({ aheadMs: 10 * 365 * 86_400_000 }),
  answer({ aheadMs: (era_s / 2) * 1_000 }),
  // A digest or extension fields behind the packet proper (RFC 5905 §7.5).
  answer({ rest: 20 }),
];

/** Target `sntp`: a datagram, as it comes. */
export const sntp: Target = {
  name: "sntp",
  seeds,
  mutate: mutatePacket,
  run: (input) => {
    const packet = Buffer.from(input);
    if (!isAnswer(packet, request)) return false;
    const told = unlessRefused(TimeServerFault, () => judgeAnswer(packet, { sentAt, roundTripMs }));
    if (told === undefined) return false;
    const { offsetMs, uncertaintyMs, leapAnnounced } = told;
    mustHold(Math.abs(offsetMs) <= (era_s / 2 + 1) * 1_000, `half an era at most, not ${offsetMs} ms`);
    // Half the root delay and the whole root dispersion, both in seconds of 16 bits and their fraction.
    const [delay, dispersion] = [packet.readUInt32BE(4), packet.readUInt32BE(8)].map((short) => short / 65.536);
    const leastMs = (delay ?? 0) / 2 + (dispersion ?? 0);
    const mostMs = leastMs + roundTripMs / 2;
    mustHold(uncertaintyMs >= leastMs - 1 && uncertaintyMs <= mostMs + 1, `as sure as the server, ${uncertaintyMs} ms`);
    mustHold(leapAnnounced === ((packet[0] ?? 0) >> 6 === 1 || (packet[0] ?? 0) >> 6 === 2), "a leap second or none");
    return true;
  },
};

/** Bytes of the parts that are believed; the cookie mostly stays, or nothing behind it would be read. */
function mutatePacket(random: Random, seed: Uint8Array, other: Uint8Array): Uint8Array {
  const changed = mutateBytes(random, seed, other);
  if (random.oneIn(8) || changed.length < 32) return changed;
  const kept = Uint8Array.from(changed);
  kept.set(request.subarray(40, 48), 24);
  return kept;
}

function answer({ leap = 0, stratum = 2, aheadMs = 0, heldMs = 0, rest = 0 }: Shape): Buffer {
  const packet = Buffer.alloc(48 + rest);
  packet[0] = (leap << 6) | (4 << 3) | 4;
  packet[1] = stratum;
  packet.writeUInt32BE(655, 4);
  packet.writeUInt32BE(1_311, 8);
  request.copy(packet, 24, 40, 48);
  writeTime(packet, 32, sentAt + aheadMs);
  writeTime(packet, 40, sentAt + aheadMs + heldMs);
  return packet;
}
