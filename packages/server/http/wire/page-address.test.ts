/** Addresses that are slightly wrong: a person gets a page of ours, a program the answer it can read. */
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { de } from "@siegel/web/i18n/de.ts";
import { describe, expect, it } from "vitest";
import { create } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const built = existsSync(join(import.meta.dirname, "../../../web/dist/index.html"));
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "de" };
const form = "application/x-www-form-urlencoded";

type Answer = { readonly status: number | undefined; readonly type: string; readonly location: string | undefined };

/** What is answered to a path exactly as it stands here; `fetch` would put it in order. */
function ask(path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { hostname, port } = new URL(server.current().url);
  const { method = "GET", headers = navigation, body = "" } = init;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      const { "content-type": type = "", location } = answer.headers;
      answer.resume().on("end", () => resolve({ status: answer.statusCode, type: type.split(";")[0] ?? "", location }));
    });
    sent.on("error", reject).end(body);
  });
}

describe.skipIf(!built)("the address of a page (skipped while the web is not built)", () => {
  it.each([
    ["//login/x", "/login/x"],
    ["/login//x", "/login/x"],
    ["/login/x//", "/login/x/"],
    ["/summary///finished?language=de", "/summary/finished?language=de"],
    ["///", "/"],
    // Never to another host: `//host` and, for a browser, `/\host` would be one.
    ["//evil.example/x", "/evil.example/x"],
    ["/\\evil.example/x", "/evil.example/x"],
    ["http://evil.example//other.example/x", "/other.example/x"],
  ])("%s leads to %s, where a page is", async (path, location) => {
    expect(await ask(path)).toMatchObject({ status: 308, location });
    const page = await fetch(server.current().url + location, { headers: navigation });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("a link with one slash too many still opens, and its form is sent on as it is", async () => {
    const created = await create(server.current(), { password: "open sesame" });
    const path = new URL(created.signers[0]?.url ?? "").pathname;
    expect(await ask(`/${path}`)).toMatchObject({ status: 308, location: path });
    const body = "password=wrong&terms=on";
    const headers = { ...navigation, "content-type": form, origin: server.current().url };
    const page = await fetch(`${server.current().url}/${path}`, { method: "POST", headers, body });
    expect([page.status, new URL(page.url).pathname]).toEqual([403, path]);
    expect(await page.text()).toContain(de["Responses.WRONG_PASSWORD"]);
  });

  it.each(["/login/%00", "/%2e%2e/x", "/./x", "/x\\y", "/%5cevil"])(
    "%s, which no file may have, leads where the web says so",
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 303, location: "/notfound" });
    },
  );

  it.each(["/imprint", "/login/x", "/workflow/a/b/documents", "/no/page"])(
    "a form sent to %s, however large, leads to its page",
    async (path) => {
      for (const length of [1, 20_000, 2_000_000]) {
        const headers = { ...navigation, "content-type": form, "content-length": String(length) };
        const sent = { method: "POST", headers, body: "x".repeat(length) };
        expect(await ask(path, sent)).toMatchObject({ status: 303, location: path });
      }
      const page = await fetch(server.current().url + path, { headers: navigation });
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    },
  );

  it.each([
    ["GET", "//api/health", 404],
    ["GET", "/api//health", 404],
    ["GET", "/api/x//", 404],
    ["GET", "/api/%00", 404],
    ["GET", "//pki/x", 404],
    ["GET", "//assets/gone.js", 404],
    ["GET", "//favicon.gone", 404],
    ["POST", "//api/auth/logout", 404],
    ["POST", "/api/health", 405],
  ] as const)("%s %s is answered for programs", async (method, path, status) => {
    expect(await ask(path, { method })).toMatchObject({ status, type: "application/json", location: undefined });
  });

  it("a program that forgot /api is told so, and not sent to a page", async () => {
    const headers = { accept: "*/*", "content-type": form, "content-length": "3" };
    for (const path of ["/v1/workflows", "//v1/workflows"])
      expect(await ask(path, { method: "POST", headers, body: "a=1" })).toMatchObject({
        status: 404,
        type: "application/json",
      });
  });
});
