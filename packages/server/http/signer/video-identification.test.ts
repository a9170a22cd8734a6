/** Identification by video over HTTP: whatever comes in whatever order, the provider is asked (docs/flows/identification.md). */
import { createHmac, randomInt } from "node:crypto";
import { sandbox_video_webhook_secret } from "@siegel/contract/sandbox.ts";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { type Jar, open, playPage } from "../../../../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import {
  callHere,
  comeBackFromVideo,
  type Identifying,
  identifyByVideo,
  sendUnknown,
  startVideo,
} from "../../test/identified-signer.ts";
import { freshPhone } from "../../test/sent-workflow.ts";

const world = useCodeWorld();

const start = (signer: Identifying) => startVideo(world.server, signer);
const check = (signer: Identifying, jar: Jar, body: Readonly<Record<string, unknown>> = {}) =>
  comeBackFromVideo(world.server, { ...signer, jar }, body);

/** What the provider decides, without its page. */
const decide = async (uuid: string, decision: Readonly<Record<string, unknown>>): Promise<void> => {
  const answer = await fetch(`${world.sandbox.url}/video/v1/cases/${uuid}/decide`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(decision),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

/** A webhook as the provider signs it. */
async function hook(uuid: string, { ageS = 0, secret = sandbox_video_webhook_secret, state = "approved" } = {}) {
  const body = JSON.stringify({ uuid, state });
  const at = Math.floor(world.server.clock.now().getTime() / 1_000) - ageS;
  const mac = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-signature": `t=${at},v1=${mac}`,
    "x-event-id": String(randomInt(2 ** 40)),
  };
  return (await fetch(`${world.server.url}/api/hooks/video`, { method: "POST", headers, body })).status;
}

const stored = async (uuid: string) => {
  const found = world.db.selectFrom("identity_check").select(["state", "failure"]).where("provider_ref", "=", uuid);
  return await found.executeTakeFirstOrThrow();
};

describe("an identification by video", () => {
  it("[S-195] [S-196] [S-190] ends in a certificate for a day, and a signature", async () => {
    const { server, sandbox, db } = world;
    const signer = await sendUnknown(server);
    const { nect_uuid, nect_url } = await start(signer);
    const arrived = await open(await playPage(nect_url), { jar: signer.jar });
    expect(new URL(arrived.location).pathname).toBe(
      `/identified/nect/${signer.client.workflowId}/${signer.client.signerId}`,
    );
    const code = new URL(arrived.location).searchParams.get("code");
    const returned = await check(signer, signer.jar, { uuid: nect_uuid, code });
    expect(returned.body.data).toMatchObject({
      state: "succeeded",
      success: true,
      country: "DE",
      certificate_life_h: 24,
    });
    const [phone, password] = [freshPhone(), "Leuchtturm 7!"];
    const asked = await callHere<{ id: string; reference: string }>(server, signer, [
      "POST",
      "auth/getSMSQualified",
      { phone, password },
    ]);
    const { id: auth_token, reference } = asked.body.data;
    const otp = codeIn(await nextMessage(sandbox.url, phone, { channel: "sms", about: saysReference(reference) }));
    const signed = await callHere(server, signer, [
      "POST",
      "signing/signWorkflowQES",
      { auth_token, otp, password, gateway: "nect" },
    ]);
    expect(signed.body).toMatchObject({ success: true });
    const issued = db.selectFrom("issued_certificate").selectAll().where("profile", "=", "short-term-person");
    const { not_before, not_after } = await issued.executeTakeFirstOrThrow();
    expect((not_after.getTime() - not_before.getTime()) / 60_000).toBe(1_430);
  });

  it("[S-032] [S-207] needs the cookies of the browser that began, and says nothing to another", async () => {
    const signer = await sendUnknown(world.server);
    const { nect_uuid } = await start(signer);
    expect((await check(signer, new Map())).body.code).toBe("SESSION_ENDED");
    const other = await sendUnknown(world.server);
    expect((await check(other, signer.jar)).body.code).toBe("IDENTIFICATION_REFUSED");
    expect((await check(signer, signer.jar, { uuid: "another" })).body.code).toBe("IDENTIFICATION_REFUSED");
    await decide(nect_uuid, { outcome: "succeed", webhook: "none" });
    // Whom the link was sent to may be a stranger: nothing is told before they are back.
    expect((await check(signer, signer.jar, { uuid: nect_uuid })).body.data).toMatchObject({
      state: "pending",
      first_name: null,
    });
  });

  it.each([
    ["succeeded", "Mustermann"],
    ["review", "Musterfrau"],
  ])(
    "[T-055] ends where it comes back in another browser, also if a webhook was faster: %s",
    async (state, last_name) => {
      const signer = await sendUnknown(world.server);
      const { nect_uuid, nect_url } = await start(signer);
      const back = await playPage(nect_url, { person: { last_name } });
      expect(await hook(nect_uuid)).toBe(204);
      await eventually(
        async () => ((await stored(nect_uuid)).state === state ? true : undefined),
        "the webhook is worked on",
      );
      const shown = async () => (await callHere(world.server, signer, ["GET", "auth/identification"])).body.data;
      expect(await shown()).toMatchObject({ state: "pending", first_name: null });
      const phone: Jar = new Map();
      expect(new URL((await open(back, { jar: phone })).location).searchParams.get("error")).toBe("elsewhere");
      expect(await shown()).toMatchObject({ state: "failed", failure: "ELSEWHERE", first_name: null });
      const row = world.db.selectFrom("identity_check").select("sealed").where("provider_ref", "=", nect_uuid);
      expect(await row.executeTakeFirst()).toEqual({ sealed: null });
      // An end is told once, however often the address is opened, and the browser that began can begin again.
      await open(back, { jar: phone });
      const ends = world.db
        .selectFrom("audit_event")
        .select("type")
        .where("signer_id", "=", signer.client.signerId as never)
        .where("type", "=", "identification.failed");
      expect(await ends.execute()).toHaveLength(1);
      await start(signer);
    },
  );

  it("the browser that began is told, also when another one opens the address after it", async () => {
    const signer = await sendUnknown(world.server);
    const { nect_url } = await start(signer);
    const back = await playPage(nect_url);
    await open(back, { jar: signer.jar });
    expect(new URL((await open(back)).location).searchParams.get("error")).toBe("elsewhere");
    expect((await check(signer, signer.jar)).body.data).toMatchObject({ state: "succeeded", first_name: "Erika" });
  });

  it("takes signed webhooks of the last five minutes about its own cases, and no others", async () => {
    const signer = await sendUnknown(world.server);
    const { nect_uuid } = await start(signer);
    expect(await hook(nect_uuid, { secret: "another" })).toBe(401);
    expect(await hook(nect_uuid, { ageS: 400 })).toBe(401);
    expect(await hook("unknown")).toBe(404);
    expect((await stored(nect_uuid)).state).toBe("pending");
  });

  it.each([
    ["reject", { state: "failed", failure: "NOT_RECOGNISED" }],
    ["document_expired", { state: "failed", failure: "DOCUMENT_EXPIRED" }],
    ["document_not_accepted", { state: "failed", failure: "DOCUMENT_NOT_ACCEPTED" }],
    ["abort", { state: "cancelled" }],
  ])("[S-204] says why it came to nothing: %s", async (outcome, told) => {
    const signer = await sendUnknown(world.server);
    expect(await identifyByVideo(world.server, signer, { outcome })).toMatchObject(told);
  });

  it("begins nothing while the provider is away, and says so", async () => {
    const signer = await sendUnknown(world.server);
    await world.sandbox.spoil("video", "down");
    const away = await callHere(world.server, signer, ["POST", "auth/startNect", {}]);
    expect([away.status, away.body.code]).toEqual([503, "IDENTIFICATION_AWAY"]);
  });
});

describe("the state of an identification by video", () => {
  it("[T-056] is the provider's own in the end, in whatever order webhooks come, repeated and late", async () => {
    const outcomes = ["succeed", "reject", "document_expired", "abort"] as const;
    const ends = { succeed: "succeeded", reject: "failed", document_expired: "failed", abort: "cancelled" } as const;
    const rounds = 12;
    for (let round = 0; round < rounds; round++) {
      const signer = await sendUnknown(world.server);
      const { nect_uuid } = await start(signer);
      const outcome = outcomes[round % outcomes.length] ?? "succeed";
      const isReviewed = randomInt(2) === 1;
      const told = ["running", "approved", "rejected", "cancelled", "expired", "review"] as const;
      const anyHook = () => hook(nect_uuid, { state: told[randomInt(told.length)] ?? "running" });
      const before = Array.from({ length: randomInt(3) }, anyHook);
      if (isReviewed) await decide(nect_uuid, { outcome: "review", webhook: "none" });
      await Promise.all([...before, anyHook()]);
      await decide(nect_uuid, { outcome, webhook: randomInt(2) === 1 ? "twice" : "none" });
      await Promise.all([anyHook(), anyHook()]);
      await eventually(
        async () => ((await stored(nect_uuid)).state === "pending" ? undefined : true),
        `round ${round}`,
      );
      // Late, and of another state: what is final stays.
      await Promise.all([anyHook(), callHere(world.server, signer, ["GET", "auth/identification"])]);
      expect({ round, outcome, ...(await stored(nect_uuid)) }).toMatchObject({ state: ends[outcome] });
    }
  });
});
