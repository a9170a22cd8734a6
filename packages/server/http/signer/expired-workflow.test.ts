/** A workflow past its time reads the same everywhere, whether or not somebody has written the expiry down. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { TimeNotTrusted } from "../../ports/clock.ts";
import { auditReport } from "../../rooms/evidence/evidence.ts";
import {
  type Created,
  call,
  create,
  idsOf,
  logIn,
  markAsSigned,
  openBrowser,
  signer,
  withKey,
  withSession,
} from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

type Told = readonly [number, string | undefined];
const told = ({ status, body }: Awaited<ReturnType<typeof call>>): Told => [status, body.code];

/** What the second signer, who has not signed, is told by each way in; `browser` logged in before the end. */
async function waysOf(
  created: Created,
  browser: Awaited<ReturnType<typeof openBrowser>>,
): Promise<Record<string, Told>> {
  const { workflow, signer: who } = idsOf(created, 1);
  const ask = async (method: string, path: string, body?: unknown): Promise<Told> =>
    told(await call(server.current(), method, path, { body, headers: withSession(browser) }));
  return {
    path: await ask("POST", "/api/auth/checkPath", { workflow_id: workflow, signer_id: who }),
    login: told(await logIn(server.current(), { workflow, signer: who })),
    files: await ask("GET", "/api/files/getWorkflowFiles"),
    values: await ask("PUT", "/api/files/updateXFDF/", { files: [] }),
    sign: await ask("POST", "/api/signing/signWithoutAuth", {}),
    state: await ask("GET", "/api/signing/state"),
    refuse: await ask("POST", `/api/signing/revokeWorkflow/${workflow}/${who}`, { msg: "too dear" }),
  };
}

/** What the sender reads: status in detail, whether each list has it, and the answer to a cancellation. */
async function senderReads(created: Created): Promise<unknown> {
  const { workflow_id: id } = created;
  const headers = withKey(server.current());
  const listed = async (status: string): Promise<string | undefined> => {
    const page = await call(server.current(), "GET", `/api/v1/workflows?status=${status}&limit=100`, { headers });
    const found = page.body.data.workflows.find((one: { workflow_id: string }) => one.workflow_id === id);
    return found?.status;
  };
  const detail = await call(server.current(), "GET", `/api/v1/workflows/${id}`, { headers });
  return {
    detail: detail.body.data.status,
    open: await listed("OPEN"),
    expired: await listed("EXPIRED"),
    cancel: told(await call(server.current(), "DELETE", `/api/v1/workflows/${id}`, { headers })),
  };
}

describe("an expired workflow", () => {
  it("[S-049] reads as expired by every way, before and after its expiry is written down", async () => {
    const { clock, deps } = server.current();
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    const created = await create(server.current(), {
      expires_at: expiresAt.toISOString(),
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const workflowId = created.workflow_id as WorkflowId;
    const browser = await openBrowser(server.current(), created, 1);
    await markAsSigned(server.current(), created, 0);
    const state = () => call(server.current(), "GET", "/api/signing/state", { headers: withSession(browser) });
    expect((await state()).body.data).toEqual({ status: "NONE", code: null });
    clock.move(60);
    const gone = [410, "NO_WORKFLOW_FOUND"];
    const over = [410, "WORKFLOW_EXPIRED"];
    const ways = { path: gone, login: gone, files: over, values: over, sign: over, state: over, refuse: over };
    const reading = { detail: "EXPIRED", open: undefined, expired: "EXPIRED", cancel: over };
    expect(await waysOf(created, browser)).toEqual(ways);
    expect(await senderReads(created)).toEqual(reading);
    const row = () =>
      deps.db
        .selectFrom("workflow")
        .select(["status", "ended_at"])
        .where("workflow_id", "=", workflowId)
        .executeTakeFirstOrThrow();
    expect(await row()).toEqual({ status: "OPEN", ended_at: null });
    // Who has signed keeps the way back to what was signed, and reads what became of it.
    const signed = async () => (await logIn(server.current(), idsOf(created, 0))).body.data.workflow.status;
    expect(await signed()).toBe("EXPIRED");

    clock.move(600);
    await create(server.current());
    expect(await row()).toEqual({ status: "EXPIRED", ended_at: expiresAt });
    expect(await waysOf(created, browser)).toEqual(ways);
    expect(await senderReads(created)).toEqual(reading);
    expect(await signed()).toBe("EXPIRED");
  });

  it("is not finished by a signature that comes after its time", async () => {
    const { clock } = server.current();
    const created = await create(server.current(), {
      expires_at: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    clock.move(60);
    await expect(markAsSigned(server.current(), created, 0)).rejects.toThrow("is not signing");
  });

  it("is told as expired in its audit report", async () => {
    const { clock, deps } = server.current();
    const created = await create(server.current(), {
      expires_at: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    const workflowId = created.workflow_id as WorkflowId;
    const report = () => auditReport(deps, { workflowId, language: "en", reader: "sender" });
    const open = await report();
    expect(await report()).toEqual(open);
    clock.move(60);
    const expired = await report();
    expect(expired).not.toEqual(open);
    const events = async () =>
      (await deps.db.selectFrom("audit_event").select("type").where("workflow_id", "=", workflowId).execute()).map(
        ({ type }) => type,
      );
    // Whoever reads it first has the expiry written down: a report that did not tell it would be kept without it.
    expect(await events()).toContain("workflow.expired");
    await create(server.current());
    expect(await report()).toEqual(expired);
  });

  it("has a report of its own while its expiry cannot be written down, and another that tells it", async () => {
    const { clock, deps } = server.current();
    const created = await create(server.current(), {
      expires_at: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    const asked = { workflowId: created.workflow_id as WorkflowId, language: "en", reader: "sender" } as const;
    clock.move(60);
    const attest = (): never => {
      throw new TimeNotTrusted("jumped");
    };
    const early = await auditReport({ ...deps, trustedTime: { attest } }, asked);
    const told = await auditReport(deps, asked);
    expect(told).not.toEqual(early);
    expect(await auditReport(deps, asked)).toEqual(told);
  });
});
