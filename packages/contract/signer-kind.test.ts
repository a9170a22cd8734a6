import { describe, expect, it } from "vitest";
import { signerType } from "./calls/workflow.ts";
import { getsCertificate, hasCertificate, isAuthenticated, isSeal, signerKinds } from "./signer-kind.ts";

describe("the five signer types", () => {
  it("are seals where an organisation acts, also qualified ones, and signatures where a person does", () => {
    expect(signerType.options.filter(isSeal)).toEqual(["a_seal", "q_seal"]);
  });

  it("get a certificate in their own name where a person's signature is more than a simple one", () => {
    expect(signerType.options.filter(getsCertificate)).toEqual(["a_signature", "q_signature"]);
  });

  it("[S-162] have a certificate that can be revoked but for the simple one", () => {
    expect(signerType.options.filter((type) => !hasCertificate(type))).toEqual(["s_signature"]);
  });

  it("are released by a button where simple, by a code where advanced, and by no code alone where qualified", () => {
    expect(signerType.options.map((type) => signerKinds[type].release)).toEqual([
      "button",
      "code",
      "code",
      "password-and-code",
      "password-and-code",
    ]);
    expect(signerType.options.filter((type) => !isAuthenticated(type))).toEqual(["s_signature"]);
  });

  it("send a code to the phone the sender typed for an advanced one only", () => {
    expect(signerType.options.filter((type) => signerKinds[type].codePhone === "sent")).toEqual([
      "a_signature",
      "a_seal",
    ]);
  });
});
