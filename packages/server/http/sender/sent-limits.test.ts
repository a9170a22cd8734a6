/** What a request for a workflow may hold beside what its schema says: fields in all, and documents of base64 that are small. */
import {
  fields_per_signer_max,
  fields_per_workflow_max,
  inline_document_bytes_max,
  type Language,
} from "@siegel/contract/limits.ts";
import { valueFaults } from "@siegel/contract/value-faults.ts";
import { describe, expect, it } from "vitest";
import { call, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { postInParts } from "../../test/post-in-parts.ts";
import { useTestServer } from "../../test/test-server.ts";
import { watchTurns } from "../../test/watch-turns.ts";
import { inlineLimits } from "../wire/inline-documents.ts";

const server = useTestServer();
const initiator = { first_name: "Frauke", last_name: "Petersen", email: "a@example.org" };
const post = async (change: object, language: Language = "en") => {
  const body = { ...(await sentWorkflow()), ...change };
  const answer = await call(server.current(), "POST", "/api/v1/workflows", {
    body,
    headers: withKey(server.current(), { "accept-language": language }),
  });
  return [answer.status, answer.body.code, answer.body.data];
};

/** Documents of these sizes in bytes, none of them a PDF. */
const documents = (...sizes: readonly number[]) =>
  sizes.map((size, n) => ({ name: `${n}.pdf`, content: Buffer.alloc(size, `not a PDF ${n}`).toString("base64") }));

describe("a document in a request for a workflow", () => {
  it("is refused where it is no base64, by its place", async () => {
    const refused = [400, "INVALID_REQUEST", [`documents.0.content: ${valueFaults.base64.en}`]];
    expect(await post({ documents: [{ name: "a.pdf", content: "JVBERi0x!" }] })).toEqual(refused);
  });

  it("may have 5 MB; of a larger one the sender reads, in their language, where to send it", async () => {
    expect(await post({ documents: documents(inline_document_bytes_max) })).toMatchObject([
      415,
      "FILE_NOT_A_PDF",
      [expect.any(String)],
    ]);
    for (const [language, limit] of [
      ["en", /5 MB.* 16 MB.* to \/api\/v1\/uploads and give their upload_id\.$/],
      ["de", /5 MB.* 16 MB.* an \/api\/v1\/uploads und geben Sie ihre upload_id an\.$/],
    ] as const) {
      const [status, code, said] = await post({ documents: documents(9, inline_document_bytes_max + 1) }, language);
      expect([status, code, said]).toEqual([413, "FILE_TOO_LARGE", [`documents.1.content: ${inlineLimits[language]}`]]);
      expect(inlineLimits[language]).toMatch(limit);
    }
  });

  it("may stand beside another of 5 MB, and no third", async () => {
    const size = inline_document_bytes_max;
    expect(await post({ documents: documents(size, size) })).toMatchObject([
      415,
      "FILE_NOT_A_PDF",
      [expect.stringMatching(/^0\.pdf: /), expect.stringMatching(/^1\.pdf: /)],
    ]);
    const refused = [413, "FILE_TOO_LARGE", [inlineLimits.de]];
    expect(await post({ documents: documents(size, size, size) }, "de")).toEqual(refused);
  });

  it.each([{}, { "idempotency-key": "once" }])("keeps nobody waiting, told apart by a key or not", async (key) => {
    const size = inline_document_bytes_max;
    const body = Buffer.from(JSON.stringify({ ...(await sentWorkflow()), documents: documents(size, size) }));
    const headers = { ...withKey(server.current()), ...key };
    const turns = watchTurns();
    const answer = await postInParts(`${server.current().url}/api/v1/workflows`, body, headers);
    expect(turns.end()).toBeLessThan(500);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "FILE_NOT_A_PDF" });
  });
});

describe("a request for a workflow", () => {
  const size = 3_000_000;

  it.each([
    ["name", (text: string) => ({ name: text }), "a\u3164"],
    ["email", (text: string) => ({ initiator: { ...initiator, email: `x@${text}` } }), "a."],
    ["expires_at", (text: string) => ({ expires_at: `2026-01-01T00:00:00.${text}Z` }), "1"],
  ] as const)("is refused with %s of megabytes, and keeps nobody waiting", async (field, change, part) => {
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
    const told = expect.stringMatching(`^signers: more than ${fields_per_workflow_max} fields in all; `);
    expect(await post({ signers })).toEqual([400, "INVALID_REQUEST", [told]]);
  });
});
