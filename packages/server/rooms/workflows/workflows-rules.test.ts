import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptsTerms,
  checkEntrance,
  checkMaySign,
  nextTurns,
  type Signer,
  type SignerContext,
  statusAt,
  type Workflow,
} from "./workflows-rules.ts";

const now = new Date("2026-11-21T09:00:00Z");
const earlier = new Date("2026-11-21T08:59:59.999Z");
const later = new Date("2026-11-21T09:00:00.001Z");

const facts = {
  workflowId: "w" as WorkflowId,
  organisationId: "o",
  tokenId: "t",
  name: "Lease",
  description: "",
  language: "en" as const,
  sequential: true,
  hasPassword: false,
  initiator: { firstName: "Ada", lastName: "Sender", email: "ada@example.org" },
  createdAt: earlier,
  expiresAt: null,
};

function workflow(status: Workflow["status"], expiresAt: Date | null = null): Workflow {
  if (status === "OPEN") return { ...facts, expiresAt, status };
  if (status === "REVOKED")
    return { ...facts, expiresAt, status, endedAt: earlier, refusedBy: "s" as SignerId, reason: "" };
  return { ...facts, expiresAt, status, endedAt: earlier };
}

function signer(status: Signer["status"], position = 0): Signer {
  const who = {
    signerId: `s${position}` as SignerId,
    workflowId: facts.workflowId,
    position,
    reference: `r${position}`,
    type: "a_signature" as const,
    firstName: "Erika",
    lastName: "Mustermann",
    email: "erika@example.org",
    phone: null,
    organisation: null,
    language: "de" as const,
    languageGiven: true,
  };
  if (status === "WAITING") return { ...who, status };
  if (status === "SIGNED") return { ...who, status, invitedAt: earlier, signedAt: earlier };
  return { ...who, status, invitedAt: earlier };
}

const context = (w: Workflow, s: Signer): SignerContext => ({ workflow: w, signer: s });

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
    expect(checkMaySign(context(workflow(status), signer(signerStatus)), now)).toEqual(
      code === null ? { ok: true } : { ok: false, code },
    );
  });

  it("honours the expiry to the millisecond, before anybody has settled it", () => {
    expect(statusAt(workflow("OPEN", later), now)).toBe("OPEN");
    expect(statusAt(workflow("OPEN", now), now)).toBe("EXPIRED");
    expect(checkMaySign(context(workflow("OPEN", earlier), signer("INVITED")), now)).toEqual({
      ok: false,
      code: "WORKFLOW_EXPIRED",
    });
  });
});

describe("checkEntrance", () => {
  it.each([
    ["OPEN", "INVITED", { ok: true, kind: "signer" }],
    ["OPEN", "WAITING", { ok: false, code: "NOT_YOUR_TURN" }],
    ["REVOKED", "SIGNED", { ok: true, kind: "summary" }],
    ["CANCELLED", "SIGNED", { ok: false, code: "WORKFLOW_CANCELLED" }],
    ["EXPIRED", "INVITED", { ok: false, code: "NO_WORKFLOW_FOUND" }],
    ["EXPIRED", "SIGNED", { ok: true, kind: "signer" }],
    ["FINISHED", "SIGNED", { ok: true, kind: "signer" }],
  ] as const)("in %s leads %s to %j", (status, signerStatus, expected) => {
    expect(checkEntrance(context(workflow(status), signer(signerStatus)), now)).toEqual(expected);
  });
});

describe("nextTurns", () => {
  it("in sequence gives the turn to at most one signer, and never past one who has not signed", () => {
    const statuses = fc.array(fc.constantFrom<Signer["status"]>("WAITING", "INVITED", "SIGNING", "SIGNED"), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(statuses, (list) => {
        const signers = list.map((status, position) => signer(status, position));
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
    const signers = [signer("SIGNED", 0), signer("WAITING", 1), signer("INVITED", 2), signer("WAITING", 3)];
    expect(nextTurns({ sequential: false }, signers).map((one) => one.position)).toEqual([1, 3]);
  });
});

describe("acceptsTerms", () => {
  it("asks persons, not the signers of a seal", () => {
    const asked = (["s_signature", "a_signature", "a_seal", "q_signature", "q_seal"] as const).filter(acceptsTerms);
    expect(asked).toEqual(["s_signature", "a_signature", "q_signature"]);
  });
});
