import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { inTransaction } from "../../db/transaction.ts";
import { usageOf } from "../../rooms/accounts/accounts.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { markSigned, markSigning } from "../../rooms/workflows/workflows.ts";
import {
  type Created,
  call,
  cookieFrom,
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

const refuse = async (created: Created, n = 0) => {
  const browser = await openBrowser(server.current(), created, n);
  const { workflow, signer: who } = idsOf(created, n);
  const answer = await call(server.current(), "POST", `/api/signing/revokeWorkflow/${workflow}/${who}`, {
    body: { msg: "Wrong rent" },
    headers: withSession(browser),
  });
  return { browser, answer };
};

describe("refusing", () => {
  it("[S-151] takes a reason and answers REVOKED", async () => {
    const created = await create(server.current());
    const { answer } = await refuse(created);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, code: "SUCCESS_REVOKE", data: { status: "REVOKED" } },
    ]);
    const report = await call(server.current(), "GET", `/api/v1/workflows/${created.workflow_id}`, {
      headers: withKey(server.current()),
    });
    expect(report.body.data).toMatchObject({
      status: "REVOKED",
      refusal: { signer_id: idsOf(created).signer, reason: "Wrong rent" },
    });
  });

  it("[S-056] [S-147] [S-155] ends the workflow for every signer: logins answer REVOKED, calls NO_WORKFLOW_FOUND_REVOKED", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const other = await openBrowser(server.current(), created, 1);
    const { browser } = await refuse(created, 0);
    for (const n of [0, 1]) {
      const login = await logIn(server.current(), idsOf(created, n));
      expect([login.status, login.body]).toEqual([200, { success: true, data: "REVOKED" }]);
      const summary = await call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, {
        headers: { cookie: cookieFrom(login) },
      });
      expect(summary.body.data.workflow.status).toBe("REVOKED");
      // Everybody learns who refused; the reason stays with the one who gave it.
      expect(summary.body.data.summary.refusal).toMatchObject({
        by_you: n === 0,
        reason: n === 0 ? "Wrong rent" : null,
      });
    }
    for (const session of [browser, other]) {
      const files = await call(server.current(), "GET", "/api/files/getWorkflowFiles", {
        headers: withSession(session),
      });
      expect([files.status, files.body.code]).toEqual([410, "NO_WORKFLOW_FOUND_REVOKED"]);
    }
  });

  it.skipIf(!hasTools("pdftotext"))("tells its reason in the sender's report, and in no signer's", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    await refuse(created, 0);
    const read = async (path: string, headers: Record<string, string>) =>
      textOf(new Uint8Array(await (await fetch(server.current().url + path, { headers })).arrayBuffer()));
    const senders = await read(
      `/api/v1/workflows/${created.workflow_id}/audit-report?language=en`,
      withKey(server.current()),
    );
    expect(senders).toContain("Declined to sign");
    expect(senders).toContain("Wrong rent");
    for (const n of [0, 1]) {
      const cookie = cookieFrom(await logIn(server.current(), idsOf(created, n)));
      const signers = await read("/api/files/getFile/audit_report", { cookie });
      expect(signers).toMatch(/Hat abgelehnt|Declined to sign/);
      expect(signers).not.toContain("Wrong rent");
    }
  });

  it("answers the same again to the signer whose answer was lost, tells nobody twice, and keeps the first reason", async () => {
    const created = await create(server.current());
    const { browser, answer } = await refuse(created);
    const { workflow, signer: who } = idsOf(created);
    const again = await call(server.current(), "POST", `/api/signing/revokeWorkflow/${workflow}/${who}`, {
      body: { msg: "Another reason" },
      headers: withSession(browser),
    });
    expect([again.status, again.body]).toEqual([200, answer.body]);
    const report = await call(server.current(), "GET", `/api/v1/workflows/${workflow}`, {
      headers: withKey(server.current()),
    });
    expect(report.body.data.refusal.reason).toBe("Wrong rent");
    const trail = await readTrail(server.current().deps.db, workflow as WorkflowId);
    expect(trail.filter((event) => event.type === "workflow.refused")).toHaveLength(1);
  });

  it("[S-301] answers NO_WORKFLOW_FOUND_REVOKED to another signer's refusal", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const other = await openBrowser(server.current(), created, 1);
    await refuse(created, 0);
    const ids = idsOf(created, 1);
    const again = await call(server.current(), "POST", `/api/signing/revokeWorkflow/${ids.workflow}/${ids.signer}`, {
      body: { msg: "too dear" },
      headers: withSession(other),
    });
    expect([again.status, again.body.code]).toEqual([410, "NO_WORKFLOW_FOUND_REVOKED"]);
  });

  it("is a signer's own: another's ids are refused", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const one = await openBrowser(server.current(), created, 0);
    const ids = idsOf(created, 1);
    const answer = await call(server.current(), "POST", `/api/signing/revokeWorkflow/${ids.workflow}/${ids.signer}`, {
      body: { msg: "too dear" },
      headers: withSession(one),
    });
    expect([answer.status, answer.body.code]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("the last signature", () => {
  it("[S-147] finishes the workflow, whoever comes last", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const results = await Promise.all([
      markAsSigned(server.current(), created, 0),
      markAsSigned(server.current(), created, 1),
    ]);
    expect(results.map((result) => result.finished).sort()).toEqual([false, true]);
    expect((await logIn(server.current(), idsOf(created, 0))).body.data.workflow.status).toBe("FINISHED");
    const report = await call(server.current(), "GET", `/api/v1/workflows/${created.workflow_id}`, {
      headers: withKey(server.current()),
    });
    expect(report.body.data).toMatchObject({
      status: "FINISHED",
      finished_at: server.current().clock.now().toISOString(),
    });
  });

  it("[S-148] counts for class and token in the same transaction", async () => {
    const { deps, tokenId } = server.current();
    const before = await usageOf(deps.db, tokenId);
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "a_signature"), signer("c", "a_seal")],
    });
    const promised = await usageOf(deps.db, tokenId);
    expect([promised.ses.promised - before.ses.promised, promised.aes.promised - before.aes.promised]).toEqual([1, 2]);
    const undone = inTransaction(deps.db, async (db) => {
      const ids = { workflowId: created.workflow_id as WorkflowId, signerId: idsOf(created, 1).signer as SignerId };
      await markSigning(db, { ...ids, at: deps.clock.now() });
      await markSigned(db, { ...deps, ...ids, at: deps.clock.now(), record: async () => undefined });
      throw new Error("the signature could not be written");
    });
    await expect(undone).rejects.toThrow("could not be written");
    expect(await usageOf(deps.db, tokenId)).toEqual(promised);
    await markAsSigned(server.current(), created, 1);
    await refuse(created, 0);
    const after = await usageOf(deps.db, tokenId);
    expect(after.aes).toEqual({ ...before.aes, used: before.aes.used + 1, usedByToken: before.aes.usedByToken + 1 });
    expect(after.ses).toEqual(before.ses);
  });
});
