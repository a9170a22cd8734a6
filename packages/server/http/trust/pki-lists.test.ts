import type { AddressInfo } from "node:net";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  ensureHierarchy,
  type IssuedCertificate,
  issuePersonCertificate,
  ocspResponse,
  publishedCertificate,
  publishListOf,
  revokeIssued,
} from "../../rooms/authority/authority.ts";
import { openSigningWorld, type SigningWorld } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { pkiRoutes } from "./pki.ts";

const database = useTestDatabase();
let world: SigningWorld;
let app: FastifyInstance;
let url: string;
/** Two processes: each with connections of its own. */
let others: ReturnType<typeof openDatabase>;
let processes: readonly SigningWorld["deps"][];
beforeAll(async () => {
  world = await openSigningWorld(database.current().db);
  others = openDatabase(database.current().url);
  processes = [world.deps, world.depsOver(others.db)];
  app = Fastify();
  pkiRoutes(app, world.deps);
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await others.close();
  await world.close();
});

const key = async (deps: SigningWorld["deps"], index: number) => ({
  ...(await deps.keys.generate("p256")),
  level: "aes" as const,
  subjectId: `someone-${index}`,
  organisationId: null,
  firstName: "Ada",
  lastName: `No ${index}`,
});
const issue = async (index: number) => await issuePersonCertificate(world.deps, await key(world.deps, index));
const revoke = async (deps: SigningWorld["deps"], { issuer, serial }: IssuedCertificate) =>
  await inTransaction(deps.db, async (db) =>
    revokeIssued({ ...deps, db }, { issuer, serial, reason: "keyCompromise" }),
  );
const listsOf = async (issuer: string) =>
  (await world.deps.db.selectFrom("crl").selectAll().where("issuer", "=", issuer).orderBy("number").execute()).map(
    (row) => ({ ...row, list: parseCrl(new Uint8Array(row.crl)) }),
  );

async function statusOf(deps: SigningWorld["deps"], { certificate: der, issuer: name }: IssuedCertificate) {
  const issuer = parseCertificate((await publishedCertificate(deps.db, name))?.der ?? new Uint8Array());
  const certificate = parseCertificate(der);
  const parsed = parseOcspResponse(await ocspResponse(deps, buildOcspRequest({ certificate, issuer })));
  return parsed.status === "successful" ? parsed.responses[0]?.status.state : parsed.status;
}

describe("a revocation", () => {
  it("is for ever: a second one, from anywhere and for another reason, has the first time [T-059]", async () => {
    const issued = await issue(1);
    const [first, second] = await Promise.all(processes.map((deps) => revoke(deps, issued)));
    if (first?.ok !== true || second?.ok !== true) throw new Error("it was not revoked");
    expect([first.isFirst, second.isFirst].filter(Boolean)).toHaveLength(1);
    world.wait(5_000);
    const again = await inTransaction(world.deps.db, (db) =>
      revokeIssued({ ...world.deps, db }, { ...issued, reason: "superseded" }),
    );
    expect(again).toEqual({ ok: true, isFirst: false, revocation: first.revocation });
    // A timestamp of that second, which is rounded down, comes before it.
    expect(first.revocation.at.getTime() % 1_000).toBe(0);
    for (const deps of processes) expect(await statusOf(deps, issued)).toBe("revoked");
  });

  it("is on a list at once, in the process that made it and in others; the list before has no empty sequence [T-022]", async () => {
    const [empty] = await listsOf("qualified-1");
    expect(empty?.list.entries.size).toBe(0);
    expect(Buffer.from(empty?.list.tbsCertList ?? []).includes(Buffer.from([0x30, 0x00]))).toBe(false);
    const issued = await issue(2);
    await revoke(world.deps, issued);
    await publishListOf(world.deps, issued.issuer);
    const served = await fetch(`${url}/pki/crl/${issued.issuer}.crl`);
    const list = parseCrl(new Uint8Array(await served.arrayBuffer()));
    expect(list.entries.get(issued.serial)?.reason).toBe("keyCompromise");
  });
});

describe("lists of two processes that revoke and publish at the same time", () => {
  it("have rising numbers, each serial number once, and never less than the one before [T-022, T-059]", async () => {
    const issued = await Promise.all(Array.from({ length: 200 }, (_, index) => issue(100 + index)));
    await Promise.all(
      issued.map(async (one, index) => {
        const deps = processes[index % 2] ?? world.deps;
        await revoke(deps, one);
        await publishListOf(deps, one.issuer);
      }),
    );
    const lists = await listsOf("issuing-1");
    expect(lists.map(({ number }) => number)).toEqual(lists.map((_, index) => index + 1));
    for (const [index, { list, number, entries, this_update: thisUpdate }] of lists.entries()) {
      expect(list.crlNumber).toBe(BigInt(number));
      expect(list.entries.size).toBe(entries);
      const before = lists[index - 1];
      if (before === undefined) continue;
      for (const serial of before.list.entries.keys()) expect(list.entries.has(serial)).toBe(true);
      expect(thisUpdate.getTime()).toBeGreaterThanOrEqual(before.this_update.getTime());
    }
    const newest = lists.at(-1)?.list.entries;
    for (const { serial } of issued) expect(newest?.has(serial)).toBe(true);
    // Nothing new to tell: no list is made.
    await publishListOf(world.deps, "issuing-1");
    expect(await listsOf("issuing-1")).toHaveLength(lists.length);
  });
});

describe("downloads", () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

  it("are answered 304 to who has the newest, and whole after the next list", async () => {
    const path = "/pki/crl/issuing-1.crl";
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    // Two lists of one second would have one date.
    expect(first.headers.get("last-modified")).toBeNull();
    world.wait(120_000);
    const modified = (await get(path)).headers.get("last-modified") ?? "";
    expect((await get(path, { "if-modified-since": modified })).status).toBe(304);
    expect((await get(path, { "if-modified-since": modified, "if-none-match": '"another"' })).status).toBe(200);
    const issued = await issue(3);
    await revoke(processes[1] ?? world.deps, issued);
    await publishListOf(processes[1] ?? world.deps, issued.issuer);
    await expect.poll(async () => (await get(path, { "if-none-match": etag })).status, { timeout: 3_000 }).toBe(200);
  });

  it("of certificates too, which never change", async () => {
    const first = await get("/pki/ca/issuing-1.cer");
    expect(first.headers.get("cache-control")).toBe("public, max-age=86400");
    expect((await get("/pki/ca/issuing-1.cer", { "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
    const modified = first.headers.get("last-modified") ?? "";
    expect((await get("/pki/ca/issuing-1.cer", { "if-modified-since": modified })).status).toBe(304);
  });
});

describe("a CA that is no longer used", () => {
  it("publishes lists until its last certificate is over, and then one without an end", async () => {
    const issued = await issue(4);
    const day = 24 * 3_600_000;
    // A successor has been issuing since before this; the certificates of the first live on.
    world.wait(4 * 365 * day);
    await ensureHierarchy(world.deps);
    expect((await publishedCertificate(world.deps.db, "issuing-2"))?.der).toBeDefined();
    const nextOf = async () => (await listsOf("issuing-1")).at(-1)?.next_update.getUTCFullYear() ?? 0;
    expect(await nextOf()).toBeLessThan(9_999);
    // Time-stamping units live longest of what it issued.
    world.wait(6 * 365 * day - 60_000);
    expect(issued.notAfter < world.deps.clock.now()).toBe(true);
    await ensureHierarchy(world.deps);
    const lists = await listsOf("issuing-1");
    expect(lists.at(-1)?.list.nextUpdate.toISOString()).toBe("9999-12-31T23:59:59.000Z");
    world.wait(30 * day);
    await ensureHierarchy(world.deps);
    expect(await listsOf("issuing-1")).toHaveLength(lists.length);
  });
});
