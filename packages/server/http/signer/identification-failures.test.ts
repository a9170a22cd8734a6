/** What goes wrong with an identification by ID card, on purpose or not (docs/flows/identification.md). */
import type { PhoneOffer } from "@siegel/contract/calls/identification.ts";
import { describe, expect, it } from "vitest";
import { callAs, type Jar, jarOf, open, playPage } from "../../../../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { settleOverdue } from "../../rooms/identity-proofing/identity-proofing.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import {
  callHere,
  comeBack,
  type Identifying,
  identifyByCard,
  readCard,
  sendUnknown,
  startCard,
} from "../../test/identified-signer.ts";
import { freshPhone, logIn } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
const password = "Leuchtturm 7!";

const stateOf = async (signer: Identifying) =>
  (await callHere(world.server, signer, ["GET", "auth/identification"])).body.data;
const askCode = async (signer: Identifying) =>
  (await callHere(world.server, signer, ["POST", "auth/getSMSQualified", { phone: freshPhone(), password }])).body.code;
const eventsOf = async (signer: Identifying): Promise<string[]> => {
  const events = world.db
    .selectFrom("audit_event")
    .select("type")
    .where("signer_id", "=", signer.client.signerId as never);
  return (await events.orderBy("seq").execute())
    .map(({ type }) => type)
    .filter((type) => type.startsWith("identification."));
};

describe("an identification by ID card that comes to nothing", () => {
  it.each([
    ["expired", { state: "failed", failure: "DOCUMENT_EXPIRED" }],
    ["blocked", { state: "failed", failure: "DOCUMENT_BLOCKED" }],
    ["phone", { state: "failed", failure: "DOCUMENT_NOT_ACCEPTED" }],
    ["cancel", { state: "cancelled", failure: null }],
    ["reader_lost", { state: "failed", failure: "CLIENT" }],
  ])("[S-202] [S-204] says why, and may be begun again: %s", async (outcome, told) => {
    const signer = await sendUnknown(world.server);
    expect(await identifyByCard(world.server, signer, { outcome })).toMatchObject({
      ...told,
      success: false,
      first_name: null,
    });
    expect(await askCode(signer)).toBe("IDENTIFICATION_MISSING");
    expect(await identifyByCard(world.server, signer)).toMatchObject({ state: "succeeded" });
  });

  it("[S-210] asks the provider, whatever the browser says", async () => {
    const signer = await sendUnknown(world.server);
    const link = await startCard(world.server, signer);
    const back = (await playPage(link, { outcome: "expired" })).replace(/ResultMajor=.*$/, "ResultMajor=ok");
    const { location } = await open(back, { jar: signer.jar });
    const code = new URL(location).searchParams.get("code");
    const answer = await comeBack(world.server, signer.jar, { code, state: "succeeded", first_name: "Eve" });
    expect(answer.body.data).toMatchObject({ state: "failed", failure: "DOCUMENT_EXPIRED" });
  });

  it("is looked at by a person where the name is another", async () => {
    const other = await sendUnknown(world.server, { last_name: "Musterfrau" });
    expect(await identifyByCard(world.server, other)).toMatchObject({ state: "review", last_name: "Mustermann" });
    expect(await callHere(world.server, other, ["POST", "auth/getSMSQualified", {}])).toMatchObject({
      body: { success: false },
    });
  });

  it("gives its token once, and answers a server that is away with one that leads back", async () => {
    const signer = await sendUnknown(world.server);
    const tokenUrl = new URL(await startCard(world.server, signer)).searchParams.get("tcTokenURL") ?? "";
    const tokens = await Promise.all([1, 2, 3].map(async () => (await open(tokenUrl)).status));
    expect(tokens.sort()).toEqual([200, 410, 410]);
    expect((await open(tokenUrl.replace(/[^/]+$/, "A".repeat(22)))).status).toBe(404);
    const away = await sendUnknown(world.server);
    const link = await startCard(world.server, away);
    await world.sandbox.spoil("eid", "down");
    const query = await readCard(link, { jar: away.jar });
    const answer = await comeBack(world.server, away.jar, { code: query.get("code") });
    expect(answer.body.data).toMatchObject({ state: "failed", failure: "PROVIDER" });
  });
});

describe("coming back from an ID card", () => {
  it("[T-055] is refused in another browser, and the card that was read there is told to nobody", async () => {
    const signer = await sendUnknown(world.server);
    const stranger = await sendUnknown(world.server);
    const query = await readCard(await startCard(world.server, signer), { jar: stranger.jar });
    expect(query.get("error")).toBe("elsewhere");
    expect(await stateOf(signer)).toMatchObject({ state: "failed", failure: "ELSEWHERE", first_name: null });
    expect(await eventsOf(signer)).toContain("identification.stranger");
  });

  it("[T-055] tells a tab that polls nothing before the browser is back", async () => {
    const signer = await sendUnknown(world.server);
    const back = await playPage(await startCard(world.server, signer));
    expect(await stateOf(signer)).toMatchObject({ state: "pending", first_name: null });
    expect(await askCode(signer)).toBe("IDENTIFICATION_MISSING");
    const used = await open(back, { jar: signer.jar });
    expect(new URL((await open(back, { jar: signer.jar })).location).searchParams.get("error")).toBe("refused");
    expect(new URL(used.location).searchParams.get("code")).toHaveLength(22);
    expect(await stateOf(signer)).toMatchObject({ state: "succeeded", first_name: "Erika" });
  });

  it("[T-055] [S-033] works on a phone that has lost its cookies, once the person has confirmed the name", async () => {
    const signer = await sendUnknown(world.server);
    const fresh: Jar = new Map();
    const query = await readCard(await startCard(world.server, signer, { isMobile: true }), { jar: fresh });
    const asked = await comeBack(world.server, fresh, { code: query.get("code") });
    expect(asked.body.data).toMatchObject({ kind: "confirm", first_name: "Erika", last_name: "Mustermann" });
    expect(await askCode(signer)).toBe("IDENTIFICATION_MISSING");
    const confirmed = await comeBack(world.server, fresh, { confirmed: true });
    expect(confirmed.body.data).toMatchObject({ kind: "identification", state: "succeeded" });
    const token =
      confirmed.body.data.kind === "identification" ? confirmed.body.data.entered.workflow.accessToken : null;
    const url = `${world.server.url}/api/auth/identification`;
    expect((await callAs(fresh, { method: "GET", url, token: token ?? null })).body.data).toMatchObject({
      state: "succeeded",
    });
    // From now on the other browser is a stranger.
    expect(await stateOf(signer)).toBeNull();
    expect((await comeBack(world.server, fresh, { confirmed: true })).body.code).toBe("SESSION_ENDED");
  });

  it("asks for the name once more when the page that asked was loaded anew", async () => {
    const signer = await sendUnknown(world.server);
    const fresh: Jar = new Map();
    const query = await readCard(await startCard(world.server, signer, { isMobile: true }), { jar: fresh });
    await comeBack(world.server, fresh, { code: query.get("code") });
    const again = await comeBack(world.server, fresh, {});
    expect(again.body.data).toMatchObject({ kind: "confirm", first_name: "Erika" });
    expect((await comeBack(world.server, fresh, { confirmed: true })).body.data).toMatchObject({ state: "succeeded" });
  });

  it("forgets whose card it was where the person says that the name is another", async () => {
    const signer = await sendUnknown(world.server);
    const fresh: Jar = new Map();
    const query = await readCard(await startCard(world.server, signer, { isMobile: true }), { jar: fresh });
    await comeBack(world.server, fresh, { code: query.get("code") });
    expect((await comeBack(world.server, fresh, { confirmed: false })).body.data).toEqual({ kind: "declined" });
    expect(await stateOf(signer)).toMatchObject({ state: "failed", failure: "ELSEWHERE", first_name: null });
    expect((await comeBack(world.server, fresh, { confirmed: true })).body.code).toBe("SESSION_ENDED");
    const kept = world.db.selectFrom("identity_check").select("sealed");
    const rows = await kept.where("signer_id", "=", signer.client.signerId as never).execute();
    expect(rows.map(({ sealed }) => sealed)).toEqual([null]);
  });

  it("counts for nobody any more once the person has logged out", async () => {
    const signer = await sendUnknown(world.server);
    await identifyByCard(world.server, signer);
    const left: Jar = new Map(signer.jar);
    await callHere(world.server, signer, ["POST", "auth/logout"]);
    expect([...signer.jar.keys()].filter((name) => !name.startsWith("siegel_"))).toEqual([]);
    // Also with the cookie that another program kept.
    expect((await comeBack(world.server, left, {})).body.code).toBe("SESSION_ENDED");
    const client = await logIn(world.server, signer.sent);
    const next = { ...signer, client, jar: new Map([...left, ...jarOf(client)]) };
    expect(await stateOf(next)).toBeNull();
    expect(await askCode(next)).toBe("IDENTIFICATION_MISSING");
  });

  it("[S-207] needs the browser that began, or its code: nobody else has a session", async () => {
    expect((await comeBack(world.server, new Map(), {})).body.code).toBe("SESSION_ENDED");
    expect((await comeBack(world.server, new Map(), { code: "A".repeat(22) })).body.code).toBe(
      "IDENTIFICATION_REFUSED",
    );
  });

  it("[S-209] has the specified cookies for half an hour, out of reach of scripts", async () => {
    const signer = await sendUnknown(world.server);
    const url = `${world.server.url}/api/auth/startAusweisApp`;
    const { headers } = await callAs(signer.jar, { method: "GET", url, token: signer.client.session.token });
    const set = headers.getSetCookie().filter((line) => !line.startsWith("siegel_"));
    const named = Object.fromEntries(set.map((line) => [line.split("=")[0], line]));
    for (const name of ["auth-token", "signer_id", "workflow_id", "signer_type", "certificate_exists"]) {
      expect(named[name]).toContain("Max-Age=1800");
      expect(named[name]).toContain("HttpOnly");
    }
    expect(named.certificate_exists).toContain("certificate_exists=false");
    expect(Object.keys(named)).toEqual(expect.arrayContaining(["nect-token", "certificate_id"]));
  });

  it("[S-197] is begun by a script of our own pages only", async () => {
    const signer = await sendUnknown(world.server);
    const call = {
      method: "GET",
      url: `${world.server.url}/api/auth/startAusweisApp`,
      token: signer.client.session.token,
    };
    const followed = await callAs(signer.jar, {
      ...call,
      headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    });
    expect([followed.status, followed.body.code]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("a computer that lets a phone read the card", () => {
  const offerOf = async (signer: Identifying) => {
    const { body } = await callHere<{ url: string; digits: string }>(world.server, signer, [
      "POST",
      "auth/identificationOnPhone",
      {},
    ]);
    const secret = body.data.url.split("/").at(-1);
    return { ...body.data, address: `${world.server.url}/api/auth/identificationOnPhone/${secret}` };
  };

  it("alone is told, and shows the digits that the phone shows", async () => {
    const signer = await sendUnknown(world.server);
    const { address, digits } = await offerOf(signer);
    const phone: Jar = new Map();
    const look = async () => (await callAs<PhoneOffer>(phone, { method: "GET", url: address })).body;
    expect((await look()).data).toMatchObject({ digits, state: "offered" });
    const take = () => callAs<{ url: string | null }>(phone, { method: "POST", url: address, body: { agreed: true } });
    const taken = await Promise.all([take(), take()]);
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 404]);
    const link = taken.find(({ status }) => status === 200)?.body.data.url ?? "";
    expect((await look()).data.state).toBe("begun");
    const query = await readCard(link, { jar: phone });
    expect((await comeBack(world.server, phone, { code: query.get("code") })).body.data).toEqual({
      kind: "elsewhere",
      is_read: true,
    });
    expect(await stateOf(signer)).toMatchObject({ state: "succeeded", first_name: "Erika" });
  });

  it("and tells the phone no more than that nothing was read, where it was cancelled there", async () => {
    const signer = await sendUnknown(world.server);
    const { address } = await offerOf(signer);
    const phone: Jar = new Map();
    const taken = await callAs<{ url: string }>(phone, { method: "POST", url: address, body: { agreed: true } });
    const query = await readCard(taken.body.data.url, { jar: phone, outcome: "cancel" });
    expect((await comeBack(world.server, phone, { code: query.get("code") })).body.data).toEqual({
      kind: "elsewhere",
      is_read: false,
    });
  });

  it("can be told no", async () => {
    const signer = await sendUnknown(world.server);
    const { address } = await offerOf(signer);
    const no = await callAs<{ url: null }>(new Map(), { method: "POST", url: address, body: { agreed: false } });
    expect(no.body.data).toEqual({ url: null });
    expect(await stateOf(signer)).toMatchObject({ state: "cancelled" });
  });
});

describe("a password that is chosen", () => {
  const keysOf = async () =>
    (await world.db.selectFrom("password_key").select("key_id").execute()).map(({ key_id }) => key_id);
  const choose = async (signer: Identifying, phone = freshPhone()) =>
    await callHere<{ id: string; reference: string }>(world.server, signer, [
      "POST",
      "auth/getSMSQualified",
      { phone, password },
    ]);

  it("leaves one key, however many are chosen at once, and the certificate is of the key that is there", async () => {
    const signer = await sendUnknown(world.server);
    await identifyByCard(world.server, signer);
    const before = await keysOf();
    await Promise.all([1, 2, 3].map(() => choose(signer)));
    const made = (await keysOf()).filter((key) => !before.includes(key));
    const check = world.db.selectFrom("identity_check").select("key_id").where("state", "=", "succeeded");
    const { key_id } = await check.where("signer_id", "=", signer.client.signerId as never).executeTakeFirstOrThrow();
    expect(made).toEqual([key_id]);
  });

  it("is refused before its time, and the code on its way still signs", async () => {
    const signer = await sendUnknown(world.server);
    await identifyByCard(world.server, signer);
    const phone = freshPhone();
    const { body } = await choose(signer, phone);
    // The page was loaded anew: the person types both once more.
    expect((await choose(signer, phone)).body.code).toBe("TOO_MANY_REQUESTS");
    const { id: auth_token, reference } = body.data;
    const otp = codeIn(
      await nextMessage(world.sandbox.url, phone, { channel: "sms", about: saysReference(reference) }),
    );
    const sign = { workflow: {}, auth_token, otp, password };
    const signed = await callHere(world.server, signer, ["POST", "signing/signWorkflowQES", sign]);
    expect(signed.body).toMatchObject({ success: true });
  });
});

// Last: the sandbox's clock does not move along, and signed messages are good for five minutes.
describe("the time of an identification", () => {
  it("ends with a second one in the same browser, and after ten minutes", async () => {
    const signer = await sendUnknown(world.server);
    const first = await startCard(world.server, signer);
    const jarOfFirst: Jar = new Map(signer.jar);
    await startCard(world.server, signer);
    await expect(readCard(first, { jar: jarOfFirst })).rejects.toThrow("404");
    expect(await eventsOf(signer)).toEqual([
      "identification.begun",
      "identification.cancelled",
      "identification.begun",
    ]);
    world.server.clock.move(601);
    await settleOverdue(world.server.deps);
    expect(await stateOf(signer)).toMatchObject({ state: "expired" });
  });

  it("is half an hour for signing", async () => {
    const signer = await sendUnknown(world.server);
    world.server.clock.move(-601);
    await identifyByCard(world.server, signer);
    for (const seconds of [1_200, 601]) {
      world.server.clock.move(seconds);
      expect((await stateOf(signer))?.state).toBe("succeeded");
      await callHere(world.server, signer, ["POST", "auth/extendSession"]);
    }
    expect(await askCode(signer)).toBe("IDENTIFICATION_MISSING");
    world.server.clock.move(601);
    await settleOverdue(world.server.deps);
    const kept = world.db.selectFrom("identity_check").select(["sealed", "key_id"]).where("state", "=", "succeeded");
    expect(await kept.where("signer_id", "=", signer.client.signerId as never).execute()).toEqual([
      { sealed: null, key_id: null },
    ]);
  });
});
