/** A load balancer as operators put one in front of several processes: in turn, by health, the trust points to the authority. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { freePort } from "@siegel/server/adapters/database/embedded-postgres.ts";

/** A running balancer. `served` is every answered request, oldest first. */
export type Balancer = {
  readonly url: string;
  readonly served: ReadonlyArray<{ readonly method: string; readonly path: string; readonly port: number }>;
  /** Takes a process in: to `web` goes everything but `/pki/`. */
  readonly add: (role: "web" | "authority", port: number) => void;
  readonly remove: (port: number) => void;
  /** Sends everything for the web to one process until told otherwise. */
  readonly pin: (port: number | null) => void;
  readonly close: () => Promise<void>;
};

type Upstream = { readonly role: "web" | "authority"; readonly port: number; healthy: boolean };
type Forwarded = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
};

const health_every_ms = 100;

/** Starts one on a free port. */
export async function startBalancer(): Promise<Balancer> {
  const port = await freePort();
  let upstreams: Upstream[] = [];
  let turn = 0;
  let pinned: number | null = null;
  const served: Array<{ method: string; path: string; port: number }> = [];

  const candidates = (path: string): Upstream[] => {
    const role = path.startsWith("/pki/") ? "authority" : "web";
    const able = upstreams.filter((one) => one.role === role && one.healthy);
    const chosen = role === "web" && pinned !== null ? able.filter((one) => one.port === pinned) : able;
    turn += 1;
    return chosen.map((_, n) => chosen[(n + turn) % chosen.length]).filter((one) => one !== undefined);
  };
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const asked = { method, path, headers, body: await buffer(incoming) };
    for (const upstream of candidates(path)) {
      const outcome = await forward(upstream.port, asked, response);
      if (outcome === "answered") served.push({ method, path, port: upstream.port });
      if (outcome !== "refused") return;
    }
    response.writeHead(502, { "content-type": "application/json" }).end('{"success":false,"data":["no process"]}');
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const look = setInterval(() => {
    for (const upstream of upstreams) {
      fetch(`http://127.0.0.1:${upstream.port}/api/health`).then(
        ({ status }) => (upstream.healthy = status === 200),
        () => (upstream.healthy = false),
      );
    }
  }, health_every_ms);
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    add: (role, added) => upstreams.push({ role, port: added, healthy: true }),
    remove: (removed) => {
      upstreams = upstreams.filter((one) => one.port !== removed);
    },
    pin: (to) => {
      pinned = to;
    },
    close: async () => {
      clearInterval(look);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** refused: nothing was sent, so the next process may be asked · cut: it broke off, and the caller's connection does too. */
function forward(port: number, asked: Forwarded, response: ServerResponse): Promise<"answered" | "refused" | "cut"> {
  const { method, path, headers, body } = asked;
  return new Promise((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
      incoming.once("error", () => response.destroy());
      incoming.once("end", () => resolve("answered"));
      incoming.once("close", () => resolve("cut"));
    });
    outgoing.once("error", (fault) => {
      if ("code" in fault && fault.code === "ECONNREFUSED") return resolve("refused");
      response.destroy();
      resolve("cut");
    });
    outgoing.end(body);
  });
}
