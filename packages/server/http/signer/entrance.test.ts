import { describe, expect, it } from "vitest";
import { type Created, call, create, idsOf, logIn, markAsSigned } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("what is told before a login of whether the signer still has to sign", () => {
  const awaited = async (created: Created) => {
    const { workflow: workflow_id, signer: signer_id } = idsOf(created);
    const body = { workflow_id, signer_id };
    const checked = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body });
    return checked.body.data.awaits_signer;
  };

  it("is that they have, before and after they looked, and that they have not once they signed", async () => {
    const created = await create(server.current());
    expect(await awaited(created)).toBe(true);
    await logIn(server.current(), idsOf(created));
    expect(await awaited(created)).toBe(true);
    await markAsSigned(server.current(), created, 0);
    expect(await awaited(created)).toBe(false);
  });

  it("is nothing where they have been here and a password keeps it from whoever only has the link", async () => {
    const password = "open sesame";
    const created = await create(server.current(), { password });
    expect(await awaited(created)).toBe(true);
    await logIn(server.current(), idsOf(created), { password, gtcChecked: true });
    expect(await awaited(created)).toBeNull();
    await markAsSigned(server.current(), created, 0);
    expect(await awaited(created)).toBeNull();
  });
});
