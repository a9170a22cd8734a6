import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sandbox_video_api_key, sandbox_video_webhook_secret } from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../fixtures/eventually.ts";
import { startTestSandbox } from "../test/test-sandbox.ts";

type Hook = { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
const hooks: Hook[] = [];
let hookStatus = 200;
const listener = createServer((request, response) => {
  const parts: Uint8Array[] = [];
  request.on("data", (part: Uint8Array) => parts.push(part));
  request.on("end", () => {
    hooks.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(hookStatus).end();
  });
});
beforeAll(async () => {
  sandbox = await startTestSandbox();
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((done) => listener.close(done));
});

let references = 0;
const hookUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
const orderWith = (change: object = {}) => ({
  reference: `r${++references}`,
  person: { first_name: "Jörg", last_name: "Müller" },
  language: "de",
  return_url: "http://localhost:3000/api/video/return?ref=x",
  webhook_url: hookUrl(),
  ...change,
});
type Answer = Readonly<Record<string, unknown>> & { readonly uuid: string; readonly url: string };
const ask = async (path: string, body?: object, key = sandbox_video_api_key) => {
  const answer = await fetch(`${sandbox.url}/video/v1/cases${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: answer.status, said: (await answer.json()) as Answer };
};
const begin = async (change: object = {}) => (await ask("", orderWith(change))).said;

const isSigned = ({ headers, body }: Hook): boolean => {
  const [, time, mac] = /^t=(\d+),v1=(.+)$/.exec(String(headers["x-signature"])) ?? [];
  const right = createHmac("sha256", sandbox_video_webhook_secret).update(`${time}.${body}`).digest("hex");
  return mac === right && Math.abs(Date.now() / 1_000 - Number(time)) < 60;
};

describe("the video provider of the sandbox", () => {
  it("begins a case once for each reference, and only for who has the key", async () => {
    const order = orderWith();
    const first = await ask("", order);
    expect(first).toMatchObject({ status: 201, said: { state: "created", reference: order.reference } });
    expect(first.said.uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await ask("", order)).toMatchObject({ status: 200, said: { uuid: first.said.uuid, url: first.said.url } });
    expect((await ask("", order, "wrong")).status).toBe(401);
    expect((await ask(`/${first.said.uuid}`, undefined, "wrong")).status).toBe(401);
    expect((await ask("/none")).status).toBe(404);
    expect((await ask("", orderWith({ webhook_url: "https://elsewhere.example/" }))).status).toBe(400);
  });

  it("shows a page that knows who is expected, sends the browser back and a signed webhook", async () => {
    const { uuid, url } = await begin();
    const page = await (await fetch(url)).text();
    expect(page).toContain('value="Jörg"');
    expect((await ask(`/${uuid}`)).said).toMatchObject({ state: "running" });
    hooks.length = 0;
    const form = {
      ...{ first_names: "Jörg Karl", last_name: "Müller", birth_name: "", birthdate: "1980-02", nationality: "AT" },
      ...{ country: "AT", document: "passport", valid_until: "2031-01-31" },
    };
    const sent = (fields: object) =>
      fetch(url, { method: "POST", body: new URLSearchParams({ ...fields }), redirect: "manual" });
    expect((await sent({ ...form, country: "Österreich", outcome: "succeed" })).status).toBe(400);
    const back = await sent({ ...form, outcome: "succeed" });
    expect([back.status, back.headers.get("location")]).toEqual([303, "http://localhost:3000/api/video/return?ref=x"]);
    await eventually(() => hooks[0]);
    expect(hooks.every(isSigned)).toBe(true);
    expect((await ask(`/${uuid}`)).said).toMatchObject({
      state: "approved",
      person: { first_names: "Jörg Karl", last_name: "Müller", birth_name: null, birthdate: "1980-02" },
      document: { type: "passport", country: "AT", valid_until: "2031-01-31" },
    });
    expect((await sent({ ...form, outcome: "abort" })).status).toBe(409);
  });

  it.each([
    ["reject", { state: "rejected", reason: "not_recognised" }],
    ["document_expired", { state: "rejected", reason: "document_expired" }],
    ["document_not_accepted", { state: "rejected", reason: "document_not_accepted" }],
    ["abort", { state: "cancelled" }],
    ["expire", { state: "expired" }],
    ["leave", { state: "running" }],
  ])("ends as it is told to: %s, and names nobody", async (outcome, expected) => {
    const { uuid } = await begin();
    const { status, said } = await ask(`/${uuid}/decide`, { outcome, webhook: "none" });
    expect([status, said]).toEqual([200, expect.objectContaining(expected)]);
    expect(said).not.toHaveProperty("person");
    expect((await ask(`/${uuid}/decide`, { outcome: "succeed" })).status).toBe(outcome === "leave" ? 200 : 409);
  });

  it("decides a doubtful film later, and never goes back", async () => {
    const { uuid } = await begin();
    const person = { last_name: "Mueller" };
    expect((await ask(`/${uuid}/decide`, { outcome: "review", person })).said).toMatchObject({
      ...{ state: "review", person: { first_names: "Jörg", last_name: "Mueller" } },
    });
    expect((await ask(`/${uuid}/decide`, { outcome: "leave" })).status).toBe(409);
    expect((await ask(`/${uuid}/decide`, { outcome: "succeed" })).said).toMatchObject({
      ...{ state: "approved", person: { last_name: "Mueller" } },
    });
  });

  it("sends webhooks twice, late, unsigned, wrongly signed or old, if it is told to", async () => {
    const told = async (webhook: string) => {
      hooks.length = 0;
      const { uuid } = await begin();
      await ask(`/${uuid}/decide`, { outcome: "succeed", webhook, delay_ms: 20 });
      return hooks.map(isSigned);
    };
    expect(await told("none")).toEqual([]);
    expect(await told("twice")).toEqual([true, true]);
    expect(hooks[0]?.headers["x-event-id"]).toBe(hooks[1]?.headers["x-event-id"]);
    for (const manner of ["unsigned", "wrong", "old"]) expect(await told(manner), manner).toEqual([false]);
    expect(await told("late")).toEqual([]);
    await eventually(() => hooks[0]);
  });

  it("notes a webhook that is not taken", async () => {
    hookStatus = 503;
    const { uuid } = await begin();
    const { said } = await ask(`/${uuid}/decide`, { outcome: "succeed", webhook: "twice" });
    hookStatus = 200;
    expect(said.webhooks).toEqual([503, 503]);
    expect(sandbox.notes.at(-1)).toContain("answered 503");
  });
});
