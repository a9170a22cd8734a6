import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Refusal } from "../api/answer.ts";
import { callApi } from "../api/client.ts";
import { notify } from "../api/notices.ts";
import { mayHideAct, runToTheEnd, triesLeftOf } from "./run-to-the-end.ts";

vi.mock("../api/notices.ts", () => ({ notify: vi.fn() }));

describe("the tries that are left", () => {
  it.each([
    [["This code is not right.", "tries_left=3"], 3],
    [["tries_left=0"], 0],
    [["This code is not right."], null],
    [["tries_left=x", "left=2"], null],
    [[], null],
  ])("of %j are %s", (messages, left) => {
    expect(triesLeftOf(messages)).toBe(left);
  });
});

describe("a signing call whose answer was lost", () => {
  const states: Array<string | null> = [];
  const body = { workflow: {} };
  const waiting = { onAsked: vi.fn(), onPending: vi.fn(), onUnanswered: vi.fn(), alive: () => true };
  const told = () => vi.mocked(notify).mock.calls.map(([kind, code]) => [kind, code]);

  /** The page's way: the call, whose answer is `lost`, then the server's states one after the other, its last again and again; null is no answer. */
  async function sign(lost: () => Response, ...after: Array<string | null>) {
    states.push(...after);
    vi.stubGlobal("fetch", async (url: string) => {
      if (!url.endsWith("/state")) return lost();
      const status = states.length > 1 ? states.shift() : states[0];
      if (status === null || status === undefined) throw new TypeError("no network");
      return Response.json({ success: true, data: { status, code: null } });
    });
    const outcome = runToTheEnd(() => callApi("signWithoutAuth", { body }, { toldByPage: mayHideAct }), waiting);
    await vi.runAllTimersAsync();
    return await outcome;
  }
  const aborted = (): Response => {
    throw new TypeError("no network");
  };
  const proxysPage = (): Response => new Response("<html>Bad gateway</html>", { status: 502 });
  const inProgress = (): Response =>
    Response.json({ success: false, code: "SIGNING_IN_PROGRESS", data: [] }, { status: 409 });

  beforeEach(() => {
    states.length = 0;
    vi.useFakeTimers();
    vi.mocked(notify).mockClear();
    waiting.onAsked.mockClear();
    waiting.onUnanswered.mockClear();
    vi.stubGlobal("sessionStorage", { getItem: () => null });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["aborted", aborted],
    ["a proxy's page", proxysPage],
    ["already being signed", inProgress],
  ])("says nothing of a failure when it was signed: %s", async (_what, lost) => {
    expect(await sign(lost, "PENDING", "SIGNED")).toBeNull();
    expect(told()).toEqual([]);
  });

  it("was heard late: what is not recorded yet is looked for again", async () => {
    expect(await sign(aborted, "NONE", "SIGNED")).toBeNull();
    expect(told()).toEqual([]);
  });

  it("was never heard: it is made again, and is one", async () => {
    const heard = () => Response.json({ success: true, data: { status: "SIGNED", auth_token: "a" } });
    const answers = [aborted, proxysPage, heard];
    expect(await sign(() => (answers.shift() ?? heard)(), "NONE")).toBeNull();
    expect([answers.length, waiting.onAsked.mock.calls.length, told()]).toEqual([0, 3, []]);
  });

  it("was never heard, and is refused when it is made again", async () => {
    const late = (): Response => Response.json({ success: false, code: "OTP_EXPIRED", data: [] }, { status: 410 });
    const answers = [aborted, late];
    expect(await sign(() => (answers.shift() ?? late)(), "NONE")).toEqual({ code: "OTP_EXPIRED", triesLeft: null });
    expect(told()).toEqual([["failure", "OTP_EXPIRED"]]);
  });

  it("is not made again where it was recorded and failed, nor while nobody knows", async () => {
    await sign(aborted, "FAILED");
    await sign(aborted, null);
    expect(waiting.onAsked).toHaveBeenCalledTimes(2);
  });

  it("says that nothing was signed once it was never heard three times", async () => {
    expect(await sign(aborted, "NONE")).toEqual({ code: "NOT_SIGNED", triesLeft: null });
    expect(waiting.onAsked).toHaveBeenCalledTimes(3);
    expect(told()).toEqual([]);
  });

  it("tells while nobody answers, and goes on when somebody does", async () => {
    expect(await sign(aborted, null, null, "SIGNED")).toBeNull();
    expect(waiting.onUnanswered).toHaveBeenCalledTimes(2);
    expect(told()).toEqual([]);
  });

  it("says that it is not known when the state cannot be asked for", async () => {
    expect(await sign(aborted, null)).toEqual({ code: "SIGNING_UNKNOWN", triesLeft: null });
    expect(told()).toEqual([]);
  });

  it("is told at once when the server refused it", async () => {
    const refused = (): Response => Response.json({ success: false, code: "OTP_EXPIRED", data: [] }, { status: 410 });
    expect(await sign(refused, "SIGNED")).toEqual({ code: "OTP_EXPIRED", triesLeft: null });
    expect(told()).toEqual([["failure", "OTP_EXPIRED"]]);
  });

  it.each([
    [0, "SERVICE_ERROR", true],
    [200, "SERVICE_ERROR", true],
    [503, "SERVICE_ERROR", true],
    [409, "SIGNING_IN_PROGRESS", true],
    [409, "WORKFLOW_CHANGED", false],
    [429, "TOO_MANY_REQUESTS", false],
  ])("%i %s may hide an act: %s", (status, code, hides) => {
    const refusal: Refusal = { ok: false, status, code, messages: [], retryAfterSeconds: null };
    expect(mayHideAct(refusal)).toBe(hides);
  });
});
