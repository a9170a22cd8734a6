/** Every answer to a session says how long it still lasts, and one call does nothing but prolong it. */
import { session_absolute_s, session_idle_s } from "@siegel/contract/limits.ts";
import { parseSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  type Created,
  call,
  create,
  markAsSigned,
  openBrowser,
  withSession,
} from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

type Ask = (method: string, path: string) => Promise<Answer>;

async function enter(): Promise<{ ask: Ask; workflow: string; created: Created }> {
  const created = await create(server.current());
  const headers = withSession(await openBrowser(server.current(), created));
  return {
    ask: (method, path) => call(server.current(), method, path, { headers }),
    workflow: created.workflow_id,
    created,
  };
}

const timeOf = (answer: Answer) => parseSessionTime(answer.headers.get(session_time_header));

describe("the time a session has left", () => {
  it("stands in every answer, slides with use and never beyond the absolute end", async () => {
    const { ask, workflow } = await enter();
    const look = async () => timeOf(await ask("GET", `/api/workflow/getWorkflow/${workflow}`));
    expect(await look()).toEqual({ idleSeconds: session_idle_s, absoluteSeconds: session_absolute_s });
    server.current().clock.move(1_500);
    expect(await look()).toEqual({ idleSeconds: session_idle_s, absoluteSeconds: session_absolute_s - 1_500 });
    server.current().clock.move(1_500);
    expect(await look()).toEqual({ idleSeconds: session_idle_s, absoluteSeconds: session_absolute_s - 3_000 });
  });

  it("[S-055] is what the cookie lasts: 1800 s from the last use, and no longer than the absolute end", async () => {
    const { ask, workflow } = await enter();
    const cookieAge = (answer: Answer) => /Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1];
    const look = async () => cookieAge(await ask("GET", `/api/workflow/getWorkflow/${workflow}`));
    // Within a minute of the login neither end is written anew.
    expect(await look()).toBeUndefined();
    server.current().clock.move(1_500);
    expect(await look()).toBe("1800");
    expect(cookieAge(await ask("POST", "/api/auth/extendSession"))).toBe("1800");
    server.current().clock.move(1_500);
    expect(await look()).toBe("600");
  });

  it("is prolonged by extendSession for who is let in, and by nobody afterwards", async () => {
    const { ask } = await enter();
    server.current().clock.move(1_790);
    const extended = await ask("POST", "/api/auth/extendSession");
    expect([extended.status, extended.body.data, timeOf(extended)?.idleSeconds]).toEqual([200, true, session_idle_s]);
    server.current().clock.move(session_idle_s);
    const late = await ask("POST", "/api/auth/extendSession");
    expect([late.status, late.body.code, timeOf(late)]).toEqual([401, "SESSION_ENDED", null]);
  });

  it("does not slide by itself after the signature, and is prolonged by who reads the summary", async () => {
    const { ask, created } = await enter();
    const workflow = created.workflow_id;
    await markAsSigned(server.current(), created, 0);
    server.current().clock.move(1_000);
    const shown = await ask("GET", `/api/workflow/getWorkflow/${workflow}`);
    expect(timeOf(shown)?.idleSeconds).toBe(session_idle_s - 1_000);
    expect(timeOf(await ask("POST", "/api/auth/extendSession"))?.idleSeconds).toBe(session_idle_s);
    server.current().clock.move(1_000);
    expect((await ask("GET", `/api/workflow/getWorkflow/${workflow}`)).status).toBe(200);
  });

  it("counts what the stored row says, not what a use within the same minute would have given", async () => {
    const { ask, workflow } = await enter();
    server.current().clock.move(50);
    const answer = await ask("GET", `/api/workflow/getWorkflow/${workflow}`);
    expect(timeOf(answer)?.idleSeconds).toBe(session_idle_s - 50);
  });
});
