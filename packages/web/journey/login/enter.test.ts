import { beforeEach, expect, it, vi } from "vitest";
import { speak } from "../../i18n/language.ts";
import {
  readHeader,
  readOutcome,
  readShown,
  readTermsTicked,
  saveHeader,
  saveShown,
  saveTermsTicked,
} from "../../session.ts";
import { checkLink, openSession } from "./enter.ts";

function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    clear: () => entries.clear(),
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

const [earlier, later] = ["a", "b"].map((letter) => ({ workflow_id: letter.repeat(26), signer_id: letter.repeat(26) }));

let sent: unknown = null;

const login = (answer: object) => {
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    sent = JSON.parse(String(body ?? null));
    return Response.json(answer);
  });
  if (later === undefined) throw new Error("there are two");
  return openSession(later, { workflow: { gtcChecked: true }, open: "/open" });
};

beforeEach(() => {
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
  if (earlier !== undefined) saveHeader({ ...earlier, accessToken: "earlier" });
  saveShown("f".repeat(26), [{ annotation_id: `${earlier?.signer_id}.city`, value: "Kiel" }]);
  saveTermsTicked();
});

it("begins without what was shown or ticked in the session before", async () => {
  await login({ success: true, data: "REVOKED" });
  expect([readHeader(), readOutcome(), readShown(), readTermsTicked()]).toEqual([later, "revoked", {}, false]);
});

it("takes nothing from a session that another link's refused login leaves open", async () => {
  await login({ success: false, code: "WRONG_PASSWORD", data: [] });
  expect([Object.keys(readShown()), readTermsTicked()]).toEqual([["f".repeat(26)], true]);
});

it.each(["en", "de"] as const)("says that the page on which the terms were ticked spoke %s", async (language) => {
  speak(language);
  await login({ success: false, code: "WRONG_PASSWORD", data: [] });
  expect(sent).toEqual({ workflow: { gtcChecked: true, language } });
});

it.each([410, 503])(
  "a link that is refused with %s has the look of whoever sent it where it has ended",
  async (status) => {
    const checked = { whitelabeling_pack: { name: "Hafenwerk", logo: "/l.svg", style: "#0B5D7A" }, language_id: null };
    vi.stubGlobal("fetch", async (path: string) =>
      path.endsWith("/checkPath")
        ? Response.json(
            { success: false, code: "NO_WORKFLOW_FOUND", data: ["gone", "Frauke", "f@example.org"] },
            { status },
          )
        : Response.json({ success: true, data: checked }),
    );
    if (later === undefined) throw new Error("there are two");
    const told = await checkLink(later);
    expect(told).toMatchObject(
      status === 410
        ? { status: "ended", ending: { kind: "expired", contact: { name: "Frauke" } }, checked }
        : { status: "ended", ending: { kind: "unavailable" }, checked: null },
    );
  },
);
