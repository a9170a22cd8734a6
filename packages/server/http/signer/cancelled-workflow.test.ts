/** What a workflow that its sender took back is to its signers: who has signed keeps that, who has not is told. */
import { describe, expect, it } from "vitest";
import {
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

describe("a cancelled workflow", () => {
  it("leaves to who has signed before what they signed, behind the same login, and nothing to who has not", async () => {
    const created = await create(server.current(), { signers: ["a", "b"].map((who) => signer(who, "s_signature")) });
    const before = await openBrowser(server.current(), created, 0);
    const other = await openBrowser(server.current(), created, 1);
    await markAsSigned(server.current(), created, 0);
    const address = `/api/v1/workflows/${created.workflow_id}`;
    await call(server.current(), "DELETE", address, { headers: withKey(server.current()) });
    const document = `/api/files/getFile/${created.documents[0]?.id}`;
    const asked = (path: string, as: typeof before) =>
      call(server.current(), "GET", path, { headers: withSession(as) });
    for (const session of [before, await openBrowser(server.current(), created, 0)]) {
      const told = await asked(`/api/workflow/getWorkflow/${created.workflow_id}`, session);
      expect(told.body.data.workflow).toMatchObject({ status: "CANCELLED", others: "OPEN" });
      const files = await asked("/api/files/getSummaryFiles", session);
      expect(files.body.data.map(({ id }: { id: string }) => id)).toEqual([created.documents[0]?.id, "audit_report"]);
      const headers = withSession(session);
      expect((await fetch(`${server.current().url}${document}`, { headers })).status).toBe(200);
    }
    const { workflow, signer: second } = idsOf(created, 1);
    const path = await call(server.current(), "POST", "/api/auth/checkPath", {
      body: { workflow_id: workflow, signer_id: second },
    });
    const login = await logIn(server.current(), idsOf(created, 1));
    for (const shut of [path, login, await asked(document, other), await asked("/api/files/getSummaryFiles", other)])
      expect([shut.status, shut.body.code]).toEqual([410, "WORKFLOW_CANCELLED"]);
    // Back at what was signed, nothing can be done in it any more.
    const refusal = `/api/signing/revokeWorkflow/${workflow}/${idsOf(created, 0).signer}`;
    const refused = await call(server.current(), "POST", refusal, {
      body: { msg: "no" },
      headers: withSession(before),
    });
    expect([refused.status, refused.body.code]).toEqual([410, "WORKFLOW_CANCELLED"]);
  });
});

describe("a workflow that somebody declined", () => {
  it("tells the login of who never came that nothing waits for them, not even the terms", async () => {
    const created = await create(server.current(), { signers: ["a", "b"].map((who) => signer(who, "s_signature")) });
    const needs = async () => {
      const { workflow, signer: second } = idsOf(created, 1);
      const body = { workflow_id: workflow, signer_id: second };
      const checked = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body });
      const { workflow_checked, terms_accepted, declined } = checked.body.data;
      return { workflow_checked, terms_accepted, declined };
    };
    expect(await needs()).toEqual({ workflow_checked: false, terms_accepted: false, declined: null });
    const session = await openBrowser(server.current(), created, 0);
    const { workflow, signer: first } = idsOf(created, 0);
    const refusal = `/api/signing/revokeWorkflow/${workflow}/${first}`;
    await call(server.current(), "POST", refusal, { body: { msg: "no" }, headers: withSession(session) });
    expect(await needs()).toEqual({ workflow_checked: true, terms_accepted: true, declined: "OTHER" });
    const login = await logIn(server.current(), idsOf(created, 1), {});
    expect([login.status, login.body.data]).toEqual([200, "REVOKED"]);
  });
});
