import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { signerKinds } from "@siegel/contract/signer-kind.ts";
import { expect, it } from "vitest";
import { en } from "../i18n/en.ts";
import { credentialsLead } from "./signer-kind.ts";

it("promises a part of the number in the audit report where a code goes to it, and speaks of none where none does", () => {
  const texts: Partial<Record<string, string>> = en;
  for (const [type, { release }] of Object.entries(signerKinds)) {
    const lead = texts[credentialsLead(type as SignerType)];
    if (release === "button") expect(lead).not.toMatch(/phone/);
    else expect(lead).toMatch(/the phone number only in part\.$/);
  }
});
