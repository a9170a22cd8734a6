import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { unreadRequests } from "./unread-request.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A server that answers with what `respond` does, and a client of it that never closes its half. */
async function connected(respond: (response: ServerResponse) => void) {
  const { noteRequest, answerUnread } = unreadRequests();
  const server = createServer({ requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 });
  server.on("request", noteRequest).on("request", (_, response) => respond(response));
  server.on("clientError", (fault, socket) => answerUnread(fault, socket as Socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let read = "";
  client.on("data", (part) => (read += part.toString())).on("error", () => undefined);
  close = () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  };
  return {
    client,
    read: () => read,
    held: () =>
      new Promise<number>((done, fail) => server.getConnections((fault, n) => (fault ? fail(fault) : done(n)))),
  };
}

it.each([
  ["a head that stops", "GET / HTTP/1.1\r\nhost: a\r\n", 408],
  ["a body that stops", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n1", 408],
  ["no HTTP", "nonsense\r\n\r\n", 400],
])("answers %s, and holds no connection whose other end stays open", async (_, sent, status) => {
  const { client, read, held } = await connected(() => undefined);
  client.write(sent);
  await vi.waitFor(() => expect(read()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"INVALID_REQUEST"`)), 5_000);
  await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
});

it.each<[string, (response: ServerResponse) => void, string]>([
  ["half sent", (response) => void response.writeHead(200, { "content-length": 100 }).write("half"), "half"],
  ["owed", () => undefined, ""],
])("puts no refusal where another answer is %s", async (_, respond, end) => {
  const { client, read, held } = await connected(respond);
  client.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  if (end !== "") await vi.waitFor(() => expect(read()).toContain(end), 5_000);
  client.write("nonsense\r\n\r\n");
  await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
  expect(read()).not.toContain("INVALID_REQUEST");
});
