import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearSession,
  readHeader,
  readOutcome,
  readShown,
  readShownImage,
  readTermsTicked,
  readUser,
  readWorkflow,
  saveHeader,
  saveShown,
  saveShownImage,
  saveTermsTicked,
  saveWorkflow,
} from "./session.ts";

/** The browser's storage as far as a session needs it. */
function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (at) => [...entries.keys()][at] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}

const ids = { workflow_id: "w", signer_id: "s" };
const user: UserView = {
  whitelabeling_pack: { name: "Hafenwerk", logo: null, logo_dark: null, style: "#1E6569", time_zone: "Europe/Berlin" },
  language_id: "de",
};
const workflow = {
  ...ids,
  accessToken: "secret",
  signer_type: "a_signature",
  status: "OPEN",
} as unknown as WorkflowView;

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
});

describe("the stored session", () => {
  it("[S-287] holds header, workflow and user under their own keys, the token in the header alone", () => {
    saveHeader({ ...ids, accessToken: "secret" });
    saveWorkflow({ workflow, user });
    expect(JSON.parse(sessionStorage.getItem("header") ?? "")).toEqual({ ...ids, accessToken: "secret" });
    expect(sessionStorage.getItem("workflow")).not.toContain("secret");
    expect(readHeader()).toEqual({ ...ids, accessToken: "secret" });
    expect(readWorkflow()).toMatchObject({ ...ids, signer_type: "a_signature" });
    expect(readUser()).toEqual(user);
  });

  it.each([
    ["OPEN", null],
    ["SIGNED", "signed"],
    ["FINISHED", "signed"],
    ["EXPIRED", "signed"],
    ["CANCELLED", "signed"],
    ["REVOKED", "revoked"],
  ] as const)("opens the summary that fits %s", (status, outcome) => {
    saveWorkflow({ workflow: { ...workflow, status }, user });
    expect(readOutcome()).toBe(outcome);
  });

  it("[S-287] is forgotten whole, but for the language and what waits to be saved", () => {
    localStorage.setItem("language", "en");
    saveHeader(ids);
    saveWorkflow({ workflow: { ...workflow, status: "SIGNED" }, user });
    sessionStorage.setItem("challenge", "{}");
    sessionStorage.setItem("unsaved", '{"lease":{}}');
    sessionStorage.setItem("language", '"de"');
    sessionStorage.setItem("registration", '{"key":"SGL"}');
    clearSession();
    expect([readHeader(), readWorkflow(), readUser(), readOutcome()]).toEqual([null, null, null, null]);
    expect([localStorage.length, sessionStorage.length, localStorage.getItem("language")]).toEqual([1, 3, "en"]);
    expect(sessionStorage.getItem("unsaved")).toBe('{"lease":{}}');
    expect(sessionStorage.getItem("language")).toBe('"de"');
    expect(sessionStorage.getItem("registration")).toBe('{"key":"SGL"}');
  });

  it("is kept by the page where the browser takes nothing, and nothing older comes back after a reload", () => {
    saveShown("lease", [{ annotation_id: "s.name", value: "K" }]);
    const taking = sessionStorage;
    vi.stubGlobal("sessionStorage", {
      ...taking,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    const shown = [{ annotation_id: "s.name", value: "Käthe" }];
    saveHeader({ ...ids, accessToken: "secret" });
    saveWorkflow({ workflow, user });
    saveTermsTicked();
    saveShown("lease", shown);
    saveShownImage("image");
    expect(readHeader()).toEqual({ ...ids, accessToken: "secret" });
    expect([readUser(), readTermsTicked(), readShown(), readShownImage()]).toEqual([
      user,
      true,
      { lease: shown },
      "image",
    ]);
    expect(taking.getItem("shown")).toBeNull();
    clearSession();
    expect([readHeader(), readTermsTicked(), readShown(), readShownImage()]).toEqual([null, false, {}, undefined]);
  });

  it("is kept by the page where the browser stores nothing at all", () => {
    const forbidden = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    const names = ["getItem", "setItem", "removeItem", "clear"];
    vi.stubGlobal("sessionStorage", Object.fromEntries(names.map((name) => [name, forbidden])));
    saveHeader(ids);
    expect(readHeader()).toEqual(ids);
    clearSession();
    expect(readHeader()).toBeNull();
  });

  it.each(["", "{", "null", "[]", "5", '{"workflow_id":1,"signer_id":"s"}', '{"workflow_id":"w"}'])(
    "counts %j in the storage as no session",
    (stored) => {
      sessionStorage.setItem("header", stored);
      expect(readHeader()).toBeNull();
    },
  );
});
