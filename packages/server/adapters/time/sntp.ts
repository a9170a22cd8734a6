/**
 * Asks a time server by SNTP, the client's half of NTP version 4 (RFC 5905, RFC 4330 §5). An answer is believed when it comes from the
 * address that was asked, repeats what only that server was told, and says that the server is itself in step. It is not authenticated
 * (RFC 8915 would): whoever sits on the path can shift it, which is why several servers are asked and a majority decides.
 */
import { createSocket, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import type { Clock, MonotonicClock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";

/** Where a time server listens; `host` is a name or an address. */
export type TimeServer = { readonly host: string; readonly port: number };

/** How far this machine's clock is behind (positive) or ahead, known to within `uncertaintyMs` on either side. */
export type ClockOffset = { readonly offsetMs: number; readonly uncertaintyMs: number };

/** A server's answer, and whether it announces a leap second at the end of the month. */
export type TimeAnswer = ClockOffset & { readonly leapAnnounced: boolean };

/** No usable answer of a time server. */
export class TimeServerFault extends Error {
  override readonly name = "TimeServerFault";
}

/** What asking needs. */
export type SntpDeps = { readonly clock: Clock; readonly monotonic: MonotonicClock; readonly random: Random };

const packet_bytes = 48;
const timeout_ms = 2_000;
/** Seconds from 1900 (era 0 of NTP) to 1970. */
const unix_epoch_s = 2_208_988_800;
const era_s = 2 ** 32;
const mode_client = 3;
const mode_server = 4;
const version = 4;
const leap_unsynchronised = 3;
const stratum_max = 15;

/** Asks once. @throws TimeServerFault when no usable answer comes within two seconds */
export async function askTimeServer(deps: SntpDeps, server: TimeServer): Promise<TimeAnswer> {
  // What we send as our own time only has to come back: random bits keep an answer from being guessed, and tell nobody our time.
  const cookie = deps.random.bytes(8);
  const sentAt = deps.clock.now().getTime();
  const sentElapsed = deps.monotonic.elapsedMs();
  const packet = await exchange(server, requestWith(cookie));
  return judgeAnswer(packet, { sentAt, roundTripMs: deps.monotonic.elapsedMs() - sentElapsed });
}

/** What a server's answer says, to a question that left at `sentAt` by our clock. @throws TimeServerFault when it is not to be believed */
export function judgeAnswer(
  packet: Buffer,
  { sentAt, roundTripMs }: { readonly sentAt: number; readonly roundTripMs: number },
): TimeAnswer {
  const answer = readAnswer(packet);
  const receivedAt = nearestEra(answer.received, sentAt);
  const transmittedAt = nearestEra(answer.transmitted, sentAt);
  const heldMs = transmittedAt - receivedAt;
  if (heldMs < 0 || heldMs > roundTripMs + 1) throw new TimeServerFault("the answer's times contradict each other");
  // RFC 5905 §8 and §10: half of the way there and back, and what the server itself does not know, can lie on either side.
  const offsetMs = (receivedAt + transmittedAt) / 2 - (sentAt + roundTripMs / 2);
  const uncertaintyMs = (roundTripMs - heldMs) / 2 + answer.rootDelayMs / 2 + answer.rootDispersionMs;
  return { offsetMs, uncertaintyMs: Math.max(0, uncertaintyMs), leapAnnounced: answer.leap !== 0 };
}

/** The question; the cookie stands where a client may put its own time. */
export function requestWith(cookie: Uint8Array): Buffer {
  const packet = Buffer.alloc(packet_bytes);
  packet[0] = (version << 3) | mode_client;
  packet.set(cookie, 40);
  return packet;
}

/** Sends and waits for the one datagram that answers. The socket is connected: other addresses are not heard. */
async function exchange(server: TimeServer, request: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const timer = setTimeout(() => reject(new TimeServerFault(`no answer in ${timeout_ms} ms`)), timeout_ms);
  const away = (cause: unknown) => reject(new TimeServerFault("the server cannot be reached", { cause }));
  const opened = openSocket(server, { packet: (packet) => isAnswer(packet, request) && resolve(packet), away });
  opened.then((socket) => socket.send(request, (cause) => cause && away(cause)), away);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    opened.then(
      (socket) => socket.close(),
      () => undefined,
    );
  }
}

/** Whether it repeats what only that server was told. Anybody can send rubbish from a forged address; the real answer may still come after it. */
export const isAnswer = (packet: Buffer, request: Buffer): boolean =>
  packet.length >= packet_bytes && packet.subarray(24, 32).equals(request.subarray(40, 48));

type Hearing = { readonly packet: (packet: Buffer) => void; readonly away: (cause: unknown) => void };

async function openSocket({ host, port }: TimeServer, hearing: Hearing): Promise<Socket> {
  const { address, family } = await lookup(host);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  socket.on("message", hearing.packet);
  socket.on("error", hearing.away);
  await new Promise<void>((resolve) => socket.connect(port, address, resolve));
  return socket;
}

type Read = {
  readonly leap: number;
  readonly rootDelayMs: number;
  readonly rootDispersionMs: number;
  /** Milliseconds in an era of NTP. */
  readonly received: number;
  readonly transmitted: number;
};

/** RFC 4330 §5: what a client must look at before it believes. @throws TimeServerFault */
function readAnswer(packet: Buffer): Read {
  const first = packet.readUInt8(0);
  const leap = first >> 6;
  const answersVersion = (first >> 3) & 7;
  if ((first & 7) !== mode_server || answersVersion < 3 || answersVersion > version)
    throw new TimeServerFault("no server's answer of this protocol");
  const stratum = packet.readUInt8(1);
  // RFC 5905 §7.4: stratum 0 is a kiss of death, its code says why we should go away.
  if (stratum === 0) throw new TimeServerFault(`sent away: ${packet.toString("latin1", 12, 16).replace(/\W/g, "")}`);
  if (stratum > stratum_max || leap === leap_unsynchronised)
    throw new TimeServerFault("the server is not in step itself");
  const [received, transmitted] = [timestampAt(packet, 32), timestampAt(packet, 40)];
  if (received === 0 || transmitted === 0) throw new TimeServerFault("the answer has no time");
  return { leap, rootDelayMs: shortAt(packet, 4), rootDispersionMs: shortAt(packet, 8), received, transmitted };
}

/** A 64-bit timestamp: seconds and their fraction. */
const timestampAt = (packet: Buffer, at: number): number =>
  packet.readUInt32BE(at) * 1_000 + (packet.readUInt32BE(at + 4) / era_s) * 1_000;

/** A 32-bit short format: 16 bits of seconds and 16 of their fraction. */
const shortAt = (packet: Buffer, at: number): number => (packet.readUInt32BE(at) / 65_536) * 1_000;

/** The moment an era-less time means: the one nearest to `near` (RFC 5905 §6; the next era begins in 2036). */
function nearestEra(inEraMs: number, near: number): number {
  const unixMs = inEraMs - unix_epoch_s * 1_000;
  return unixMs + Math.round((near - unixMs) / (era_s * 1_000)) * era_s * 1_000;
}
