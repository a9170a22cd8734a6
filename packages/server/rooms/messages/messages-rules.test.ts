import type { SignerId } from "@siegel/contract/ids.ts";
import { messageKind } from "@siegel/contract/message-kinds.ts";
import { describe, expect, it } from "vitest";
import { signerIn, workflowIn } from "../../test/workflow-states.ts";
import type { Signer, Workflow } from "../workflows/workflows.ts";
import { type Event, isStillTrue, recipientsOf } from "./messages-rules.ts";

const id = (name: string): SignerId => name as SignerId;

function workflow(status: Workflow["status"]): Workflow {
  const state = workflowIn(status);
  return state.status === "REVOKED" ? { ...state, refusedBy: id("b") } : state;
}

const signer = (name: string, status: Signer["status"]): Signer => ({ ...signerIn(status), signerId: id(name) });

describe("recipientsOf", () => {
  const signers = [signer("a", "SIGNED"), signer("b", "REVOKED"), signer("c", "INVITED"), signer("d", "WAITING")];
  const event = (kind: Event["kind"], status: Workflow["status"]): Event => ({
    kind,
    workflow: workflow(status),
    signers,
  });

  it.each([
    ["finished: everybody who was reached and the initiator", event("finished", "FINISHED"), ["a", "b", "c", null]],
    ["refused: not the one who refused, not who never heard of it", event("refused", "REVOKED"), ["a", "c", null]],
    [
      "cancelled: who signed too, not the initiator, whose own act it is",
      event("cancelled", "CANCELLED"),
      ["a", "b", "c"],
    ],
    [
      "expired: who was invited, who signed too, and the initiator",
      {
        ...event("expired", "EXPIRED"),
        signers: [signer("a", "SIGNED"), signer("c", "INVITED"), signer("d", "WAITING")],
      },
      ["a", "c", null],
    ],
    ["an invitation without a signer: nobody", event("invitation", "OPEN"), []],
  ])("%s", (_name, given, expected) => {
    expect(recipientsOf(given, null)).toEqual(expected);
  });

  it.each(messageKind.options)("%s to a named signer: that one alone", (kind) => {
    expect(recipientsOf(event(kind, "OPEN"), id("c"))).toEqual(["c"]);
  });
});

describe("isStillTrue", () => {
  const statuses = ["OPEN", "FINISHED", "REVOKED", "CANCELLED", "EXPIRED"] as const;
  const endOf = { finished: "FINISHED", refused: "REVOKED", cancelled: "CANCELLED", expired: "EXPIRED" } as const;

  it.each(Object.entries(endOf))("%s only while the workflow is %s", (kind, right) => {
    for (const status of statuses) {
      const event: Event = {
        kind: messageKind.parse(kind),
        workflow: workflow(status),
        signers: [signer("a", "INVITED")],
      };
      expect(isStillTrue(event, id("a"))).toBe(status === right);
      expect(isStillTrue(event, null)).toBe(status === right);
    }
  });

  const stateOf = { invitation: "INVITED", reminder: "INVITED", signed: "SIGNED", signing_stalled: "SIGNING" } as const;
  it.each(Object.entries(stateOf))("%s only in an open workflow while the signer is %s", (kind, right) => {
    for (const status of statuses) {
      for (const state of ["WAITING", "INVITED", "SIGNING", "SIGNED", "REVOKED"] as const) {
        const event: Event = {
          kind: messageKind.parse(kind),
          workflow: workflow(status),
          signers: [signer("a", state)],
        };
        expect(isStillTrue(event, id("a"))).toBe(status === "OPEN" && state === right);
      }
    }
  });

  it("signing_failed while the signer is neither being signed for nor signed, and no other mail tells of the end", () => {
    for (const status of statuses) {
      for (const state of ["WAITING", "INVITED", "SIGNING", "SIGNED", "REVOKED"] as const) {
        const event: Event = { kind: "signing_failed", workflow: workflow(status), signers: [signer("a", state)] };
        const tells = status === "OPEN" && state === "INVITED";
        expect(isStillTrue(event, id("a"))).toBe(tells);
      }
    }
  });

  it("never to somebody who is no signer of the workflow", () => {
    expect(isStillTrue({ kind: "finished", workflow: workflow("FINISHED"), signers: [] }, id("z"))).toBe(false);
  });
});
