import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type RevocationQuery,
  type RevocationStatusPort,
  RevocationStatusUnavailable,
} from "../../ports/revocation-status.ts";
import { type TimestampPort, TimestampUnavailable } from "../../ports/timestamp.ts";
import {
  crlOf,
  ocspResponse,
  serviceSeal,
  timestampPolicy,
  timestampResponse,
  trustAnchors,
} from "../../rooms/authority/authority.ts";
import { openForge } from "../../test/forged-answers.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { httpRevocationStatus } from "./http-revocation-status.ts";
import { httpTimestamp } from "./http-timestamp.ts";
import { ownRevocationStatus } from "./own-revocation-status.ts";
import { ownTimestamp } from "./own-timestamp.ts";

/** How the authority behind the port answers; the real answer may be spoilt on its way. */
type Way = { spoil: (answer: Uint8Array, request: Uint8Array) => Uint8Array | Promise<Uint8Array> };

const world = useSigningWorld();
let server: Server;
let url: string;
const way: Way = { spoil: (answer) => answer };
const http: { status: number; type: string | null; location: string | null; repeat: number } = {
  status: 200,
  type: null,
  location: null,
  repeat: 1,
};

async function answerTo(path: string, request: Uint8Array): Promise<{ body: Uint8Array; type: string }> {
  if (path === "/tsa")
    return {
      body: await way.spoil(await timestampResponse(world.deps, request), request),
      type: "application/timestamp-reply",
    };
  if (path === "/ocsp")
    return {
      body: await way.spoil(await ocspResponse(world.deps, request), request),
      type: "application/ocsp-response",
    };
  const issuer = nth(await trustAnchors(world.deps.db), 0);
  return {
    body: await way.spoil((await crlOf(world.deps.db, issuer)) ?? new Uint8Array(), request),
    type: "application/pkix-crl",
  };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { body, type } = await answerTo(request.url ?? "", new Uint8Array(Buffer.concat(parts)));
    response.writeHead(http.status, {
      "content-type": http.type ?? type,
      ...(http.location === null ? {} : { location: http.location }),
    });
    for (let i = 0; i < http.repeat; i++) response.write(body);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

async function spoilt<T>(spoil: Way["spoil"], work: () => Promise<T>): Promise<T> {
  way.spoil = spoil;
  try {
    return await work();
  } finally {
    way.spoil = (answer) => answer;
  }
}

const imprint = new Uint8Array(32).fill(7);

async function timestampPort(kind: "own" | "http", anchors?: readonly Uint8Array[]): Promise<TimestampPort> {
  const { clock, random } = world.deps;
  const common = { anchors: anchors ?? (await trustAnchors(world.deps.db)), policy: timestampPolicy, clock, random };
  if (kind === "http") return httpTimestamp({ ...common, url: `${url}/tsa` });
  return ownTimestamp({ ...common, timestampResponse: async (request) => (await answerTo("/tsa", request)).body });
}

describe.each(["own", "http"] as const)("the timestamp port over %s", (kind) => {
  it("answers a token over the imprint with a time in whole seconds", async () => {
    const { token, genTime } = await (await timestampPort(kind)).stamp(imprint);
    expect(token.length).toBeGreaterThan(500);
    expect(genTime.getMilliseconds()).toBe(0);
    expect(Math.abs(genTime.getTime() - world.deps.clock.now().getTime())).toBeLessThan(2_000);
  });

  const flipLast = (answer: Uint8Array): Uint8Array =>
    Uint8Array.from(answer, (value, i) => (i === answer.length - 3 ? value ^ 1 : value));
  let replayed: Uint8Array | null = null;
  const replay = async (answer: Uint8Array): Promise<Uint8Array> => {
    replayed ??= answer;
    return replayed;
  };
  it.each([
    { name: "a flipped bit in the signature", spoil: flipLast },
    { name: "garbage", spoil: () => new Uint8Array([1, 2, 3]) },
    { name: "nothing", spoil: () => new Uint8Array() },
    { name: "a refusal", spoil: () => timestampResponse(world.deps, new Uint8Array([0x30, 0])) },
  ])("[T-006] hands out no token: $name", async ({ spoil }) => {
    const port = await timestampPort(kind);
    await expect(spoilt(spoil, () => port.stamp(imprint))).rejects.toThrow(TimestampUnavailable);
  });
  it("[T-006] hands out no token that answers another request: wrong nonce, wrong imprint", async () => {
    const port = await timestampPort(kind);
    replayed = null;
    await spoilt(replay, () => port.stamp(imprint));
    await expect(
      spoilt(replay, () => port.stamp(imprint)),
      "nonce",
    ).rejects.toThrow(TimestampUnavailable);
    await expect(
      spoilt(replay, () => port.stamp(new Uint8Array(32).fill(8))),
      "imprint",
    ).rejects.toThrow(TimestampUnavailable);
  });
  it("[T-006] hands out no token of a unit that does not chain to its anchor", async () => {
    const { chain } = await serviceSeal(world.deps.db);
    const foreign = await timestampPort(kind, [(await serviceSeal(world.deps.db)).certificate]);
    expect(chain).toHaveLength(1);
    await expect(foreign.stamp(imprint)).rejects.toThrow(TimestampUnavailable);
  });
  it("[T-006] hands out no token of a unit that is its own anchor: nobody could say that it was revoked", async () => {
    const unit = (await (await openForge(world)).own("tsu")).certificate.der;
    const pinned = await timestampPort(kind, [unit]);
    await expect(pinned.stamp(imprint)).rejects.toThrow(TimestampUnavailable);
  });
});

function revocationPort(kind: "own" | "http"): RevocationStatusPort {
  const { clock, random } = world.deps;
  if (kind === "http")
    return httpRevocationStatus({
      clock,
      random,
      ocspUrl: `${url}/ocsp`,
      trustedHosts: [new URL(world.deps.authority.publicUrl).host],
    });
  return ownRevocationStatus({
    clock,
    random,
    ocspResponse: async (request) => (await answerTo("/ocsp", request)).body,
    crlOf: async () => (await answerTo("/crl", new Uint8Array())).body,
  });
}

const statusOf = async (port: RevocationStatusPort, query: RevocationQuery) => nth(await port.status([query]), 0);

async function sealQuery(): Promise<RevocationQuery> {
  const seal = await serviceSeal(world.deps.db);
  return { certificate: seal.certificate, issuer: nth(seal.chain, 0), notBefore: world.deps.clock.now() };
}

describe.each(["own", "http"] as const)("the revocation status port over %s", (kind) => {
  it("answers good with a fresh OCSP response, and says who responded", async () => {
    const answer = await statusOf(revocationPort(kind), await sealQuery());
    expect(answer).toMatchObject({ kind: "ocsp", status: { state: "good" } });
    if (answer.kind === "ocsp") expect(parseCertificate(nth(answer.responderChain, 0)).ocspNoCheck).toBe(true);
  });
  it("answers revoked as an answer, not as an outage", async () => {
    const query = await sealQuery();
    const { serialNumber } = parseCertificate(query.certificate);
    const revokedAt = new Date("2026-11-20T10:00:00Z");
    const table = world.deps.db.updateTable("issued_certificate");
    await table
      .set({ status: "revoked", revoked_at: revokedAt, reason: "superseded" })
      .where("serial", "=", serialNumber)
      .execute();
    try {
      const { status } = await statusOf(revocationPort(kind), query);
      expect(status).toEqual({ state: "revoked", revokedAt, reason: "superseded" });
    } finally {
      await table.set({ status: "good", revoked_at: null, reason: null }).where("serial", "=", serialNumber).execute();
    }
  });
  it("is unavailable for a serial number that was never issued: unknown is never good", async () => {
    const query = await sealQuery();
    const { serialNumber } = parseCertificate(query.certificate);
    const table = world.deps.db.updateTable("issued_certificate");
    await table.set({ serial: "0abc" }).where("serial", "=", serialNumber).execute();
    await expect(statusOf(revocationPort(kind), query)).rejects.toThrow(RevocationStatusUnavailable);
    await table.set({ serial: serialNumber }).where("serial", "=", "0abc").execute();
  });
  it.each([
    { name: "garbage", spoil: () => new Uint8Array([1, 2, 3]) },
    {
      name: "a flipped bit",
      spoil: (answer: Uint8Array) => Uint8Array.from(answer, (value, i) => (i === 150 ? value ^ 1 : value)),
    },
  ])("is unavailable for $name", async ({ spoil }) => {
    const query = await sealQuery();
    await expect(spoilt(spoil, () => statusOf(revocationPort(kind), query))).rejects.toThrow(
      RevocationStatusUnavailable,
    );
  });
  it("is unavailable when the answer is older than what it should prove", async () => {
    const query = await sealQuery();
    await expect(
      statusOf(revocationPort(kind), { ...query, notBefore: new Date(query.notBefore.getTime() + 60_000) }),
    ).rejects.toThrow(RevocationStatusUnavailable);
  });
});

describe("the adapters over HTTP", () => {
  it.each([
    { name: "another status", set: { status: 503 } },
    { name: "another content type", set: { type: "text/html" } },
    { name: "a redirect", set: { status: 302, location: "http://127.0.0.1:1/" } },
    { name: "an answer without end", set: { repeat: 200 } },
  ])("refuse $name", async ({ set }) => {
    Object.assign(http, set);
    try {
      await expect((await timestampPort("http")).stamp(imprint)).rejects.toThrow(TimestampUnavailable);
      await expect(statusOf(revocationPort("http"), await sealQuery())).rejects.toThrow(RevocationStatusUnavailable);
    } finally {
      Object.assign(http, { status: 200, type: null, location: null, repeat: 1 });
    }
  });
  it("follow no address that a certificate names on a host that is not trusted", async () => {
    const { clock, random } = world.deps;
    const port = httpRevocationStatus({ clock, random, ocspUrl: null, trustedHosts: [] });
    await expect(statusOf(port, await sealQuery())).rejects.toThrow(RevocationStatusUnavailable);
  });
});
