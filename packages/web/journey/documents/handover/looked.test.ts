import { describe, expect, it } from "vitest";
import type { Refusal } from "../../../api/answer.ts";
import { lookedAt } from "./looked.ts";

const refused = (status: number, code: string): Refusal => ({
  ok: false,
  status,
  code,
  messages: [],
  retryAfterSeconds: null,
});

describe("a phone's look at its link", () => {
  it.each([
    [0, "SERVICE_ERROR", "away"],
    [429, "TOO_MANY_REQUESTS", "away"],
    [500, "SERVICE_ERROR", "away"],
    [503, "SERVICE_ERROR", "away"],
    [410, "HANDOVER_OVER", "over"],
    [400, "BAD_REQUEST", "over"],
  ] as const)("%i %s leaves it %s", (status, code, looked) => {
    expect(lookedAt(refused(status, code))).toBe(looked);
  });

  it("finds it open", () => {
    expect(lookedAt({ ok: true, code: null, data: { expires_in_s: 5 } })).toBe("open");
  });
});
