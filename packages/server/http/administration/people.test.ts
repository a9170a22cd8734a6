/** An organisation's people over HTTP, with the mails that they get. */
import type { PeoplePage, PersonLine, PersonView } from "@siegel/contract/calls/people.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { invitation_link_s, invitations_per_hour_max } from "@siegel/contract/limits.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiAnswer, callApi } from "../../../../fixtures/api-call.ts";
import { messagesTo, nextMessage } from "../../../../fixtures/inbox.ts";
import { joinKeyOf } from "../../rooms/accounts/accounts.ts";
import { logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();
const fresh = "Wasserkante9!";
type Who = {
  readonly organisation: OrganisationId;
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
};

/** An organisation of its own, with one administrator who is logged in. */
async function start(): Promise<Who> {
  const organisation = await makeOrganisation(world.server);
  return { organisation, ...(await colleague(organisation)) };
}

async function colleague(of: OrganisationId, role: "admin" | "user" = "admin") {
  const account = await makeAccount(world.server, { role, of });
  return { ...account, cookie: (await logInAs(world.server, account)).cookie };
}

const call = async <T = PersonView>(
  { cookie }: { readonly cookie: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer<T>> =>
  await callApi<T>(method, `${world.server.url}/api/account/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie },
  });
const list = async (who: Who, query = "") =>
  (await call<PeoplePage>(who, "GET", `getAccountAdministrator/${who.organisation}${query}`)).body.data;
const invite = async (who: { readonly cookie: string }, e_mail: string, more: object = {}) =>
  await call(who, "POST", "inviteAdministrator", { e_mail, account_role: "user", ...more });
const give = async (who: { readonly cookie: string }, user_id: string, account_role: string, more: object = {}) =>
  await call(who, "PUT", "updateAccountAdministratorRole", { administrator: { user_id, account_role, ...more } });
const post = async (path: string, body: object) =>
  await callApi("POST", `${world.server.url}/api/account/${path}`, { body });
const newAddress = (): string => `${world.server.deps.random.id()}@nygaard.example`;
const isIn = async ({ cookie }: { readonly cookie: string }): Promise<boolean> =>
  (await callApi("POST", `${world.server.url}/api/auth/extendAdminSession`, { body: {}, headers: { cookie } }))
    .status === 200;

/** The secret in the newest mail to an address. */
async function linkTo(email: string, seen = 0): Promise<string> {
  const { text } = await nextMessage(world.sandbox.url, email, { channel: "mail", seen, about: /link=/ });
  return decodeURIComponent(/\?link=(\S+)/.exec(text)?.[1] ?? "");
}
const accept = async (link: string, more: object = {}) =>
  await post("acceptInvitation", { link, first_name: "Mirjam", last_name: "Sørlund", password: fresh, ...more });

describe("people", () => {
  it("[A-084] [A-087] [A-088] [A-097] are listed by first name, a page at a time, by state and search, and never another organisation's", async () => {
    const who = await start();
    const { deps } = world.server;
    for (const [first_name, last_name] of [
      ["Åse", "Berg"],
      ["Zoë", "Quast"],
      ["anneke", "Petersen"],
      ["Ärne", "Voß"],
    ] as const) {
      const { id } = await makeAccount(world.server, { of: who.organisation, role: "user" });
      await deps.db
        .updateTable("administrator")
        .set({ first_name, last_name })
        .where("administrator_id", "=", id as never)
        .execute();
    }
    await invite(who, newAddress());
    const all = await list(who);
    // An invitation has no name yet: it stands where its address does.
    const names = all.users.map(({ first_name, state }) => (state === "invited" ? "" : first_name));
    expect(names.filter((name) => name !== "")).toEqual(["anneke", "Ärne", "Åse", "Jonas", "Zoë"]);
    expect(all.counts).toEqual({ all: 6, active: 5, invited: 1, waiting: 0, disabled: 0 });
    expect(all.administrators).toBe(1);
    const { users, next_cursor } = await list(who, "?limit=2");
    const rest = await list(who, `?limit=50&cursor=${next_cursor}`);
    expect([...users, ...rest.users]).toEqual(all.users);
    expect((await list(who, "?search=voß")).users.map(({ last_name }) => last_name)).toEqual(["Voß"]);
    expect((await list(who, "?state=invited")).users.map(({ state }) => state)).toEqual(["invited"]);
    expect(all.users.find(({ user_id }) => user_id === who.id)).toMatchObject({
      email: who.email,
      phone: null,
      account_role: "admin",
      organization_id: who.organisation,
      language_id: "de",
      state: "active",
    });
    const other = await start();
    expect((await call(other, "GET", `getAccountAdministrator/${who.organisation}`)).body.code).toBe("NOT_FOUND");
    expect((await list(who, "?cursor=bm9uZQ")) as unknown).toEqual([expect.stringContaining("cursor")]);
  });
});

describe("an invitation", () => {
  it("[A-148] is bound to its address, works once, and tells who invited", async () => {
    const who = await start();
    const email = newAddress();
    const invited = await invite(who, email, { account_role: "organization_admin", language: "en" });
    expect([invited.status, invited.body.data.state, invited.body.data.account_role]).toEqual([
      200,
      "invited",
      "admin",
    ]);
    const link = await linkTo(email);
    const url = `${world.server.url}/api/auth/mailedLink?purpose=invitation&link=${encodeURIComponent(link)}`;
    for (let n = 0; n < 5; n += 1)
      expect((await callApi("GET", url)).body.data).toMatchObject({ state: "open", invitation: { email } });
    expect((await accept(link, { password: "kurz" })).status).toBe(400);
    const claims = { e_mail: "other@example.org", account_role: "user", organization_id: "x" };
    const ten = await Promise.all(Array.from({ length: 10 }, () => accept(link, claims)));
    expect(ten.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await callApi("GET", url)).body.data).toMatchObject({ state: "used", invitation: null });
    const { answer } = await logInAs(world.server, { email, password: fresh });
    expect(answer.body.data).toMatchObject({
      user: { email, account_role: "admin", organization_id: who.organisation, language_id: "en" },
    });
    const told = await nextMessage(world.sandbox.url, who.email, { channel: "mail", about: /Mirjam/ });
    expect(told.subject).toBe("Mirjam Sørlund ist jetzt dabei");
    expect(await messagesTo(world.sandbox.url, who.email, "mail")).toHaveLength(1);
    expect((await call(who, "POST", `resendInvitation/${invited.body.data.user_id}`)).body.code).toBe(
      "INVITATION_ACCEPTED",
    );
    expect((await invite(who, email.toUpperCase())).body.code).toBe("ALREADY_MEMBER");
  });

  it("[A-148] ends after 72 hours, and when it is sent again or taken back", async () => {
    const { clock } = world.server;
    const who = await start();
    const email = newAddress();
    const { user_id } = (await invite(who, email)).body.data;
    const first = await linkTo(email);
    expect((await call(who, "POST", `resendInvitation/${user_id}`)).status).toBe(200);
    const second = await linkTo(email, 1);
    expect((await accept(first)).body.code).toBe("LINK_EXPIRED");
    // Invited anew, the role that is wished for now counts, and there is still one invitation.
    expect((await invite(who, email, { account_role: "admin" })).body.data).toMatchObject({
      user_id,
      account_role: "admin",
    });
    const third = await linkTo(email, 2);
    expect((await accept(second)).body.code).toBe("LINK_EXPIRED");
    clock.move(invitation_link_s);
    expect((await accept(third)).body.code).toBe("LINK_EXPIRED");
    const again = { cookie: (await logInAs(world.server, who)).cookie };
    const over = (await list({ ...who, ...again })).users.find((one) => one.user_id === user_id);
    expect(over).toMatchObject({ state: "invited", invited_until: null });
    await call(again, "POST", `resendInvitation/${user_id}`);
    const last = await linkTo(email, 3);
    expect((await call(again, "DELETE", `deleteAccountAdministrator/${user_id}`)).status).toBe(200);
    expect((await accept(last)).body.code).toBe("LINK_UNKNOWN");
  });

  it("tells no organisation that an address has an account elsewhere, but its owner, and makes no second one", async () => {
    const [who, other] = [await start(), await start()];
    expect((await invite(who, other.email)).body.data.state).toBe("invited");
    const mail = await nextMessage(world.sandbox.url, other.email, { channel: "mail", about: /Einladung/ });
    expect(mail.text).not.toContain("link=");
    // One who is invited twice keeps the account that is made first.
    const email = newAddress();
    await invite(who, email);
    const first = await linkTo(email);
    await invite(other, email);
    const both = [first, await linkTo(email, 1)];
    const done = await Promise.all(both.map((link) => accept(link)));
    expect(done.map(({ body }) => body.code ?? "made").sort()).toEqual(["REQUEST_EXISTS", "made"]);
  });

  it("is a mail to a stranger: an organisation sends so many an hour, also if it takes them back", async () => {
    const who = await start();
    const { clock } = world.server;
    for (let n = 0; n < invitations_per_hour_max; n += 1) {
      const { user_id } = (await invite(who, newAddress())).body.data;
      await call(who, "DELETE", `deleteAccountAdministrator/${user_id}`);
    }
    const refused = await invite(who, newAddress());
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    clock.move(3_601);
    expect((await invite({ cookie: (await logInAs(world.server, who)).cookie }, newAddress())).status).toBe(200);
  });
});

describe("somebody who asked to join", () => {
  async function asking(who: Who): Promise<{ readonly email: string; readonly id: string }> {
    const email = newAddress();
    const { key } = await joinKeyOf(world.server.deps, who.organisation);
    const person = { first_name: "Tilda", last_name: "Nygaard", e_mail: email, password: fresh, language: "en" };
    await post("addAccountAdministrator", { organizationAdministrator: person, license_key_id: key });
    await post("confirmMailbox", { link: await linkTo(email), password: fresh });
    const { users } = await list(who, `?state=waiting&search=${email}`);
    return { email, id: users[0]?.user_id ?? "" };
  }

  it("[A-040] is let in or refused, each told by mail, and decided once", async () => {
    const who = await start();
    const [welcome, unwelcome] = [await asking(who), await asking(who)];
    const ids = [welcome.id, "0".repeat(26)];
    const twice = await Promise.all(
      [1, 2].map(() => call<PersonLine[]>(who, "POST", "approveJoining", { ids, approved: true })),
    );
    expect(twice.map(({ body }) => body.data.map(({ code }) => code)).sort()).toEqual(
      [
        [null, "NOT_FOUND"],
        ["JOINING_DECIDED", "NOT_FOUND"],
      ].sort(),
    );
    await nextMessage(world.sandbox.url, welcome.email, { channel: "mail", about: /You are in/ });
    expect((await logInAs(world.server, { email: welcome.email, password: fresh })).answer.status).toBe(200);
    const [letIn] = (await list(who, `?search=${welcome.email}`)).users;
    expect(letIn).toMatchObject({ state: "active", account_role: "user" });
    expect((await give(who, unwelcome.id, "user")).body.code).toBe("PERSON_WAITING");
    const refused = await call<PersonLine[]>(who, "POST", "approveJoining", { ids: [unwelcome.id], approved: false });
    expect(refused.body.data).toEqual([{ id: unwelcome.id, code: null }]);
    await nextMessage(world.sandbox.url, unwelcome.email, { channel: "mail", about: /refused/ });
    expect((await logInAs(world.server, { email: unwelcome.email, password: fresh })).answer.body.code).toBe(
      "WRONG_MAIL_OR_PW",
    );
  });

  it("uses a key that can be renewed: the one before ends, who waits still waits", async () => {
    const who = await start();
    await asking(who);
    type Key = { join_key: string; renewed_at: string | null; waiting: number };
    const before = (await call<Key>(who, "GET", "joinKey")).body.data;
    expect(before).toMatchObject({ renewed_at: null, waiting: 1 });
    const after = (await call<Key>(who, "POST", "renewJoinKey", {})).body.data;
    expect(after).toMatchObject({ renewed_at: expect.any(String), waiting: 1 });
    expect(after.join_key).not.toBe(before.join_key);
    const person = { first_name: "Tilda", last_name: "Nygaard", e_mail: newAddress(), password: fresh };
    const joining = (license_key_id: string) =>
      post("addAccountAdministrator", { organizationAdministrator: person, license_key_id });
    expect([(await joining(before.join_key)).status, (await joining(after.join_key)).status]).toEqual([404, 200]);
  });
});

describe("a person's role and access", () => {
  let who: Who;
  beforeAll(async () => {
    who = await start();
  });

  it("[A-089] [A-090] [A-091] [A-092] [A-095] [A-096] is changed by any other administrator, and ends their sessions", async () => {
    const person = await colleague(who.organisation);
    expect((await give(who, who.id, "user")).body.code).toBe("CANNOT_CHANGE_OWN_ROLE");
    // Who the payload says is acting is ignored.
    const changed = await call(who, "PUT", "updateAccountAdministratorRole", {
      id: person.id,
      administrator: { id: person.id, account_role: "user" },
    });
    expect(changed.body.data).toMatchObject({ user_id: person.id, account_role: "user" });
    expect(await isIn(person)).toBe(false);
    await nextMessage(world.sandbox.url, person.email, { channel: "mail", about: /Rolle/ });
    const again = await logInAs(world.server, person);
    expect((await give(again, who.id, "user")).body.code).toBe("INSUFFICIENT_PERMISSIONS");
    expect((await give(who, person.id, "admin")).body.data.account_role).toBe("admin");
    expect(
      (await call(who, "PUT", "updateAccountAdministratorRole", { administrator: { account_role: "user" } })).status,
    ).toBe(400);
  });

  it("[A-153] is not changed unseen by somebody who read an older version", async () => {
    const person = await colleague(who.organisation, "user");
    const { version } = (await give(who, person.id, "admin")).body.data;
    const stale = await give(who, person.id, "user", { version: version - 1 });
    expect([stale.status, stale.body.code]).toEqual([409, "CHANGED_MEANWHILE"]);
    expect(JSON.stringify(stale.body.data)).toContain(person.id);
    expect((await give(who, person.id, "user", { version })).status).toBe(200);
  });

  it("[A-019] [A-086] [A-093] [A-094] [A-096] is switched off, on again and deleted, one and several, at once", async () => {
    const people = await Promise.all([1, 2, 3].map(() => colleague(who.organisation, "user")));
    const ids = [...people.map(({ id }) => id), who.id, people[0]?.id ?? ""];
    const switchTo = async (active: boolean) =>
      (await call<PersonLine[]>(who, "PUT", "setAdministratorActive", { ids, active })).body.data.map(
        ({ code }) => code,
      );
    expect(await switchTo(false)).toEqual([null, null, null, "CANNOT_REMOVE_SELF"]);
    const [one, two, three] = people;
    if (one === undefined || two === undefined || three === undefined) throw new Error("three were made");
    expect(await isIn(one)).toBe(false);
    expect((await logInAs(world.server, one)).answer.body.code).toBe("USER_NOT_ACTIV");
    await nextMessage(world.sandbox.url, one.email, { channel: "mail", about: /abgeschaltet/ });
    expect(await switchTo(true)).toEqual([null, null, null, "CANNOT_REMOVE_SELF"]);
    const { cookie } = await logInAs(world.server, one);
    expect((await call(who, "DELETE", `deleteAccountAdministrator/${one.id}`)).status).toBe(200);
    expect(await isIn({ cookie })).toBe(false);
    expect((await call(who, "DELETE", `deleteAccountAdministrator/${one.id}`)).body.code).toBe("NOT_FOUND");
    expect((await call(who, "DELETE", `deleteAccountAdministrator/${who.id}`)).body.code).toBe("CANNOT_REMOVE_SELF");
    const rest = await call<PersonLine[]>(who, "POST", "deleteAccountAdministrators", {
      ids: [two.id, who.id, three.id],
    });
    expect(rest.body.data.map(({ code }) => code)).toEqual([null, "CANNOT_REMOVE_SELF", null]);
    const roles = await call<PersonLine[]>(who, "POST", "updateAccountAdministratorRoles", {
      ids: [who.id, two.id],
      account_role: "user",
    });
    expect(roles.body.data.map(({ code }) => code)).toEqual(["CANNOT_CHANGE_OWN_ROLE", "NOT_FOUND"]);
    const invited = (await invite(who, newAddress())).body.data.user_id;
    const off = await call<PersonLine[]>(who, "PUT", "setAdministratorActive", { ids: [invited], active: false });
    expect(off.body.data).toEqual([{ id: invited, code: "PERSON_INVITED" }]);
  });

  it("is changed in none of another organisation", async () => {
    const other = await start();
    const ids = [other.id];
    expect((await give(who, other.id, "user")).status).toBe(404);
    const lines = async (method: string, path: string, body: object) =>
      (await call<PersonLine[]>(who, method, path, { ids, ...body })).body.data;
    for (const [method, path, body] of [
      ["PUT", "setAdministratorActive", { active: false }],
      ["POST", "updateAccountAdministratorRoles", { account_role: "user" }],
      ["POST", "deleteAccountAdministrators", {}],
      ["POST", "approveJoining", { approved: false }],
    ] as const)
      expect(await lines(method, path, body)).toEqual([{ id: other.id, code: "NOT_FOUND" }]);
    expect(await isIn(other)).toBe(true);
  });

  it("[A-149] two administrators who demote, switch off or delete each other in the same instant: one of them stays", async () => {
    for (const against of [
      (by: Who, of: Who) => give(by, of.id, "user"),
      (by: Who, of: Who) => call(by, "PUT", "setAdministratorActive", { ids: [of.id], active: false }),
      (by: Who, of: Who) => call(by, "DELETE", `deleteAccountAdministrator/${of.id}`),
    ]) {
      const a = await start();
      const b: Who = { organisation: a.organisation, ...(await colleague(a.organisation)) };
      await Promise.all([against(a, b), against(b, a)]);
      const left = await world.server.deps.db
        .selectFrom("administrator")
        .select("administrator_id")
        .where("organisation_id", "=", a.organisation)
        .where("state", "=", "active")
        .where("role", "<>", "user")
        .execute();
      expect(left).toHaveLength(1);
    }
  });
});
