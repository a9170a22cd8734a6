import { describe, expect, it } from "vitest";
import { signerType } from "./calls/workflow.ts";
import { isSeal } from "./signer-kind.ts";

describe("the five signer types", () => {
  it("are seals where an organisation acts, also qualified ones, and signatures where a person does", () => {
    expect(signerType.options.filter(isSeal)).toEqual(["a_seal", "q_seal"]);
  });
});
