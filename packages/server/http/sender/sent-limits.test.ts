/** What a request for a workflow may hold beside what its schema says: fields in all, and base64 that is base64. */
import { createHash } from "node:crypto";
import { fields_per_signer_max, fields_per_workflow_max } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { call, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { postInParts } from "../../test/post-in-parts.ts";
import { useTestServer } from "../../test/test-server.ts";
import { watchTurns } from "../../test/watch-turns.ts";

const server = useTestServer();
const initiator = { first_name: "Frauke", last_name: "Petersen", email: "a@example.org" };
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

  // One size the schemas see, and one that is refused before it is parsed.
  it.each(
    [3_000_000, 30_000_000].flatMap((size) => [
      ["name", size, (text: string) => ({ name: text }), "a\u3164"] as const,
      ["email", size, (text: string) => ({ initiator: { ...initiator, email: `x@${text}` } }), "a."] as const,
      ["expires_at", size, (text: string) => ({ expires_at: `2026-01-01T00:00:00.${text}Z` }), "1"] as const,
    ]),
  )("is refused with %s of %d octets, and keeps nobody waiting", async (field, size, change, part) => {
    const text = part.repeat(size / Buffer.byteLength(part));
    const body = Buffer.from(JSON.stringify({ ...(await sentWorkflow()), ...change(text) }));
    const { url } = server.current();
    const headers = { ...withKey(server.current()), "content-type": "application/json" };
    const turns = watchTurns();
    const answer = await fetch(`${url}/api/v1/workflows`, { method: "POST", headers, body });
    const said = (await answer.json()) as { code: string; data: string[] };
    expect(turns.end()).toBeLessThan(500);
    expect([answer.status, said.code, said.data.length]).toEqual([400, "INVALID_REQUEST", 1]);
    expect(said.data[0]).toMatch(new RegExp(`^(initiator\\.)?${field}: `));
  });

  it.each([{}, { "idempotency-key": "once" }])(
    "keeps nobody waiting with a document of 45 MB, told apart by a key or not",
    async (key) => {
      const content = Buffer.alloc(45_000_000, "not a PDF").toString("base64");
      const body = Buffer.from(JSON.stringify({ ...(await sentWorkflow()), documents: [{ name: "a.pdf", content }] }));
      const turns = watchTurns();
      const headers = { ...withKey(server.current()), ...key };
      const answer = await postInParts(`${server.current().url}/api/v1/workflows`, body, headers);
      const longest = turns.end();
      expect(JSON.parse(answer.text)).toMatchObject({ code: "FILE_NOT_A_PDF" });
      const bare = watchTurns();
      createHash("sha256")
        .update(JSON.stringify(JSON.parse(body.toString())))
        .digest();
      // The worker that reads it is a process: starting it copies the tables of this one's memory.
      expect(longest).toBeLessThan(Math.max(100, bare.end() / 2));
    },
  );

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
