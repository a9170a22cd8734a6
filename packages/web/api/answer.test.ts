import { describe, expect, it } from "vitest";
import { mayPass, mayWait, readAnswer } from "./answer.ts";

const refusal = { ok: false, messages: [], retryAfterSeconds: null };

describe("reading an answer", () => {
  it.each([
    [
      "a success with a code",
      200,
      { success: true, code: "SUCCESS_SIGNING", data: 1 },
      null,
      { ok: true, code: "SUCCESS_SIGNING", data: 1 },
    ],
    ["a success without one", 200, { success: true, data: true }, null, { ok: true, code: null, data: true }],
    [
      "a pending act",
      202,
      { success: true, code: "SIGNING_PENDING", data: { status: "PENDING" } },
      null,
      { ok: true, code: "SIGNING_PENDING", data: { status: "PENDING" } },
    ],
    [
      "a refusal",
      403,
      { success: false, code: "WRONG_PASSWORD", data: ["no"] },
      null,
      { ...refusal, status: 403, code: "WRONG_PASSWORD", messages: ["no"] },
    ],
    [
      "a refusal without code: the first message",
      400,
      { success: false, data: ["Too long"] },
      null,
      { ...refusal, status: 400, code: "Too long", messages: ["Too long"] },
    ],
    [
      "a limit",
      429,
      { success: false, code: "TOO_MANY_REQUESTS", data: [] },
      "60",
      { ...refusal, status: 429, code: "TOO_MANY_REQUESTS", retryAfterSeconds: 60 },
    ],
    [
      "a refusal without code that names a field before it says why",
      400,
      { success: false, data: ["field=s.name", "Too long"] },
      null,
      { ...refusal, status: 400, code: "Too long", messages: ["field=s.name", "Too long"] },
    ],
    ["a proxy's page", 502, "<html>", null, { ...refusal, status: 502, code: "SERVICE_ERROR" }],
    [
      "success claimed by a failing status",
      500,
      { success: true, data: 1 },
      null,
      { ...refusal, status: 500, code: "SERVICE_ERROR" },
    ],
    ["nothing", 200, null, null, { ...refusal, status: 200, code: "SERVICE_ERROR" }],
  ])("%s", (_name, status, body, retryAfter, expected) => {
    expect(readAnswer(status, body, retryAfter)).toEqual(expected);
  });

  it.each([
    [0, true, true],
    [503, true, true],
    [500, true, true],
    [409, false, false],
    [401, false, false],
    [429, false, true],
  ])("status %i may pass by itself: %s, or after the time it tells: %s", (status, passes, waits) => {
    const told = { ok: false, status, code: "X", messages: [], retryAfterSeconds: null } as const;
    expect([mayPass(told), mayWait(told)]).toEqual([passes, waits]);
  });
});
