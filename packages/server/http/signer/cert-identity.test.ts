/** Owners prove who they are once more over HTTP: revoke without the phone, a new phone, a new password (docs/decisions/0029). */
import { beforeAll, describe, expect, it } from "vitest";
import { open, playPage } from "../../../../fixtures/identified-browser.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { atDesk } from "../../test/doubtful-signer.ts";
import { logInOperatorAs, makeOperator } from "../../test/operators.ts";
import { type Owner, ownerAt } from "../../test/owner.ts";
import { meet, receiveQualified, sendQualified, signQualifiedly } from "../../test/qualified-signer.ts";
import { freshPhone } from "../../test/sent-workflow.ts";

const world = useCodeWorld({
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000",
  SIEGEL_CODES_PER_NUMBER_PER_HOUR: "20",
  SIEGEL_CONTACT_EMAIL: "hilfe@siegel.example",
});

type Met = Awaited<ReturnType<typeof meet>>;
/** The card of who was met. */
const card = { first_names: "Ada", last_name: "Löwe", birthdate: "1980-05-17", birth_name: "" };
const shown = ({ status, body }: Awaited<ReturnType<Owner["post"]>>) => [status, body.code ?? body.success];
const comeBack = "auth/createCaseAusweisAppRevoke";

/** Somebody with a certificate, in a browser whose mailbox is proven. */
async function proven(): Promise<{ readonly met: Met; readonly owner: Owner }> {
  const met = await meet(world.server);
  const owner = ownerAt(world, "de");
  await owner.prove(met.email);
  return { met, owner };
}

const linkIn = (text: string): string => {
  const secret = /\/certManager\/stop\/([\w-]{22})/.exec(text)?.[1];
  if (secret === undefined) throw new Error(`no link in: ${text}`);
  return secret;
};
const stopsOf = async (to: string, channel: "mail" | "sms") =>
  (await messagesTo(world.sandbox.url, to, channel)).filter(({ text }) => text.includes("/certManager/stop/"));
const stopOf = async (to: string, channel: "mail" | "sms") =>
  linkIn((await nextMessage(world.sandbox.url, to, { channel, about: /certManager\/stop/ })).text);

let desk = "";
beforeAll(async () => {
  ({ cookie: desk } = await logInOperatorAs(world.server, await makeOperator(world.server)));
});

describe("an owner without the phone", () => {
  it.each(["card", "video"] as const)("revokes after an identification, by %s [S-273] [S-274] [S-275]", async (way) => {
    const { met, owner } = await proven();
    const wish = { cert_id: met.certificateId, reason: "phone_gone" };
    expect(shown(await owner.post("account/revokeCertificate", wish))).toEqual([403, "PHONE_UNPROVEN"]);
    const returned = await owner.identify(met.certificateId, { way }, { person: card });
    expect(returned.body.data).toMatchObject({
      kind: "identification",
      state: "succeeded",
      purpose: "revoke",
      route: way === "card" ? "eid" : "video",
      is_used: false,
      certificate: { certificate_id: met.certificateId, holder: "Ada Löwe", status: "v", type: "qes" },
    });
    expect(shown(await owner.post("account/revokeCertificate", wish))).toEqual([200, "REVOKE_SUCCESS"]);
    expect((await owner.post(comeBack)).body.data).toMatchObject({ is_used: true, certificate: { status: "r" } });
    const details = await world.db.selectFrom("audit_event_details").select("details").execute();
    expect(JSON.stringify(details)).toContain("a code to their mailbox and the identification");
  });

  it("begins from a proven mailbox, with a certificate of it, in a page of ours, and is told in that browser only [S-274] [S-275]", async () => {
    const { met, owner } = await proven();
    const stranger = ownerAt(world);
    expect(shown(await stranger.begin(met.certificateId))).toEqual([403, "MAILBOX_UNPROVEN"]);
    const other = await proven();
    expect(shown(await other.owner.begin(met.certificateId))).toEqual([404, "NOT_FOUND"]);
    const scanner = `${world.server.url}/api/auth/startAusweisAppRevoke?cert_id=${met.certificateId}`;
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await fetch(scanner, { headers: { cookie } })).status).toBe(403);
    const { page } = await owner.begin(met.certificateId);
    const back = new URL((await open(await playPage(page, { person: card }), { jar: owner.jar })).location);
    expect(back.pathname).toMatch(/^\/nect\/.+/);
    const code = back.searchParams.get("code");
    expect(shown(await other.owner.post(comeBack, { code }))).toEqual([403, "IDENTIFICATION_ELSEWHERE"]);
    expect((await owner.post(comeBack, { code })).body.data.state).toBe("succeeded");
    expect((await owner.post(comeBack, { code })).body.code).toBe("IDENTIFICATION_REFUSED");
    // The cookie tells the same, and another browser has none.
    expect((await owner.post(comeBack)).body.data.state).toBe("succeeded");
    expect((await ownerAt(world).post(comeBack)).body.code).toBe("SESSION_ENDED");
    // What was proven for one certificate is of no use for another, nor for a change.
    const second = await meet(world.server, { email: met.email, firstName: "Adam" });
    expect(shown(await owner.post("account/revokeCertificate", { cert_id: second.certificateId }))).toEqual([
      403,
      "PHONE_UNPROVEN",
    ]);
    const changes = [
      await owner.post("auth/changeSMS", { phone: freshPhone() }),
      await owner.post("account/changePassword", { password: "Möwe auf Mast 7!" }),
    ];
    expect(changes.map(shown)).toEqual([
      [409, "IDENTIFICATION_MISSING"],
      [409, "IDENTIFICATION_MISSING"],
    ]);
  });

  it("is not somebody of the same name with another birthdate [S-276]", async () => {
    const { met, owner } = await proven();
    const person = { ...card, birthdate: "1991-02-03" };
    const returned = await owner.identify(met.certificateId, {}, { person });
    expect(returned.body.data).toMatchObject({ state: "failed", failure: "NOT_RECOGNISED", on_document: null });
    expect(shown(await owner.post("account/revokeCertificate", { cert_id: met.certificateId }))).toEqual([
      403,
      "PHONE_UNPROVEN",
    ]);
  });

  it("with another name waits for an operator, and goes on from the mail, in any browser, once [S-270]", async () => {
    const { met, owner } = await proven();
    const person = { ...card, last_name: "Löwe-Tiger" };
    const returned = await owner.identify(met.certificateId, { purpose: "change_phone" }, { person });
    expect(returned.body.data).toMatchObject({ state: "review", on_document: "Ada Löwe-Tiger", use_until: null });
    expect(shown(await owner.post("auth/changeSMS", { phone: freshPhone() }))).toEqual([409, "IDENTIFICATION_MISSING"]);
    const { check_id } = await world.db
      .selectFrom("identity_check")
      .select("check_id")
      .where("about_certificate", "=", met.certificateId)
      .executeTakeFirstOrThrow();
    const view = await atDesk(world.server, desk, ["GET", `/${check_id}`]);
    expect(view.body.data).toMatchObject({
      purpose: "change_phone",
      last_name: "Löwe",
      email: met.email,
      organisation: "",
    });
    const decided = await atDesk(world.server, desk, [
      "POST",
      `/${check_id}/approve`,
      { same_person: true, reason: "The card spells it with the name at birth." },
    ]);
    expect(decided.body.data.state).toBe("approved");
    const mail = await nextMessage(world.sandbox.url, met.email, { channel: "mail", about: /\/nect\// });
    const code = /\/nect\/[^?]+\?code=([\w-]{22})/.exec(mail.text)?.[1];
    // Who began is let in by the mail alone.
    expect((await owner.post(comeBack)).body.code).toBe("SESSION_ENDED");
    const elsewhere = ownerAt(world);
    // What was begun there meanwhile does not stand in its way.
    await elsewhere.prove(met.email);
    await elsewhere.begin(met.certificateId);
    expect((await elsewhere.post(comeBack, { code })).body.data).toMatchObject({ state: "succeeded", is_used: false });
    expect(shown(await owner.post("auth/changeSMS", { phone: freshPhone() }))).toEqual([409, "IDENTIFICATION_MISSING"]);
    await changePhone(elsewhere, freshPhone());
    expect((await elsewhere.post(comeBack, { code })).body.code).toBe("IDENTIFICATION_REFUSED");
  });

  it("whose certificate has ended meanwhile is not sent on by the desk [S-270]", async () => {
    const { met, owner } = await proven();
    await owner.identify(met.certificateId, {}, { person: { ...card, last_name: "Löwe-Tiger" } });
    const { check_id } = await world.db
      .selectFrom("identity_check")
      .select("check_id")
      .where("about_certificate", "=", met.certificateId)
      .executeTakeFirstOrThrow();
    const byCard = ownerAt(world);
    await byCard.prove(met.email);
    await byCard.identify(met.certificateId, {}, { person: card });
    await byCard.post("account/revokeCertificate", { cert_id: met.certificateId, reason: "phone_gone" });
    const approval = { same_person: true, reason: "The same person." };
    const decided = await atDesk(world.server, desk, ["POST", `/${check_id}/approve`, approval]);
    expect([decided.status, decided.body.code]).toEqual([409, "CASE_OVER"]);
  });

  it("who is rejected gets the reason, and nothing is changed [S-270]", async () => {
    const { met, owner } = await proven();
    await owner.identify(met.certificateId, {}, { person: { ...card, last_name: "Bär" } });
    const { check_id } = await world.db
      .selectFrom("identity_check")
      .select("check_id")
      .where("about_certificate", "=", met.certificateId)
      .executeTakeFirstOrThrow();
    await atDesk(world.server, desk, ["POST", `/${check_id}/reject`, { reason: "Another person." }]);
    const mail = await nextMessage(world.sandbox.url, met.email, { channel: "mail", about: /Another person/ });
    expect(mail.text).toContain("sind wie vorher");
    expect((await owner.post(comeBack)).body.data).toMatchObject({ state: "failed", failure: "DECLINED" });
    expect(await owner.list()).toMatchObject([{ status: "v" }]);
  });
});

/** Proves a new number with a code, and changes to it. */
async function changePhone(owner: Owner, phone: string) {
  const asked = await owner.post("auth/changeSMS", { phone });
  if (!asked.body.success) throw new Error(JSON.stringify(asked.body));
  const { id, reference } = asked.body.data;
  const about = saysReference(reference);
  const otp = codeIn(await nextMessage(world.sandbox.url, phone, { channel: "sms", about }));
  const wrong = await owner.post("account/changePhone", { id, otp: wrongFor(otp) });
  expect([shown(wrong), wrong.body.data]).toEqual([[403, "WRONG_OTP"], expect.arrayContaining(["tries_left=4"])]);
  return await owner.post("account/changePhone", { id, input_otp: otp, phone: "+4915100000000" });
}

describe("an owner with a new phone", () => {
  it("gets the codes there, once the certificate has rested; the phone before is told [S-272]", async () => {
    const { met, owner } = await proven();
    const signer = await sendQualified(world.server, met);
    await owner.identify(met.certificateId, { purpose: "change_phone" }, { person: card });
    expect((await owner.post("auth/changeSMS", { phone: "12" })).body.code).toBe("PHONE_INVALID");
    expect((await owner.post("auth/changeSMS", { phone: "+493012345678" })).body.code).toBe("PHONE_NOT_MOBILE");
    const phone = freshPhone();
    const changed = await changePhone(owner, phone);
    expect(shown(changed)).toEqual([200, "SUCCESS_CHANGE_PHONE"]);
    const { changed_at, rests_until, masked_phone } = changed.body.data;
    expect(Date.parse(rests_until) - Date.parse(changed_at)).toBe(24 * 3_600_000);
    expect(masked_phone.slice(-2)).toBe(phone.slice(-2));
    expect(await owner.list()).toMatchObject([{ certificate_id: met.certificateId, rests_until, masked_phone }]);
    // One identification, one change.
    expect(shown(await owner.post("auth/changeSMS", { phone: freshPhone() }))).toEqual([409, "IDENTIFICATION_MISSING"]);
    const status = await signer.client.call("GET", "certificates/getCertificate", undefined);
    expect(status.data).toMatchObject({ certificate_state: "RESTS", certificate_exists: false });
    expect(await stopOf(met.phone, "sms")).toBe(await stopOf(met.email, "mail"));
    expect(await stopsOf(phone, "sms")).toEqual([]);
    // Not with a code either that was asked for at the moment of the change.
    const rest = world.db.updateTable("certificate_change").where("certificate_id", "=", met.certificateId);
    const until = (ms: number) => ({ rests_until: new Date(world.server.clock.now().getTime() + ms) });
    await rest.set(until(-1)).execute();
    const early = await receiveQualified(world.sandbox, { client: signer.client, met: { phone } });
    await rest.set(until(60_000)).execute();
    expect(await signQualifiedly({ client: signer.client, met }, early)).toMatchObject({
      success: false,
      code: "CERTIFICATE_NOT_VALID",
    });
    await world.db
      .updateTable("code_delivery")
      .set({ created_at: new Date(world.server.clock.now().getTime() - 120_000) })
      .execute();
    await world.db
      .updateTable("certificate_change")
      .set({ rests_until: new Date(world.server.clock.now().getTime() - 1) })
      .where("certificate_id", "=", met.certificateId)
      .execute();
    const code = await receiveQualified(world.sandbox, { client: signer.client, met: { phone } });
    expect(await signQualifiedly({ client: signer.client, met }, code)).toMatchObject({ success: true });
  });

  it("that is not theirs is stopped by who is told: nobody signs with it any more [S-272]", async () => {
    const { met, owner } = await proven();
    await owner.identify(met.certificateId, { purpose: "change_phone" }, { person: card });
    const phone = freshPhone();
    await changePhone(owner, phone);
    const secret = await stopOf(met.phone, "sms");
    const anywhere = ownerAt(world);
    expect((await anywhere.get(`account/change/${secret}`)).body.data).toMatchObject({
      kind: "phone",
      state: "open",
      route: "eid",
      revoked_at: null,
    });
    const [one, two] = await Promise.all([1, 2].map(() => anywhere.post(`account/change/${secret}`)));
    expect(one?.body).toEqual(two?.body);
    expect(one?.body.data).toMatchObject({ state: "stopped", revoked_at: expect.stringMatching(/Z$/) });
    expect(await owner.list()).toMatchObject([{ status: "r", changeable: false, rests_until: null }]);
    // The same once more, and of no use where the link is another's.
    for (const wrong of ["x".repeat(22), "a".repeat(90), "%20"])
      expect((await anywhere.get(`account/change/${wrong}`)).status).toBe(404);
  });
});

describe("a change that is followed by another", () => {
  it("is stopped by the first link all the same: what is used now is revoked [S-271] [S-272]", async () => {
    const { met, owner } = await proven();
    await owner.identify(met.certificateId, { purpose: "change_phone" }, { person: card });
    await changePhone(owner, freshPhone());
    await owner.identify(met.certificateId, { purpose: "change_password" }, { person: card });
    const changed = await owner.post("account/changePassword", { password: "Möwe auf Mast 7!" });
    expect(shown(changed)).toEqual([200, "SUCCESS_CHANGE_PASSWORD"]);
    const secret = await stopOf(met.phone, "sms");
    const anywhere = ownerAt(world);
    const { serial_number } = changed.body.data;
    expect((await anywhere.get(`account/change/${secret}`)).body.data).toMatchObject({ state: "open", serial_number });
    await anywhere.post(`account/change/${secret}`);
    expect((await owner.list()).map(({ status }) => status)).toEqual(["r", "r"]);
  });
});

describe("an owner who has forgotten the password", () => {
  it("gets a new key and certificate; the one before is revoked as superseded, and what was locked is open [S-270] [S-271]", async () => {
    const { met, owner } = await proven();
    await world.db
      .updateTable("password_key")
      .set({ locked_at: world.server.clock.now() })
      .where("key_id", "=", met.keyId as never)
      .execute();
    await owner.identify(met.certificateId, { purpose: "change_password" }, { person: card });
    const weak = await owner.post("account/changePassword", { password: "short" });
    expect([weak.status, weak.body.code]).toEqual([400, "INVALID_REQUEST"]);
    const password = "Möwe auf Mast 7!";
    const changed = await owner.post("account/changePassword", { password, email: "x", phone: "y" });
    expect(shown(changed)).toEqual([200, "SUCCESS_CHANGE_PASSWORD"]);
    const { certificate_id, serial_number, serial_before, masked_phone } = changed.body.data;
    expect(masked_phone.slice(-2)).toBe(met.phone.slice(-2));
    expect((await owner.list()).sort((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { certificate_id: met.certificateId, serial_number: serial_before, status: "r" },
      { certificate_id, serial_number, status: "v", changeable: true, rests_until: changed.body.data.rests_until },
    ]);
    const before = world.db.selectFrom("issued_certificate").select("reason").where("serial", "=", serial_before);
    expect(await before.execute()).toEqual([{ reason: "superseded" }]);
    const old = world.db
      .selectFrom("password_key")
      .select("key_id")
      .where("key_id", "=", met.keyId as never);
    expect(await old.execute()).toEqual([]);
    expect(shown(await owner.post("account/changePassword", { password }))).toEqual([409, "IDENTIFICATION_MISSING"]);
    // One mail about it, not two; and after the rest it signs.
    expect(await stopOf(met.phone, "sms")).toBe(await stopOf(met.email, "mail"));
    await world.db.updateTable("certificate_change").set({ rests_until: null }).execute();
    const signer = await sendQualified(world.server, { ...met, password, certificateId: certificate_id });
    const code = await receiveQualified(world.sandbox, signer);
    expect(await signQualifiedly({ client: signer.client, met: { password } }, code)).toMatchObject({ success: true });
    const revoked = (await messagesTo(world.sandbox.url, met.email, "mail")).filter(({ text }) =>
      /gesperrt seit/i.test(text),
    );
    expect(revoked).toEqual([]);
  });

  it("needs a card: neither a video nor an advanced certificate changes anything [S-270]", async () => {
    const { met, owner } = await proven();
    await owner.identify(met.certificateId, { way: "video" }, { person: card });
    expect(shown(await owner.post("account/changePassword", { password: "Möwe auf Mast 7!" }))).toEqual([
      409,
      "IDENTIFICATION_MISSING",
    ]);
  });
});
