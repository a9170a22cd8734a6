/** What a request for a workflow may hold beside what its schema says: fields in all, and base64 that is base64. */
import { fields_per_signer_max, fields_per_workflow_max } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { call, sentWorkflow, signer, withKey } from "../test/api-client.ts";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();
const post = async (change: object) => {
  const body = { ...(await sentWorkflow()), ...change };
  const answer = await call(server.current(), "POST", "/api/v1/workflows", {
    body,
    headers: withKey(server.current()),
  });
  return [answer.status, answer.body.code, answer.body.data];
};

describe("a request for a workflow", () => {
  it("is refused with a document that is no base64, by the document's place", async () => {
    const refused = [400, "INVALID_REQUEST", ["documents.0.content: not base64"]];
    expect(await post({ documents: [{ name: "a.pdf", content: "JVBERi0x!" }] })).toEqual(refused);
  });

  it("is refused with more fields than all signers may have together", async () => {
    const field = {
      document: "contract.pdf",
      kind: "text" as const,
      page: 1,
      rect: [1, 1, 9, 9] as [number, number, number, number],
    };
    const fields = Array.from({ length: fields_per_signer_max }, () => field);
    const signers = Array.from({ length: fields_per_workflow_max / fields_per_signer_max + 1 }, (_, n) =>
      signer(`s${n}`, "s_signature", { fields }),
    );
    const refused = [400, "INVALID_REQUEST", [`signers: more than ${fields_per_workflow_max} fields in all`]];
    expect(await post({ signers })).toEqual(refused);
  });
});
