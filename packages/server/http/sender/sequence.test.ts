import { describe, expect, it } from "vitest";
import { call, create, idsOf, logIn, markAsSigned, openBrowser, signer, withSession } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("signers who come one after the other", () => {
  it("answers NOT_YOUR_TURN to the second of a sequence until the first has signed", async () => {
    const created = await create(server.current(), {
      sequential: true,
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const early = await logIn(server.current(), idsOf(created, 1));
    expect([early.status, early.body.code]).toEqual([409, "NOT_YOUR_TURN"]);
    expect(early.body.data.at(-1), "whom to ask").toMatch(/@/);
    expect(await markAsSigned(server.current(), created, 0)).toEqual({ finished: false });
    expect((await logIn(server.current(), idsOf(created, 1))).status).toBe(200);
    expect((await logIn(server.current(), idsOf(created, 0))).body.data.workflow.status).toBe("SIGNED");
  });

  it("lets nobody in whose turn never came, once somebody has refused", async () => {
    const created = await create(server.current(), {
      sequential: true,
      signers: [signer("a", "s_signature"), signer("b", "s_signature"), signer("c", "s_signature")],
    });
    expect(await markAsSigned(server.current(), created, 0)).toEqual({ finished: false });
    const second = await openBrowser(server.current(), created, 1);
    const { workflow, signer: refusing } = idsOf(created, 1);
    const path = `/api/signing/revokeWorkflow/${workflow}/${refusing}`;
    const refused = await call(server.current(), "POST", path, { body: { msg: "No." }, headers: withSession(second) });
    expect(refused.status).toBe(200);
    const never = await logIn(server.current(), idsOf(created, 2));
    expect([never.status, never.body.code]).toEqual([410, "NO_WORKFLOW_FOUND_REVOKED"]);
    expect(never.headers.getSetCookie()).toEqual([]);
    expect(never.body.data.at(-1), "whom to ask").toMatch(/@/);
    for (const n of [0, 1]) expect((await logIn(server.current(), idsOf(created, n))).body.data).toBe("REVOKED");
  });
});
