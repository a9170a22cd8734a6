/** Events of workflows on their way to a program, over real HTTP: what arrives, in which order, how often, and what happens when it does not. */
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Received, startWebhookReceiver, type WebhookReceiver } from "../../../../fixtures/webhook-receiver.ts";
import { inTransaction } from "../../db/transaction.ts";
import { makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { call, create, markAsSigned, openBrowser, signer, withKey, withSession } from "../../test/api-client.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { useTestServer } from "../../test/test-server.ts";
import { createToken, webhookSecretOf } from "../accounts/accounts.ts";
import { expireOverdue } from "../workflows/workflows.ts";
import { changeWebhook, renewSecret } from "./change-webhook.ts";
import { deliverDue, deliveryPlaces } from "./deliver-webhooks.ts";
import { receiverOf } from "./note-change.ts";
import { insertDelivery } from "./outbox-store.ts";
import { replayDelivery, replayFailed } from "./replay-deliveries.ts";

const server = useTestServer();
const deps = () => server.current().deps;
const day_s = 86_400;
const by = () => ({
  organisationId: server.current().organisationId as never,
  actor: { kind: "administrator" as const, id: "a" },
});

let receiver: WebhookReceiver;
let others: WebhookReceiver[] = [];

const lead = async (url: string | null) => {
  const led = await changeWebhook(deps(), by(), { tokenId: server.current().tokenId, url });
  expect(led.ok).toBe(true);
};

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  others = [receiver];
  await sql`delete from webhook_receiver`.execute(deps().db);
  await lead(`${receiver.url}/hook`);
});
afterEach(async () => {
  await until(async () => deps().deliveryPlaces.taken === 0);
  await Promise.all(others.map((one) => one.close()));
});

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; n < 400; n++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it did not come to that");
}

type Event = { readonly type: string; readonly data: Record<string, unknown> & { sequence: number } };
const eventOf = ({ body }: Received) => JSON.parse(body) as Event;
const stateOf = async () =>
  await deps()
    .db.selectFrom("webhook_delivery")
    .select(["delivery_id", "type", "state", "tries", "due_at", "last_status", "last_fault", "leased_until"])
    .orderBy("number")
    .execute();
/** What a delivery must be signed with, at the time that it names: the test's clock is ahead of the machine's. */
const signatureOf = ({ body, headers }: Received, secret: string): string => {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  return new Webhook(secret).sign(String(headers["webhook-id"]), at, body);
};
const waiting = async () => (await stateOf()).filter(({ state }) => state === "waiting").length;
/** Delivers until nothing is due any more. */
async function deliverAll(): Promise<void> {
  await until(async () => {
    await deliverDue(deps());
    const { rows } = await sql`
      select 1 from webhook_delivery where state = 'waiting' and due_at <= ${deps().clock.now()}`.execute(deps().db);
    return rows.length === 0 && deps().deliveryPlaces.taken === 0;
  });
}

describe("the events of a workflow", () => {
  it("[A-154] arrive in order, signed as the reference library wants it, with ids and states only", async () => {
    const created = await create(server.current(), {
      sequential: true,
      signers: [signer("anna", "s_signature"), signer("ben", "s_signature")],
    });
    await markAsSigned(server.current(), created, 0);
    await markAsSigned(server.current(), created, 1);
    await deliverAll();
    const secret = await webhookSecretOf(deps(), server.current().tokenId as never);
    const events = receiver.received.map(({ body, headers, path }) => {
      expect(path).toBe("/hook");
      expect(headers["content-type"]).toBe("application/json");
      return new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
    });
    const [anna, ben] = created.signers.map(({ signer_id }) => signer_id);
    expect(events.map(({ type, data }) => [data.sequence, type, data.status, data.signer])).toEqual([
      [1, "workflow.created", "OPEN", undefined],
      [2, "signer.invited", "OPEN", { signer_id: anna, status: "INVITED" }],
      [3, "signer.signed", "OPEN", { signer_id: anna, status: "SIGNED" }],
      [4, "signer.invited", "OPEN", { signer_id: ben, status: "INVITED" }],
      [5, "signer.signed", "OPEN", { signer_id: ben, status: "SIGNED" }],
      [6, "workflow.finished", "FINISHED", undefined],
    ]);
    for (const { data } of events) expect(data.workflow_id).toBe(created.workflow_id);
    const told = receiver.received.map(({ body }) => body).join("");
    for (const personal of ["Erika", "Mustermann", "anna@", "Lease", "Frauke"]) expect(told).not.toContain(personal);
  });

  it("tell of a refusal, a cancellation and an expiry, and go to the workflow's own address where it has one", async () => {
    const own = await startWebhookReceiver();
    others.push(own);
    const [refused, cancelled, expired] = [
      await create(server.current()),
      await create(server.current(), { webhook_url: `${own.url}/own` }),
      await create(server.current(), { expires_at: new Date(deps().clock.now().getTime() + 60_000).toISOString() }),
    ];
    const browser = await openBrowser(server.current(), refused);
    const path = `/api/signing/revokeWorkflow/${refused.workflow_id}/${refused.signers[0]?.signer_id}`;
    const said = await call(server.current(), "POST", path, {
      body: { msg: "zu teuer" },
      headers: withSession(browser),
    });
    expect(said.status).toBe(200);
    const { workflow_id: id } = cancelled;
    await call(server.current(), "DELETE", `/api/v1/workflows/${id}`, { headers: withKey(server.current()) });
    server.current().clock.move(120);
    await expireOverdue({ ...deps(), trustedTime: { attest: deps().clock.now } });
    await deliverAll();
    const typesOf = (all: readonly Received[], workflow: string) =>
      all.map(eventOf).flatMap(({ type, data }) => (data.workflow_id === workflow ? [`${type} ${data.status}`] : []));
    expect(typesOf(receiver.received, refused.workflow_id).slice(2)).toEqual([
      "signer.refused REVOKED",
      "workflow.revoked REVOKED",
    ]);
    expect(typesOf(receiver.received, expired.workflow_id).slice(2)).toEqual(["workflow.expired EXPIRED"]);
    expect(typesOf(own.received, id)).toEqual([
      "workflow.created OPEN",
      "signer.invited OPEN",
      "workflow.cancelled CANCELLED",
    ]);
    expect(typesOf(receiver.received, id)).toEqual([]);
    expect(receiver.received.map(({ body }) => body).join("")).not.toContain("teuer");
  });

  it("are not written down where no address is set, nor when their change is undone", async () => {
    await lead(null);
    const { workflow_id: id } = await create(server.current());
    await lead(receiver.url);
    const undone = inTransaction(deps().db, async (db) => {
      await deps().noteChange(db, { workflowId: id as never, type: "workflow.finished", at: deps().clock.now() });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await stateOf()).toEqual([]);
  });
});

describe("a try that fails", () => {
  it("[A-154] is made again with the same id and bytes, signed anew with the time of the try", async () => {
    const replies = [500, 410, 302, 429];
    receiver.reply = () => {
      const status = replies.shift() ?? 200;
      return { status, headers: { location: "/elsewhere", ...(status === 429 ? { "retry-after": "1000" } : {}) } };
    };
    await create(server.current());
    await sql`delete from webhook_delivery where type <> 'workflow.created'`.execute(deps().db);
    const pauses: number[] = [];
    for (let n = 1; n <= 5; n++) {
      await deliverAll();
      expect(receiver.received).toHaveLength(n);
      const [row] = await stateOf();
      if (row?.state !== "waiting") break;
      const pause = (row.due_at.getTime() - deps().clock.now().getTime()) / 1_000;
      pauses.push(pause);
      server.current().clock.move(pause);
    }
    expect(pauses).toEqual([5, 30, 120, 1_000]);
    expect(await stateOf()).toMatchObject([{ state: "delivered", tries: 5, last_status: 200 }]);
    const secret = await webhookSecretOf(deps(), server.current().tokenId as never);
    const seen = receiver.received;
    expect(new Set(seen.map(({ path, body, headers }) => `${path} ${headers["webhook-id"]} ${body}`)).size).toBe(1);
    expect(new Set(seen.map(({ headers }) => headers["webhook-signature"])).size).toBe(5);
    const times = seen.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(times.map((time, n) => time - (times[n - 1] ?? time))).toEqual([0, 5, 30, 120, 1_000]);
    for (const one of seen) expect(one.headers["webhook-signature"]).toBe(signatureOf(one, secret));
  });

  it("carries both signatures for a day after the secret was renewed", async () => {
    const { tokenId } = server.current();
    const before = await webhookSecretOf(deps(), tokenId as never);
    const renewed = await renewSecret(deps(), by(), tokenId);
    if (!renewed.ok) throw new Error(renewed.code);
    expect(renewed.secret).not.toBe(before);
    await create(server.current());
    await deliverAll();
    const [both] = receiver.received;
    if (both === undefined) throw new Error("nothing arrived");
    expect(both.headers["webhook-signature"]).toBe(
      [renewed.secret, before].map((one) => signatureOf(both, one)).join(" "),
    );
    server.current().clock.move(day_s + 1);
    await create(server.current());
    await deliverAll();
    expect(String(receiver.received.at(-1)?.headers["webhook-signature"])).not.toContain(" ");
  });

  it("[A-156] ends after 3 days, administrators are told once, and everything can be sent again in order", async () => {
    const { id } = await makeAccount(server.current());
    const told = async () =>
      await deps()
        .db.selectFrom("account_message")
        .select("kind")
        .where("administrator_id", "=", id as never)
        .execute();
    const begun = deps().clock.now();
    receiver.reply = () => ({ status: 503 });
    const first = await create(server.current());
    const second = await create(server.current());
    for (let n = 0; n < 40 && (await waiting()) > 0; n++) {
      await deliverAll();
      server.current().clock.move(8 * 3_600);
    }
    const failed = await stateOf();
    expect(failed.map(({ state, last_status }) => [state, last_status])).toEqual(failed.map(() => ["failed", 503]));
    await until(async () => (await told()).length > 0);
    // It goes on trying what is new: nothing was switched off.
    const before = receiver.received.length;
    const third = await create(server.current());
    await deliverAll();
    expect(receiver.received.length).toBeGreaterThan(before);
    expect(await told()).toEqual([{ kind: "webhook_failed" }]);
    receiver.reply = () => ({ status: 200 });
    receiver.received.splice(0);
    expect(await replayFailed(deps(), by(), begun)).toEqual({ count: 4 });
    await deliverAll();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids.filter((one) => failed.some(({ delivery_id }) => delivery_id === one))).toEqual(
      failed.map(({ delivery_id }) => delivery_id),
    );
    const again = receiver.received.map(eventOf).filter(({ data }) => data.workflow_id !== third.workflow_id);
    expect(again.map(({ data }) => [data.workflow_id, data.sequence])).toEqual([
      [first.workflow_id, 1],
      [first.workflow_id, 2],
      [second.workflow_id, 1],
      [second.workflow_id, 2],
    ]);
    const [one] = failed;
    expect(await replayDelivery(deps(), by(), one?.delivery_id ?? "")).toEqual({ ok: true });
    receiver.received.splice(0);
    await deliverAll();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([one?.delivery_id]);
  });

  it("[A-155] is what an address becomes that leads inside, and says so", async () => {
    const inside = { ...deps(), webhooks: { ...deps().webhooks, mayBeSpokenTo: () => true } };
    const url = "http://169.254.169.254/latest/meta-data/";
    expect((await changeWebhook(inside, by(), { tokenId: server.current().tokenId, url })).ok).toBe(true);
    await create(server.current());
    await deliverDue(deps());
    await until(async () => (await stateOf()).some(({ tries, leased_until }) => tries === 1 && leased_until === null));
    expect((await stateOf())[0]).toMatchObject({ state: "waiting", last_fault: "address", last_status: null });
    expect(receiver.received).toEqual([]);
  });
});

describe("deliveries of many", () => {
  /** Writes events of no workflow in particular, each in a lane of its own. */
  async function insertMany(url: string, count: number): Promise<void> {
    const { organisationId, tokenId } = server.current();
    const at = deps().clock.now();
    const whose = { organisationId: organisationId as never, tokenId: tokenId as never };
    const receiverId = await receiverOf(deps(), deps().db, { ...whose, url });
    for (let n = 0; n < count; n++) {
      const deliveryId = `evt_${deps().random.id()}`;
      const own = { workflowId: null, sequence: null, type: "test.ping", body: "{}", lane: deliveryId } as const;
      await insertDelivery(deps().db, { ...whose, ...own, deliveryId, receiverId, url, at, dueAt: at });
    }
  }

  it("[A-156] reach a living receiver while another one never answers, at most four at once each", async () => {
    const dead = await startWebhookReceiver();
    others.push(dead);
    dead.reply = () => null;
    receiver.delayMs = 20;
    await insertMany(`${dead.url}/dead`, 200);
    await insertMany(`${receiver.url}/alive`, 200);
    const begun = Date.now();
    const second = { ...deps(), deliveryPlaces: deliveryPlaces() };
    await Promise.all([deliverDue(deps()), deliverDue(second)]);
    await until(() => receiver.received.length === 200);
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect([receiver.mostAtOnce(), dead.mostAtOnce()]).toEqual([4, 4]);
    // Cut off here, so that the test need not wait for the 15 seconds.
    await dead.close();
    others.pop();
    await until(() => second.deliveryPlaces.taken === 0);
    await sql`delete from webhook_delivery where state = 'waiting'`.execute(deps().db);
  });

  it("reach others at once while an organisation has more slow receivers than a process has places", async () => {
    const slow = await startWebhookReceiver();
    others.push(slow);
    slow.reply = () => null;
    const of = await makeOrganisation(server.current());
    const { tokenId } = await createToken(deps(), { organisationId: of, name: "Portal" });
    const at = deps().clock.now();
    for (let n = 0; n < 100; n += 1) {
      // One server, a hundred names: each origin is a receiver of its own.
      await sql`insert into webhook_receiver (receiver_id, organisation_id, origin)
        values (${`slow-${n}`}, ${of}, ${`http://slow-${n}.example`})`.execute(deps().db);
      const deliveryId = `evt_slow-${n}`;
      const own = { workflowId: null, sequence: null, type: "test.ping", body: "{}", lane: deliveryId } as const;
      const whose = { organisationId: of, tokenId, receiverId: `slow-${n}`, url: `${slow.url}/slow` };
      await insertDelivery(deps().db, { ...own, ...whose, deliveryId, at, dueAt: at });
    }
    await deliverDue(deps());
    await insertMany(`${receiver.url}/alive`, 1);
    await deliverDue(deps());
    await until(() => receiver.received.length === 1);
    expect(slow.mostAtOnce()).toBeLessThanOrEqual(16);
    // Cut off here, with nothing left to be taken.
    await sql`delete from webhook_delivery where state = 'waiting' and leased_until is null`.execute(deps().db);
    await slow.close();
    others.pop();
    await until(() => deps().deliveryPlaces.taken === 0);
  });

  it("are taken over at once from a process that was killed in the middle, and by one process only", async () => {
    await insertMany(`${receiver.url}/hook`, 3);
    // A process that took them and is no more: nobody holds its number.
    const gone = {
      ...deps(),
      presence: () => 7,
      deliveryPlaces: deliveryPlaces(),
      atWork: () => new Promise<never>(() => undefined),
    };
    receiver.reply = () => ({ status: 200 });
    await deliverDue(gone);
    expect((await stateOf()).map(({ tries, state }) => [tries, state])).toEqual([1, 2, 3].map(() => [1, "waiting"]));
    await Promise.all([
      deliverDue({ ...deps(), deliveryPlaces: deliveryPlaces() }),
      deliverDue({ ...deps(), deliveryPlaces: deliveryPlaces() }),
    ]);
    await until(async () => (await waiting()) === 0);
    expect((await stateOf()).map(({ tries, state }) => [tries, state])).toEqual([1, 2, 3].map(() => [2, "delivered"]));
    expect(receiver.received).toHaveLength(3);
  });

  it("are lost by no process that dies at any of its queries, and arrive with the same id and bytes", async () => {
    const dying = async (n: number, moment: Moment): Promise<number> => {
      await insertMany(`${receiver.url}/hook`, 1);
      const { plugin, asked } = crashAt(n, moment);
      const places = deliveryPlaces();
      // Nobody holds its number: to the others it is gone from the first moment on.
      const dead = { ...deps(), db: deps().db.withPlugin(plugin), presence: () => 7, deliveryPlaces: places };
      await deliverDue(dead).catch(() => "dead");
      await until(() => places.taken === 0 && places.taking === null);
      return asked.length;
    };
    for (const moment of ["before", "after"] as const)
      for (let n = 1; n < 50; n++) {
        const asked = await dying(n, moment);
        await deliverAll();
        const when = `query ${n}, ${moment}`;
        expect((await stateOf()).at(-1), when).toMatchObject({ state: "delivered", leased_until: null });
        const arrived = receiver.received.splice(0);
        expect(new Set(arrived.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size, when).toBe(1);
        expect(arrived.length, when).toBeLessThanOrEqual(2);
        if (asked < n) break;
      }
  });
});
