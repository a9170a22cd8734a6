import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayBeSpokenTo, type OutsideFetch, outsideFetch } from "./outside-fetch.ts";
import { parseNetworks } from "./public-address.ts";

const loopback = parseNetworks(["127.0.0.0/8", "::1/128"]);
/** A public address; these tests never get as far as connecting to it. */
const elsewhere = { address: "9.9.9.9", family: 4 };

let receiver: Server;
let port = 0;
let asked: string[] = [];
let answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } = {
  status: 204,
};

beforeAll(async () => {
  receiver = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  port = (receiver.address() as AddressInfo).port;
});
afterAll(() => void receiver.close());

function post(url: string, how: Partial<OutsideFetch> = {}) {
  asked = [];
  return outsideFetch({ networks: [], timeoutMs: 400, ...how }, { url, headers: {}, body: Buffer.from("{}") });
}

const private_hosts = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "0x7f000001",
  "017700000001",
  "2130706433",
  "0",
  "0.0.0.0",
  "10.0.0.8",
  "172.16.0.1",
  "192.168.178.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "①②⑦.⓪.⓪.①",
  "[::]",
  "[::1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::a00:1]",
  "[2002:7f00:1::]",
  "[2001::1]",
  "[2001:db8::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[fd00::8]",
  "[ff02::1]",
];

describe("an address that somebody else chose", () => {
  it.each(private_hosts)("[A-155] is not spoken to when it is %s", async (host) => {
    const url = `https://${host}:${port}/hook`;
    expect(mayBeSpokenTo(url, [])).toBe(false);
    expect(await post(url)).toEqual({ kind: "unanswered", fault: "address" });
    expect(asked).toEqual([]);
  });

  it("[A-155] is not spoken to when one of the addresses of its name is private", async () => {
    for (const address of ["127.0.0.1", "10.1.2.3", "::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "fd12::1"]) {
      const resolve = async () => [elsewhere, { address, family: address.includes(":") ? 6 : 4 }];
      expect(await post(`https://hook.example:${port}/`, { resolve })).toEqual({
        kind: "unanswered",
        fault: "address",
      });
    }
    expect(await post("https://hook.example/", { resolve: async () => [] })).toMatchObject({ fault: "address" });
  });

  it("[A-155] is asked for once, and the socket goes there, when its name answers public and then private", async () => {
    // The first stands for a public one, the second is where the receiver listens.
    const networks = parseNetworks(["127.0.0.2/32"]);
    let lookups = 0;
    const resolve = async () => [{ address: lookups++ === 0 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
    const url = `http://hook.example:${port}/`;
    expect(await post(url, { networks, resolve })).toMatchObject({ fault: "connection" });
    expect([lookups, asked]).toEqual([1, []]);
    expect(await post(url, { networks, resolve })).toMatchObject({ fault: "address" });
    expect(asked).toEqual([]);
  });

  it("[A-155] is not followed elsewhere by a redirect", async () => {
    for (const location of [`http://127.0.0.1:${port}/inside`, "http://169.254.169.254/latest/meta-data/"]) {
      answer = { status: 307, headers: { location } };
      expect(await post(`http://127.0.0.1:${port}/hook`, { networks: loopback })).toMatchObject({ status: 307 });
      expect(asked).toEqual([`127.0.0.1:${port} /hook`]);
    }
  });

  it("is spoken to in a network that the operator allows, under its own name, also without TLS", async () => {
    answer = { status: 503, headers: { "retry-after": "120" }, body: "x".repeat(100_000) };
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const networks = loopback;
    expect(await post(`http://portal.internal:${port}/hook?a=1`, { networks, resolve })).toEqual({
      kind: "answered",
      status: 503,
      retryAfter: "120",
    });
    expect(asked).toEqual([`portal.internal:${port} /hook?a=1`]);
    // Only there: a public address gets nothing that everybody on the way can read.
    const out = await post("http://portal.example/", { networks, resolve: async () => [elsewhere] });
    expect(out).toMatchObject({ fault: "address" });
  });

  it.each([
    ["http://portal.example/", false],
    ["https://portal.example/", true],
    ["https://9.9.9.9/", true],
    ["https://[2a00:1450::1]/", true],
    ["https://user:secret@portal.example/", false],
    ["ftp://portal.example/", false],
    ["portal.example", false],
  ])("%s may be spoken to: %s", (url, may) => {
    expect(mayBeSpokenTo(url, [])).toBe(may);
  });

  it("says why there was no answer", async () => {
    const lost = async () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    expect(await post("https://hook.example/", { resolve: lost })).toEqual({ kind: "unanswered", fault: "name" });
    expect(await post(`https://127.0.0.1:${port}/`, { networks: loopback })).toMatchObject({ kind: "unanswered" });
    expect(await post("http://127.0.0.1:1/", { networks: loopback })).toMatchObject({ fault: "connection" });
    const never = () => new Promise<never>(() => undefined);
    expect(await post("https://hook.example/", { resolve: never })).toMatchObject({ fault: "timeout" });
  });
});
