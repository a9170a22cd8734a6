/** What the demo's workflows ask their signers for. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../fixtures/outside-tool.ts";
import { confirmFiles, logIn } from "../../../fixtures/signer-client.ts";
import { useCodeWorld } from "../test/code-signer.ts";
import { receiveQualified, signQualifiedly } from "../test/qualified-signer.ts";
import { demoDocument } from "./demo-document.ts";
import { seedDemo } from "./seed-demo.ts";

const world = useCodeWorld();
const qualified = ["q_signature", "q_seal"] as const;

describe("the demo", () => {
  it("[A-076] asks who seals to seal, and who signs to sign; two qualified signers can do so at once, two are still to identify", {
    timeout: 60_000,
  }, async () => {
    const { deps } = world.server;
    const { workflows } = await seedDemo(deps);
    const rows = await deps.db
      .selectFrom("signer")
      .innerJoin("workflow", "workflow.workflow_id", "signer.workflow_id")
      .select(["signer.type", "workflow.description"])
      .execute();
    const asked = new Map(rows.map(({ type, description }) => [type, description]));
    const types = workflows.map(({ signer_type }) => signer_type);
    expect(types).toEqual(["s_signature", "a_signature", "a_seal", ...qualified, ...qualified]);
    expect(asked.get("a_seal")).toMatch(/ siegeln Sie den Vertrag/);
    expect(asked.get("a_seal")).not.toMatch(/unterzeichn|unterschr/);
    for (const type of ["s_signature", "a_signature"] as const)
      expect(asked.get(type)).toMatch(/ unterschreiben Sie den Vertrag/);
    const isReady = ({ certificate_password }: (typeof workflows)[number]) => certificate_password !== null;
    const [ready, toIdentify] = [true, false].map((is) =>
      workflows.filter((one) => isQualified(one.signer_type) && isReady(one) === is),
    );
    for (const of of [ready, toIdentify]) expect(of?.map(({ signer_type }) => signer_type)).toEqual(qualified);
    for (const { url, phone, certificate_password } of ready ?? []) {
      const client = await logIn(url);
      await confirmFiles(client);
      const code = await receiveQualified(world.sandbox, { client, met: { phone: phone ?? "" } });
      const signed = await signQualifiedly({ client, met: { password: certificate_password ?? "" } }, code);
      expect(signed).toMatchObject({ status: 200, code: "SUCCESS_SIGNING", data: { status: "FINISHED" } });
    }
    for (const { url } of toIdentify ?? []) {
      const client = await logIn(url);
      await confirmFiles(client);
      const answer = await client.call("POST", "auth/getSMSQualified", { workflow: { gtcChecked: true } });
      expect(answer).toMatchObject({ success: false, code: "CERTIFICATE_NOT_VALID" });
    }
    // The facts were lost, and the database was not: a new password opens a new key.
    rmSync(join(deps.config.dataDir, "demo.json"));
    const again = (await seedDemo(deps)).workflows.filter(isReady);
    expect(again).toHaveLength(2);
    expect(again[0]?.certificate_password).not.toBe(ready?.[0]?.certificate_password);
  });

  it.skipIf(!hasTools("pdftotext"))("has a place for a seal in the document that is sealed", async () => {
    expect(textOf(await demoDocument("Nutzungsvertrag", "lease", "seal"))).toMatch(/Siegel\s+Ort/);
    expect(textOf(await demoDocument("Nutzungsvertrag", "lease", "seal"))).not.toMatch(/nterschr|nterzeichn/);
    expect(textOf(await demoDocument("Nutzungsvertrag"))).toMatch(/Unterschrift\s+Ort/);
  });
});
