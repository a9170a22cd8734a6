/** The login provider through the guard: where it may be, and how long it may take. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoginProvider, startLoginProvider } from "../../../../fixtures/login-provider.ts";
import { systemMonotonic } from "../time/clock.ts";
import { parseNetworks } from "../webhooks/public-address.ts";
import { type OidcSettings, oidcProvider } from "./oidc-provider.ts";

let provider: LoginProvider;
beforeAll(async () => {
  provider = await startLoginProvider();
});
afterAll(() => provider.close());

const question = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
const at = (issuer: string, change: Partial<OidcSettings> = {}) =>
  oidcProvider({
    ...{ issuer, clientId: "siegel-test", clientSecret: "secret-of-the-test", label: "Login" },
    ...{
      redirectUri: "https://siegel.example/oidc",
      monotonic: systemMonotonic,
      networks: parseNetworks(["127.0.0.0/8"]),
    },
    ...change,
  });
const issuerOf = ({ environment }: LoginProvider): string => environment.SIEGEL_OIDC_ISSUER ?? "";

describe("the login provider", () => {
  it("is asked where people log in, with state, nonce and PKCE", async () => {
    const asked = await at(issuerOf(provider)).addressFor(question);
    const url = new URL(asked.kind === "address" ? asked.url : "");
    expect(url.origin).toBe(issuerOf(provider));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ state: question.state, nonce: question.nonce, code_challenge_method: "S256", scope: "openid" },
      redirect_uri: "https://siegel.example/oidc",
    });
    expect(url.searchParams.get("code_challenge")).not.toBe(question.verifier);
  });

  it("is not reached in a network that the operator has not allowed, whatever its name says", async () => {
    const inside = issuerOf(provider).replace("127.0.0.1", "login.example");
    for (const [issuer, networks] of [
      [issuerOf(provider), []],
      [issuerOf(provider), parseNetworks(["10.0.0.0/8"])],
      [inside, parseNetworks(["10.0.0.0/8"])],
    ] as const) {
      const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
      expect(await at(issuer, { networks, resolve }).addressFor(question)).toMatchObject({ kind: "away" });
    }
  });

  it("is away when it does not answer in time, names another issuer, or says more than a provider has to say", async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/slow")) return;
      const long = request.url?.startsWith("/long") ? { x: "x".repeat(300_000) } : {};
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ issuer: "https://else.example/", authorization_endpoint: "https://else.example/", ...long }),
      );
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      for (const path of ["slow", "long", "else"])
        expect(await at(`${base}/${path}`, { timeoutMs: 300 }).addressFor(question), path).toMatchObject({
          kind: "away",
        });
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });
});
