import { describe, expect, it } from "vitest";
import { signerType } from "./calls/workflow.ts";
import { getsCertificate, isSeal } from "./signer-kind.ts";

describe("the five signer types", () => {
  it("are seals where an organisation acts, also qualified ones, and signatures where a person does", () => {
    expect(signerType.options.filter(isSeal)).toEqual(["a_seal", "q_seal"]);
  });

  it("get a certificate in their own name where a person's signature is more than a simple one", () => {
    expect(signerType.options.filter(getsCertificate)).toEqual(["a_signature", "q_signature"]);
  });
});
