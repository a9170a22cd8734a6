/** ID cards read by an issuer: the sandbox's with all that a browser does there, and one that says whatever it is told to. */
import { randomBytes } from "node:crypto";
import { eid_return_path } from "@siegel/contract/identification.ts";
import {
  sandbox_eid_oidc_client_id,
  sandbox_eid_oidc_client_secret,
  sandbox_eid_oidc_path,
} from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoginProvider, type Said, startLoginProvider } from "../../../../fixtures/login-provider.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { systemClock, systemMonotonic } from "../time/clock.ts";
import { parseNetworks } from "../webhooks/public-address.ts";
import { type EidIssuerSettings, oidcEid } from "./oidc-eid.ts";

const sandbox = useSandbox();
const common = {
  ...{ clock: systemClock, monotonic: systemMonotonic, acr: null, networks: parseNetworks(["127.0.0.0/8", "::1/128"]) },
  redirectUri: `http://localhost:3000${eid_return_path}`,
};
const sandboxIssuer = (change: Partial<EidIssuerSettings> = {}) =>
  oidcEid({
    ...common,
    issuer: sandbox.current().url + sandbox_eid_oidc_path,
    ...{ clientId: sandbox_eid_oidc_client_id, clientSecret: sandbox_eid_oidc_client_secret },
    ...change,
  });
const questionOf = () => {
  const word = () => randomBytes(32).toString("base64url");
  return { state: word(), nonce: word(), verifier: word() };
};
const erika = {
  ...{ first_names: "Erika", last_name: "Mustermann", birth_name: "Gabler", birthdate: "1964-08", nationality: "DE" },
  ...{ country: "DE", document: "id_card", valid_until: "2035-07-31" },
};

/** A browser with its cookies: sends the form of the page that an address leads to; the query with which it comes back. */
async function answerOf(address: string, form: object): Promise<string> {
  const cookies = new Map<string, string>();
  const go = async (url: string, body?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = { headers: { cookie }, redirect: "manual" as const };
    const answer = await fetch(url, body === undefined ? sent : { ...sent, method: "POST", body });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    if (answer.status === 200) return await go(url, new URLSearchParams({ ...form }));
    expect([302, 303]).toContain(answer.status);
    const next = new URL(answer.headers.get("location") ?? "", url);
    return next.pathname === eid_return_path ? next.search.slice(1) : await go(next.href);
  };
  return await go(address);
}
const addressOf = async (issuer: ReturnType<typeof oidcEid>, question: ReturnType<typeof questionOf>) => {
  const asked = await issuer.addressFor(question, { language: "de" });
  if (asked.kind === "away") throw asked.cause;
  return asked.url;
};
const played = async (form: object, issuer = sandboxIssuer()) => {
  const question = questionOf();
  return { issuer, question, answer: await answerOf(await addressOf(issuer, question), form) };
};

describe("the sandbox's issuer for ID cards", () => {
  it("tells in a signed token who held the card, once", async () => {
    const { issuer, question, answer } = await played({ ...erika, outcome: "succeed" });
    const told = await issuer.redeem(answer, question);
    expect(told).toMatchObject({
      state: "succeeded",
      identity: {
        ...{ firstNames: "Erika", lastName: "Mustermann", birthName: "Gabler", birthdate: "1964-08" },
        ...{ nationality: "DE", level: "high" },
        document: { kind: "id_card", number: null, validUntil: "2035-07-31", country: "DE" },
      },
    });
    const evidence = "evidence" in told ? Buffer.from(told.evidence ?? []).toString() : "";
    expect(evidence).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await issuer.redeem(answer, question)).toEqual({ state: "failed", why: "PROVIDER", evidence: null });
  });

  it.each([
    ["cancel", { state: "cancelled" }],
    ["error", { state: "failed", why: "PROVIDER" }],
    ["lower", { state: "failed", why: "DOCUMENT_NOT_ACCEPTED" }],
  ])("ends otherwise: %s", async (outcome, expected) => {
    const { issuer, question, answer } = await played({ ...erika, outcome });
    expect(await issuer.redeem(answer, question)).toMatchObject(expected);
  });

  it("is not believed about another state, nonce or browser, or to another client", async () => {
    for (const wrong of ["state", "nonce", "verifier"] as const) {
      const { issuer, question, answer } = await played({ ...erika, outcome: "succeed" });
      const other = { ...question, [wrong]: questionOf()[wrong] };
      expect(await issuer.redeem(answer, other), wrong).toMatchObject({ state: "failed", why: "PROVIDER" });
    }
    const { question, answer } = await played({ ...erika, outcome: "succeed" });
    // That our secret is wrong says nothing of the person.
    expect(await sandboxIssuer({ clientSecret: "wrong" }).redeem(answer, question)).toMatchObject({ state: "away" });
  });

  it("may be away for a moment, and tells then what it would have told", async () => {
    const { issuer, question, answer } = await played({ ...erika, outcome: "succeed" });
    await sandbox.current().spoil("eid", "down");
    expect(await issuer.redeem(answer, question)).toMatchObject({ state: "away" });
    expect(await issuer.redeem(answer, question)).toMatchObject({ state: "succeeded" });
    const nobody = sandboxIssuer({ issuer: "http://127.0.0.1:9/eid" });
    expect(await nobody.addressFor(question, { language: "de" })).toMatchObject({ kind: "away" });
  });
});

describe("an issuer for ID cards", () => {
  let provider: LoginProvider;
  beforeAll(async () => {
    provider = await startLoginProvider();
  });
  afterAll(() => provider.close());

  const high = "http://eidas.europa.eu/LoA/high";
  const right = { acr: high, given_name: "Ayşe", family_name: "Öztürk", birthdate: "1981-07-05" };
  const named = (acr: string | null = null) =>
    oidcEid({
      ...{ ...common, acr, issuer: provider.environment.SIEGEL_OIDC_ISSUER ?? "" },
      clientId: provider.environment.SIEGEL_OIDC_CLIENT_ID ?? "",
      clientSecret: provider.environment.SIEGEL_OIDC_CLIENT_SECRET ?? "",
    });
  const tellOf = async (claims: object, more: { acr?: string; said?: Partial<Said> } = {}) => {
    const [issuer, question] = [named(more.acr), questionOf()];
    const said = { sub: "card-1", claims, ...more.said };
    return await issuer.redeem(provider.logIn(await addressOf(issuer, question), said), question);
  };

  it("is asked for the claims in the ID token, in the person's language, for the level that is configured", async () => {
    const asked = new URL(await addressOf(named("loa-3"), questionOf())).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ scope: "openid profile", ui_locales: "de", acr_values: "loa-3", code_challenge_method: "S256" },
      redirect_uri: common.redirectUri,
    });
    expect(JSON.parse(asked.get("claims") ?? "").id_token).toMatchObject({
      family_name: { essential: true },
      acr: null,
    });
    expect(new URL(await addressOf(named(), questionOf())).searchParams.has("acr_values")).toBe(false);
  });

  it("counts only at the level that was asked for", async () => {
    const lower = "http://bsi.bund.de/eID/LoA/substantiell";
    expect(await tellOf(right)).toMatchObject({ state: "succeeded", identity: { level: "high" } });
    expect(await tellOf({ ...right, acr: "http://bsi.bund.de/eID/LoA/hoch" })).toMatchObject({ state: "succeeded" });
    for (const acr of [undefined, "", "0", "http://eidas.europa.eu/LoA/low", 3, [high]])
      expect(await tellOf({ ...right, acr }), String(acr)).toMatchObject({ state: "failed", why: "PROVIDER" });
    expect(await tellOf({ ...right, acr: lower })).toMatchObject({ state: "failed", why: "DOCUMENT_NOT_ACCEPTED" });
    const asked = await tellOf({ ...right, acr: lower }, { acr: lower });
    expect(asked).toMatchObject({ state: "succeeded", identity: { level: "substantial" } });
    expect(await tellOf(right, { acr: "loa-3" })).toMatchObject({ state: "failed", why: "PROVIDER" });
    expect(await tellOf({ ...right, acr: "loa-3" }, { acr: "loa-3" })).toMatchObject({ identity: { level: "high" } });
  });

  it("says what the document is, or it is an ID card of Germany", async () => {
    const plain = await tellOf(right);
    const document = { kind: "id_card", number: null, validUntil: null, country: "DE" };
    expect(plain).toMatchObject({ identity: { document, birthName: null, nationality: null } });
    const more = {
      document_type: "UB",
      document_expiry: "2035-01-31",
      issuing_country: "D",
      nationalities: ["XXA", "FRA"],
    };
    expect(await tellOf({ ...right, ...more })).toMatchObject({
      identity: { document: { kind: "eid_card", validUntil: "2035-01-31", country: "DE" }, nationality: "FR" },
    });
    for (const birthdate of ["1981-07-00", "1981-07", "0000-07-05"])
      expect(await tellOf({ ...right, birthdate })).toMatchObject({
        identity: { birthdate: birthdate.startsWith("0") ? null : "1981-07" },
      });
    expect(await tellOf({ ...right, document_type: "ticket" })).toMatchObject({ why: "DOCUMENT_NOT_ACCEPTED" });
    expect(await tellOf({ ...right, issuing_country: "XXA" })).toMatchObject({ why: "DOCUMENT_NOT_ACCEPTED" });
    expect(await tellOf({ ...right, document_expiry: "2020-01-31" })).toMatchObject({ why: "DOCUMENT_EXPIRED" });
  });

  it("is not believed where its token is not its own, signed otherwise or not for us, or does not say who it is", async () => {
    expect(await tellOf(right, { said: { signedByStranger: true } })).toMatchObject({
      state: "failed",
      evidence: null,
    });
    expect(await tellOf(right, { said: { alg: "RS512" } })).toMatchObject({ state: "failed", why: "PROVIDER" });
    for (const claims of [{ iss: "https://else.example" }, { aud: "somebody" }, { exp: 1 }, { nonce: "n" }])
      expect(await tellOf({ ...right, ...claims })).toEqual({ state: "failed", why: "PROVIDER", evidence: null });
    for (const claims of [
      { family_name: "" },
      { family_name: "Öz\u0000" },
      { given_name: 7 },
      { birthdate: "05.07.1981" },
      { birthdate: undefined },
      { document_expiry: "soon" },
      { nationalities: "German" },
    ])
      expect(await tellOf({ ...right, ...claims }), JSON.stringify(claims)).toMatchObject({
        ...{ state: "failed", why: "PROVIDER", evidence: expect.any(Uint8Array) },
      });
  });

  it("is asked at its UserInfo endpoint where the token names nobody, and only about the same person", async () => {
    const { given_name, family_name, ...rest } = right;
    const info = JSON.stringify({ sub: "card-1", given_name, family_name, acr: "0", birthdate: "1999-01-01" });
    const told = await tellOf(rest, { said: { info } });
    expect(told).toMatchObject({ state: "succeeded", identity: { lastName: "Öztürk", birthdate: "1981-07-05" } });
    const [token, bytes] =
      "evidence" in told
        ? Buffer.from(told.evidence ?? [])
            .toString()
            .split("\n")
        : [];
    expect([token?.split(".").length, bytes]).toEqual([3, info]);
    for (const wrong of [info.replace("card-1", "card-2"), "{", "[]", ""])
      expect(await tellOf(rest, { said: { info: wrong } }), wrong).toMatchObject({ state: "failed", why: "PROVIDER" });
    expect(await tellOf(rest)).toMatchObject({ state: "failed", why: "PROVIDER", evidence: null });
  });
});
