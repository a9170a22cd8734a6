import { afterEach, describe, expect, it, vi } from "vitest";
import { callApi, elsewhereOf, endSession, logOut, onLeave, show } from "./client.ts";
import { notify } from "./notices.ts";

vi.mock("./notices.ts", () => ({ notify: vi.fn() }));

const refusal = { ok: false, messages: [], retryAfterSeconds: null };

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

describe("a refusal that leads elsewhere", () => {
  const told = { ok: false, status: 410, messages: [], retryAfterSeconds: null } as const;
  it.each([
    ["NO_WORKFLOW_FOUND_REVOKED", 0],
    ["WORKFLOW_CANCELLED", 0],
    ["WORKFLOW_EXPIRED", 0],
    ["ALREADY_SIGNED", 0],
    // Of this one the page behind the link says nothing before the login.
    ["NOT_YOUR_TURN", 1],
  ])("makes a banner only where the page there does not say it: %s", (code, banners) => {
    vi.mocked(notify).mockClear();
    show({ ...told, code }, true);
    expect(notify).toHaveBeenCalledTimes(banners);
  });
});

describe("a refusal that its page shows by itself", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ["too many requests, of who tries again", 429, [], { patient: true }, 0],
    ["too many requests, of who does not", 429, [], {}, 1],
    ["fields, of who marks them", 400, ["field=s.name"], { marksFields: true }, 0],
    ["something else, of who marks fields", 400, ["no JSON"], { marksFields: true }, 1],
  ])("makes no banner: %s", async (_what, status, data, options, banners) => {
    vi.mocked(notify).mockClear();
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal("fetch", async () => Response.json({ success: false, code: "X_Y", data }, { status }));
    await callApi("updateXfdf", { body: { files: [] } }, options);
    expect(notify).toHaveBeenCalledTimes(banners);
  });
});

describe("a call whose answer does not come", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A network on which nothing arrives until somebody gives up. */
  function hang(): void {
    vi.useFakeTimers();
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal(
      "fetch",
      (_url: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
  }
  const saving = (signal?: AbortSignal) =>
    callApi("updateXfdf", { body: { files: [] } }, { patient: true, ...(signal && { signal }) });
  const away = { ...refusal, status: 0, code: "SERVICE_ERROR" };

  it("ends after half a minute like one without a network, and is tried again by who has patience", async () => {
    hang();
    const answer = saving();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await Promise.race([answer, "waiting"])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(away);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends later where it is the act itself", async () => {
    hang();
    const answer = callApi("signWithoutAuth", { body: { files: [], gtcChecked: true } }, { quiet: true });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await Promise.race([answer, "waiting"])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(away);
  });

  it("ends when its body does not end", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
      });
      return new Response(body);
    });
    const answer = saving();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toEqual(away);
  });

  it("ends when nobody waits for it any more, before or after it began", async () => {
    hang();
    const left = new AbortController();
    const answer = saving(left.signal);
    left.abort();
    expect(await answer).toEqual(away);
    vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
      return Response.json({ success: true, data: [] });
    });
    expect(await saving(left.signal)).toEqual(away);
    expect(vi.getTimerCount()).toBe(0);
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

  it.each([
    ["heard", () => Response.json({ success: true, data: true }), true],
    ["over already", () => Response.json({ success: false, code: "SESSION_ENDED", data: [] }, { status: 401 }), true],
    ["not heard", () => Response.json({ success: false, code: "SERVICE_ERROR", data: [] }, { status: 503 }), false],
  ])("answers whether it is over on the server, too: %s", async (_, answer, isOver) => {
    keepHeader();
    vi.stubGlobal("fetch", async () => answer());
    expect(await logOut()).toBe(isOver);
  });

  it("is not told again by the calls that were on their way, nor do they lead anybody elsewhere", async () => {
    keepHeader();
    const late: Array<() => void> = [];
    const over = () => Response.json({ success: false, code: "SESSION_ENDED", data: [] }, { status: 401 });
    vi.stubGlobal("fetch", (url: string) => {
      if (url.endsWith("/logout")) return Promise.resolve(Response.json({ success: true, data: true }));
      return new Promise<Response>((answer) => late.push(() => answer(over())));
    });
    const leave = vi.fn();
    onLeave(leave);
    vi.mocked(notify).mockClear();
    const before = callApi("getWorkflowFiles", {});
    const leaving = logOut();
    const meanwhile = callApi("getWorkflowFiles", {});
    await leaving;
    for (const answer of late) answer();
    await Promise.all([before, meanwhile]);
    expect([leave.mock.calls, vi.mocked(notify).mock.calls]).toEqual([[], []]);
  });

  it("is told once where two calls find it over", async () => {
    keepHeader();
    vi.stubGlobal("fetch", async () =>
      Response.json({ success: false, code: "SESSION_ENDED", data: [] }, { status: 401 }),
    );
    const leave = vi.fn();
    onLeave(leave);
    await Promise.all([callApi("getWorkflowFiles", {}), callApi("getWorkflowFiles", {})]);
    expect(leave.mock.calls).toEqual([["root"]]);
  });
});

function keepHeader(): void {
  const stored = new Map([["header", JSON.stringify({ workflow_id: "w", signer_id: "s", accessToken: "secret" })]]);
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => stored.get(key) ?? null, clear: () => stored.clear() });
}
