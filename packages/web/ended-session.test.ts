import { beforeEach, describe, expect, it, vi } from "vitest";
import { codeOfEnd, rememberLink, rememberSession, takeEnded } from "./ended-session.ts";
import { saveHeader, saveOutcome } from "./session.ts";

const link = { workflow_id: "w1", signer_id: "s1" };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  takeEnded();
});

describe("a session that has ended", () => {
  it("leaves in mind whose it was, once, and never its token", () => {
    saveHeader({ ...link, accessToken: "secret" });
    rememberSession();
    expect(takeEnded()).toEqual({ ...link, was: "open" });
    expect(takeEnded()).toBeNull();
  });

  it("of who has signed or declined leaves nothing that is kept", () => {
    saveHeader(link);
    expect(codeOfEnd("LOGGED_OUT")).toBe("LOGGED_OUT");
    saveOutcome("signed");
    rememberSession();
    expect(takeEnded()).toEqual({ ...link, was: "done" });
    expect(codeOfEnd("LOGGED_OUT")).toBe("LOGGED_OUT_AFTER");
    expect(codeOfEnd("SESSION_ENDED")).toBe("SESSION_ENDED_AFTER");
  });

  it("is not made up where nobody was logged in, and stays what it was where its own page asks", () => {
    rememberSession();
    expect(takeEnded()).toBeNull();
    rememberLink(link);
    expect(takeEnded()).toEqual({ ...link, was: "none" });
    saveHeader(link);
    rememberSession();
    rememberLink({ ...link });
    expect(takeEnded()).toEqual({ ...link, was: "open" });
  });
});
