import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceSeal, trustAnchors } from "../../rooms/authority/authority.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { pkiRoutes } from "./pki.ts";

const world = useSigningWorld();
let app: FastifyInstance;
let url: string;
let folder: string;
beforeAll(async () => {
  app = Fastify();
  pkiRoutes(app, world.deps);
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "siegel-pki-"));
  const seal = await serviceSeal(world.deps.db);
  for (const [name, der] of [
    ["root", nth(await trustAnchors(world.deps.db), 0)],
    ["issuing", nth(seal.chain, 0)],
    ["seal", seal.certificate],
  ] as const) {
    const pem = Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n");
    writeFileSync(join(folder, `${name}.pem`), `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`);
  }
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
// Not synchronously: openssl may be asking the server of this very process.
const openssl = (...args: string[]): Promise<{ failed: boolean; said: string }> =>
  new Promise((resolve) => {
    execFile("openssl", args, { timeout: 10_000 }, (fault, stdout, stderr) =>
      resolve({ failed: fault !== null, said: `${stdout}${stderr}` }),
    );
  });

async function post(path: string, type: string, body: Uint8Array) {
  return await fetch(`${url}${path}`, { method: "POST", headers: { "content-type": type }, body: Buffer.from(body) });
}

async function subject() {
  const seal = await serviceSeal(world.deps.db);
  return { certificate: parseCertificate(seal.certificate), issuer: parseCertificate(nth(seal.chain, 0)) };
}

describe("/pki/ocsp", () => {
  it("answers POST and GET alike, with the nonce and the right type", async () => {
    const asked = await subject();
    const nonce = new Uint8Array(16).fill(9);
    const request = buildOcspRequest({ ...asked, nonce });
    const encoded = encodeURIComponent(Buffer.from(request).toString("base64"));
    for (const response of [
      await post("/pki/ocsp", "application/ocsp-request", request),
      await fetch(`${url}/pki/ocsp/${encoded}`),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/ocsp-response");
      const parsed = parseOcspResponse(new Uint8Array(await response.arrayBuffer()));
      expect(checkOcspResponse({ response: parsed, ...asked, at: world.deps.clock.now(), nonce })).toMatchObject({
        ok: true,
        status: { state: "good" },
      });
    }
  });
  it.each([
    { name: "no request at all", body: new Uint8Array([1, 2, 3]), status: "malformedRequest" },
    { name: "nothing", body: new Uint8Array([0x30, 0]), status: "malformedRequest" },
  ])("answers $name with $status", async ({ body, status }) => {
    const response = await post("/pki/ocsp", "application/ocsp-request", body);
    expect(parseOcspResponse(new Uint8Array(await response.arrayBuffer()))).toEqual({ status });
  });
  it("is unauthorized for another CA's certificate, and speaks for its own CA certificate too", async () => {
    const { certificate, issuer } = await subject();
    const foreign = await post(
      "/pki/ocsp",
      "application/ocsp-request",
      buildOcspRequest({ certificate, issuer: certificate }),
    );
    expect(parseOcspResponse(new Uint8Array(await foreign.arrayBuffer()))).toEqual({ status: "unauthorized" });
    const root = parseCertificate(nth(await trustAnchors(world.deps.db), 0));
    const own = await post(
      "/pki/ocsp",
      "application/ocsp-request",
      buildOcspRequest({ certificate: issuer, issuer: root }),
    );
    const parsed = parseOcspResponse(new Uint8Array(await own.arrayBuffer()));
    expect(
      checkOcspResponse({ response: parsed, certificate: issuer, issuer: root, at: world.deps.clock.now() }),
    ).toMatchObject({ ok: true, status: { state: "good" } });
  });
  it("refuses other types, too much and what is no base64", async () => {
    expect((await post("/pki/ocsp", "text/plain", new Uint8Array([1]))).status).toBe(415);
    expect((await post("/pki/ocsp", "application/ocsp-request", new Uint8Array(20_000))).status).toBe(413);
    expect((await fetch(`${url}/pki/ocsp/%25%25`)).status).toBe(400);
  });
  it.skipIf(!hasOpenssl)("openssl asks and verifies: good", async () => {
    const { said, failed } = await openssl(
      "ocsp",
      "-issuer",
      file("issuing.pem"),
      "-cert",
      file("seal.pem"),
      "-url",
      `${url}/pki/ocsp`,
      "-CAfile",
      file("root.pem"),
      "-verify_other",
      file("issuing.pem"),
      "-no_nonce",
    );
    expect(said).toContain("seal.pem: good");
    expect(failed).toBe(false);
  });
});

describe("/pki/tsa", () => {
  const imprint = { digestAlgorithm: "sha256" as const, digest: new Uint8Array(32).fill(3) };
  it.skipIf(!hasOpenssl)("openssl asks and verifies", async () => {
    writeFileSync(file("note.txt"), "a note");
    expect(
      (await openssl("ts", "-query", "-data", file("note.txt"), "-sha256", "-cert", "-out", file("note.tsq"))).failed,
    ).toBe(false);
    const response = await post("/pki/tsa", "application/timestamp-query", readFileSync(file("note.tsq")));
    expect(response.headers.get("content-type")).toBe("application/timestamp-reply");
    writeFileSync(file("note.tsr"), Buffer.from(await response.arrayBuffer()));
    const verified = await openssl(
      "ts",
      "-verify",
      "-queryfile",
      file("note.tsq"),
      "-in",
      file("note.tsr"),
      "-CAfile",
      file("root.pem"),
      "-untrusted",
      file("issuing.pem"),
    );
    expect(verified.said).toContain("Verification: OK");
  });
  it.each([
    { name: "what is no request", body: () => new Uint8Array([9, 9]), failure: "badDataFormat" },
    {
      name: "trailing bytes",
      body: () => Buffer.concat([buildTimestampRequest({ messageImprint: imprint }), Buffer.from([0])]),
      failure: "badDataFormat",
    },
    {
      name: "a foreign policy",
      body: () => buildTimestampRequest({ messageImprint: imprint, policy: "1.2.3.4" }),
      failure: "unacceptedPolicy",
    },
  ])("refuses $name as $failure with status 200", async ({ body, failure }) => {
    const response = await post("/pki/tsa", "application/timestamp-query", new Uint8Array(body()));
    expect(response.status).toBe(200);
    expect(parseTimestampResponse(new Uint8Array(await response.arrayBuffer()))).toMatchObject({
      status: "refused",
      failure,
    });
  });
});

describe("/pki/ca and /pki/crl", () => {
  it.skipIf(!hasOpenssl)("publish certificates and lists that openssl verifies", async () => {
    for (const [ca, issuer] of [
      ["root-1", "root"],
      ["issuing-1", "issuing"],
    ] as const) {
      const certificate = await fetch(`${url}/pki/ca/${ca}.cer`);
      expect(certificate.headers.get("content-type")).toBe("application/pkix-cert");
      const crl = await fetch(`${url}/pki/crl/${ca}.crl`);
      expect(crl.headers.get("content-type")).toBe("application/pkix-crl");
      writeFileSync(file("list.crl"), Buffer.from(await crl.arrayBuffer()));
      expect(
        (await openssl("crl", "-inform", "DER", "-in", file("list.crl"), "-CAfile", file(`${issuer}.pem`), "-noout"))
          .said,
      ).toContain("verify OK");
    }
    expect(
      (await openssl("verify", "-CAfile", file("root.pem"), "-untrusted", file("issuing.pem"), file("seal.pem"))).said,
    ).toContain("seal.pem: OK");
  });
  it("know nothing else, not even the leaf units' names", async () => {
    for (const path of [
      "/pki/ca/seal-1.cer",
      "/pki/ca/nobody.cer",
      "/pki/crl/tsu-1.crl",
      "/pki/ca/root-1.pem",
      "/pki/ca/..%2f..%2fetc.cer",
    ]) {
      expect((await fetch(`${url}${path}`)).status, path).toBe(404);
    }
  });
});

describe("the development hierarchy", () => {
  it("says in every name what it is and claims no qualified status", async () => {
    const units = await world.deps.db.selectFrom("authority_unit").select(["name", "certificate"]).execute();
    expect(units).toHaveLength(8);
    for (const unit of units) {
      const certificate = parseCertificate(new Uint8Array(unit.certificate));
      expect(certificate.qcStatements, unit.name).toBeNull();
      expect(Buffer.from(certificate.subject).toString("utf8"), unit.name).toContain("Development");
    }
  });
});
