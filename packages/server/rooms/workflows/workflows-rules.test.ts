import { signerType } from "@siegel/contract/calls/workflow.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextOf, earlier, now, signerIn, workflowIn } from "../../test/workflow-states.ts";
import { checkMayRelease, checkMaySign, nextTurns, type Signer, statusAt } from "./workflows-rules.ts";

const later = new Date("2026-11-21T09:00:00.001Z");

describe("checkMaySign", () => {
  it.each([
    ["OPEN", "INVITED", null],
    ["OPEN", "WAITING", "NOT_YOUR_TURN"],
    ["OPEN", "SIGNING", "SIGNING_IN_PROGRESS"],
    ["OPEN", "SIGNED", "ALREADY_SIGNED"],
    ["FINISHED", "SIGNED", "WORKFLOW_FINISHED"],
    ["REVOKED", "INVITED", "NO_WORKFLOW_FOUND_REVOKED"],
    ["REVOKED", "REVOKED", "NO_WORKFLOW_FOUND_REVOKED"],
    ["CANCELLED", "INVITED", "WORKFLOW_CANCELLED"],
    ["EXPIRED", "INVITED", "WORKFLOW_EXPIRED"],
  ] as const)("in %s answers %s with %s", (status, signerStatus, code) => {
    expect(checkMaySign(contextOf(workflowIn(status), signerIn(signerStatus)), now)).toEqual(
      code === null ? { ok: true } : { ok: false, code },
    );
  });

  it("honours the expiry to the millisecond, before anybody has settled it", () => {
    expect(statusAt(workflowIn("OPEN", later), now)).toBe("OPEN");
    expect(statusAt(workflowIn("OPEN", now), now)).toBe("EXPIRED");
    expect(checkMaySign(contextOf(workflowIn("OPEN", earlier), signerIn("INVITED")), now)).toEqual({
      ok: false,
      code: "WORKFLOW_EXPIRED",
    });
  });
});

describe("checkMayRelease", () => {
  const invited = (type: Signer["type"]) => contextOf(workflowIn("OPEN"), { ...signerIn("INVITED"), type });
  const takes = (release: "button" | "code") =>
    signerType.options.filter((type) => checkMayRelease(invited(type), release, now).ok);

  it("a button releases simple signatures only, a code alone advanced ones only", () => {
    expect(takes("button")).toEqual(["s_signature"]);
    expect(takes("code")).toEqual(["a_signature", "a_seal"]);
  });

  it("says whose turn it is to who comes with the right means only", () => {
    const over = contextOf(workflowIn("CANCELLED"), { ...signerIn("INVITED"), type: "a_signature" });
    expect(checkMayRelease(over, "code", now)).toEqual({ ok: false, code: "WORKFLOW_CANCELLED" });
    expect(checkMayRelease(over, "button", now)).toEqual({ ok: false, code: "WRONG_SIGNER_TYPE" });
  });
});

describe("nextTurns", () => {
  it("in sequence gives the turn to at most one signer, and never past one who has not signed", () => {
    const statuses = fc.array(fc.constantFrom<Signer["status"]>("WAITING", "INVITED", "SIGNING", "SIGNED"), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(statuses, (list) => {
        const signers = list.map((status, position) => signerIn(status, position));
        const turns = nextTurns({ sequential: true }, signers);
        expect(turns.length).toBeLessThanOrEqual(1);
        for (const turn of turns) {
          expect(signers.filter((one) => one.position < turn.position).every((one) => one.status === "SIGNED")).toBe(
            true,
          );
        }
      }),
    );
  });

  it("in parallel gives the turn to everybody who waits", () => {
    const signers = [signerIn("SIGNED", 0), signerIn("WAITING", 1), signerIn("INVITED", 2), signerIn("WAITING", 3)];
    expect(nextTurns({ sequential: false }, signers).map((one) => one.position)).toEqual([1, 3]);
  });
});
