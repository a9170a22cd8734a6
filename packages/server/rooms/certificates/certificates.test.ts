import { signerType } from "@siegel/contract/calls/workflow.ts";
import { describe, expect, it } from "vitest";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { certificateFor, checkCertificateAvailable } from "./certificates.ts";

const world = useSigningWorld();

/** A signer who was sent to, as if they were of that type. */
async function signerOf(type: SignerContext["signer"]["type"]): Promise<SignerContext> {
  const sent = await world.send([{ type: "a_signature", firstName: "Ada" }]);
  const context = await loadSigner(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
  if (context === null) throw new Error("the signer is not there");
  return { ...context, signer: { ...context.signer, type } };
}

describe("whose certificate a signer signs with", () => {
  it.each(["s_signature", "q_signature", "q_seal"] as const)("an advanced one is for no %s", async (type) => {
    await expect(certificateFor(world.deps, await signerOf(type))).rejects.toThrow(type);
    expect(await world.deps.db.selectFrom("signer_certificate").selectAll().execute()).toEqual([]);
  });

  it("every seal waits for its organisation to be verified, and no signature does", async () => {
    await world.deps.db.deleteFrom("organisation_register").execute();
    const waiting: string[] = [];
    for (const type of signerType.options) {
      const available = await checkCertificateAvailable(world.deps.db, await signerOf(type));
      if (!available.ok) waiting.push(type);
    }
    expect(waiting).toEqual(["a_seal", "q_seal"]);
  });
});
