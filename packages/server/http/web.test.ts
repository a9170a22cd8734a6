import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();
const built = existsSync(join(import.meta.dirname, "../../web/dist/index.html"));
const get = (path: string) => fetch(server.current().url + path, { redirect: "manual" });

describe.skipIf(!built)("the web pages (skipped while they are not built)", () => {
  it.each(["/", "/notfound", "/login/a/b", "/summary/revoked", "/whatever?x=1"])(
    "%s is the page, never from a cache",
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(await response.text()).toContain("<!doctype html>");
    },
  );

  it("assets may be kept for ever, for their content is in their name", async () => {
    const [asset] = /\/assets\/[^"]+\.js/.exec(await (await get("/")).text()) ?? [];
    const response = await get(asset ?? "");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it.each(["/assets/", "/assets/gone.js", "/favicon.gone", "/%2e%2e/%2e%2e/package.json", "/%"])(
    "%s is not there",
    async (path) => {
      const status = (await get(path)).status;
      expect([400, 404]).toContain(status);
    },
  );
});
