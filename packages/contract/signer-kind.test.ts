import { describe, expect, it } from "vitest";
import { signerType } from "./calls/workflow.ts";
import { getsCertificate, hasCertificate, isAuthenticated, isSeal, signerKinds } from "./signer-kind.ts";

describe("the five signer types", () => {
  it("are seals for organisations, also qualified ones, and signatures for persons", () => {
    expect(signerType.options.filter(isSeal)).toEqual(["a_seal", "q_seal"]);
  });

  it("get a certificate in the signer's name for advanced and qualified signatures of persons", () => {
    expect(signerType.options.filter(getsCertificate)).toEqual(["a_signature", "q_signature"]);
  });

  it("[S-162] have a certificate that can be revoked, except the simple one", () => {
    expect(signerType.options.filter((type) => !hasCertificate(type))).toEqual(["s_signature"]);
  });

  it("are released by a button if simple, by a code if advanced, and by more than a code if qualified", () => {
    expect(signerType.options.map((type) => signerKinds[type].release)).toEqual([
      "button",
      "code",
      "code",
      "password-and-code",
      "password-and-code",
    ]);
    expect(signerType.options.filter((type) => !isAuthenticated(type))).toEqual(["s_signature"]);
  });

  it("send a code to the phone that the sender entered only if advanced", () => {
    expect(signerType.options.filter((type) => signerKinds[type].codePhone === "sent")).toEqual([
      "a_signature",
      "a_seal",
    ]);
  });
});
