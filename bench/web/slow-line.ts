/**
 * A line of a given speed between a browser and the product: what goes to the browser waits for its place behind what went
 * before, whichever connection it is on, and everything travels for half a round trip. Outside of the browser, so that its
 * workers, its preconnects and its handshakes are slow as well.
 */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A line; `close` cuts it. */
export type SlowLine = { readonly url: string; readonly close: () => Promise<void> };

/** `megabitsPerSecond` towards the browser, `roundTripMs` there and back. */
export type Line = { readonly megabitsPerSecond: number; readonly roundTripMs: number };

/** To what listens on `port` of this machine. */
export async function openSlowLine(port: number, { megabitsPerSecond, roundTripMs }: Line): Promise<SlowLine> {
  const bytesPerMs = (megabitsPerSecond * 1_000_000) / 8 / 1_000;
  let freeAt = 0;
  /** When the last of `bytes` leaves the line. */
  const passes = (bytes: number): number => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / bytesPerMs;
    return freeAt;
  };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        if (!other.writableEnded && other === near) other.destroySoon();
      });
    }
    // A handshake is a round trip before the first byte.
    const opensAt = performance.now() + roundTripMs;
    later(near, far, () => Math.max(opensAt, performance.now()) + roundTripMs / 2);
    later(far, near, (bytes) => passes(bytes) + roundTripMs / 2);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// What is on the way of one connection: more waits at the sender, as it would for an acknowledgement.
const on_the_way_max = 512 * 1024;

/** Hands on what comes, in order, each piece when it arrives; the end behind the last of them. */
function later(from: Socket, to: Socket, arrivesAt: (bytes: number) => number): void {
  const travelling: { readonly bytes: Buffer | null; readonly at: number }[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  const deliver = (): void => {
    timer = undefined;
    for (let first = travelling[0]; first !== undefined && first.at <= performance.now() + 0.5; first = travelling[0]) {
      travelling.shift();
      if (to.destroyed) continue;
      if (first.bytes === null) to.end();
      else to.write(first.bytes);
      underWay -= first.bytes?.length ?? 0;
    }
    if (underWay <= on_the_way_max) from.resume();
    schedule();
  };
  const schedule = (): void => {
    const first = travelling[0];
    if (first !== undefined && timer === undefined)
      timer = setTimeout(deliver, Math.max(1, first.at - performance.now()));
  };
  const take = (bytes: Buffer | null): void => {
    const at = Math.max(travelling.at(-1)?.at ?? 0, arrivesAt(bytes?.length ?? 0));
    travelling.push({ bytes, at });
    underWay += bytes?.length ?? 0;
    if (underWay > on_the_way_max) from.pause();
    schedule();
  };
  from.on("data", take);
  from.on("end", () => take(null));
}
