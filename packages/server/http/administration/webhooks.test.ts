/** Webhooks of tokens over HTTP: address, test event, secret, deliveries, and sending again. */

import type { DeliveryPage, WebhookSecret, WebhookView } from "@siegel/contract/calls/webhooks.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { account_tries_free, test_events_per_hour_max } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../../fixtures/webhook-receiver.ts";
import { createToken } from "../../rooms/accounts/accounts.ts";
import { deliverDue } from "../../rooms/webhooks/webhooks.ts";
import { account_password, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { call, create, sentWorkflow, withKey } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
let receiver: WebhookReceiver;
let cookie = "";
let token = "";
let foreignToken = "";
let foreignCookie = "";

beforeAll(async () => {
  const at = server.current();
  receiver = await startWebhookReceiver();
  token = at.tokenId;
  cookie = (await logInAs(at, await makeAccount(at))).cookie;
  const of = await makeOrganisation(at);
  foreignToken = (await createToken(at.deps, { organisationId: of, name: "Portal" })).tokenId;
  foreignCookie = (await logInAs(at, await makeAccount(at, { of }))).cookie;
});
afterAll(() => receiver.close());

type Asked = { readonly body?: unknown; readonly as?: string; readonly language?: string };
const ask = async <Data>(method: string, path: string, { body, as = cookie, language = "en" }: Asked = {}) =>
  await callApi<Data>(method, `${server.current().url}/api/account/${path}`, {
    ...(method === "GET" ? {} : { body: body ?? {} }),
    headers: { cookie: as, "accept-language": language },
  });
const lead = async (webhook_url: string | null, more: object = {}) =>
  await ask<WebhookView>("PUT", "updateWebhook", { body: { token_id: token, webhook_url, ...more } });
const list = async (query = "") => (await ask<DeliveryPage>("GET", `webhookDeliveries?${query}`)).body.data;
const withPassword = (password = account_password) => ({ body: { password } });
const eventsIn = async (type: string) =>
  await server
    .current()
    .deps.db.selectFrom("audit_event as e")
    .innerJoin("audit_event_details as d", (on) =>
      on.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
    )
    .select(["e.actor_kind", "d.details"])
    .where("e.type", "=", type)
    .orderBy("e.seq")
    .execute();

async function deliver(): Promise<void> {
  const { deps } = server.current();
  for (let n = 0; n < 200; n++) {
    await deliverDue(deps);
    // Nothing is on its way, and this look found nothing that is due.
    if (deps.deliveryPlaces.taken === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("the address of a token's events", () => {
  it("is set, read, changed under its version, and removed; each change stands in the trail", async () => {
    expect((await ask<WebhookView>("GET", `getWebhook/${token}`)).body.data).toMatchObject({
      token_id: token,
      webhook_url: null,
      version: 1,
      secret_before_until: null,
    });
    const set = await lead(`${receiver.url}/a`, { version: 1 });
    expect([set.status, set.body.data.webhook_url, set.body.data.version]).toEqual([200, `${receiver.url}/a`, 2]);
    const late = await lead(`${receiver.url}/b`, { version: 1 });
    expect([late.status, late.body.code]).toEqual([409, "CHANGED_MEANWHILE"]);
    expect(recordNow<WebhookView>(late.body.data as never)).toMatchObject({
      webhook_url: `${receiver.url}/a`,
      version: 2,
    });
    expect((await lead(null)).body.data).toMatchObject({ webhook_url: null, version: 3 });
    const told = await eventsIn("webhook.address-changed");
    expect(told.map((one) => one.actor_kind)).toEqual(["administrator", "administrator"]);
    // Its path may be a secret of the receiver.
    const origin = receiver.url;
    expect(told.map(({ details }) => details)).toMatchObject([
      { origin, hash: expect.stringMatching(/^[0-9a-f]{12}$/) },
      { origin: null, hash: null },
    ]);
    expect(JSON.stringify(told)).not.toContain(`${receiver.url}/a`);
  });

  it.each([
    "http://portal.hafenwerk.example:x/",
    "ftp://portal.hafenwerk.example/",
    "portal.hafenwerk.example",
    "https://user:secret@portal.hafenwerk.example/",
    "https://portal.hafenwerk.example/#a",
    "",
  ])("[A-155] is refused with a remedy when it is %j", async (url) => {
    const told = await lead(url);
    expect([told.status, told.body.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(JSON.stringify(told.body.data)).toContain("https://");
  });

  it.each(["https://10.0.0.8/", "https://[fd00::1]/", "https://0x0a.1/", "http://169.254.169.254/"])(
    "[A-155] is refused when it leads inside: %s",
    async (url) => {
      const told = await lead(url);
      expect([told.status, told.body.code]).toEqual([400, "WEBHOOK_URL_INVALID"]);
      const body = { ...(await sentWorkflow()), webhook_url: url };
      const sent = await call(server.current(), "POST", "/api/v1/workflows", {
        body,
        headers: withKey(server.current()),
      });
      expect([sent.status, sent.body.code]).toEqual([400, "WEBHOOK_URL_INVALID"]);
      expect(sent.body.data[0]).toMatch(/^webhook_url: .*https/);
    },
  );

  it("is not another organisation's to see or change", async () => {
    for (const told of [
      await ask("GET", `getWebhook/${foreignToken}`),
      await ask("PUT", "updateWebhook", { body: { token_id: foreignToken, webhook_url: null } }),
      await ask("POST", `sendTestEvent/${foreignToken}`),
      await ask("POST", `showWebhookSecret/${foreignToken}`, withPassword()),
      await ask("POST", `replayDelivery/evt_unknown`),
    ])
      expect([told.status, told.body.code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("a test event", () => {
  it("goes to the token's address, signed with the secret that the administrator sees", async () => {
    await lead(null);
    const nowhere = await ask("POST", `sendTestEvent/${token}`);
    expect([nowhere.status, nowhere.body.code]).toEqual([409, "WEBHOOK_URL_MISSING"]);
    await lead(`${receiver.url}/test`);
    const sent = await ask<{ delivery_id: string }>("POST", `sendTestEvent/${token}`);
    await deliver();
    const [arrived] = receiver.received.splice(0);
    const shown = await ask<WebhookSecret>("POST", `showWebhookSecret/${token}`, withPassword());
    const headers = arrived?.headers as Record<string, string>;
    expect(new Webhook(shown.body.data.secret).verify(arrived?.body ?? "", headers)).toMatchObject({
      type: "test.ping",
      data: { token_id: token },
    });
    expect([arrived?.path, headers["webhook-id"]]).toEqual(["/test", sent.body.data.delivery_id]);
    expect((await list()).deliveries[0]).toMatchObject({ type: "test.ping", state: "delivered", last_status: 204 });
  });
});

describe("the secret", () => {
  it("is shown after the own password only; wrong ones are counted like those at the login, and it stands in the trail", async () => {
    const at = server.current();
    const person = await makeAccount(at);
    const as = (await logInAs(at, person)).cookie;
    const before = (await eventsIn("webhook.secret-shown")).length;
    for (let n = 0; n < account_tries_free; n++) {
      const wrong = await ask("POST", `showWebhookSecret/${token}`, { ...withPassword("Falsch-1!"), as });
      expect([wrong.status, wrong.body.code]).toEqual([403, "WRONG_PASSWORD"]);
    }
    for (const way of ["showWebhookSecret", "renewWebhookSecret"]) {
      const more = await ask("POST", `${way}/${token}`, { ...withPassword(), as });
      expect([more.status, more.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    }
    at.clock.move(60);
    const shown = await ask<WebhookSecret>("POST", `showWebhookSecret/${token}`, { ...withPassword(), as });
    expect(shown.body.data).toMatchObject({ secret: expect.stringMatching(/^whsec_/), secret_before_until: null });
    expect(await eventsIn("webhook.secret-shown")).toHaveLength(before + 1);
    const details = await at.deps.db.selectFrom("audit_event_details").select("details").execute();
    expect(JSON.stringify(details)).not.toContain("whsec_");
  });

  it("is renewed after the own password; the one before stays valid for a day", async () => {
    const { clock } = server.current();
    const before = await ask<WebhookSecret>("POST", `showWebhookSecret/${token}`, withPassword());
    const wrong = await ask("POST", `renewWebhookSecret/${token}`, withPassword("Falsch-1!"));
    expect(wrong.body.code).toBe("WRONG_PASSWORD");
    const renewed = await ask<WebhookSecret>("POST", `renewWebhookSecret/${token}`, withPassword());
    expect(renewed.body.data.secret).not.toBe(before.body.data.secret);
    const until = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect(renewed.body.data.secret_before_until).toBe(until);
    expect((await ask<WebhookView>("GET", `getWebhook/${token}`)).body.data.secret_before_until).toBe(until);
    const shown = await ask<WebhookSecret>("POST", `showWebhookSecret/${token}`, withPassword());
    expect(shown.body.data).toEqual(renewed.body.data);
  });
});

describe("deliveries", () => {
  it("[A-156] are listed newest first, a page at a time, and those that failed can be sent again", async () => {
    const at = server.current();
    receiver.received.splice(0);
    await lead(`${receiver.url}/list`);
    const created = await create(at, { name: "Dauernutzungsvertrag" });
    await deliver();
    const page = await list("limit=1");
    expect(page.deliveries).toMatchObject([
      {
        type: "signer.invited",
        sequence: 2,
        workflow_id: created.workflow_id,
        workflow_name: "Dauernutzungsvertrag",
        token_id: token,
        state: "delivered",
        tries: 1,
        next_try_at: null,
        last_status: 204,
        last_fault: null,
      },
    ]);
    const next = await list(`limit=1&cursor=${page.next_cursor}`);
    expect(next.deliveries).toMatchObject([{ type: "workflow.created", sequence: 1 }]);
    for (const cursor of ["x", "-1", "9".repeat(19)])
      expect((await ask("GET", `webhookDeliveries?cursor=${cursor}`)).body.code).toBe("INVALID_REQUEST");

    receiver.reply = () => ({ status: 500 });
    await create(at);
    await deliver();
    const [waits] = (await list()).deliveries;
    expect(waits).toMatchObject({ state: "waiting", last_status: 500, tries: 1 });
    expect(Date.parse(waits?.next_try_at ?? "")).toBeGreaterThan(at.clock.now().getTime());
    await lead(null);
    const failed = await list("state=failed");
    expect(failed.deliveries.map(({ type, state }) => [type, state])).toEqual([
      ["signer.invited", "failed"],
      ["workflow.created", "failed"],
    ]);
    const since = failed.deliveries[1]?.created_at;
    expect(failed.failed).toEqual({ count: 2, since, last_status: null, last_fault: "removed" });
    const [one] = failed.deliveries;
    expect((await ask("POST", `replayDelivery/${one?.delivery_id}`)).body.code).toBe("WEBHOOK_URL_MISSING");
    expect((await ask("POST", "replayFailed", { body: { since } })).body.data).toEqual({ count: 0 });

    // To the address that the token has now.
    receiver.reply = () => ({ status: 200 });
    receiver.received.splice(0);
    await lead(`${receiver.url}/new`);
    expect((await ask("POST", "replayFailed", { body: { since }, as: foreignCookie })).body.data).toEqual({ count: 0 });
    expect((await ask("POST", "replayFailed", { body: { since } })).body.data).toEqual({ count: 2 });
    await deliver();
    expect(receiver.received.map(({ path, headers }) => [path, headers["webhook-id"]])).toEqual(
      failed.deliveries.map(({ delivery_id }) => ["/new", delivery_id]).reverse(),
    );
    expect((await list("state=failed")).failed).toEqual({ count: 0, since: null, last_status: null, last_fault: null });
    // What arrived goes there too, when it is sent again: the address of then may be in other hands.
    await lead(`${receiver.url}/newer`);
    receiver.received.splice(0);
    expect((await ask("POST", `replayDelivery/${one?.delivery_id}`)).status).toBe(200);
    expect(await eventsIn("webhook.sent-again")).toHaveLength(1);
    expect((await ask("POST", `replayDelivery/${one?.delivery_id}`, { as: foreignCookie })).status).toBe(404);
    await deliver();
    expect(receiver.received.map(({ path, headers }) => [path, headers["webhook-id"]])).toEqual([
      ["/newer", one?.delivery_id],
    ]);
  });
});

describe("very many test events", () => {
  it("are refused until the hour is over, and the answer says when", async () => {
    await lead(`${receiver.url}/test`);
    const sent = async () => await ask("POST", `sendTestEvent/${token}`);
    while ((await sent()).status === 200);
    const refused = await sent();
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    const { rows } = await sql`select 1 from webhook_delivery where type = 'test.ping'`.execute(
      server.current().deps.db,
    );
    expect(rows).toHaveLength(test_events_per_hour_max);
  });
});
