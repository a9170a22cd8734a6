import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressesByName } from "./names.ts";

/** A name server that hears everything and says nothing. */
const silent = createSocket("udp4");
let asked = 0;
beforeAll(async () => {
  silent.on("message", () => {
    asked += 1;
  });
  await new Promise<void>((done) => silent.bind(0, "127.0.0.1", done));
});
afterAll(() => void silent.close());

const never = new AbortController().signal;
const notFound = async () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));

describe("the addresses of a name", () => {
  it("are given up after a time, and files are read meanwhile", async () => {
    const resolver = new Resolver({ timeout: 1_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${(silent.address() as AddressInfo).port}`]);
    const addresses = addressesByName({ asksSystem: false, resolver });
    const begun = Date.now();
    const names = Array.from({ length: 16 }, (_one, n) => addresses(`hook-${n}.example`, never));
    const ended = Promise.allSettled(names);
    await Promise.all(Array.from({ length: 16 }, () => readFile(import.meta.filename)));
    expect(Date.now() - begun).toBeLessThan(900);
    expect((await ended).map((one) => one.status)).toEqual(names.map(() => "rejected"));
    expect(asked).toBeGreaterThanOrEqual(32);
    expect(Date.now() - begun).toBeLessThan(6_000);
  });

  it("are those of both families, and all of them", async () => {
    const four = { resolve4: async () => ["9.9.9.9", "10.0.0.1"] };
    const both = addressesByName({
      asksSystem: false,
      resolver: { ...four, resolve6: async () => ["fd00::1"] } as never,
    });
    expect(await both("hook.example", never)).toEqual([
      { address: "9.9.9.9", family: 4 },
      { address: "10.0.0.1", family: 4 },
      { address: "fd00::1", family: 6 },
    ]);
    const one = addressesByName({ asksSystem: false, resolver: { ...four, resolve6: notFound } as never });
    expect(await one("hook.example", never)).toHaveLength(2);
    const none = addressesByName({ asksSystem: false, resolver: { resolve4: notFound, resolve6: notFound } as never });
    await expect(none("localhost", never)).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("are also those that this machine alone knows, where the operator allows networks", async () => {
    const resolver = { resolve4: notFound, resolve6: notFound } as never;
    const addresses = addressesByName({ asksSystem: true, resolver });
    expect((await addresses("localhost", never)).length).toBeGreaterThan(0);
    await expect(addresses("localhost", AbortSignal.abort())).rejects.toThrow();
  });
});
