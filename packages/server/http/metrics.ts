/** `/metrics` on a port of its own: for the operator's Prometheus, never for the public (docs/operations/monitoring.md). */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** Told of each answered request: its call's name or pattern, never the address that was asked for. */
export type CountRequest = (request: { call: string; status: number; seconds: number }) => void;

/** Counts every request of the routes that are registered after it. */
export function countRequests(app: FastifyInstance, count: CountRequest): void {
  app.addHook("onResponse", async (request, reply) => {
    const { schema, url } = request.routeOptions;
    const named = schema !== undefined && "operationId" in schema ? schema.operationId : undefined;
    const call = typeof named === "string" ? named : `${request.method} ${url ?? "unknown"}`;
    count({ call, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
}

/** A running exporter. */
export type MetricsServer = { readonly close: () => Promise<void> };

/** Serves what `read` answers; 503 while `read` fails, which `onFault` reports; 401 without the token where one is set. */
export async function serveMetrics(
  { port, host, token }: NonNullable<Config["metrics"]>,
  read: () => Promise<string>,
  onFault: (fault: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const plain = { "content-type": "text/plain; charset=utf-8" };
    if (request.url !== "/metrics" || request.method !== "GET") return response.writeHead(404, plain).end();
    if (!mayRead(request, token))
      return response.writeHead(401, { ...plain, "www-authenticate": 'Bearer realm="metrics"' }).end();
    read().then(
      (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      (fault: unknown) => {
        onFault(fault);
        response.writeHead(503, plain).end("The figures cannot be read now.\n");
      },
    );
  });
  await listen(server, port, host);
  return { close: () => closeNow(server) };
}

function mayRead(request: IncomingMessage, token: string | null): boolean {
  if (token === null) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(`Bearer ${token}`));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function closeNow(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
