/** Logins at a provider over HTTP: linking, logging in, what is refused, and the switch that turns passwords off. */
import type { PasswordLoginView } from "@siegel/contract/calls/oidc.ts";
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { oidc_attempt_s } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { nextMessage } from "../../../../fixtures/inbox.ts";
import { type LoginProvider, type Said, startLoginProvider } from "../../../../fixtures/login-provider.ts";
import { turnPasswordsOn } from "../../rooms/administrators/administrators.ts";
import { type Account, account_password, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { useMailWorld } from "../../test/mail-world.ts";

let provider: LoginProvider;
beforeAll(async () => {
  provider = await startLoginProvider();
});
const world = useMailWorld(() => provider.environment);
afterAll(() => provider.close());

type Who = Account & { readonly cookie: string };
/** A browser: what it was told to keep. */
type Browser = { cookie: string };

async function someone(of?: string, role: "admin" | "user" = "admin"): Promise<Who> {
  const account = await makeAccount(world.server, { role, ...(of === undefined ? {} : { of }) });
  return { ...account, cookie: (await logInAs(world.server, account)).cookie };
}

async function ask<T = unknown>(browser: Browser, method: string, path: string, body?: object) {
  const answer = await callApi<T>(method, `${world.server.url}/api/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie: browser.cookie },
  });
  const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const names = set.map((pair) => pair.split("=")[0]);
  const kept = browser.cookie.split("; ").filter((pair) => pair !== "" && !names.includes(pair.split("=")[0]));
  browser.cookie = [...kept, ...set].join("; ");
  return answer;
}

const startLogin = async (browser: Browser) =>
  (await ask<{ url: string }>(browser, "POST", "auth/startOidcLogin", {})).body.data.url;
const startLink = async (browser: Browser, password = account_password) =>
  await ask<{ url: string }>(browser, "POST", "account/startOidcLink", { password });
const finish = async (browser: Browser, answer: string) => await ask(browser, "POST", "auth/finishOidc", { answer });
const own = async (browser: Browser) =>
  (await ask<OwnAccountView>(browser, "GET", "account/ownAccount")).body.data.oidc;

/** Links a person with who they are at the provider. */
async function link(who: Who, sub: string) {
  const { url } = (await startLink(who)).body.data;
  return await finish(who, provider.logIn(url, { sub }));
}
/** Logs in at the provider, in a browser without a session. */
async function logIn(said: Said, browser: Browser = { cookie: "" }) {
  return await finish(browser, provider.logIn(await startLogin(browser), said));
}
const withPassword = async ({ email }: Account, password = account_password) =>
  (await logInAs(world.server, { email, password })).answer;

describe("a login at the provider", () => {
  it("[A-152] is linked by who is logged in, after the password, and opens a session from then on", async () => {
    const who = await someone(undefined, "user");
    expect((await ask(who, "GET", "auth/loginWays")).body.data).toEqual({ oidc: { label: "Hafenwerk-Login" } });
    expect(await own(who)).toEqual({
      label: "Hafenwerk-Login",
      since: null,
      last_login_at: null,
      passwords_off: false,
    });
    expect((await startLink(who, "wrong")).body.code).toBe("WRONG_PASSWORD");
    expect((await link(who, "sub-of-who")).body.data).toMatchObject({ purpose: "link", user: { user_id: who.id } });
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /mit dem Anmeldedienst verbunden/ });
    expect(await own(who)).toMatchObject({ since: expect.any(String), last_login_at: null });
    expect((await startLink(who)).body.code).toBe("OIDC_ALREADY_LINKED");

    const browser = { cookie: "" };
    expect((await logIn({ sub: "sub-of-who" }, browser)).body.data).toMatchObject({
      purpose: "login",
      user: { user_id: who.id, email: who.email },
    });
    expect((await own(browser))?.last_login_at).not.toBeNull();
    expect(await trailOf(who)).toEqual(
      expect.arrayContaining(["administrator.oidc-linked", "administrator.logged-in oidc"]),
    );
  });

  it("[A-152] whose provider names the address of an account, proven or not, logs nobody in and links nothing", async () => {
    const who = await someone();
    for (const email_verified of [true, false]) {
      const claims = { email: who.email, email_verified, preferred_username: who.email };
      const browser = { cookie: "" };
      const answer = await logIn({ sub: who.email, claims }, browser);
      expect([answer.status, answer.body.code]).toEqual([403, "OIDC_NOT_LINKED"]);
      expect(browser.cookie).not.toContain("siegel_admin");
    }
    expect(await own(who)).toMatchObject({ since: null });
  });

  it("[A-152] belongs to one person, and is ended by them after the password", async () => {
    const [who, other] = [await someone(), await someone()];
    await link(who, "only-one");
    expect((await link(other, "only-one")).body.code).toBe("OIDC_TAKEN");
    expect((await logIn({ sub: "only-one" })).body.data).toMatchObject({ user: { user_id: who.id } });
    expect((await ask(who, "POST", "account/removeOidc", { password: "wrong" })).body.code).toBe("WRONG_PASSWORD");
    expect((await ask(who, "POST", "account/removeOidc", { password: account_password })).body.data).toMatchObject({
      oidc: { since: null },
    });
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /nicht mehr mit dem Anmeldedienst/ });
    expect((await ask(who, "POST", "account/removeOidc", { password: account_password })).body.code).toBe(
      "OIDC_NOT_LINKED",
    );
    expect((await logIn({ sub: "only-one" })).body.code).toBe("OIDC_NOT_LINKED");
    expect((await link(other, "only-one")).status).toBe(200);
  });

  it("asks for no code of an app, as a passkey does, and lets nobody in who was disabled", async () => {
    const [who, admin] = [await someone(), await someone()];
    await link(who, "disabled-soon");
    await ask(admin, "PUT", "account/setAdministratorActive", { ids: [who.id], active: false });
    expect((await logIn({ sub: "disabled-soon" })).body.code).toBe("USER_NOT_ACTIV");
    await ask(admin, "PUT", "account/setAdministratorActive", { ids: [who.id], active: true });
    const again = { ...who, cookie: (await logInAs(world.server, who)).cookie };
    await ask(again, "POST", "account/startTotp", { password: account_password });
    await world.server.deps.db
      .updateTable("administrator_totp")
      .set((e) => ({ secret_sealed: e.ref("pending_sealed"), since: world.server.clock.now() }))
      .where("administrator_id", "=", who.id as never)
      .execute();
    expect((await withPassword(who)).body.code).toBe("SECOND_FACTOR_REQUIRED");
    expect((await logIn({ sub: "disabled-soon" })).status).toBe(200);
  });
});

describe("a browser that comes back from the provider", () => {
  it("finishes once, also at the same moment, within ten minutes", async () => {
    const who = await someone();
    await link(who, "once");
    const browser = { cookie: "" };
    const answer = provider.logIn(await startLogin(browser), { sub: "once" });
    const both = await Promise.all([1, 2].map(async () => await finish({ ...browser }, answer)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await finish(browser, answer)).body.code).toBe("OIDC_ATTEMPT_OVER");
    const late = provider.logIn(await startLogin(browser), { sub: "once" });
    world.server.clock.move(oidc_attempt_s + 1);
    expect((await finish(browser, late)).body.code).toBe("OIDC_ATTEMPT_OVER");
  });

  it("is the one that went there: another browser, another state or none at all open nothing", async () => {
    const who = await someone();
    await link(who, "same-browser");
    const browser = { cookie: "" };
    const answer = provider.logIn(await startLogin(browser), { sub: "same-browser" });
    for (const [stranger, brought] of [
      [{ cookie: "" }, answer],
      [{ cookie: "siegel_oidc=made-up" }, answer],
      [browser, answer.replace(/state=[^&]+/, "state=other")],
      [browser, "code=x"],
      [browser, ""],
    ] as const) {
      const told = await finish({ ...stranger }, brought);
      expect([told.status, told.body.code]).toEqual([403, "OIDC_ATTEMPT_UNKNOWN"]);
    }
    // What others tried has not used it up; two tabs of one browser do not disturb each other.
    const second = provider.logIn(await startLogin(browser), { sub: "same-browser" });
    expect((await finish(browser, answer)).status).toBe(200);
    expect((await finish(browser, second)).status).toBe(200);
  });

  it("links nothing without the session that began it, and nothing for somebody else", async () => {
    const [who, other] = [await someone(), await someone()];
    const oidcCookie = (browser: Browser) => /siegel_oidc=[^;]+/.exec(browser.cookie)?.[0] ?? "";
    const first = provider.logIn((await startLink(who)).body.data.url, { sub: "stolen" });
    const changed = { cookie: `${other.cookie}; ${oidcCookie(who)}` };
    expect((await finish(changed, first)).body.code).toBe("OIDC_ATTEMPT_UNKNOWN");
    const second = provider.logIn((await startLink(who)).body.data.url, { sub: "stolen" });
    await ask(who, "DELETE", "auth/logoutAdmin");
    const ended = await finish({ cookie: oidcCookie(who) }, second);
    expect([ended.status, ended.body.code]).toEqual([401, "SESSION_ENDED"]);
    expect((await logIn({ sub: "stolen" })).body.code).toBe("OIDC_NOT_LINKED");
  });

  it.each<[string, (answer: string) => string, Omit<Said, "sub">]>([
    ["an error of the provider", (answer) => answer.replace(/code=[^&]+/, "error=access_denied"), {}],
    ["a code that nobody gave", (answer) => answer.replace(/code=[^&]+/, "code=made-up"), {}],
    ["the answer of another provider", (answer) => answer.replace(/iss=[^&]+/, "iss=https%3A%2F%2Felse.example"), {}],
    ["a nonce of another login", (answer) => answer, { claims: { nonce: "other" } }],
    ["a token for another service", (answer) => answer, { claims: { aud: "else" } }],
    ["a token of another issuer", (answer) => answer, { claims: { iss: "https://else.example" } }],
    ["a token that is over", (answer) => answer, { claims: { exp: 1_700_000_000 } }],
    ["a token without a subject", (answer) => answer, { claims: { sub: undefined } }],
    ["a token that a stranger signed", (answer) => answer, { signedByStranger: true }],
  ])("is refused with %s", async (_name, spoilt, said) => {
    const who = await someone();
    await link(who, `refused ${_name}`);
    const browser = { cookie: "" };
    const answer = spoilt(provider.logIn(await startLogin(browser), { sub: `refused ${_name}`, ...said }));
    const told = await finish(browser, answer);
    expect([told.status, told.body.code]).toEqual([403, "OIDC_REFUSED"]);
    // Begun anew it works.
    expect((await logIn({ sub: `refused ${_name}` }, browser)).status).toBe(200);
  });

  it("is told that the provider is away, and the password goes on", async () => {
    const who = await someone();
    await link(who, "away");
    const browser = { cookie: "" };
    const answer = provider.logIn(await startLogin(browser), { sub: "away" });
    provider.setAway(true);
    try {
      const told = await finish(browser, answer);
      expect([told.status, told.body.code]).toEqual([503, "OIDC_AWAY"]);
      expect((await withPassword(who)).status).toBe(200);
    } finally {
      provider.setAway(false);
    }
    expect((await logIn({ sub: "away" })).status).toBe(200);
  });
});

describe("an organisation that turns passwords off", () => {
  const setTo = async (who: Browser, allowed: boolean, password = account_password) =>
    await ask<PasswordLoginView>(who, "PUT", "account/passwordLogin", { allowed, password });

  it("[A-152] does so after its administrator has logged in at the provider; only who has done so needs it", async () => {
    const of = await makeOrganisation(world.server);
    const [who, linked, other] = [await someone(of), await someone(of), await someone(of)];
    const read = async () => (await ask<PasswordLoginView>(who, "GET", "account/passwordLogin")).body.data;
    expect((await setTo(who, false)).body.code).toBe("OIDC_NOT_USED_YET");
    await link(who, "of-who");
    await link(linked, "of-linked");
    expect((await setTo(who, false)).body.code).toBe("OIDC_NOT_USED_YET");
    await logIn({ sub: "of-who" });
    expect((await setTo(who, false, "wrong")).body.code).toBe("WRONG_PASSWORD");
    expect((await setTo(who, false)).body.data).toEqual({
      oidc: { label: "Hafenwerk-Login" },
      allowed: false,
      has_worked: true,
      people: 3,
      at_provider: 1,
    });
    // A stranger learns nothing: only the right password says that it opens nothing.
    expect((await withPassword(who, "wrong")).body.code).toBe("WRONG_MAIL_OR_PW");
    const off = await withPassword(who);
    expect([off.status, off.body.code, off.headers.getSetCookie()]).toEqual([403, "PASSWORD_LOGIN_OFF", []]);
    // Nobody is locked out: the others come in with the password until they have come in without it.
    expect([(await withPassword(linked)).status, (await withPassword(other)).status]).toEqual([200, 200]);
    expect((await logIn({ sub: "of-linked" })).status).toBe(200);
    expect((await withPassword(linked)).body.code).toBe("PASSWORD_LOGIN_OFF");
    expect(await read()).toMatchObject({ at_provider: 2 });
    const unlinked = await ask(linked, "POST", "account/removeOidc", { password: account_password });
    expect([unlinked.status, unlinked.body.code]).toEqual([409, "OIDC_NEEDED"]);
    // Who lost the login there gets the password back from another administrator.
    await ask(who, "POST", `account/removeSecondFactor/${linked.id}`, { password: account_password });
    expect((await withPassword(linked)).status).toBe(200);
    expect((await logIn({ sub: "of-linked" })).body.code).toBe("OIDC_NOT_LINKED");
    expect((await setTo(who, true)).body.data).toMatchObject({ allowed: true });
    expect((await withPassword(who)).status).toBe(200);
    expect(await trailOf(who)).toEqual(
      expect.arrayContaining(["organisation.passwords-off", "organisation.passwords-on"]),
    );
  });

  it("gets them back from the operator, and by itself where the service has another provider", async () => {
    const of = await makeOrganisation(world.server);
    const who = await someone(of);
    await link(who, "operated");
    await logIn({ sub: "operated" });
    await setTo(who, false);
    const { db } = world.server.deps;
    await db
      .updateTable("organisation")
      .set({ passwords_off_issuer: "https://former.example/" })
      .where("organisation_id", "=", of)
      .execute();
    expect((await withPassword(who)).status).toBe(200);
    await setTo(who, false);
    expect((await withPassword(who)).body.code).toBe("PASSWORD_LOGIN_OFF");
    expect(await turnPasswordsOn(world.server.deps, "unknown")).toEqual({ ok: false, code: "UNKNOWN" });
    expect(await turnPasswordsOn(world.server.deps, of)).toEqual({ ok: true });
    expect((await withPassword(who)).status).toBe(200);
  });
});

/** What the trail says that a person did. */
async function trailOf({ id }: Account): Promise<string[]> {
  const { rows } = await sql<{ type: string; by: string | null }>`
    select type, details ->> 'by' as by from audit_event join audit_event_details using (chain_id, seq) where actor_id = ${id}`.execute(
    world.server.deps.db,
  );
  return rows.map(({ type, by }) => `${type} ${by ?? ""}`.trim());
}
