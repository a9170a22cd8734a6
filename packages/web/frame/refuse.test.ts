import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notify } from "../api/notices.ts";
import { refuse } from "./refuse.ts";

vi.mock("../api/notices.ts", () => ({ notify: vi.fn() }));

const workflow = { workflow_id: "w", signer_id: "s" } as WorkflowView;
const told = () => vi.mocked(notify).mock.calls.map(([kind, code]) => [kind, code]);
const noAnswer = (): Response => {
  throw new TypeError("no network");
};
const proxysPage = (): Response => new Response("<html>Bad gateway</html>", { status: 502 });
const answer = (status: number, code: string) => (): Response =>
  Response.json({ success: status < 400, code, data: [] }, { status });
const workflowIs = (status: string) => (): Response => {
  const refusal = status === "REVOKED" ? { by_you: true } : null;
  return Response.json({ success: true, data: { workflow: { status }, summary: { refusal } } });
};

/** Answers the calls one after the other; each names itself. */
function server(revoke: () => Response, read: () => Response): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url.includes("revokeWorkflow") ? "revoke" : "read");
    return url.includes("revokeWorkflow") ? revoke() : read();
  });
  return calls;
}

describe("a refusal", () => {
  const draft = { reason: "The rent is wrong.", unsure: false };

  beforeEach(() => {
    vi.mocked(notify).mockClear();
    vi.stubGlobal("sessionStorage", { getItem: () => null });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ["aborted", noAnswer],
    ["a proxy's page", proxysPage],
    ["a server that failed after it was saved", answer(503, "SERVICE_ERROR")],
  ])("whose answer was lost, but which arrived, is one: %s", async (_what, lost) => {
    server(lost, workflowIs("REVOKED"));
    expect(await refuse(workflow, draft)).toEqual({ refused: true });
    expect(told()).toEqual([]);
  });

  it.each([
    ["aborted, the workflow open", noAnswer, workflowIs("OPEN")],
    ["a proxy's page, the workflow open", proxysPage, workflowIs("OPEN")],
    ["nobody answers", noAnswer, noAnswer],
    ["the server failed, and does not answer", answer(503, "SERVICE_ERROR"), noAnswer],
  ])("of which nobody knows is neither denied nor claimed: %s", async (_what, lost, read) => {
    server(lost, read);
    expect(await refuse(workflow, draft)).toEqual({ refused: false, code: "REFUSAL_UNKNOWN", unsure: true });
    expect(told()).toEqual([["failure", "REFUSAL_UNKNOWN"]]);
  });

  it.each([
    ["the server failed, the workflow open", answer(503, "SERVICE_ERROR"), "SERVICE_ERROR"],
    ["too long", answer(400, "INVALID_REQUEST"), "INVALID_REQUEST"],
  ])("that failed for sure says why: %s", async (_what, failed, code) => {
    server(failed, workflowIs("OPEN"));
    expect(await refuse(workflow, draft)).toEqual({ refused: false, code, unsure: false });
    expect(told()).toEqual([["failure", code]]);
  });

  it("after a lost one sends no other reason when the first has arrived, and sends it when it has not", async () => {
    const arrived = server(answer(200, "SUCCESS_REVOKE"), workflowIs("REVOKED"));
    expect(await refuse(workflow, { ...draft, unsure: true })).toEqual({ refused: true });
    expect(arrived).toEqual(["read"]);
    const open = server(answer(200, "SUCCESS_REVOKE"), workflowIs("OPEN"));
    expect(await refuse(workflow, { ...draft, unsure: true })).toEqual({ refused: true });
    expect(open).toEqual(["read", "revoke"]);
  });
});
