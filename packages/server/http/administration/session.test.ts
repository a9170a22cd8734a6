/** Logging in to the administration, staying and leaving, over HTTP. */
import { setTimeout as sleep } from "node:timers/promises";
import type { WhoIsThere } from "@siegel/contract/calls/administrator-session.ts";
import {
  known_browsers_max,
  registrations_per_network_per_hour_max,
  reset_asks_per_network_per_hour_max,
} from "@siegel/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { markBrowser } from "../../rooms/administrators/administrators.ts";
import { takeOf } from "../../rooms/administrators/tries-store.ts";
import { type Account, account_password, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { sharedByServers, startTestServer, type TestServer } from "../../test/test-server.ts";

const database = useTestDatabase();
let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer(database.current().url, { SIEGEL_TRUST_PROXY: "1", ...sharedByServers() });
  account = await makeAccount(server);
});
afterAll(() => server.close());

const ask = async (cookie: string) =>
  await callApi<WhoIsThere | null>("GET", `${server.url}/api/auth/adminSession`, { headers: { cookie } });
const stay = async (cookie: string) =>
  await callApi("POST", `${server.url}/api/auth/extendAdminSession`, { body: {}, headers: { cookie } });

describe("logging in", () => {
  it("[A-013] [S-088] opens a session in a cookie that no script reads, and tells who is there", async () => {
    const { answer, cookie } = await logInAs(server, { email: `  ${account.email.toUpperCase()} ` });
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        user: {
          email: account.email,
          account_role: "admin",
          language_id: "de",
          organization_id: server.organisationId,
          whitelabeling_pack: { style: "#0B5D7A" },
        },
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|password|secret/i);
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/HttpOnly.*SameSite=Strict/);
    const { body, headers } = await ask(cookie);
    expect(body.data).toMatchObject({ user: { user_id: account.id }, head: { organization_name: expect.any(String) } });
    expect(headers.get("siegel-session")).toBe("idle=1800, absolute=43200");
  });

  it("[A-017] answers a wrong password, an unknown address and an account without a password alike", async () => {
    const answers = [
      await logInAs(server, { email: account.email, password: "wrong" }),
      await logInAs(server, { email: "nobody@hafenwerk.example" }),
      await logInAs(server, { email: "" }),
    ];
    for (const { answer, cookie } of answers) {
      expect([answer.status, answer.body.code, cookie]).toEqual([403, "WRONG_MAIL_OR_PW", ""]);
      expect(answer.body.data).toEqual([]);
    }
  });

  it("says which text has U+0000 in it, which no database takes", async () => {
    const { cookie } = await logInAs(server, account);
    const ask = async (method: string, path: string, body?: unknown) =>
      await callApi(method, `${server.url}/api/${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: { cookie, "accept-language": "en" },
      });
    for (const [field, told] of [
      ["email", await ask("POST", "auth/admin_login", { email: "a\0@hafenwerk.example", password: "x" })],
      ["email", await ask("POST", "auth/forgotPassword", { email: "a\0@hafenwerk.example" })],
      ["id", await ask("GET", "account/getWebhook/%00")],
      ["search", await ask("GET", `account/getAccountAdministrator/${server.organisationId}?search=%00`)],
      ["ids.1", await ask("POST", "account/disableTokens", { ids: ["0".repeat(26), "\0"] })],
    ] as const) {
      expect([told.status, told.body.code], field).toEqual([400, "INVALID_REQUEST"]);
      expect(told.body.data).toEqual([expect.stringContaining(field)]);
    }
  });

  it("[A-018] [A-019] tells a deactivated person so, once the password is right", async () => {
    const other = await makeAccount(server);
    const set = (state: "disabled" | "waiting") =>
      server.deps.db
        .updateTable("administrator")
        .set({ state })
        .where("administrator_id", "=", other.id as never)
        .execute();
    await set("disabled");
    expect((await logInAs(server, { email: other.email })).answer.body.code).toBe("USER_NOT_ACTIV");
    expect((await logInAs(server, { email: other.email, password: "x" })).answer.body.code).toBe("WRONG_MAIL_OR_PW");
    await set("waiting");
    expect((await logInAs(server, { email: other.email })).answer.body.code).toBe("ACCOUNT_NOT_APPROVED");
  });

  it("[A-125] tells people of an inactive organisation so, and ends their sessions", async () => {
    const of = await makeOrganisation(server);
    const other = await makeAccount(server, { of });
    const { cookie } = await logInAs(server, { email: other.email });
    expect((await stay(cookie)).status).toBe(200);
    await server.deps.db.updateTable("organisation").set({ active: false }).where("organisation_id", "=", of).execute();
    expect((await logInAs(server, { email: other.email })).answer.body.code).toBe("ORGANIZATION_INACTIVE");
    expect((await stay(cookie)).body.code).toBe("SESSION_ENDED");
  });

  it("counts tries alike however the address is spelt, and lets nobody in by a letter that only looks small alike", async () => {
    const other = await makeAccount(server);
    await server.deps.db
      .updateTable("administrator")
      .set({ email: "ida.nielsen@hafenwerk.example" })
      .where("administrator_id", "=", other.id as never)
      .execute();
    const { answer } = await logInAs(server, { email: "İda.nielsen@hafenwerk.example" });
    expect([answer.status, answer.body.code]).toEqual([403, "WRONG_MAIL_OR_PW"]);
    expect((await logInAs(server, { email: "IDA.Nielsen@hafenwerk.example" })).answer.status).toBe(200);
  });

  it("opens nothing with a password that is changed at the same moment", async () => {
    const other = await makeAccount(server);
    const { administratorId, hash } = {
      administratorId: other.id as never,
      hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn",
    };
    const logins = Array.from({ length: 6 }, () => logInAs(server, other));
    await server.deps.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("administrator")
        .set({ password_hash: hash })
        .where("administrator_id", "=", administratorId)
        .execute();
      await trx
        .updateTable("administrator_session")
        .set({ ended_at: new Date() })
        .where("administrator_id", "=", administratorId)
        .execute();
    });
    await Promise.all(logins);
    const left = await server.deps.db
      .selectFrom("administrator_session")
      .select("session_id")
      .where("administrator_id", "=", administratorId)
      .where("ended_at", "is", null)
      .execute();
    expect(left).toEqual([]);
  });

  it("records who logged in, and who tried", async () => {
    const other = await makeAccount(server);
    await logInAs(server, { email: other.email, password: "wrong" });
    await logInAs(server, { email: other.email });
    const events = await server.deps.db
      .selectFrom("audit_event")
      .select(["type", "actor_kind"])
      .where("actor_id", "=", other.id)
      .orderBy("seq")
      .execute();
    expect(events).toEqual(
      ["administrator.wrong-password", "administrator.logged-in"].map((type) => ({
        type,
        actor_kind: "administrator",
      })),
    );
  });
});

describe("the licence", () => {
  it("[A-057] [A-058] [A-059] stands in the head by its id, and is told with its limits and its organisation", async () => {
    const { cookie } = await logInAs(server, account);
    const { head } = (await ask(cookie)).body.data ?? {};
    expect(head).toMatchObject({ organization_id: server.organisationId, organization_name: expect.any(String) });
    const told = await callApi("GET", `${server.url}/api/account/getLicense/${head?.license_id}`, {
      headers: { cookie },
    });
    expect(told.body.data).toMatchObject({
      license_id: head?.license_id,
      organization_id: server.organisationId,
      organization_name: head?.organization_name,
      interface_id: server.organisationId,
      ses_signature_limit: expect.any(Number),
      aes_signature_limit: expect.any(Number),
      qes_signature_limit: expect.any(Number),
      tokens: expect.any(Number),
      users: expect.any(Number),
    });
  });
});

describe("a session", () => {
  it("slides with calls for 30 minutes, and ends after 12 hours whatever is done", async () => {
    const { cookie } = await logInAs(server, { email: account.email });
    for (let hour = 0; hour < 23; hour += 1) {
      server.clock.move(29 * 60);
      expect((await stay(cookie)).status).toBe(200);
    }
    server.clock.move(31 * 60);
    expect((await stay(cookie)).body.code).toBe("SESSION_ENDED");
    const again = await logInAs(server, { email: account.email });
    for (let half = 0; half < 24; half += 1) {
      server.clock.move(29 * 60);
      await stay(again.cookie);
    }
    server.clock.move(25 * 60);
    expect((await ask(again.cookie)).body.data).toBeNull();
  });

  it("is not prolonged by a page that only asks who is there", async () => {
    const { cookie } = await logInAs(server, { email: account.email });
    server.clock.move(20 * 60);
    expect((await ask(cookie)).body.data).not.toBeNull();
    server.clock.move(11 * 60);
    expect((await ask(cookie)).body.data).toBeNull();
  });

  it("[A-021] [A-002] ends at logout and at the next login of the same browser, and with the account", async () => {
    const first = await logInAs(server, { email: account.email });
    const second = await logInAs(server, { email: account.email, headers: { cookie: first.cookie } });
    expect([(await stay(first.cookie)).status, (await stay(second.cookie)).status]).toEqual([401, 200]);
    const out = await callApi("DELETE", `${server.url}/api/auth/logoutAdmin`, { headers: { cookie: second.cookie } });
    expect(out.body.code).toBe("USER_SUCCESS_LOGOUT");
    expect((await stay(second.cookie)).status).toBe(401);
    const other = await makeAccount(server);
    const { cookie } = await logInAs(server, { email: other.email });
    const id = other.id as never;
    await server.deps.db
      .updateTable("administrator")
      .set({ state: "disabled" })
      .where("administrator_id", "=", id)
      .execute();
    expect((await stay(cookie)).status).toBe(401);
  });

  it("is refused to a page of another site", async () => {
    const { cookie } = await logInAs(server, { email: account.email });
    const headers = { cookie, origin: "https://evil.example" };
    const asked = await callApi("POST", `${server.url}/api/auth/extendAdminSession`, { body: {}, headers });
    expect([asked.status, asked.body.code]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("wrong passwords", () => {
  const from = (n: number) => ({ "x-forwarded-for": `198.51.100.${n}` });

  it("[A-147] wait longer and longer from one network, and never lock out the browser that the owner used before", async () => {
    const own = await makeAccount(server);
    const { cookie } = await logInAs(server, { email: own.email, headers: from(1) });
    const known = cookie
      .split("; ")
      .filter((one) => one.includes("known"))
      .join("; ");
    const guess = async (n: number, password = "wrong") =>
      (await logInAs(server, { email: own.email, password, headers: from(n) })).answer;
    for (let n = 0; n < 5; n += 1) expect((await guess(2)).body.code).toBe("WRONG_MAIL_OR_PW");
    const sixth = await guess(2, "Speicher-8!");
    expect([sixth.status, sixth.body.code, sixth.headers.get("retry-after")]).toEqual([429, "TOO_MANY_REQUESTS", "15"]);
    server.clock.move(16);
    expect((await guess(2)).body.code).toBe("WRONG_MAIL_OR_PW");
    expect((await guess(2)).headers.get("retry-after")).toBe("30");
    const owner = await logInAs(server, { email: own.email, headers: { ...from(2), cookie: known } });
    expect(owner.answer.status).toBe(200);
    const elsewhere = await logInAs(server, { email: own.email, headers: from(3) });
    expect(elsewhere.answer.status, "another network has its own count").toBe(200);
  });

  it("of somebody who knew the password once get no places of known browsers after it was changed", async () => {
    const own = await makeAccount(server);
    const marked = async () => (await logInAs(server, { email: own.email, headers: from(1) })).cookie;
    const [once, cookie] = [await marked(), await marked()];
    const fresh = "Wasserkante9!";
    const changed = await callApi("PUT", `${server.url}/api/account/updateAccountAdministrator`, {
      body: { password: account_password, newPassword: fresh, confirmNewPassword: fresh },
      headers: { cookie },
    });
    const now = changed.headers.getSetCookie().find((line) => line.includes("known")) ?? "";
    for (let n = 0; n < 5; n += 1) await logInAs(server, { email: own.email, password: "wrong", headers: from(4) });
    const enter = async (mark: string) =>
      (await logInAs(server, { email: own.email, password: fresh, headers: { ...from(4), cookie: mark } })).answer
        .status;
    expect([await enter(once), await enter(now.split(";")[0] ?? "")]).toEqual([429, 200]);
    const owner = { administratorId: own.id as never, passwordChangedAt: null };
    const marks = Array.from({ length: 400 }, () => markBrowser(server.deps, owner));
    expect(new Set(marks).size, "marks are few, however often somebody logs in").toBe(known_browsers_max);
  });

  it("wait for the audit trail whether or not the address has an account", async () => {
    let answered = 0;
    const emails = [account.email, "unknown@hafenwerk.example"];
    const tries = await server.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom("audit_chain").select("seq").where("chain_id", "=", "service").forUpdate().execute();
      const begun = emails.map((email) =>
        logInAs(server, { email, password: "wrong", headers: from(9) }).finally(() => {
          answered += 1;
        }),
      );
      await sleep(1_000);
      expect(answered).toBe(0);
      return begun;
    });
    for (const { answer } of await Promise.all(tries)) expect(answer.body.code).toBe("WRONG_MAIL_OR_PW");
  });

  it("count together for all strange networks, and a forged mark of a browser does not help", async () => {
    const own = await makeAccount(server);
    const other = await makeAccount(server);
    const { cookie } = await logInAs(server, { email: other.email });
    const forged = cookie.split("; ").find((one) => one.includes("known")) ?? "";
    let slowed = 0;
    for (let n = 0; n < 60; n += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${n}`, cookie: forged };
      const { answer } = await logInAs(server, { email: own.email, password: "wrong", headers });
      if (answer.status === 429) slowed += 1;
    }
    expect(slowed).toBe(10);
  });
});

describe("one network", () => {
  it("asks for so many links and registers so many people an hour, whatever the addresses are; others go on", async () => {
    const { deps, clock } = server;
    const tilda = { first_name: "Tilda", last_name: "Nygaard", password: "Wasserkante9!" };
    const limits = {
      "reset asks": reset_asks_per_network_per_hour_max,
      registrations: registrations_per_network_per_hour_max,
    };
    const at = clock.now();
    for (const [what, max] of Object.entries(limits))
      for (let n = 0; n < max; n += 1) await takeOf(deps.db, { what: `${what} 203.0.113.7`, max, within_s: 3_600 }, at);
    const from = async (ip: string) => {
      const headers = { "x-forwarded-for": ip };
      const email = `${deps.random.id()}@nygaard.example`;
      const asked = await callApi("POST", `${server.url}/api/auth/forgotPassword`, { body: { email }, headers });
      const body = {
        organization: { organization_name: "Nygaard Holzbau" },
        account_administrator: { ...tilda, e_mail: email },
      };
      const made = await callApi("POST", `${server.url}/api/account/addTestAccount`, { body, headers });
      return [asked, made];
    };
    for (const { status, body, headers } of await from("203.0.113.7")) {
      expect([status, body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_500);
    }
    expect((await from("203.0.113.8")).map(({ status }) => status)).toEqual([200, 200]);
    clock.move(3_601);
    expect((await from("203.0.113.7")).map(({ status }) => status)).toEqual([200, 200]);
  });
});
