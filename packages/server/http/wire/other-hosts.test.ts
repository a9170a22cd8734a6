/** Calls and pages under another host name than the public one: which are refused, and which lead on. */
import { request } from "node:http";
import { expect, it } from "vitest";
import { useTestServer } from "../../test/test-server.ts";
import { isFromElsewhere, isOtherHost, type Named } from "./security.ts";

const server = useTestServer();

/** One request with a Host of the test's own, which `fetch` would not send. */
async function asked(method: string, path: string, headers: Readonly<Record<string, string>>) {
  return await new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const asking = request(server.current().url + path, { method, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve({ status: answer.statusCode, location: answer.headers.location }));
    });
    asking.once("error", reject).end();
  });
}

it("refuses a call whose Origin is the request's own Host, but not the public URL", async () => {
  const post = (host: string, origin: string) =>
    asked("POST", "/api/auth/logout", { host, origin, "content-length": "0" });
  const { url } = server.current();
  const port = new URL(url).port;
  expect((await post(`rebound.example:${port}`, `http://rebound.example:${port}`)).status).toBe(403);
  expect((await post(`127.0.0.1:${port}`, `https://127.0.0.1:${port}`)).status).toBe(403);
  expect((await post(`127.0.0.1:${port}`, "http://127.0.0.1:1")).status).toBe(403);
  // In development both names of this machine hold.
  expect((await post(`127.0.0.1:${port}`, url)).status).toBe(200);
  expect((await post(`localhost:${port}`, `http://localhost:${port}`)).status).toBe(200);
});

it("leads who asks for a page under another name to the public URL; health and trust points answer under any", async () => {
  const { url } = server.current();
  const host = "other.example";
  expect(await asked("GET", "//workflow/x?y=1", { host })).toEqual({ status: 303, location: `${url}/workflow/x?y=1` });
  expect((await asked("GET", "/", { host: `localhost:${new URL(url).port}` })).location).not.toBe(`${url}/`);
  for (const path of ["/api/health", "/pki/crl/none.crl"])
    expect([path, (await asked("GET", path, { host })).location]).toEqual([path, undefined]);
});

it("holds the public URL alone in production, and takes no proxy's name for this process for another one", () => {
  const config: Named = { publicUrl: "https://sign.example", mode: "production", port: 8080 };
  const isForeign = (origin: string) => isFromElsewhere(config, { headers: { origin } } as never);
  expect(
    ["https://sign.example", "http://sign.example", "https://sign.example:8443", "http://localhost:8080"].map(
      isForeign,
    ),
  ).toEqual([false, true, true, true]);
  const isOther = (host: string, isForwarded: boolean) => isOtherHost(config, { host, isForwarded });
  expect(["sign.example", "other.example", "10.0.0.7:8080", "siegel:8080"].map((host) => isOther(host, true))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(["sign.example", "10.0.0.7:8080", "siegel:8080"].map((host) => isOther(host, false))).toEqual([
    false,
    true,
    true,
  ]);
});
