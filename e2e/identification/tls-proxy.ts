/** TLS in front of a server on this machine: eID clients take a TcToken over https only. */
import { randomBytes } from "node:crypto";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { channelKey } from "../../packages/sandbox/eid/server-keys.ts";

/** A running proxy: where it listens, for browsers and clients alike. */
export type TlsProxy = { readonly origin: string; readonly close: () => Promise<void> };

/** Listens on a free port and passes everything on to `target`, an http origin. `host` as asked for. */
export async function startTlsProxy(target: () => string): Promise<TlsProxy> {
  const made = await channelKey({ now: () => new Date(), randomHex: () => randomBytes(16).toString("hex") });
  const server = createServer(
    { key: made.key.export({ type: "pkcs8", format: "pem" }), cert: made.certificate.toString() },
    (incoming, response) => pass(target(), incoming, response),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port was asked for");
  return {
    origin: `https://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = "/", headers } = incoming;
  const onward = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  incoming.pipe(onward);
}
