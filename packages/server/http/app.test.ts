import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { sendingExamples } from "@siegel/contract/calls/sending-examples.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { systemClock } from "../adapters/time/clock.ts";
import { call, create, openBrowser, sentWorkflow, signer, withKey, withSession } from "../test/api-client.ts";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();

/** Everything the server says to these bytes until it closes. */
async function answerTo(sent: string): Promise<string> {
  const { hostname, port } = new URL(server.current().url);
  return await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    socket.on("data", (part) => (text += part.toString())).on("close", () => resolve(text));
    // Closed while we were still writing: the answer is there before.
    socket.on("error", (fault) => (text === "" ? reject(fault) : resolve(text)));
  });
}

describe("every answer", () => {
  it("[S-283] [S-284] comes from below /api/ in one envelope", async () => {
    const created = await create(server.current());
    const good = await call(server.current(), "POST", "/api/auth/checkPath", {
      body: { workflow_id: created.workflow_id, signer_id: created.signers[0]?.signer_id },
    });
    expect(Object.keys(good.body).sort()).toEqual(["data", "success"]);
    const bad = await call(server.current(), "POST", "/api/auth/checkPath", { body: {} });
    expect([bad.status, bad.body.success, bad.body.code]).toEqual([400, false, "INVALID_REQUEST"]);
    expect(bad.body.data[0]).toMatch(/^workflow_id: /);
  });

  it("leaves its connection open for longer than a reverse proxy does", async () => {
    const { headers } = await fetch(`${server.current().url}/api/health`);
    expect(headers.get("keep-alive")).toBe("timeout=75");
  });

  it.each(["/api/health", "/api/nowhere", "/api/docs", "/", "/%zz", "/pki/crl/nobody.crl"])(
    "carries the security headers, and a policy without anything inline: %s",
    async (path) => {
      const { headers } = await fetch(server.current().url + path, { redirect: "manual" });
      const policy = (headers.get("content-security-policy") ?? "").split(/; */);
      expect(policy.toSorted()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
      ]);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        // A form of the first HTML would otherwise be sent from nowhere (first-html.ts).
        "referrer-policy": path === "/" ? "same-origin" : "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
      });
    },
  );

  it.each([
    ["/workflow/w/s/identify/ausweisapp2", true],
    ["/workflow/w/s/identify/ausweisapp2?language=de", true],
    ["/workflow/w/s/identify", false],
    ["/workflow/w/s/identify/ausweisapp2/x", false],
    ["/workflow/w/s/x/identify/ausweisapp2", false],
    ["/x?/workflow/w/s/identify/ausweisapp2", false],
    ["/certManager/ausweisapp2?cert=c&for=revoke", true],
    ["/certManager/ausweisapp2/x", false],
    ["/x/certManager/ausweisapp2", false],
    ["/certManager", false],
    ["/identified/ausweisapp2", false],
  ])("[S-199] only the pages for ID cards may ask the client on the person's device: %s", async (path, mayAsk) => {
    const { eidClientUrl } = server.current().deps.config.identification;
    const { headers } = await fetch(server.current().url + path, { redirect: "manual" });
    const [connect] = /connect-src [^;]*/.exec(headers.get("content-security-policy") ?? "") ?? [];
    expect(connect).toBe(mayAsk ? `connect-src 'self' ${new URL(eidClientUrl).origin}` : "connect-src 'self'");
  });
});

describe("requests that lead nowhere", () => {
  it.each(["/api/files/getFile/%ff", "/pki/%E0%A4%A"])(
    "get a refusal in the envelope, with the headers, for %s",
    async (path) => {
      const response = await fetch(server.current().url + path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, code: "INVALID_REQUEST" });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("[A-141] get 404 UNKOWN_SITE on an unknown path", async () => {
    const answer = await call(server.current(), "GET", "/api/auth/nothing");
    expect([answer.status, answer.body.code]).toEqual([404, "UNKOWN_SITE"]);
    expect(answer.body.data).toEqual([expect.stringContaining("Check the path; all calls are listed at /api/docs.")]);
  });

  it("get 405 METHOD_NOT_ALLOWED with the allowed methods on a known one", async () => {
    for (const path of ["/api/auth/checkPath", "/api/auth/checkPath/"]) {
      const answer = await call(server.current(), "DELETE", path);
      expect([answer.status, answer.body.code, answer.headers.get("allow")]).toEqual([
        405,
        "METHOD_NOT_ALLOWED",
        "POST",
      ]);
    }
    expect((await call(server.current(), "PUT", "/api/v1/workflows", { body: {} })).status).toBe(405);
  });

  it.each<[string, string, string, number, string?]>([
    ["no JSON", "{", "application/json", 400],
    ["an empty body", "", "application/json", 400],
    ["another content type", "a=b", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["a body that poisons prototypes", '{"__proto__":{"a":1}}', "application/json", 400],
  ])("get a typed refusal for %s", async (_, body, type, status, code = "INVALID_REQUEST") => {
    const response = await fetch(`${server.current().url}/api/auth/checkPath`, {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it.each<[string, string, number]>([
    ["no HTTP", "nonsense\r\n\r\n", 400],
    ["a header without a name", "GET /api/health HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n", 400],
    ["a head that is too large", `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(100_000)}\r\n\r\n`, 431],
    ["no host", "GET /api/health HTTP/1.1\r\n\r\n", 400],
    ["no host, a changing call and a page of no host", "POST /api/auth/logout HTTP/1.1\r\norigin: null\r\n\r\n", 400],
    ["two hosts", "GET /api/health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", 400],
    ["an expectation that nobody meets", "GET /api/health HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\n\r\n", 417],
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n", 400],
    ["a tunnel without a host", "CONNECT x:1 HTTP/1.1\r\n\r\n", 400],
  ])(
    "are answered in the envelope also where Node cannot read them, or would refuse them: %s",
    async (_, sent, status) => {
      const answer = await answerTo(sent);
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(body)).toEqual({ success: false, code: "INVALID_REQUEST", data: [expect.any(String)] });
    },
  );

  it.each([
    ["of HTTP/1.0 without a host", "GET /api/configuration HTTP/1.0\r\n\r\n"],
    [
      "that expects to go on",
      "GET /api/configuration HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n",
    ],
  ])("are none where HTTP asks for no more: one %s", async (_, sent) => {
    expect(await answerTo(sent)).toMatch(/^(HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 200 /);
  });

  it("are answered 413 when the body is larger than allowed, before it is read", async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${server.current().url}/api/auth/checkPath`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": String(65 * 1024) },
      });
      sent.on("response", (response) => resolve(response.statusCode)).on("error", reject);
      sent.write("{");
    });
    expect(status).toBe(413);
  });
});

describe("a refusal", () => {
  it("names fifty faults and says how many more there are, so that it stays short whatever the request was called", async () => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, 1]));
    const headers = withKey(server.current());
    const body = { ...(await sentWorkflow()), ...keys };
    const answer = await call(server.current(), "POST", "/api/v1/workflows", { body, headers });
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(answer.body.data).toHaveLength(51);
    expect(answer.body.data.at(-1)).toBe("19950 more are not shown.");
    expect(JSON.stringify(answer.body).length).toBeLessThan(6_000);
  });
});

describe("a call that changes something", () => {
  const logout = (headers: Record<string, string>) => call(server.current(), "POST", "/api/auth/logout", { headers });

  it("is refused when a page of another site caused it", async () => {
    const foreign: Array<Record<string, string>> = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) expect((await logout(headers)).body.code).toBe("FORBIDDEN");
  });

  it("is refused however the address of the call is written", async () => {
    const { host } = new URL(server.current().url);
    for (const path of [
      "/%61pi/auth/logout",
      "/api/auth/log%6fut",
      "/api/auth/logout/",
      `http://${host}/api/auth/logout`,
    ]) {
      const status = await new Promise((resolve, reject) => {
        const headers = { origin: "https://evil.test", "content-length": "0" };
        const sent = request(server.current().url, { method: "POST", path, headers });
        sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
        sent.end();
      });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it("passes from our own pages and from programs", async () => {
    expect((await logout({})).status).toBe(200);
    expect((await logout({ origin: server.current().url, "sec-fetch-site": "same-origin" })).status).toBe(200);
  });
});

describe("an unforeseen fault", () => {
  it("[S-302] answers SERVICE_ERROR with an id and nothing of the cause", async () => {
    const created = await create(server.current());
    const browser = await openBrowser(server.current(), created);
    const { db } = server.current().deps;
    await sql`alter table organisation rename to organisation_away`.execute(db);
    try {
      const answer = await call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, {
        headers: withSession(browser),
      });
      expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_ERROR"]);
      expect(answer.body.data[1]).toMatch(/^reference=[0-9a-z]{26}$/);
      expect(JSON.stringify(answer.body)).not.toMatch(/organisation|relation|sql/i);
    } finally {
      await sql`alter table organisation_away rename to organisation`.execute(db);
    }
  });
});

describe("health", () => {
  it("names each part, and answers 503 when the clocks of server and database differ", async () => {
    const { clock } = server.current();
    // The test's clock stood still since the server started; the database's did not.
    clock.move((systemClock.now().getTime() - clock.now().getTime()) / 1_000);
    const good = await call(server.current(), "GET", "/api/health");
    expect([good.status, good.body.data]).toEqual([
      200,
      {
        status: "ok",
        version: "test",
        checks: { database: "ok", storage: "ok", jobs: "ok", clock: "ok" },
        maintenance_until: null,
      },
    ]);
    clock.move(60);
    const bad = await call(server.current(), "GET", "/api/health");
    clock.move(-60);
    expect([bad.status, bad.body.data.status, bad.body.data.checks.clock]).toEqual([503, "failing", "failing"]);
    // Others go on without a token, and without the keys in one pages and lists do: no balancer shall remove the process.
    const checks = server.current().deps.healthChecks as Record<string, () => Promise<void>>;
    for (const part of ["token", "authority_keys"]) {
      checks[part] = () => Promise.reject(new Error("played"));
      const without = await call(server.current(), "GET", "/api/health");
      delete checks[part];
      expect([without.status, without.body.data.status, without.body.data.checks[part]]).toEqual([
        200,
        "ok",
        "failing",
      ]);
    }
  });
});

describe("the description", () => {
  it("is OpenAPI 3.1 and has every call of the contract", async () => {
    const document = (await (await fetch(`${server.current().url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    const files = ["challenges", "configuration", "files", "health", "sending", "signing", "workflow"];
    const named = files.flatMap((file) => {
      const source = readFileSync(new URL(`../../contract/calls/${file}.ts`, import.meta.url), "utf8");
      return [...source.matchAll(/^\s+name: "([A-Za-z]+)",/gm)].map((match) => match[1]);
    });
    expect(named.length).toBeGreaterThan(20);
    expect(described).toEqual(expect.arrayContaining(named));
  });

  it("can be read as a page without scripts", async () => {
    const response = await fetch(`${server.current().url}/api/docs`);
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(page).toContain("/api/v1/workflows");
    expect(page).not.toMatch(/<script|style=|onclick/i);
  });

  it("shows of every call of a sender what to type and what comes back", async () => {
    type Shown = { operationId: string; tags?: string[]; "x-codeSamples"?: { source: string }[]; responses: object };
    const { url } = server.current();
    const described: { paths: Record<string, Record<string, Shown>> } = await (
      await fetch(`${url}/api/openapi.json`)
    ).json();
    const page = (await (await fetch(`${url}/api/docs`)).text())
      .replaceAll("&quot;", '"')
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
    const calls = Object.values(described.paths).flatMap((path) => Object.values(path));
    const sending = calls.filter(({ tags = [] }) => tags.includes("sender"));
    expect(sending.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(sendingExamples).toSorted());
    for (const { operationId, responses, ...operation } of sending) {
      const [{ source } = { source: "" }] = operation["x-codeSamples"] ?? [];
      expect(source).toMatch(/^curl (-X \w+ )?"http:\/\/127\.0\.0\.1:\d+\/api\/v1\/[^"{]+" \\\n/);
      expect(page).toContain(source);
      const { data, saves } = sendingExamples[operationId] ?? {};
      const answered = JSON.stringify({ success: true, data }, null, 2);
      if (saves === undefined) expect(page).toContain(answered);
      expect(JSON.stringify(responses).includes('"example"')).toBe(saves === undefined);
    }
  });
});

describe("the sender's schema", () => {
  it("refuses unknown fields with 400", async () => {
    const sent = await sentWorkflow();
    const post = (body: unknown) =>
      call(server.current(), "POST", "/api/v1/workflows", { body, headers: withKey(server.current()) });
    const unknown = await post({ ...sent, colour: "red" });
    expect([unknown.status, unknown.body.code]).toEqual([400, "INVALID_REQUEST"]);
  });

  it.each([
    ["a NUL in the workflow's name", { name: "Lease\u0000" }],
    [
      "a line break in the initiator's name",
      { initiator: { first_name: "A\r\nBcc: x", last_name: "B", email: "a@example.org" } },
    ],
    ["half a character in the description", { description: "a\ud800" }],
    ["a reversed name", { signers: [signer("one", "s_signature", { last_name: "\u202egro.live" })] }],
  ])("refuses %s with 400", async (_what, change) => {
    const body = { ...(await sentWorkflow()), ...change };
    const answer = await call(server.current(), "POST", "/api/v1/workflows", {
      body,
      headers: withKey(server.current()),
    });
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_REQUEST"]);
  });
});
