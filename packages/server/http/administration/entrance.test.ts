/** Ways to an account over HTTP, with the mails that lead there. */

import { describe, expect, it } from "vitest";
import { type ApiAnswer, callApi } from "../../../../fixtures/api-call.ts";
import { messagesTo, nextMessage } from "../../../../fixtures/inbox.ts";
import { joinKeyOf } from "../../rooms/accounts/accounts.ts";
import { forgetWaiting } from "../../rooms/administrators/administrators.ts";
import { account_password, logInAs, makeAccount } from "../../test/administrators.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();
const fresh = "Wasserkante9!";

const post = async <T = unknown>(path: string, body: unknown): Promise<ApiAnswer<T>> =>
  await callApi<T>("POST", `${world.server.url}/api/${path}`, { body });
const forgot = async (email: string) => await post("auth/forgotPassword", { email });
const reset = async (link: string, password: string, confirmNewPassword = password) =>
  await post(`auth/resetPassword?link=${encodeURIComponent(link)}`, { password, confirmNewPassword });
const stateOf = async (link: string, purpose = "reset") =>
  (
    await callApi<{ state: string }>(
      "GET",
      `${world.server.url}/api/auth/mailedLink?purpose=${purpose}&link=${encodeURIComponent(link)}`,
      {},
    )
  ).body.data;

/** The secret in the newest mail to an address. */
async function linkTo(email: string, { seen = 0 } = {}): Promise<string> {
  const { text } = await nextMessage(world.sandbox.url, email, { channel: "mail", seen, about: /link=/ });
  return decodeURIComponent(/\?link=(\S+)/.exec(text)?.[1] ?? "");
}

const newAddress = (): string => `${world.server.deps.random.id()}@nygaard.example`;
const personOf = (e_mail: string, more: object = {}) => ({
  first_name: "Tilda",
  last_name: "Nygaard",
  e_mail,
  phone: "+49 151 23456789",
  password: fresh,
  account_role: "organization_admin",
  language: "en",
  ...more,
});
const found = async (e_mail: string, more: object = {}) =>
  await post("account/addTestAccount", {
    organization: { organization_name: "Nygaard Holzbau" },
    account_administrator: personOf(e_mail, more),
    trial_version: false,
    license: { expires_at: "2099-01-01", ses_signature_limit: 9e9, aes_signature_limit: 9e9, qes_signature_limit: 9e9 },
  });
const join = async (e_mail: string, license_key_id: string) =>
  await post("account/addAccountAdministrator", { organizationAdministrator: personOf(e_mail), license_key_id });
const confirm = async (link: string, password = fresh) =>
  await post<{ state: string; organization_name: string }>("account/confirmMailbox", { link, password });

describe("a forgotten password", () => {
  it("[A-026] [A-030] [A-032] [A-033] is replaced by the link of a mail, once, and ends every session", async () => {
    const account = await makeAccount(world.server);
    const { cookie } = await logInAs(world.server, account);
    const asked = await forgot(account.email.toUpperCase());
    expect([asked.status, asked.body.code]).toEqual([200, "PASSWORD_RESET_SUCCESS"]);
    expect(asked.headers.getSetCookie().join()).toMatch(/siegel_reset=1; Max-Age=1800/);
    const link = await linkTo(account.email);
    // Scanners of mails look at a link as often as they like.
    for (let n = 0; n < 5; n += 1)
      expect(await stateOf(link)).toEqual({ state: "open", used_at: null, invitation: null });
    const same = await reset(link, account_password);
    expect([same.status, same.body.code]).toEqual([400, "RESET_PASSWORD_INVALID_SAME_PASSWORD"]);
    expect((await reset(link, fresh, "Wasserkante8!")).body.code).toBe("REQUEST_PASSOWRDS_NO_MATCH");
    expect((await reset(link, "Passwort1!")).body).toMatchObject({ code: "INVALID_REQUEST" });
    const both = await Promise.all([reset(link, fresh), reset(link, fresh)]);
    expect(both.map(({ body }) => body.code).sort()).toEqual(["LINK_USED", "RESET_PASSWORD_SUCCESS"]);
    expect(await stateOf(link)).toMatchObject({ state: "used", used_at: expect.any(String) });
    const stay = await callApi("POST", `${world.server.url}/api/auth/extendAdminSession`, {
      body: {},
      headers: { cookie },
    });
    expect(stay.status).toBe(401);
    expect((await logInAs(world.server, account)).answer.body.code).toBe("WRONG_MAIL_OR_PW");
    expect((await logInAs(world.server, { ...account, password: fresh })).answer.status).toBe(200);
    const { details } = await world.server.deps.db
      .selectFrom("audit_event")
      .innerJoin("audit_event_details as kept", (on) =>
        on.onRef("kept.chain_id", "=", "audit_event.chain_id").onRef("kept.seq", "=", "audit_event.seq"),
      )
      .select("details")
      .where("type", "=", "administrator.password-reset")
      .where("actor_id", "=", account.id)
      .executeTakeFirstOrThrow();
    // By it the address and browser in the event are erased with the organisation.
    expect(details).toMatchObject({ organisation: world.server.organisationId });
    const told = await nextMessage(world.sandbox.url, account.email, { channel: "mail", about: /geändert/ });
    expect(told.subject).toBe("Ihr Passwort wurde geändert");
  });

  it("[A-026] [A-146] answers alike for unknown and disabled addresses, and sends no mail", async () => {
    const account = await makeAccount(world.server);
    const id = account.id as never;
    await world.server.deps.db
      .updateTable("administrator")
      .set({ state: "disabled" })
      .where("administrator_id", "=", id)
      .execute();
    const unknown = newAddress();
    const answers = [await forgot(account.email), await forgot(unknown)];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([200, { success: true, code: "PASSWORD_RESET_SUCCESS", data: true }]);
      expect(headers.getSetCookie()).toHaveLength(1);
    }
    await world.untilQuiet();
    for (const email of [account.email, unknown])
      expect(await messagesTo(world.sandbox.url, email, "mail")).toEqual([]);
  });

  it("says that a link is over, was replaced, or was never sent", async () => {
    const account = await makeAccount(world.server);
    await forgot(account.email);
    const first = await linkTo(account.email);
    await forgot(account.email);
    const second = await linkTo(account.email, { seen: 1 });
    expect((await reset(second, fresh)).status).toBe(200);
    const replaced = await reset(first, "Speicherstadt7#");
    expect([replaced.status, replaced.body.code]).toEqual([410, "LINK_EXPIRED"]);
    const forged = [`${first.slice(0, -2)}AA`, "", "x", first.replace(/\..*/, ".")];
    for (const link of forged) {
      const { status, body } = await reset(link, fresh);
      expect([status, body.code]).toEqual([404, "LINK_UNKNOWN"]);
    }
    expect(await stateOf(first, "confirm")).toMatchObject({ state: "unknown" });
    const late = await makeAccount(world.server);
    await forgot(late.email);
    const link = await linkTo(late.email);
    world.server.clock.move(1_801);
    expect(await stateOf(link)).toMatchObject({ state: "late" });
    expect((await reset(link, fresh)).body.code).toBe("LINK_EXPIRED");
  });

  it("gets slower for who asks again and again", async () => {
    const email = newAddress();
    for (let n = 0; n < 5; n += 1) expect((await forgot(email)).status).toBe(200);
    const sixth = await forgot(email);
    expect([sixth.status, sixth.body.code, sixth.headers.get("retry-after")]).toEqual([429, "TOO_MANY_REQUESTS", "15"]);
  });
});

describe("a new organisation", () => {
  it("[A-035] [A-041] [A-042] [A-043] [A-044] [A-045] [A-046] is made when its mailbox is proven, with a trial that the server sets", async () => {
    const email = newAddress();
    const registered = await found(email, { account_role: "user" });
    expect([registered.status, registered.body.code]).toEqual([200, "REGISTER_SUCCESS"]);
    expect((await logInAs(world.server, { email, password: fresh })).answer.body.code).toBe("WRONG_MAIL_OR_PW");
    const link = await linkTo(email);
    expect(await stateOf(link, "confirm")).toMatchObject({ state: "open" });
    const both = await Promise.all([confirm(link), confirm(link)]);
    expect(both.map(({ body }) => body.code ?? body.data.state).sort()).toEqual(["LINK_USED", "active"]);
    const { answer, cookie } = await logInAs(world.server, { email, password: fresh });
    expect(answer.body.data).toMatchObject({
      user: {
        account_role: "admin",
        phone: "+4915123456789",
        language_id: "en",
        whitelabeling_pack: { name: "Nygaard Holzbau" },
      },
    });
    const who = await callApi<{ head: { license_id: string } }>("GET", `${world.server.url}/api/auth/adminSession`, {
      headers: { cookie },
    });
    const licence = await callApi(
      "GET",
      `${world.server.url}/api/account/getLicense/${who.body.data.head.license_id}`,
      { headers: { cookie } },
    );
    expect(licence.body.data).toMatchObject({
      ses_signature_limit: 5_000,
      aes_signature_limit: 5_000,
      qes_signature_limit: 0,
      expires_at: new Date(world.server.clock.now().getTime() + 14 * 86_400_000).toISOString(),
    });
    const welcome = await nextMessage(world.sandbox.url, email, { channel: "mail", about: /ready/ });
    expect(welcome.subject).toBe("Welcome: Nygaard Holzbau is ready");
  });

  it("answers an address that has an account alike, makes nothing, and tells its owner", async () => {
    const account = await makeAccount(world.server);
    const registered = await found(account.email);
    expect([registered.status, registered.body]).toEqual([
      200,
      { success: true, code: "REGISTER_SUCCESS", data: true },
    ]);
    const told = await nextMessage(world.sandbox.url, account.email, { channel: "mail", about: /Zugang/ });
    expect([told.subject, told.text.includes("link=")]).toEqual(["Sie haben schon einen Zugang", false]);
  });

  it("is not made by the owner of a mailbox whose address somebody else registered with a password of their own", async () => {
    const email = newAddress();
    await found(email, { password: "Attrappe-99#" });
    const theirs = await linkTo(email);
    const refused = await confirm(theirs, fresh);
    expect([refused.status, refused.body.code]).toEqual([403, "WRONG_PASSWORD"]);
    expect((await logInAs(world.server, { email, password: "Attrappe-99#" })).answer.body.code).toBe(
      "WRONG_MAIL_OR_PW",
    );
    // The owner registers, and keeps the address.
    await found(email);
    expect((await confirm(await linkTo(email, { seen: 1 }))).body.data).toMatchObject({ state: "active" });
    expect((await confirm(theirs, "Attrappe-99#")).body.code).toBe("REQUEST_EXISTS");
    const other = newAddress();
    await found(other);
    const link = await linkTo(other);
    for (let n = 0; n < 5; n += 1) expect((await confirm(link, "wrong")).body.code).toBe("WRONG_PASSWORD");
    const slow = await confirm(link);
    expect([slow.status, slow.headers.get("retry-after")]).toEqual([429, "15"]);
  });

  it("is forgotten if the person does not prove the mailbox, and so is what browsers were asked in vain", async () => {
    const email = newAddress();
    await found(email);
    const link = await linkTo(email);
    const { deps, clock } = world.server;
    const count = async () =>
      (await deps.db.selectFrom("registration").select("email").where("email", "=", email).execute()).length;
    await callApi("POST", `${world.server.url}/api/auth/passkeyOptions`, { body: {} });
    const questions = async () =>
      (await deps.db.selectFrom("passkey_challenge").select("challenge_id").execute()).length;
    await forgetWaiting(deps.db, clock.now());
    expect([await count(), await questions()]).toEqual([1, 1]);
    clock.move(72 * 3_600 + 1);
    await forgetWaiting(deps.db, clock.now());
    expect([await count(), await questions(), (await confirm(link)).body.code]).toEqual([0, 0, "LINK_EXPIRED"]);
  });

  it("[A-050] [A-138] refuses what the rules refuse, and says which field", async () => {
    const refused = await post<string[]>("account/addTestAccount", {
      organization: { organization_name: "Nygaard & Co" },
      account_administrator: personOf("tilda@nygaard", {
        first_name: "T1lda",
        password: "kurz",
        phone: "+49 40 123456",
      }),
    });
    expect([refused.status, refused.body.code]).toEqual([400, "INVALID_REQUEST"]);
    const said = refused.body.data.join("\n");
    for (const field of ["organization_name", "first_name", "e_mail", "password", "phone"])
      expect(said).toContain(field);
  });
});

describe("joining an organisation", () => {
  it("[A-034] [A-040] [A-043] [A-049] takes its join key, a proven mailbox, and waits for its administrators", async () => {
    const administrator = await makeAccount(world.server);
    const { deps, organisationId } = world.server;
    const { key } = await joinKeyOf(deps, organisationId);
    expect(key).toMatch(/^SGL-[0-9A-Z]{26}$/);
    expect((await joinKeyOf(deps, organisationId)).key).toBe(key);
    const stored = await deps.db
      .selectFrom("organisation")
      .select(["join_key_mac", "join_key_sealed"])
      .where("organisation_id", "=", organisationId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored) + stored.join_key_sealed?.toString("latin1")).not.toContain(key.slice(4));
    const wrong = await join(newAddress(), `${key.slice(0, -1)}${key.endsWith("0") ? "2" : "0"}`);
    expect([wrong.status, wrong.body.code]).toEqual([404, "JOIN_KEY_UNKNOWN"]);
    const email = newAddress();
    expect((await join(email, ` ${key.toLowerCase().replace("sgl-", "sgl ")} `)).body.code).toBe("REGISTER_SUCCESS");
    const link = await linkTo(email);
    await join(email, key);
    const again = await linkTo(email, { seen: 1 });
    expect((await confirm(link)).body.data).toMatchObject({ state: "waiting" });
    expect((await confirm(again)).body.code).toBe("REQUEST_EXISTS");
    expect((await logInAs(world.server, { email, password: fresh })).answer.body.code).toBe("ACCOUNT_NOT_APPROVED");
    const asked = await nextMessage(world.sandbox.url, administrator.email, { channel: "mail", about: /beitreten/ });
    expect(asked.text).toContain(email);
  });
});
