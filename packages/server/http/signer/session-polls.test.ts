/** A page that only asks how far the others are keeps no session alive (docs/decisions/0011-a-cookie-for-each-signer.md). */
import { describe, expect, it } from "vitest";
import { call, create, openBrowser, signer, withSession } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("a session", () => {
  it("slides no further once its signer has signed, however often the page asks how far the others are", async () => {
    const two = [signer("a", "s_signature"), signer("b", "s_signature")];
    const created = await create(server.current(), { signers: two });
    const browser = await openBrowser(server.current(), created);
    const headers = withSession(browser);
    const at = (minutes: number) => server.current().clock.move(minutes * 60);
    const files = (await call(server.current(), "GET", "/api/files/getWorkflowFiles", { headers })).body.data;
    const body = { files: files.map(({ id }: { id: string }) => ({ id, completed: true })) };
    await call(server.current(), "PUT", "/api/files/updateXFDF/", { headers, body });
    at(10);
    const signed = await call(server.current(), "POST", "/api/signing/signWithoutAuth", { headers, body: {} });
    expect(signed.body.success).toBe(true);
    const poll = (path: string) => call(server.current(), "GET", path, { headers });
    for (const _ of [1, 2]) {
      at(14);
      expect((await poll(`/api/workflow/getWorkflow/${created.workflow_id}`)).status).toBe(200);
      expect((await poll("/api/signing/state")).status).toBe(200);
    }
    at(2);
    expect((await poll("/api/signing/state")).status).toBe(401);
  });
});
