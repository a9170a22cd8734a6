/** Whose seal it is: the page says what the file will say, whatever the sender called it. */
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { describe, expect, it } from "vitest";
import { verifiedOrganisation } from "../rooms/accounts/accounts.ts";
import { logIn, send } from "../test/sent-workflow.ts";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();

async function namedBy(signer: { type: "a_seal" | "a_signature"; organisation?: string }): Promise<string | null> {
  const sent = await send(server.current(), { signers: [signer] });
  const who = await logIn(server.current(), sent);
  const { data } = await who.call("GET", `workflow/getWorkflow/${who.workflowId}`);
  return (data as { workflow: WorkflowView }).workflow.organisation;
}

describe("the organisation a signer's pages name", () => {
  it("is for a seal the verified one, whatever the sender wrote and where they wrote nothing", async () => {
    const verified = await verifiedOrganisation(server.current().deps.db, server.current().organisationId);
    expect(verified?.legalName).toBeTruthy();
    expect(await namedBy({ type: "a_seal", organisation: "Werk am Hafen" })).toBe(verified?.legalName);
    expect(await namedBy({ type: "a_seal" })).toBe(verified?.legalName);
  });

  it("is for a person's signature what the sender said of them, if anything", async () => {
    expect(await namedBy({ type: "a_signature", organisation: "Werk am Hafen" })).toBe("Werk am Hafen");
    expect(await namedBy({ type: "a_signature" })).toBeNull();
  });
});
