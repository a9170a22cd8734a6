/** The own account over HTTP: data, password, address, second factor, sessions. */
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import type { PeoplePage, PersonView } from "@siegel/contract/calls/people.ts";
import { factor_setup_s, new_email_links_per_hour_max, recovery_codes_made } from "@siegel/contract/limits.ts";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { type ApiAnswer, callApi } from "../../../../fixtures/api-call.ts";
import { messagesTo, nextMessage } from "../../../../fixtures/inbox.ts";
import { type Account, account_password, logInAs, makeAccount } from "../../test/administrators.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();
const fresh = "Wasserkante9!";
type Who = Account & { readonly cookie: string };

async function someone(role: "admin" | "user" = "admin"): Promise<Who> {
  const account = await makeAccount(world.server, { role });
  return { ...account, cookie: (await logInAs(world.server, account)).cookie };
}
const call = async <T = OwnAccountView>(
  who: { readonly cookie: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer<T>> =>
  await callApi<T>(method, `${world.server.url}/api/account/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie: who.cookie },
  });
const own = async (who: { readonly cookie: string }) => (await call(who, "GET", "ownAccount")).body.data;
const change = async (who: { readonly cookie: string }, body: object, password = account_password) =>
  await call(who, "PUT", "updateAccountAdministrator", { password, ...body });
const newAddress = (): string => `${world.server.deps.random.id()}@nygaard.example`;
const isIn = async ({ cookie }: { readonly cookie: string }): Promise<boolean> =>
  (await callApi("POST", `${world.server.url}/api/auth/extendAdminSession`, { body: {}, headers: { cookie } }))
    .status === 200;
const login = async (email: string, password: string, totp?: string) =>
  await callApi("POST", `${world.server.url}/api/auth/admin_login`, {
    body: { email, password, ...(totp === undefined ? {} : { totp }) },
  });

/** What an app shows now. */
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.server.clock.now().getTime() });

/** Sets an app up; answers its secret and the recovery codes. */
async function withApp(who: Who): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const { secret } = (await call<{ secret: string }>(who, "POST", "startTotp", { password: account_password })).body
    .data;
  const done = await call<{ recovery_codes: string[] }>(who, "POST", "confirmTotp", { code: codeOf(secret) });
  return { secret, codes: done.body.data.recovery_codes };
}

describe("the own account", () => {
  it("[A-110] [A-111] [A-113] [A-114] shows the own data, and changes them with the password alone", async () => {
    const who = await someone("user");
    const before = await own(who);
    expect(before).toMatchObject({
      user_id: who.id,
      email: who.email,
      account_role: "user",
      totp: null,
      recovery_codes: null,
      pending_email: null,
    });
    const wrong = await change(who, { first_name: "Rahel" }, "wrong");
    expect([wrong.status, wrong.body.code]).toEqual([403, "WRONG_PASSWORD"]);
    expect((await call(who, "PUT", "updateAccountAdministrator", { first_name: "Rahel" })).status).toBe(400);
    expect((await own(who)).first_name).toBe(before.first_name);
    const claims = { user_id: "x", organization_id: "x", account_role: "admin" };
    const done = await change(who, { ...claims, first_name: "Rahel", phone: "0151 23456789", language_id: "en" });
    expect(done.body.code).toBe("SUCCESS");
    expect(done.body.data).toMatchObject({
      user_id: who.id,
      first_name: "Rahel",
      last_name: before.last_name,
      phone: "+4915123456789",
      language_id: "en",
      account_role: "user",
    });
    expect((await change(who, { phone: "" })).body.data.phone).toBeNull();
    expect((await change(who, { phone: "040 123456" })).status).toBe(400);
    for (let n = 0; n < 5; n += 1) await change(who, {}, "wrong");
    const slow = await change(who, {});
    expect([slow.status, slow.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  });

  it("[A-153] is not changed unseen in two tabs", async () => {
    const who = await someone();
    const { version } = await own(who);
    expect((await change(who, { first_name: "Rahel", version })).status).toBe(200);
    const stale = await change(who, { last_name: "Kiewitt", version });
    expect([stale.status, stale.body.code]).toEqual([409, "CHANGED_MEANWHILE"]);
    expect(JSON.stringify(stale.body.data)).toContain("Rahel");
    const atOnce = ["Ada", "Bea", "Cleo", "Dora"].map((first_name) =>
      change(who, { first_name, version: version + 1 }),
    );
    expect((await Promise.all(atOnce)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("[S-010] [S-016] keeps the language that is chosen with the switch for the next login", async () => {
    const who = await someone();
    expect((await call(who, "PUT", "ownLanguage", { language_id: "en" })).status).toBe(200);
    const { body } = await login(who.email, account_password);
    expect(body.data).toMatchObject({ user: { language_id: "en", whitelabeling_pack: { style: "#0B5D7A" } } });
    expect((await call(who, "PUT", "ownLanguage", { language_id: "fr" })).status).toBe(400);
  });
});

describe("the own password", () => {
  it("[A-112] [A-113] [A-114] [A-120] [A-121] is changed with the one before, and ends the other sessions", async () => {
    const who = await someone();
    const other = { cookie: (await logInAs(world.server, who)).cookie };
    const set = async (newPassword: string, confirmNewPassword = newPassword, password = account_password) =>
      (await change(who, { newPassword, confirmNewPassword }, password)).body.code;
    expect(await set(fresh, fresh, "wrong")).toBe("WRONG_PASSWORD");
    expect(await set(account_password)).toBe("RESET_PASSWORD_INVALID_SAME_PASSWORD");
    expect(await set(fresh, "Wasserkante8!")).toBe("REQUEST_PASSOWRDS_NO_MATCH");
    expect(await set(fresh, "")).toBe("REQUEST_PASSOWRDS_NO_MATCH");
    expect(await set("kurz")).toBe("INVALID_REQUEST");
    expect([await isIn(who), await isIn(other)]).toEqual([true, true]);
    expect(await set(fresh)).toBe("SUCCESS_CHANGE_PASSWORD");
    expect([await isIn(who), await isIn(other)]).toEqual([true, false]);
    expect((await own(who)).password_changed_at).not.toBeNull();
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /Passwort wurde geändert/ });
    expect([(await login(who.email, account_password)).status, (await login(who.email, fresh)).status]).toEqual([
      403, 200,
    ]);
  });
});

describe("a password that is changed at the same moment", () => {
  it("proves nothing any more", async () => {
    const who = await someone();
    const set = async (newPassword: string) =>
      (await change(who, { newPassword, confirmNewPassword: newPassword })).status;
    const statuses = await Promise.all([set(fresh), set("Speicherstadt7#"), set("Sandtorkai-3%")]);
    expect(statuses.sort()).toEqual([200, 403, 403]);
  });
});

describe("a new address", () => {
  const linkTo = async (email: string) =>
    decodeURIComponent(
      /\?link=(\S+)/.exec(
        (await nextMessage(world.sandbox.url, email, { channel: "mail", about: /link=/ })).text,
      )?.[1] ?? "",
    );
  const confirm = async (link: string) =>
    await callApi("POST", `${world.server.url}/api/account/confirmNewEmail`, { body: { link } });

  it("counts once its mailbox is proven; the one before is told, and all sessions end", async () => {
    const who = await someone();
    const email = newAddress();
    expect((await change(who, { e_mail: email })).body.data).toMatchObject({ email: who.email, pending_email: email });
    const told = await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /geändert werden/ });
    expect(told.text).toContain(email);
    const link = await linkTo(email);
    expect((await login(email, account_password)).body.code).toBe("WRONG_MAIL_OR_PW");
    const both = await Promise.all([confirm(link), confirm(link)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await isIn(who)).toBe(false);
    expect([(await login(who.email, account_password)).status, (await login(email, account_password)).status]).toEqual([
      403, 200,
    ]);
  });

  it("[A-112] ends with a new password, which its owner chooses in the account", async () => {
    const who = await someone();
    const email = newAddress();
    await change(who, { email });
    const link = await linkTo(email);
    await change(who, { newPassword: fresh, confirmNewPassword: fresh });
    expect((await own(who)).pending_email).toBeNull();
    expect((await confirm(link)).body.code).toBe("LINK_EXPIRED");
  });

  it("is asked for five times an hour at most, and of two asked for at once one link lives", async () => {
    const who = await someone();
    const last = await Promise.all([newAddress(), newAddress()].map((email) => change(who, { email })));
    expect(last.map(({ status }) => status)).toEqual([200, 200]);
    const open = await world.server.deps.db
      .selectFrom("mailed_link")
      .select("link_id")
      .where("administrator_id", "=", who.id as never)
      .where("ended_at", "is", null)
      .execute();
    expect(open).toHaveLength(1);
    for (let n = 2; n < new_email_links_per_hour_max; n += 1)
      expect((await change(who, { email: newAddress() })).status).toBe(200);
    const { pending_email } = await own(who);
    const refused = await change(who, { email: newAddress(), first_name: "Rahel" });
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(await own(who)).toMatchObject({ pending_email, first_name: "Jonas" });
    expect((await change(who, { first_name: "Rahel" })).status).toBe(200);
  });

  it("that is invited to the same organisation takes the place of the invitation", async () => {
    const [who, colleague, email] = [await someone(), await someone(), newAddress()];
    await change(who, { email });
    const link = await linkTo(email);
    expect((await call(colleague, "POST", "inviteAdministrator", { e_mail: email, account_role: "user" })).status).toBe(
      200,
    );
    expect((await confirm(link)).status).toBe(200);
    expect((await login(email, account_password)).status).toBe(200);
    const { users } = (
      await call<PeoplePage>(colleague, "GET", `getAccountAdministrator/${world.server.organisationId}?state=invited`)
    ).body.data;
    expect(users.filter((one) => one.email === email)).toEqual([]);
  });

  it("of somebody else is not taken, and nobody learns that it has an account but its owner", async () => {
    const [who, other] = [await someone(), await someone()];
    expect((await change(who, { email: other.email })).body.data.pending_email).toBe(other.email);
    const mail = await nextMessage(world.sandbox.url, other.email, { channel: "mail", about: /schon einen Zugang/ });
    expect(mail.text).not.toContain("link=");
    // The owner of the old address objects with a new password: the link ends.
    const email = newAddress();
    await change(who, { email });
    const link = await linkTo(email);
    await callApi("POST", `${world.server.url}/api/auth/forgotPassword`, { body: { email: who.email } });
    const reset = await linkTo(who.email);
    await callApi("POST", `${world.server.url}/api/auth/resetPassword?link=${encodeURIComponent(reset)}`, {
      body: { password: fresh, confirmNewPassword: fresh },
    });
    expect((await confirm(link)).body.code).toBe("LINK_EXPIRED");
  });
});

describe("a second factor", () => {
  it("[A-150] is asked for at the login; a step of the app's clock counts once", async () => {
    const who = await someone();
    const other = { cookie: (await logInAs(world.server, who)).cookie };
    expect((await call(who, "POST", "startTotp", { password: "wrong" })).body.code).toBe("WRONG_PASSWORD");
    expect((await call(who, "POST", "confirmTotp", { code: "123456" })).body.code).toBe("FACTOR_NOT_STARTED");
    const started = await call<{ secret: string; uri: string }>(who, "POST", "startTotp", {
      password: account_password,
    });
    const { secret, uri } = started.body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]+\?issuer=/);
    const stored = await world.server.deps.db
      .selectFrom("administrator_totp")
      .selectAll()
      .where("administrator_id", "=", who.id as never)
      .executeTakeFirstOrThrow();
    expect(stored.pending_sealed?.toString("latin1")).not.toContain(secret);
    // Until it is confirmed the password is enough: nobody locks themselves out.
    expect((await login(who.email, account_password)).status).toBe(200);
    expect((await call(who, "POST", "confirmTotp", { code: "000000" })).body.code).toBe("WRONG_OTP");
    const twice = await Promise.all(
      [1, 2].map(() => call<{ recovery_codes: string[] }>(who, "POST", "confirmTotp", { code: codeOf(secret) })),
    );
    const [confirmed, late] = twice.toSorted((a, b) => a.status - b.status);
    expect(confirmed?.body.data.recovery_codes).toHaveLength(recovery_codes_made);
    expect([late?.status, late?.body.code]).toEqual([409, "FACTOR_NOT_STARTED"]);
    expect(await isIn(other)).toBe(true);
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /zweiter Faktor/ });

    expect((await login(who.email, "wrong")).body.code).toBe("WRONG_MAIL_OR_PW");
    const without = await login(who.email, account_password);
    expect([without.status, without.body.code, without.headers.getSetCookie()]).toEqual([
      403,
      "SECOND_FACTOR_REQUIRED",
      [],
    ]);
    // The code that confirmed it is used up.
    expect((await login(who.email, account_password, codeOf(secret))).body.code).toBe("WRONG_OTP");
    world.server.clock.move(30);
    const code = codeOf(secret);
    const both = await Promise.all(
      [1, 2].map(() => login(who.email, account_password, ` ${code.slice(0, 3)} ${code.slice(3)}`)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    world.server.clock.move(-30);
    expect((await login(who.email, account_password, codeOf(secret))).body.code).toBe("WRONG_OTP");
    world.server.clock.move(90);
    expect((await login(who.email, account_password, codeOf(secret))).status).toBe(200);
  });

  it("[A-150] of which each recovery code replaces it once; new ones end the old", async () => {
    const who = await someone();
    const { codes } = await withApp(who);
    const [first = "", second = ""] = codes;
    const typed = first.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    const both = await Promise.all([1, 2].map(() => login(who.email, account_password, typed)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /Wiederherstellungscode/ });
    expect((await own(who)).recovery_codes).toMatchObject({ left: recovery_codes_made - 1, made: recovery_codes_made });
    const rows = await world.server.deps.db
      .selectFrom("administrator_recovery_code")
      .select("code_mac")
      .where("administrator_id", "=", who.id as never)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(second);
    expect((await call(who, "POST", "renewRecoveryCodes", { password: "wrong" })).body.code).toBe("WRONG_PASSWORD");
    const renewed = await call<{ recovery_codes: string[] }>(who, "POST", "renewRecoveryCodes", {
      password: account_password,
    });
    expect((await login(who.email, account_password, second)).body.code).toBe("WRONG_OTP");
    expect((await login(who.email, account_password, renewed.body.data.recovery_codes[0])).status).toBe(200);
  });

  it("slows down for a day somebody who knows only the password, tells the owner, and does not lock the owner out", async () => {
    const who = await someone();
    const { secret } = await withApp(who);
    const guess = async () => (await login(who.email, account_password, "000000")).body.code;
    const told = [];
    for (let n = 0; n < 6; n += 1) told.push(await guess());
    expect(told).toEqual([...Array<string>(5).fill("WRONG_OTP"), "TOO_MANY_REQUESTS"]);
    await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /falschen Code/ });
    world.server.clock.move(16 * 60);
    expect([await guess(), await guess()]).toEqual(["WRONG_OTP", "TOO_MANY_REQUESTS"]);
    await world.untilQuiet();
    const mails = await messagesTo(world.sandbox.url, who.email, "mail");
    expect(mails.filter(({ text }) => /falschen Code/.test(text))).toHaveLength(1);
    const known = who.cookie.split("; ").find((one) => one.includes("known")) ?? "";
    const owner = await callApi("POST", `${world.server.url}/api/auth/admin_login`, {
      body: { email: who.email, password: account_password, totp: codeOf(secret) },
      headers: { cookie: known },
    });
    expect(owner.status).toBe(200);
  });

  it("is replaced only when the new app has shown a code, and a set-up that takes too long begins anew", async () => {
    const who = await someone();
    const { secret } = await withApp(who);
    await call(who, "POST", "startTotp", { password: account_password });
    world.server.clock.move(60);
    expect((await login(who.email, account_password, codeOf(secret))).status).toBe(200);
    world.server.clock.move(factor_setup_s - 90);
    await isIn(who);
    world.server.clock.move(60);
    expect((await call(who, "POST", "confirmTotp", { code: "123456" })).body.code).toBe("FACTOR_NOT_STARTED");
    expect((await call(who, "POST", "removeTotp", { password: account_password })).status).toBe(200);
    expect((await login(who.email, account_password)).status).toBe(200);
    expect((await call(who, "POST", "removeTotp", { password: account_password })).body.code).toBe("NO_SECOND_FACTOR");
  });

  it("that was lost is removed by another administrator after their own password; the person is told", async () => {
    const [who, lost, user] = [await someone(), await someone(), await someone("user")];
    await withApp(lost);
    await withApp(who);
    const remove = async (by: Who, id: string, password = account_password) =>
      await call<PersonView>(by, "POST", `removeSecondFactor/${id}`, { password });
    expect((await remove(user, lost.id)).body.code).toBe("INSUFFICIENT_PERMISSIONS");
    expect((await remove(who, lost.id, "wrong")).body.code).toBe("WRONG_PASSWORD");
    expect((await remove(who, who.id)).body.code).toBe("CANNOT_REMOVE_SELF");
    expect((await remove(who, lost.id)).body.data).toMatchObject({ user_id: lost.id, second_factor: "none" });
    expect((await remove(who, lost.id)).body.code).toBe("NO_SECOND_FACTOR");
    expect(await isIn(lost)).toBe(false);
    expect((await login(lost.email, account_password)).status).toBe(200);
    await nextMessage(world.sandbox.url, lost.email, { channel: "mail", about: /wurde entfernt/ });
    expect((await messagesTo(world.sandbox.url, lost.email, "mail")).length).toBe(2);
  });
});

describe("the own sessions", () => {
  it("are listed, and ended one by one or all but this; others' are as good as none", async () => {
    const [who, other] = [await someone(), await someone()];
    const phone = { cookie: (await logInAs(world.server, who)).cookie };
    const tablet = { cookie: (await logInAs(world.server, who)).cookie };
    const { sessions } = await own(who);
    expect(sessions.map(({ is_this }) => is_this).sort()).toEqual([false, false, true]);
    const theirs = (await own(other)).sessions[0]?.session_id ?? "";
    expect((await call(who, "DELETE", `ownSession/${theirs}`)).body.code).toBe("NOT_FOUND");
    const id = (await own(phone)).sessions.find(({ is_this }) => is_this)?.session_id ?? "";
    expect((await call(who, "DELETE", `ownSession/${id}`)).status).toBe(200);
    expect([await isIn(phone), await isIn(tablet), await isIn(other)]).toEqual([false, true, true]);
    expect((await call(who, "POST", "endOtherSessions", {})).status).toBe(200);
    expect([await isIn(who), await isIn(tablet), await isIn(other)]).toEqual([true, false, true]);
    expect((await own(who)).sessions).toHaveLength(1);
  });
});
