/** What the demo's workflows ask their signers for. */
import { describe, expect, it } from "vitest";
import { textOf } from "../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../fixtures/outside-tool.ts";
import { useTestServer } from "../test/test-server.ts";
import { demoDocument } from "./demo-document.ts";
import { seedDemo } from "./seed-demo.ts";

const server = useTestServer();

describe("the demo", () => {
  it("asks who seals to seal, and who signs to sign", { timeout: 60_000 }, async () => {
    const { deps } = server.current();
    const { workflows } = await seedDemo(deps);
    const rows = await deps.db
      .selectFrom("signer")
      .innerJoin("workflow", "workflow.workflow_id", "signer.workflow_id")
      .select(["signer.type", "workflow.description"])
      .execute();
    const asked = new Map(rows.map(({ type, description }) => [type, description]));
    expect(workflows.map(({ signer_type }) => signer_type)).toEqual(["s_signature", "a_signature", "a_seal"]);
    expect(asked.get("a_seal")).toMatch(/ siegeln Sie den Vertrag/);
    expect(asked.get("a_seal")).not.toMatch(/unterzeichn|unterschr/);
    for (const type of ["s_signature", "a_signature"] as const)
      expect(asked.get(type)).toMatch(/ unterschreiben Sie den Vertrag/);
  });

  it.skipIf(!hasTools("pdftotext"))("has a place for a seal in the document that is sealed", async () => {
    expect(textOf(await demoDocument("Nutzungsvertrag", "lease", "seal"))).toMatch(/Siegel\s+Ort/);
    expect(textOf(await demoDocument("Nutzungsvertrag", "lease", "seal"))).not.toMatch(/nterschr|nterzeichn/);
    expect(textOf(await demoDocument("Nutzungsvertrag"))).toMatch(/Unterschrift\s+Ort/);
  });
});
