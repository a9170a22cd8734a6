/** An NTP server on loopback whose clock is the test's, and whose answers a test may spoil. */
import { createSocket } from "node:dgram";

const unix_epoch_s = 2_208_988_800;

/** A server that answers until it is closed. */
export type PlayedTimeServer = { readonly host: string; readonly port: number; readonly close: () => Promise<void> };

/** Answers as stratum 2 with a root distance of 25 ms; `spoil` makes of one good answer what is really sent. */
export async function playTimeServer(
  nowMs: () => number,
  spoil: (packet: Buffer) => readonly Buffer[] = (packet) => [packet],
): Promise<PlayedTimeServer> {
  const socket = createSocket("udp4");
  socket.on("message", (request, from) => {
    const answer = Buffer.alloc(48);
    answer[0] = (4 << 3) | 4;
    answer[1] = 2;
    answer.writeUInt32BE(655, 4); // root delay: 10 ms
    answer.writeUInt32BE(1311, 8); // root dispersion: 20 ms
    request.copy(answer, 24, 40, 48);
    for (const offset of [32, 40]) writeTime(answer, offset, nowMs());
    for (const packet of spoil(answer)) socket.send(packet, from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  const close = () => new Promise<void>((closed) => socket.close(closed));
  return { host: "127.0.0.1", port: socket.address().port, close };
}

/** Writes a time into a packet: seconds of the era and their fraction. */
export function writeTime(packet: Buffer, offset: number, timeMs: number): void {
  const seconds = Math.floor(timeMs / 1_000) + unix_epoch_s;
  packet.writeUInt32BE(seconds % 2 ** 32, offset);
  packet.writeUInt32BE(Math.floor(((timeMs % 1_000) / 1_000) * 2 ** 32), offset + 4);
}
