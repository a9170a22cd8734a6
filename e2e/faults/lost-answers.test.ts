/** Answers that are lost on their way, and a disk that is full: what the next call is told. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
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

/** Makes the call and cuts the connection as soon as `when` holds in the database. */
async function cutWhen({ signer, code }: Ready, when: () => Promise<boolean>): Promise<void> {
  const path = code === undefined ? "signWithoutAuth" : "signWorkflow";
  const headers = { "content-type": "application/json", ...sessionHeaders(signer.session) };
  const outgoing = request(`${inside.server.url}/api/signing/${path}`, { method: "POST", headers }, () => undefined);
  outgoing.on("error", () => undefined);
  outgoing.end(JSON.stringify({ workflow: {}, ...code }));
  await eventually(async () => ((await when()) ? true : undefined), "the moment to cut");
  outgoing.destroy();
}

describe("a connection that is cut after the commit", () => {
  it.each(["s_signature", "a_signature"] as const)(
    "%s: the same call again is told of the first one's act",
    async (type) => {
      const one = await oneReady(type);
      await cutWhen(one, async () => (await actsOf(one)).length === 1);
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
    const outgoing = request(`${inside.server.url}/api/v1/workflows`, { method: "POST", headers }, () => undefined);
    outgoing.on("error", () => undefined);
    outgoing.end(JSON.stringify(body));
    await eventually(async () => ((await count()) > before ? true : undefined), "the workflow");
    outgoing.destroy();
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
      expect(arrived.map(({ attachments }) => attachments.length)).toEqual([2, 2]);
    },
    90_000,
  );
});
