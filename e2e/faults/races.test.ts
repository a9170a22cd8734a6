/** What two do at one instant: one consistent outcome in rows, files, trail and mails, whoever was first. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { authoriseSigning, continueSigning, sweepSigning } from "@siegel/server/rooms/signing/signing.ts";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { useTestDatabase } from "@siegel/server/test/test-database.ts";
import { startTestServer, type TestServer } from "@siegel/server/test/test-server.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../fixtures/documents.ts";
import { isSlowRun } from "../../fixtures/slow-run.ts";
import { call, person } from "../sender.ts";
import type { Told } from "./check-told.ts";
import { demoOf, type Inside, providersAt, type Ready, readyToSign, reckonInside } from "./inside.ts";
import { insist } from "./insist.ts";

const sandbox = useSandbox();
const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "siegel-races-"));
let inside: Inside;
/** A second process on the same database and storage. */
let second: TestServer;
const told: Told[] = [];
/** Each race is run this often: who is first is chance. */
const times = isSlowRun ? 4 : 1;

beforeAll(async () => {
  const environment = {
    ...providersAt(sandbox.current()),
    SIEGEL_STORAGE_URL: `file://${folder}/documents`,
    SIEGEL_KEY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
  };
  const server = await startTestServer(database.current().url, environment);
  second = await startTestServer(database.current().url, environment);
  inside = { server, sandbox: sandbox.current() };
}, 180_000);
afterAll(async () => {
  await second?.close();
  await inside?.server.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function signs({ signer, code }: Ready): Promise<string> {
  const answers = (await insist(signer, code)).told;
  told.push(...answers);
  return answers.at(-1)?.status ?? "nothing";
}

const refuses = async ({ signer }: Ready): Promise<boolean> =>
  (await signer.call("POST", `signing/revokeWorkflow/${signer.workflowId}/${signer.signerId}`, { msg: "Nein." }))
    .success;
const cancels = async (workflowId: string): Promise<boolean> =>
  (await call(demoOf(inside), "DELETE", `/api/v1/workflows/${workflowId}`)).body.success;

async function endOf(workflowId: string): Promise<string> {
  const { body } = await call(demoOf(inside), "GET", `/api/v1/workflows/${workflowId}`);
  return (body.data as { status: string }).status;
}

async function twoReady(): Promise<{ workflowId: string; first: Ready; other: Ready }> {
  const { ready, workflowId } = await readyToSign(inside, ["s_signature", "a_signature"]);
  const [first, other] = ready;
  if (first === undefined || other === undefined) throw new Error("there are two signers");
  return { workflowId, first, other };
}

const again = Array.from({ length: times }, (_, n) => n + 1);

describe("at the same instant", () => {
  it.each(again)(
    "two signers of one document both sign, and it is finished (%i)",
    async () => {
      const { workflowId, first, other } = await twoReady();
      const answers = await Promise.all([signs(first), signs(other)]);
      expect(answers.toSorted()).toEqual(["FINISHED", "SIGNED"]);
      expect(await endOf(workflowId)).toBe("FINISHED");
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it.each(again)(
    "one signs and another refuses: the refusal ends it, with or without the signature (%i)",
    async () => {
      const { workflowId, first, other } = await twoReady();
      const [signed, refused] = await Promise.all([signs(first), refuses(other)]);
      expect([signed, refused, await endOf(workflowId)]).toEqual([
        expect.stringMatching(/^(SIGNED|REFUSED)$/),
        true,
        "REVOKED",
      ]);
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it.each(again)(
    "one signs and refuses in two windows: one of both happens (%i)",
    async () => {
      const { ready, workflowId } = await readyToSign(inside, ["a_signature"]);
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      const [signed, refused] = await Promise.all([signs(one), refuses(one)]);
      expect([signed, refused, await endOf(workflowId)]).toEqual(
        refused ? ["REFUSED", true, "REVOKED"] : ["FINISHED", false, "FINISHED"],
      );
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it.each(again)(
    "one signs and the sender takes the workflow back (%i)",
    async () => {
      const { ready, workflowId } = await readyToSign(inside, ["a_signature"]);
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      const [signed, cancelled] = await Promise.all([signs(one), cancels(workflowId)]);
      expect([signed, cancelled, await endOf(workflowId)]).toEqual(
        cancelled ? ["REFUSED", true, "CANCELLED"] : ["FINISHED", false, "FINISHED"],
      );
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it.each(again)(
    "one signs while the time runs out: signed before, or expired and unsigned (%i)",
    async (n) => {
      // Ten minutes: within the session, so that whoever got no answer can ask again.
      const expires_at = new Date(inside.server.clock.now().getTime() + 600_000).toISOString();
      const { ready, workflowId } = await readyToSign(inside, ["s_signature"], { expires_at });
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      const signing = signs(one);
      await new Promise((resolve) => setTimeout(resolve, 40 * (n - 1)));
      inside.server.clock.move(601);
      second.clock.move(601);
      const [signed, end] = [await signing, await endOf(workflowId)];
      expect([signed, end]).toEqual(end === "FINISHED" ? ["FINISHED", "FINISHED"] : ["REFUSED", "EXPIRED"]);
      // Creating settles what is overdue, so that the licence gets its promise back.
      await readyToSign(inside, ["s_signature"]);
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );
});

describe("a licence with one signature left", () => {
  it("is taken by one of twenty senders, and what it promised is signed", async () => {
    const { db } = inside.server.deps;
    // Also where an earlier try broke off.
    await sql`update licence set aes_limit = 1000000`.execute(db);
    const promised = await readyToSign(inside, ["a_signature"]);
    await sql`update licence set aes_limit = aes_used + aes_promised + 1`.execute(db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(demoOf(inside), "POST", "/api/v1/workflows", {
          name: "Mietvertrag",
          initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@hafenwerk.example" },
          documents: [{ name: "Mietvertrag.pdf", content: Buffer.from(plainPdf()).toString("base64") }],
          signers: [person("a_signature")],
        }),
      ),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? "created" : body.code));
    expect(codes.toSorted()).toEqual([...Array(19).fill("LICENSE_LIMIT_REACHED"), "created"]);
    const [one] = promised.ready;
    if (one === undefined) throw new Error("there is one signer");
    expect(await signs(one)).toBe("FINISHED");
    expect(await reckonInside(inside, told)).toEqual([]);
    await sql`update licence set aes_limit = 1000000`.execute(db);
  }, 90_000);
});

describe("two processes", () => {
  async function approved(): Promise<string> {
    const { ready, workflowId } = await readyToSign(inside, ["s_signature"]);
    const signerId = ready[0]?.signer.signerId as SignerId;
    const ids = { workflowId: workflowId as WorkflowId, signerId };
    const call = { ...ids, ip: "192.0.2.7", userAgent: "test", approval: { kind: "button" } } as const;
    const act = await authoriseSigning({ ...inside.server.deps, enqueue: async () => undefined }, call);
    if (!act.ok) throw new Error(act.code);
    told.push({ ...ids, status: "PENDING", authToken: act.actId, code: null });
    return act.actId;
  }

  it.each(again)(
    "do one job: it is done once (%i)",
    async () => {
      const actId = await approved();
      const outcomes = await Promise.all([
        continueSigning(inside.server.deps, actId),
        continueSigning(second.deps, actId),
      ]);
      expect(outcomes).toContain("ended");
      expect(await reckonInside(inside, told)).toEqual([]);
    },
    60_000,
  );

  it("sweep at once: each due act is signed once", async () => {
    for (let n = 0; n < 6; n++) await approved();
    for (const { clock } of [inside.server, second]) clock.move(31);
    await Promise.all([sweepSigning(inside.server.deps), sweepSigning(second.deps), sweepSigning(second.deps)]);
    expect(await reckonInside(inside, told)).toEqual([]);
  }, 90_000);
});
