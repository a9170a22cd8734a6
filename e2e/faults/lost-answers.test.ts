/** Answers that are lost on their way, and a disk that is full: what the next call is told. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { useTestDatabase } from "@siegel/server/test/test-database.ts";
import { startTestServer } from "@siegel/server/test/test-server.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../fixtures/documents.ts";
import { eventually } from "../../fixtures/eventually.ts";
import { sessionHeaders } from "../../fixtures/signer-client.ts";
import { call, person } from "../sender.ts";
import type { Told } from "./check-told.ts";
import {
  arrivedMails,
  demoOf,
  holdMails,
  type Inside,
  passTime,
  providersAt,
  type Ready,
  readyToSign,
  reckonInside,
} from "./inside.ts";
import { insist, press } from "./insist.ts";

/** A file system of four megabytes, where this account may mount one. */
const disk = mkdtempSync(join(tmpdir(), "siegel-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]).status === 0;

const sandbox = useSandbox();
const database = useTestDatabase();
let inside: Inside;
const told: Told[] = [];

beforeAll(async () => {
  const environment = { ...providersAt(sandbox.current()), SIEGEL_STORAGE_URL: `file://${disk}/documents` };
  inside = { server: await startTestServer(database.current().url, environment), sandbox: sandbox.current() };
}, 180_000);
afterAll(async () => {
  await inside?.server.close();
  if (mounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
}, 60_000);

async function oneReady(type: "s_signature" | "a_signature"): Promise<Ready> {
  const [one] = (await readyToSign(inside, [type])).ready;
  if (one === undefined) throw new Error("there is one signer");
  return one;
}

const actsOf = ({ signer }: Ready) =>
  inside.server.deps.db
    .selectFrom("signing_act")
    .selectAll()
    .where("signer_id", "=", signer.signerId as never)
    .execute();

/**
 * Makes a call, reads nothing of what is answered, and cuts the connection once `when` holds in the database: whatever was
 * answered is lost.
 */
async function cutWhen(
  call: { readonly path: string; readonly headers: Record<string, string>; readonly body: object },
  when: () => Promise<boolean>,
): Promise<void> {
  const { hostname, port } = new URL(inside.server.url);
  const body = Buffer.from(JSON.stringify(call.body));
  const fields = { host: hostname, "content-type": "application/json", "content-length": body.length, ...call.headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => undefined);
  socket.write(Buffer.concat([Buffer.from(`POST ${call.path} HTTP/1.1\r\n${head.join("")}\r\n`), body]));
  await eventually(async () => ((await when()) ? true : undefined), "the moment to cut");
  const { bytesRead } = socket;
  socket.destroy();
  expect(bytesRead).toBe(0);
}

const signingOf = ({ signer, code }: Ready) => ({
  path: `/api/signing/${code === undefined ? "signWithoutAuth" : "signWorkflow"}`,
  headers: sessionHeaders(signer.session),
  body: { workflow: {}, ...code },
});

/** Keeps rows or a table from others until the answered function is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const held = await inside.server.deps.db.startTransaction().execute();
  await sql.raw(statement).execute(held);
  return async () => void (await held.rollback().execute());
}

/** Somebody waits for what is held. */
async function somebodyWaits(): Promise<boolean> {
  const waiting = sql`select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
  return (await waiting.execute(inside.server.deps.db)).rows.length > 0;
}

describe("a connection that is cut before the approval stands", () => {
  it.each(["s_signature", "a_signature"] as const)(
    "%s: the same call again finds one act, whoever made it",
    async (type) => {
      const one = await oneReady(type);
      // The approval is checked, and cannot be recorded yet.
      const release = await hold("lock table signing_act in share mode");
      try {
        await cutWhen(signingOf(one), somebodyWaits);
        expect(await actsOf(one)).toEqual([]);
      } finally {
        await release();
      }
      const { told: answers } = await insist(one.signer, one.code);
      expect(answers.at(-1)).toMatchObject({ status: "FINISHED" });
      expect(await actsOf(one)).toHaveLength(1);
      told.push(...answers);
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );
});

describe("a connection that is cut after the commit", () => {
  it.each(["s_signature", "a_signature"] as const)(
    "%s: the same call again is told of the first one's act",
    async (type) => {
      const one = await oneReady(type);
      // Whoever signs stands before the last step, so that there is no answer yet.
      const release = await hold("select 1 from file for update");
      try {
        await cutWhen(signingOf(one), async () => (await actsOf(one)).length === 1);
      } finally {
        await release();
      }
      const { told: answers } = await insist(one.signer, one.code);
      const acts = await actsOf(one);
      expect(acts).toHaveLength(1);
      expect(answers.at(-1)).toMatchObject({ status: "FINISHED" });
      expect(answers.map(({ authToken }) => authToken ?? acts[0]?.auth_token)).toEqual(
        answers.map(() => acts[0]?.auth_token),
      );
      told.push(...answers);
      // A code that is used up is no wrong code for who used it: once more, and the same.
      expect((await press(one.signer, one.code)).data).toEqual({ status: "FINISHED", auth_token: acts[0]?.auth_token });
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it("of a workflow's creation: the same key gets the same workflow", async () => {
    const body = {
      name: "Mietvertrag",
      initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@hafenwerk.example" },
      documents: [{ name: "Mietvertrag.pdf", content: Buffer.from(plainPdf()).toString("base64") }],
      signers: [person("s_signature")],
    };
    const { db } = inside.server.deps;
    const count = async () => (await db.selectFrom("workflow").select("workflow_id").execute()).length;
    const before = await count();
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${inside.server.apiKey}`,
      "idempotency-key": "lost",
    };
    await cutWhen({ path: "/api/v1/workflows", headers, body }, async () => (await count()) > before);
    const again = await fetch(`${inside.server.url}/api/v1/workflows`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(again.status).toBe(201);
    expect(await count()).toBe(before + 1);
    expect(await reckonInside(inside, told)).toEqual([]);
  }, 60_000);
});

/** Writes until there is no room; answers the file that took it. */
function fillDisk(): string {
  const filler = join(disk, "filler");
  expect(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024))).toThrow("ENOSPC");
  return filler;
}

describe("a full disk", () => {
  it.skipIf(!mounted)(
    "keeps the approval, refuses new documents, and signs by itself once there is room",
    async () => {
      const one = await oneReady("a_signature");
      const filler = fillDisk();
      expect(await press(one.signer, one.code)).toMatchObject({ status: 202, code: "SIGNING_PENDING" });
      const refused = await call(demoOf(inside), "POST", "/api/v1/workflows", {
        name: "Mietvertrag",
        initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@hafenwerk.example" },
        documents: [{ name: "Mietvertrag.pdf", content: Buffer.from(plainPdf()).toString("base64") }],
        signers: [person("s_signature")],
      });
      expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_ERROR"]);
      rmSync(filler);
      await passTime(inside);
      const { told: answers } = await insist(one.signer, one.code);
      expect(answers.map(({ status }) => status)).toEqual(["FINISHED"]);
      told.push(...answers);
      expect(await reckonInside(inside, told)).toEqual([]);
      const leases = await sql`select 1 from signing_lease`.execute(inside.server.deps.db);
      expect(leases.rows).toEqual([]);
    },
    90_000,
  );

  it.skipIf(!mounted)(
    "lets the mails of completion wait for their report, and sends them once there is room",
    async () => {
      const one = await oneReady("s_signature");
      const release = await holdMails(inside);
      const { told: answers } = await insist(one.signer);
      told.push(...answers);
      expect(answers.at(-1)?.status).toBe("FINISHED");
      const filler = fillDisk();
      await release();
      const { db } = inside.server.deps;
      const mails = async () =>
        (await db.selectFrom("message").selectAll().where("kind", "=", "finished").execute()).filter(
          (mail) => mail.workflow_id === one.signer.workflowId,
        );
      await eventually(async () => {
        const rows = await mails();
        return rows.length === 2 && rows.every((row) => row.last_error?.includes("ENOSPC")) ? true : undefined;
      }, "a try of each mail");
      expect(await arrivedMails(inside, "finished", one.signer.workflowId)).toEqual([]);
      rmSync(filler);
      expect(await reckonInside(inside, told)).toEqual([]);
      const arrived = await arrivedMails(inside, "finished", one.signer.workflowId);
      const withoutLogo = ({ filename }: { readonly filename: string }) => filename !== "logo.png";
      expect(arrived.map(({ attachments }) => attachments.filter(withoutLogo).length)).toEqual([2, 2]);
    },
    90_000,
  );
});
