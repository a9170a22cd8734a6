import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { signerKinds } from "@siegel/contract/signer-kind.ts";
import { expect, it } from "vitest";
import { en } from "../i18n/en.ts";
import { credentialsLead } from "./signer-kind.ts";

it("promises a part of the number in the audit report where a code goes to it, and none of it where none does", () => {
  const texts: Partial<Record<string, string>> = en;
  for (const [type, { release }] of Object.entries(signerKinds)) {
    const lead = texts[credentialsLead(type as SignerType)];
    expect(lead).toMatch(release === "button" ? /a phone number will not\.$/ : /the phone number only in part\.$/);
  }
});
