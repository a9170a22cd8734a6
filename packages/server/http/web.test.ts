import { existsSync } from "node:fs";
import { join } from "node:path";
import { first_html_id } from "@siegel/contract/first-html.ts";
import { de } from "@siegel/web/i18n/de.ts";
import { en } from "@siegel/web/i18n/en.ts";
import { describe, expect, it } from "vitest";
import { useTestServer } from "../test/test-server.ts";

const server = useTestServer();
const built = existsSync(join(import.meta.dirname, "../../web/dist/index.html"));
const get = (path: string) => fetch(server.current().url + path, { redirect: "manual" });

describe.skipIf(!built)("the web pages (skipped while they are not built)", () => {
  it.each(["/", "/notfound", "/quickn8/a/b", "/summary/revoked", "/whatever?x=1"])(
    "%s is the page, never from a cache",
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(await response.text()).toContain("<!doctype html>");
    },
  );

  it.each([
    ["de", de],
    ["en", en],
  ] as const)("/ can be read before the application has loaded, or without it, in %s", async (language, said) => {
    const url = `${server.current().url}/`;
    const html = await (await fetch(url, { headers: { "accept-language": language } })).text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>${said["start.title"]} · Siegel</title>`);
    for (const key of ["start.title", "start.lead", "start.trust", "start.certificates", "frame.imprint"] as const)
      expect(html).toContain(said[key]);
    // With what the application would otherwise ask for: nothing comes late.
    expect(html).toContain(`id="${first_html_id}"`);
  });

  it("assets may be kept for ever, for their content is in their name", async () => {
    const [asset] = /\/assets\/[^"]+\.js/.exec(await (await get("/")).text()) ?? [];
    const response = await get(asset ?? "");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it("scripts come compressed to a browser that says it takes them, and as they are to others", async () => {
    const [asset] = /\/assets\/[^"]+\.js/.exec(await (await get("/")).text()) ?? [];
    const url = `${server.current().url}${asset}`;
    const as = async (encoding: string) => await fetch(url, { headers: { "accept-encoding": encoding } });
    const [plain, packed, zipped] = await Promise.all([as("identity"), as("br"), as("gzip")]);
    expect([plain, packed, zipped].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "br", "gzip"]);
    expect(packed.headers.get("vary")).toBe("accept-encoding");
    expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(packed.headers.get("content-type")).toBe(plain.headers.get("content-type"));
    const texts = await Promise.all([plain, packed, zipped].map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    "/assets/",
    "/assets/gone.js",
    "/favicon.gone",
    "/.vite/manifest.json",
    "/.server/first-html.js",
    "/%2e%2e/%2e%2e/package.json",
  ])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
