import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { unreadRequests } from "./unread-request.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A server that answers with what `respond` does, and a client of it that never closes its half. */
async function connected(respond: (response: ServerResponse) => void) {
  const { noteRequest, answerUnread, answerConnect } = unreadRequests();
  const server = createServer({ requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 });
  server.on("request", noteRequest).on("request", (_, response) => respond(response));
  server.on("connect", answerConnect);
  server.on("clientError", (fault, socket) => answerUnread(fault, socket as Socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let read = "";
  client.on("data", (part) => (read += part.toString())).on("error", () => undefined);
  // Not before it can be known what was read: bytes may still be under way when the server holds nothing any more.
  const ended = new Promise<string>((done) => {
    for (const event of ["end", "close"]) client.once(event, () => done(read));
  });
  close = () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  };
  return {
    client,
    read: () => read,
    ended,
    held: () =>
      new Promise<number>((done, fail) => server.getConnections((fault, n) => (fault ? fail(fault) : done(n)))),
  };
}

it.each([
  ["a head that stops", "GET / HTTP/1.1\r\nhost: a\r\n", 408],
  ["a body that stops", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n1", 408],
  ["no HTTP", "nonsense\r\n\r\n", 400],
  ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n", 400],
])("answers %s, and holds no connection whose other end stays open", async (_, sent, status) => {
  const { client, read, held } = await connected(() => undefined);
  client.write(sent);
  await vi.waitFor(() => expect(read()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"INVALID_REQUEST"`)), 5_000);
  await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
});

const tunnel = "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n";
const sendHalf = (response: ServerResponse) => void response.writeHead(200, { "content-length": 100 }).write("half");

const request = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";

describe.each([
  ["no HTTP", "nonsense\r\n\r\n"],
  ["a tunnel", tunnel],
])("a refusal of %s", (_, sent) => {
  it("is not put where another answer is half sent", async () => {
    const { client, read, ended, held } = await connected(sendHalf);
    client.write(request);
    await vi.waitFor(() => expect(read()).toContain("half"), 5_000);
    client.write(sent);
    expect(await ended).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nhalf$/s);
    await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
  });

  it.each(["after", "with"])("is not put where another answer is owed, arriving %s its request", async (when) => {
    const asked = Promise.withResolvers<ServerResponse>();
    const { client, ended, held } = await connected(asked.resolve);
    client.write(when === "with" ? request + sent : request);
    const owed = await asked.promise;
    if (when === "after") client.write(sent);
    expect(await ended).toBe("");
    await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
    // The code that owes the answer may learn of this later.
    expect(() => owed.end("late")).not.toThrow();
  });

  it("is put behind an answer that was given", async () => {
    const { client, read, ended } = await connected((response) => void response.end("whole"));
    client.write(request);
    await vi.waitFor(() => expect(read()).toContain("whole"), 5_000);
    client.write(sent);
    expect(await ended).toMatch(/^HTTP\/1\.1 200 .*whole.*HTTP\/1\.1 400 .*"INVALID_REQUEST"/s);
  });
});

it("outlives a client that asks for a tunnel and resets the connection", async () => {
  const { client, read, held } = await connected(() => undefined);
  client.write(tunnel);
  await vi.waitFor(() => expect(read()).toContain("INVALID_REQUEST"), 5_000);
  client.resetAndDestroy();
  await vi.waitFor(async () => expect(await held()).toBe(0), 10_000);
});
