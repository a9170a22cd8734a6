import { createServer } from "node:http";
import { checkCrl } from "@siegel/kernel/revocation/check-crl.ts";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { checkTimestampToken } from "@siegel/kernel/timestamp/check-timestamp-token.ts";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse, parseTimestampToken } from "@siegel/kernel/timestamp/token.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { digestOf } from "@siegel/kernel/x509/signature-algorithm.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, openssl, opensslMakes, pem } from "../../fixtures/openssl.ts";
import { openDevelopmentAuthority } from "./development-authority.ts";
import { memoryStore, startTestSandbox } from "./test/test-sandbox.ts";

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
const relayed: Uint8Array[] = [];
const upstream = createServer((request, response) => {
  request.on("data", (chunk: Uint8Array) => relayed.push(chunk));
  request.on("end", () => response.end(Buffer.from("the answer of another responder")));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const address = upstream.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  sandbox = await startTestSandbox({ ocspUpstream: `http://127.0.0.1:${port}/pki/ocsp` });
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => upstream.close(resolve));
});

const message = new TextEncoder().encode("Wohnung 4.12");
const digest = digestOf("sha256", message);
const request = (more: { nonce?: Uint8Array; policy?: string } = {}) =>
  buildTimestampRequest({ messageImprint: { digestAlgorithm: "sha256", digest }, ...more });

async function ask(path: string, type: string, body: Uint8Array): Promise<Uint8Array> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: Buffer.from(body),
  });
  return new Uint8Array(await answer.arrayBuffer());
}
const stamp = (body: Uint8Array) => ask("/tsa", "application/timestamp-query", body);
const status = (body: Uint8Array) => ask("/ocsp", "application/ocsp-request", body);

async function root(): Promise<Certificate> {
  return parseCertificate(new Uint8Array(await (await fetch(`${sandbox.url}/trust/root.cer`)).arrayBuffer()));
}

async function unit(): Promise<Certificate> {
  const response = parseTimestampResponse(await stamp(request()));
  if (response.status !== "granted") throw new Error(response.text);
  const [certificate] = parseTimestampToken(response.token).signedData.certificates;
  if (certificate === undefined) throw new Error("no certificate in the token");
  return certificate;
}

describe("the sandbox's time-stamping authority", () => {
  it("timestamps the imprint, with the nonce, a whole second and its policy", async () => {
    const nonce = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
    const before = Date.now();
    const response = parseTimestampResponse(await stamp(request({ nonce })));
    if (response.status !== "granted") throw new Error(response.text);
    const messageImprint = { digestAlgorithm: "sha256", digest } as const;
    const anchors = [await root()];
    expect(checkTimestampToken({ token: response.token, messageImprint, nonce, anchors })).toMatchObject({ ok: true });
    const { info } = parseTimestampToken(response.token);
    expect(Buffer.from(info.messageImprint.digest)).toEqual(Buffer.from(digest));
    expect(info.policy).toBe("0.4.0.2023.1.1");
    expect(info.genTime.getMilliseconds()).toBe(0);
    expect(info.genTime.getTime()).toBeLessThanOrEqual(Date.now());
    expect(info.genTime.getTime()).toBeGreaterThan(before - 1_000);
  });

  it("refuses another policy and an invalid request with the protocol's codes", async () => {
    expect(parseTimestampResponse(await stamp(request({ policy: "1.2.3" })))).toMatchObject({
      status: "refused",
      failure: "unacceptedPolicy",
    });
    expect(parseTimestampResponse(await stamp(new Uint8Array([0x30, 0x80])))).toMatchObject({
      status: "refused",
      failure: "badDataFormat",
    });
  });

  it.skipIf(!hasOpenssl)("is believed by openssl, down to its root", async () => {
    const query = opensslMakes(
      ["ts", "-query", "-data", "message", "-sha256", "-cert", "-out", "query.tsq"],
      "query.tsq",
      { message },
    );
    const files = {
      "query.tsq": query,
      "answer.tsr": await stamp(query),
      "root.pem": pem((await root()).der),
      message,
    };
    const verify = ["ts", "-verify", "-in", "answer.tsr", "-CAfile", "root.pem"];
    expect(openssl([...verify, "-queryfile", "query.tsq"], files)).toMatch(/Verification: OK/);
    expect(openssl([...verify, "-data", "message"], files)).toMatch(/Verification: OK/);
    expect(() => openssl([...verify, "-data", "message"], { ...files, message: "another message" })).toThrow(
      /mismatch/i,
    );
  });

  it("fails as ordered", async () => {
    await sandbox.spoil("tsa", "reject");
    expect(parseTimestampResponse(await stamp(request()))).toMatchObject({
      status: "refused",
      failure: "systemFailure",
    });
    await sandbox.spoil("tsa", "garbage");
    expect(Buffer.from(await stamp(request())).toString()).toContain("<html>");
    for (const mode of ["down", "answer-lost"] as const) {
      await sandbox.spoil("tsa", mode);
      await expect(stamp(request())).rejects.toThrow();
    }
    await sandbox.spoil("tsa", "slow", { delay_ms: 150 });
    const before = performance.now();
    expect(parseTimestampResponse(await stamp(request())).status).toBe("granted");
    expect(performance.now() - before).toBeGreaterThan(140);
  });
});

describe("the sandbox's OCSP responder", () => {
  it("answers good for certificates of its authority, by POST and by GET, with the nonce", async () => {
    const nonce = new Uint8Array(16).fill(7);
    const [certificate, issuer] = [await unit(), await root()];
    const der = buildOcspRequest({ certificate, issuer, nonce });
    const byGet = await fetch(`${sandbox.url}/ocsp/${encodeURIComponent(Buffer.from(der).toString("base64"))}`);
    for (const answer of [await status(der), new Uint8Array(await byGet.arrayBuffer())]) {
      const checked = checkOcspResponse({
        response: parseOcspResponse(answer),
        certificate,
        issuer,
        at: new Date(),
        nonce,
      });
      expect(checked).toMatchObject({ ok: true, status: { state: "good" } });
    }
  });

  it("never answers good for a serial number that was not issued", async () => {
    const issuer = await root();
    const response = parseOcspResponse(await status(buildOcspRequest({ certificate: issuer, issuer })));
    expect(response).toMatchObject({ status: "successful", responses: [{ status: { state: "unknown" } }] });
  });

  it("relays requests about another issuer", async () => {
    const other = await openDevelopmentAuthority({
      url: "http://other",
      now: () => new Date(),
      randomHex: () => "11".repeat(16),
      store: memoryStore(),
    });
    const der = buildOcspRequest({ certificate: other.timestamping.certificate, issuer: other.root.certificate });
    expect(Buffer.from(await status(der)).toString()).toBe("the answer of another responder");
    expect(Buffer.concat(relayed)).toEqual(Buffer.from(der));
  });

  it("answers malformedRequest to an invalid request", async () => {
    expect(parseOcspResponse(await status(new Uint8Array([4, 0])))).toEqual({ status: "malformedRequest" });
  });

  it("fails as ordered", async () => {
    const der = buildOcspRequest({ certificate: await unit(), issuer: await root() });
    await sandbox.spoil("ocsp", "reject");
    expect(parseOcspResponse(await status(der))).toEqual({ status: "tryLater" });
    for (const mode of ["down", "answer-lost"] as const) {
      await sandbox.spoil("ocsp", mode);
      await expect(status(der)).rejects.toThrow();
    }
  });
});

describe("the sandbox's authority", () => {
  it("publishes a CRL without revoked certificates", async () => {
    const [certificate, issuer] = [await unit(), await root()];
    const crl = parseCrl(new Uint8Array(await (await fetch(`${sandbox.url}/trust/root.crl`)).arrayBuffer()));
    expect(checkCrl({ crl, certificate, issuer, at: new Date() })).toEqual({ ok: true, status: { state: "good" } });
  });

  it("keeps its root after a restart and a new address, and its other certificates after a restart", async () => {
    const store = memoryStore();
    let serial = 0;
    const randomHex = () => (++serial).toString(16).padStart(2, "0").repeat(16);
    const open = (url: string) => openDevelopmentAuthority({ url, now: () => new Date(), randomHex, store });
    const [first, second, moved] = [await open("http://a"), await open("http://a"), await open("http://b")];
    expect(second.timestamping.certificate.fingerprint).toEqual(first.timestamping.certificate.fingerprint);
    expect(moved.root.certificate.fingerprint).toEqual(first.root.certificate.fingerprint);
    expect(moved.timestamping.certificate.ocspUrls).toEqual(["http://b/ocsp"]);
  });
});
