import { describe, expect, it } from "vitest";
import { whyAway } from "./why-away.ts";

describe("why the service is away", () => {
  it.each([
    ["no answer came", { status: 0, code: "SERVICE_ERROR", messages: [] }, "offline", null, null],
    [
      "a fault of ours",
      { status: 503, code: "SERVICE_ERROR", messages: ["Try again.", "reference=ab12"] },
      "fault",
      "ab12",
      null,
    ],
    ["a proxy's page", { status: 502, code: "SERVICE_ERROR", messages: [] }, "fault", null, null],
    [
      "maintenance with its end",
      { status: 503, code: "MAINTENANCE", messages: ["We are working.", "until=2026-11-27T02:30:00.000Z"] },
      "maintenance",
      null,
      "2026-11-27T02:30:00.000Z",
    ],
  ] as const)("is told: %s", (_what, refusal, kind, reference, until) => {
    expect(whyAway({ ...refusal, messages: [...refusal.messages] })).toEqual({ kind, reference, until });
  });

  it("is a fault of ours where the page broke by itself", () => {
    expect(whyAway(null).kind).toBe("fault");
  });
});
