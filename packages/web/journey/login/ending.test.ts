import { describe, expect, it } from "vitest";
import { fault, offline } from "../../frame/why-away.ts";
import { endingOf } from "./ending.ts";

const refusal = (status: number, code: string, messages: readonly string[] = ["sentence"]) => ({
  ok: false as const,
  status,
  code,
  messages,
  retryAfterSeconds: null,
});
const named = ["sentence", "Jonas Feddersen", "j@hafenwerk.example"];
const contact = { name: "Jonas Feddersen", email: "j@hafenwerk.example" };

describe("where a refusal at the door leads", () => {
  it.each([
    ["an unknown link: nowhere", refusal(404, "NO_WORKFLOW_FOUND"), null],
    ["expired, with the contact", refusal(410, "NO_WORKFLOW_FOUND", named), { kind: "expired", contact }],
    ["expired, without", refusal(410, "NO_WORKFLOW_FOUND"), { kind: "expired", contact: null }],
    ["withdrawn", refusal(410, "WORKFLOW_CANCELLED", named), { kind: "cancelled", contact }],
    ["refused before one's turn", refusal(410, "NO_WORKFLOW_FOUND_REVOKED", named), { kind: "refused", contact }],
    ["not your turn", refusal(409, "NOT_YOUR_TURN"), { kind: "turn", contact: null }],
    ["the server is away", refusal(503, "SERVICE_ERROR", named), { kind: "unavailable", contact: null, why: fault }],
    ["no network", refusal(0, "SERVICE_ERROR", []), { kind: "unavailable", contact: null, why: offline }],
    ["a malformed id is an unknown one", refusal(400, "INVALID_REQUEST"), null],
    [
      "a name without an address is no contact",
      refusal(410, "NO_WORKFLOW_FOUND", ["sentence", "Jonas"]),
      { kind: "expired", contact: null },
    ],
  ])("%s", (_name, refused, ending) => {
    expect(endingOf(refused)).toEqual(ending);
  });
});
