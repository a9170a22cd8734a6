/** What an operator sees of a running service: figures, and a log in which nobody is named. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@siegel/server/adapters/database/embedded-postgres.ts";
import { siegel } from "@siegel/server/test/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../fixtures/documents.ts";
import { eventually } from "../fixtures/eventually.ts";
import { inboxAt, nextMessage } from "../fixtures/inbox.ts";
import {
  confirmFiles,
  logIn,
  type ReceivedCode,
  receiveCode,
  type SignerClient,
  sign,
} from "../fixtures/signer-client.ts";
import { type Product, startProduct } from "./product.ts";
import { call, download, person, send } from "./sender.ts";

let product: Product;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  product = await startProduct({ SIEGEL_LOG: "debug", SIEGEL_METRICS_PORT: String(metricsPort) });
}, 120_000);
afterAll(async () => await product?.stop());

/** The figures as Prometheus reads them, by name with labels. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const found = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    if (line === "" || line.startsWith("# ")) continue;
    const parts = /^([a-z_]+(?:\{[^}]*\})?) (-?[0-9.e+-]+|\+Inf)$/.exec(line);
    expect(parts, line).not.toBeNull();
    found.set(parts?.[1] ?? "", Number(parts?.[2]));
  }
  return found;
}

const logLines = () =>
  product
    .printed()
    .split("\n")
    .filter((line) => line.startsWith("{"));

type Journey = { signer: ReturnType<typeof person>; session: SignerClient; code: ReceivedCode; link: string };

async function journey(): Promise<Journey> {
  const signer = person("a_signature", { first_name: "Käthe-Ottilie" });
  const created = await send(product.demo, plainPdf(), [signer], {
    name: "Geheimer Mietvertrag",
    password: "pw-of-the-workflow",
  });
  const link = created.signers[0]?.url ?? "";
  const session = await logIn(link, { password: "pw-of-the-workflow", gtcChecked: true });
  await confirmFiles(session);
  const code = await receiveCode(product.demo.sandboxUrl, session);
  expect((await sign(session, code)).status).toBe("FINISHED");
  expect((await download(product.demo, created)).length).toBeGreaterThan(1_000);
  return { signer, session, code, link };
}

describe("/metrics of a running service", () => {
  it("counts a journey's calls, its act, its mails, and says when certificates end", async () => {
    const before = await figures();
    await journey();
    await product.query("select pg_sleep($1)", [5]);
    const after = await figures();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('siegel_http_requests_total{call="signWorkflow",status="2xx"}')).toBe(1);
    expect(grown('siegel_http_requests_total{call="workflowLogin",status="2xx"}')).toBe(1);
    expect(grown('siegel_http_request_duration_seconds_count{call="signWorkflow"}')).toBe(1);
    expect(grown('siegel_http_request_duration_seconds_sum{call="signWorkflow"}')).toBeGreaterThan(0);
    expect(grown('siegel_signing_acts{status="SIGNED"}')).toBe(1);
    expect(after.get("siegel_signing_oldest_due_seconds")).toBe(0);
    for (const queue of ["send-message", "continue-signing"])
      expect(after.has(`siegel_queue_jobs{queue="${queue}",state="waiting"}`)).toBe(true);
    expect(after.get('siegel_memory_bytes{kind="resident"}')).toBeGreaterThan(10_000_000);
    expect(after.get('siegel_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0);
    expect(after.get('siegel_certificate_expires_seconds{kind="ocsp-signer",name="ocsp-1"}')).toBeGreaterThan(86_400);
    expect(after.get('siegel_certificate_expires_seconds{kind="crl",name="issuing-1"}')).toBeGreaterThan(3_600);
    expect(after.get("siegel_database_reachable")).toBe(1);
  }, 60_000);

  it("counts what stands still: an approval in an outage by its age, a mail that was refused for good", async () => {
    const { signer_id: waiting } = product.demo.workflows[0] ?? { signer_id: "" };
    const row =
      "insert into signing_act (act_id, workflow_id, signer_id, signer_type, auth_token, state_hash, status, next_attempt_at, authorised_at) select 'figures', workflow_id, signer_id, 's_signature', 'x', 'x', 'STALLED', now(), now() from signer where signer_id = $1";
    expect(await product.query(row, [waiting])).toBe(1);
    const failed =
      "insert into message (kind, workflow_id, signer_id, state, created_at, settled_at) select 'cancelled', workflow_id, signer_id, 'failed', now(), now() from signer where signer_id = $1";
    expect(await product.query(failed, [waiting])).toBe(1);
    const due =
      "update signing_act set status = 'AUTHORISED', authorised_at = now() - interval '2 hours', next_attempt_at = now() + interval '1 hour' where act_id = 'figures'";
    await eventually(async () =>
      (await figures()).get('siegel_signing_acts{status="STALLED"}') === 1 ? true : undefined,
    );
    expect((await figures()).get('siegel_mails{state="failed"}')).toBe(1);
    await product.query(due, []);
    const age = await eventually(async () => (await figures()).get("siegel_signing_oldest_open_seconds") || undefined);
    expect(Math.round(age / 60)).toBe(120);
    await product.query("delete from signing_act where act_id = 'figures'", []);
  }, 60_000);

  it("is not served where the public is", async () => {
    expect((await fetch(`${product.demo.baseUrl}/metrics`)).headers.get("content-type")).not.toContain("version=0.0.4");
    const text = await (await fetch(`${product.demo.baseUrl}/metrics`)).text();
    expect(text).not.toContain("siegel_http_requests_total");
  });

  it("names calls, never addresses with ids in them", async () => {
    const { workflow_id: workflowId } = product.demo.workflows[0] ?? { workflow_id: "" };
    await fetch(`${product.demo.baseUrl}/api/nothing/${workflowId}`);
    await call(product.demo, "GET", `/api/v1/workflows/${workflowId}`);
    expect([...(await figures()).keys()].join("\n")).not.toMatch(/[0-9a-z]{26}/);
  });
});

describe("the log", () => {
  it("names nobody: no name, address, number, code, password, token or key, not even where something failed", async () => {
    const { demo } = product;
    const { spoil } = inboxAt(demo.sandboxUrl);
    const first = await journey();
    // Everything goes wrong once, so that faults are logged too.
    const signer = person("a_signature");
    await spoil("mail", "reject", { count: 2, code: 550 });
    const created = await send(demo, plainPdf(), [signer]);
    const session = await logIn(created.signers[0]?.url ?? "");
    await confirmFiles(session);
    for (const mode of ["reject", "garbage", "down"] as const) {
      await spoil("sms", mode);
      await session.call("POST", "auth/getSMS", { workflow: {} });
    }
    await product.query("alter table signing_act rename to signing_act_away", []);
    expect((await session.call("GET", "signing/state")).status).toBe(503);
    await product.query("alter table signing_act_away rename to signing_act", []);
    await fetch(`${demo.baseUrl}/api/v1/workflows`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${demo.apiKey}` },
      body: `{"name": "${signer.email}`,
    });
    const other = person("s_signature");
    await spoil("mail", "down", { count: 1 });
    await send(demo, plainPdf(), [other]);
    await nextMessage(demo.sandboxUrl, other.email, { channel: "mail" });
    await eventually(
      () => (logLines().some((line) => line.includes("unforeseen fault")) ? true : undefined),
      "a logged fault",
    );
    await eventually(
      () => (logLines().some((line) => line.includes("the job queue has a fault")) ? true : undefined),
      "a failed mail",
    );

    const log = logLines().join("\n");
    for (const line of logLines())
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
    const people = [first.signer, signer, other];
    const secrets = {
      names: people.flatMap((one) => [one.first_name, one.last_name]),
      addresses: people.map((one) => one.email),
      numbers: people.flatMap((one) => (one.phone === undefined ? [] : [one.phone, one.phone.slice(3)])),
      codes: [first.code.otp],
      tokens: [first.code.auth_token, first.session.session.token, session.session.token],
      cookies: [first.session.session.cookie.split("=")[1], session.session.cookie.split("=")[1]],
      links: [first.link.split("/").at(-1), first.link.split("/").at(-2)],
      others: [
        demo.apiKey,
        demo.apiKey.split(".").at(-1),
        "pw-of-the-workflow",
        "Geheimer Mietvertrag",
        "jonas@hafenwerk.example",
      ],
    };
    for (const [kind, values] of Object.entries(secrets)) {
      for (const value of values) {
        expect(value, kind).toBeTruthy();
        expect(log.includes(value ?? ""), `${kind} ${value}`).toBe(false);
      }
    }
  }, 120_000);
});

describe("a backup", () => {
  it("is taken beside the running server, and a new data folder with a database of its own goes on with it", async () => {
    const root = mkdtempSync(join(tmpdir(), "siegel-moved-"));
    const [folder, moved] = [join(root, "backup"), join(root, "data")];
    const signer = person("s_signature");
    const created = await send(product.demo, plainPdf(), [signer]);
    const taken = await siegel(["backup", folder], product.env);
    expect(taken).toEqual({ status: 0, output: expect.stringContaining("documents are in") });
    const restoring = { SIEGEL_DATA_DIR: moved };
    const keyless = await siegel(["restore", folder], restoring);
    expect(keyless).toEqual({ status: 2, output: expect.stringContaining("The key-encryption key is missing") });
    expect(existsSync(moved)).toBe(false);
    mkdirSync(moved);
    const key = "development-key-encryption-key";
    cpSync(join(product.dataDir, key), join(moved, key));
    expect(await siegel(["restore", folder], restoring)).toEqual({
      status: 0,
      output: expect.stringContaining(" 0 faults"),
    });
    const elsewhere = await startProduct({ SIEGEL_DATA_DIR: moved, DATABASE_URL: "" });
    try {
      const demo = { ...elsewhere.demo, apiKey: product.demo.apiKey };
      expect((await call(demo, "GET", `/api/v1/workflows/${created.workflow_id}`)).status).toBe(200);
      const link = new URL(created.signers[0]?.url ?? "");
      const session = await logIn(new URL(link.pathname, demo.baseUrl).href);
      await confirmFiles(session);
      expect((await sign(session)).status).toBe("FINISHED");
      expect((await download(demo, created)).length).toBeGreaterThan(10_000);
    } finally {
      await elsewhere.stop();
      rmSync(root, { recursive: true, force: true });
    }
  }, 120_000);
});
