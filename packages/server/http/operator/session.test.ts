/** Logging in at the operator's desk, staying and leaving, over HTTP. */
import type { OperatorView } from "@siegel/contract/calls/operator-session.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { resetOperatorFactor, resetOperatorPassword, switchOperator } from "../../rooms/operators/operators.ts";
import { account_password, logInAs, makeAccount } from "../../test/administrators.ts";
import { codeOf, logInOperatorAs, makeOperator, type TestOperator } from "../../test/operators.ts";
import { type TestServer, useTestServer } from "../../test/test-server.ts";

const running = useTestServer({ SIEGEL_TRUST_PROXY: "1" });
let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  server = running.current();
  operator = await makeOperator(server);
});

const ask = async (cookie: string) =>
  await callApi<OperatorView | null>("GET", `${server.url}/api/operator/session`, { headers: { cookie } });
const stay = async (cookie: string, headers: Record<string, string> = {}) =>
  await callApi("POST", `${server.url}/api/operator/extendSession`, { body: {}, headers: { cookie, ...headers } });
const codeAnswered = async (login: ReturnType<typeof logInOperatorAs>) => (await login).answer.body.code ?? "in";
/** The app shows another code. */
const wait = () => server.clock.move(60);

describe("logging in at the desk", () => {
  it("opens a session in a cookie of its own that no script reads, by password and app, and leaves", async () => {
    const { answer, cookie } = await logInOperatorAs(server, operator);
    expect(answer.body).toMatchObject({ success: true, data: { last_name: "Lorenzen", four_eyes: false } });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|password|secret/i);
    for (const line of answer.headers.getSetCookie())
      expect(line).toMatch(/^siegel_operator.*HttpOnly.*SameSite=Strict/);
    const { body, headers } = await ask(cookie);
    expect(body.data).toMatchObject({ email: operator.email });
    expect(headers.get("siegel-session")).toMatch(/^idle=1800, absolute=43200$/);
    expect((await stay(cookie, { origin: "https://elsewhere.example" })).body.code).toBe("FORBIDDEN");
    expect((await stay(cookie)).status).toBe(200);
    await callApi("DELETE", `${server.url}/api/operator/logout`, { headers: { cookie } });
    expect([(await ask(cookie)).body.data, (await stay(cookie)).body.code]).toEqual([null, "SESSION_ENDED"]);
  });

  it("ends after 30 minutes without a call, and after 12 hours", async () => {
    wait();
    const { cookie } = await logInOperatorAs(server, operator);
    server.clock.move(1_900);
    expect((await stay(cookie)).body.code).toBe("SESSION_ENDED");
    const { cookie: kept } = await logInOperatorAs(server, operator);
    for (let hours = 0; hours < 12; hours += 0.4) {
      server.clock.move(1_440);
      if (hours < 11) expect((await stay(kept)).status).toBe(200);
    }
    expect((await stay(kept)).body.code).toBe("SESSION_ENDED");
  });

  it("answers a wrong password and an unknown address alike, and never leaves the second factor out", async () => {
    const wrong = await logInOperatorAs(server, operator, { password: "wrong" });
    const unknown = await logInOperatorAs(server, { ...operator, email: "nobody@siegel.example" });
    for (const { answer, cookie } of [wrong, unknown])
      expect([answer.status, answer.body.code, cookie]).toEqual([403, "WRONG_MAIL_OR_PW", ""]);
    expect(await codeAnswered(logInOperatorAs(server, operator, { totp: "" }))).toBe("SECOND_FACTOR_REQUIRED");
    expect(await codeAnswered(logInOperatorAs(server, operator, { totp: "000000" }))).toBe("WRONG_OTP");
  });

  it("[T-054] counts a step of the app once, also for two at the same instant, and each recovery code once", async () => {
    wait();
    const at = codeOf(server, operator);
    const both = await Promise.all([
      codeAnswered(logInOperatorAs(server, operator, { totp: at })),
      codeAnswered(logInOperatorAs(server, operator, { totp: at })),
    ]);
    expect(both.sort()).toEqual(["WRONG_OTP", "in"]);
    expect(await codeAnswered(logInOperatorAs(server, operator, { totp: at }))).toBe("WRONG_OTP");
    expect(operator.recoveryCodes).toHaveLength(10);
    const [code = ""] = operator.recoveryCodes;
    const twice = [code, code.toLowerCase().replace("-", " ")];
    const told = [];
    for (const totp of twice) told.push(await codeAnswered(logInOperatorAs(server, operator, { totp })));
    expect(told).toEqual(["in", "WRONG_OTP"]);
  });

  it("makes who tries wait, passwords and codes apart, and a browser that is known not for strangers", async () => {
    wait();
    const other = await makeOperator(server);
    const { cookie } = await logInOperatorAs(server, other);
    const from = { "x-forwarded-for": "198.51.100.7" };
    const tries = [];
    for (let n = 0; n < 6; n += 1)
      tries.push(await codeAnswered(logInOperatorAs(server, other, { password: "wrong", headers: from })));
    expect(tries).toEqual([...Array(5).fill("WRONG_MAIL_OR_PW"), "TOO_MANY_REQUESTS"]);
    expect(await codeAnswered(logInOperatorAs(server, other, { headers: from }))).toBe("TOO_MANY_REQUESTS");
    wait();
    expect(await codeAnswered(logInOperatorAs(server, other, { headers: { ...from, cookie } }))).toBe("in");
    const codes = [];
    for (let n = 0; n < 6; n += 1)
      codes.push(
        await codeAnswered(
          logInOperatorAs(server, other, { totp: "000000", headers: { "x-forwarded-for": "198.51.100.8" } }),
        ),
      );
    expect(codes).toEqual([...Array(5).fill("WRONG_OTP"), "TOO_MANY_REQUESTS"]);
  });

  it("lets nobody in who is disabled or whose password or app was replaced, and ends their sessions", async () => {
    const { deps } = server;
    const other = await makeOperator(server, "Brandt");
    const { email } = other;
    for (const [replace, told] of [
      [() => switchOperator(deps, { email, isActive: false }), "USER_NOT_ACTIV"],
      [() => resetOperatorPassword(deps, email), "WRONG_MAIL_OR_PW"],
    ] as const) {
      wait();
      const { cookie } = await logInOperatorAs(server, other);
      await replace();
      expect((await stay(cookie)).body.code).toBe("SESSION_ENDED");
      wait();
      expect(await codeAnswered(logInOperatorAs(server, other))).toBe(told);
      await switchOperator(deps, { email, isActive: true });
    }
    const renewed = await resetOperatorPassword(deps, email);
    const factor = await resetOperatorFactor(deps, { email, issuer: "test" });
    if (!renewed.ok || !factor.ok) throw new Error("nothing was renewed");
    wait();
    const now = { ...other, ...renewed, ...factor };
    expect(await codeAnswered(logInOperatorAs(server, { ...now, secret: other.secret }))).toBe("WRONG_OTP");
    expect(await codeAnswered(logInOperatorAs(server, now))).toBe("in");
  });

  it("is an account of its own: an administrator's login and session open nothing here, nor this one's there", async () => {
    wait();
    const account = await makeAccount(server);
    const asAccount = { ...operator, email: account.email };
    expect(await codeAnswered(logInOperatorAs(server, asAccount, { password: account_password }))).toBe(
      "WRONG_MAIL_OR_PW",
    );
    expect((await logInAs(server, operator)).answer.body.code).toBe("WRONG_MAIL_OR_PW");
    const { cookie } = await logInOperatorAs(server, operator);
    const there = await callApi("GET", `${server.url}/api/account/ownAccount`, { headers: { cookie } });
    expect(there.body.code).toBe("SESSION_ENDED");
  });

  it("records who logged in and who tried, by which factor and from where", async () => {
    const rows = await server.deps.db
      .selectFrom("audit_event as e")
      .innerJoin("audit_event_details as d", (join) =>
        join.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
      )
      .select(["e.type", "e.actor_kind", "d.details"])
      .where("e.type", "like", "operator.%")
      .execute();
    const types = new Set(rows.map(({ type }) => type));
    for (const type of [
      "added",
      "logged-in",
      "wrong-password",
      "wrong-code",
      "disabled",
      "enabled",
      "password-changed",
      "factor-set",
    ])
      expect(types).toContain(`operator.${type}`);
    expect(new Set(rows.map((row) => row.actor_kind))).toEqual(new Set(["operator"]));
    const details = rows.map((row) => row.details);
    expect(details).toContainEqual(expect.objectContaining({ by: "recovery code", recoveryCodesLeft: 9 }));
    expect(details).toContainEqual(expect.objectContaining({ by: "app", ip: "127.0.0.1" }));
  });
});
