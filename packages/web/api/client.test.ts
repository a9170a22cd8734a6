import { afterEach, describe, expect, it, vi } from "vitest";
import { elsewhereOf, endSession, mayPass, readAnswer } from "./client.ts";

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
    [0, true],
    [503, true],
    [500, true],
    [409, false],
    [401, false],
    [429, false],
  ])("status %i may pass by itself: %s", (status, passes) => {
    expect(mayPass({ ok: false, status, code: "X", messages: [], retryAfterSeconds: null })).toBe(passes);
  });
});

describe("where a refusal leads", () => {
  it.each([
    [401, "SESSION_ENDED", "root"],
    [405, "METHOD_NOT_ALLOWED", "root"],
    [410, "NO_WORKFLOW_FOUND_REVOKED", "revoked"],
    [410, "WORKFLOW_CANCELLED", "link"],
    [410, "WORKFLOW_EXPIRED", "link"],
    [409, "NOT_YOUR_TURN", "link"],
    [409, "ALREADY_SIGNED", "signed"],
    [409, "WORKFLOW_FINISHED", "signed"],
    [410, "OTP_EXPIRED", null],
    [409, "WORKFLOW_CHANGED", null],
    [503, "SERVICE_ERROR", null],
  ] as const)("%i %s: %s", (status, code, to) => {
    expect(elsewhereOf({ status, code })).toBe(to);
  });
});

describe("ending a session", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("[S-021] tells the server which one it is, and forgets it here even when the server is away", async () => {
    const stored = new Map([["header", JSON.stringify({ workflow_id: "w", signer_id: "s", accessToken: "secret" })]]);
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      clear: () => stored.clear(),
    };
    const sent: Array<{ url: string; authorization: string | null }> = [];
    vi.stubGlobal("sessionStorage", storage);
    vi.stubGlobal("fetch", async (url: string, { headers }: RequestInit) => {
      sent.push({ url, authorization: new Headers(headers).get("authorization") });
      throw new TypeError("no network");
    });
    await endSession();
    expect(sent).toEqual([{ url: "/api/auth/logout", authorization: "Bearer secret" }]);
    expect(stored.size).toBe(0);
  });
});
