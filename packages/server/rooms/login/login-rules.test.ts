import { describe, expect, it } from "vitest";
import { contextOf, now, signerIn, workflowIn } from "../../test/workflow-states.ts";
import { acceptsTerms, checkEntrance, isAtWork } from "./login-rules.ts";

describe("checkEntrance", () => {
  it.each([
    ["OPEN", "INVITED", { ok: true, kind: "signer" }],
    ["OPEN", "WAITING", { ok: false, code: "NOT_YOUR_TURN" }],
    ["REVOKED", "SIGNED", { ok: true, kind: "summary" }],
    ["REVOKED", "REVOKED", { ok: true, kind: "summary" }],
    ["REVOKED", "INVITED", { ok: true, kind: "summary" }],
    ["REVOKED", "WAITING", { ok: false, code: "NO_WORKFLOW_FOUND_REVOKED" }],
    ["CANCELLED", "SIGNED", { ok: true, kind: "signer" }],
    ["CANCELLED", "SIGNING", { ok: false, code: "WORKFLOW_CANCELLED" }],
    ["CANCELLED", "INVITED", { ok: false, code: "WORKFLOW_CANCELLED" }],
    ["CANCELLED", "WAITING", { ok: false, code: "WORKFLOW_CANCELLED" }],
    ["EXPIRED", "INVITED", { ok: false, code: "NO_WORKFLOW_FOUND" }],
    ["EXPIRED", "SIGNED", { ok: true, kind: "signer" }],
    ["FINISHED", "SIGNED", { ok: true, kind: "signer" }],
  ] as const)("in %s leads %s to %j", (status, signerStatus, expected) => {
    expect(checkEntrance(contextOf(workflowIn(status), signerIn(signerStatus)), now)).toEqual(expected);
  });
});

describe("isAtWork", () => {
  it.each([
    ["WAITING", false],
    ["INVITED", true],
    ["SIGNING", false],
    ["SIGNED", false],
  ] as const)("of %s: %s", (status, expected) => {
    expect(isAtWork(contextOf(workflowIn("OPEN"), signerIn(status)))).toBe(expected);
  });
});

describe("acceptsTerms", () => {
  it("asks persons, not the signers of a seal", () => {
    const asked = (["s_signature", "a_signature", "a_seal", "q_signature", "q_seal"] as const).filter(acceptsTerms);
    expect(asked).toEqual(["s_signature", "a_signature", "q_signature"]);
  });
});
