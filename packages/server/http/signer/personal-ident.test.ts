/** Identification on site over HTTP: from the operator's desk to a qualified signature (docs/flows/qualified-signing.md). */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { inTransaction } from "../../db/transaction.ts";
import { verifyTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { recordPerson } from "../../rooms/identity-proofing/identity-proofing.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { logInOperatorAs, makeOperator, personMet } from "../../test/operators.ts";
import { receiveQualified, sendQualified, signQualifiedly } from "../../test/qualified-signer.ts";
import { freshPhone } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
let cookie = "";
const password = "Leuchtturm 7!";

beforeAll(async () => {
  ({ cookie } = await logInOperatorAs(world.server, await makeOperator(world.server)));
});

type Case = {
  readonly case_id: string;
  readonly state: string;
  readonly resend_after_s: number;
  readonly reference: string;
};
const desk = async (method: string, path: string, body?: unknown) =>
  await callApi<Case>(method, `${world.server.url}/api/operator/cases${path}`, {
    headers: { cookie },
    ...(body === undefined ? {} : { body }),
  });

/** A person of their own. */
const person = (own: Readonly<Record<string, unknown>> = {}) => {
  const email = `k.${world.server.deps.random.id().slice(0, 10)}@mail.example`;
  return personMet({
    first_name: "Katharina",
    last_name: "Brückner",
    email,
    phone: freshPhone(),
    ...own,
  }) as ReturnType<typeof personMet> & { email: string; phone: string };
};

/** Records somebody and reads the secret of their mail. */
async function meetAtDesk(met = person(), seen = 0) {
  const made = await desk("POST", "", met);
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  return { met, made: made.body.data, secret: await secretFor(met.email, seen) };
}

async function secretFor(email: string, seen = 0): Promise<string> {
  const { text } = await nextMessage(world.sandbox.url, email, { channel: "mail", about: /personalident/, seen });
  return /\/personalident\/([\w-]+)/.exec(text)?.[1] ?? "";
}

const ownFetch = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
const sendSms = async (secret: string, { query = "", headers = ownFetch as Record<string, string> } = {}) =>
  await callApi<{ reference: string; masked_phone: string; resend_after_s: number }>(
    "GET",
    `${world.server.url}/api/personalident/sendSms/${secret}${query}`,
    { headers },
  );
const create = async (secret: string, own: Readonly<Record<string, unknown>>) =>
  await callApi<{ serial_number: string; not_after: string }>(
    "POST",
    `${world.server.url}/api/personalident/createCertificate/${secret}`,
    { body: { password, confirm_password: password, gtcChecked: true, secret, ...own } },
  );

async function receive(secret: string, phone: string, query = ""): Promise<string> {
  const sent = await sendSms(secret, { query });
  expect([sent.status, sent.body.code]).toEqual([200, undefined]);
  const about = saysReference(sent.body.data.reference);
  return codeIn(await nextMessage(world.sandbox.url, phone, { channel: "sms", about }));
}

const gone = { status: 404, body: { code: "NO_IDENTIFICATION_FOUND" } };

describe("somebody who was met on site", () => {
  it("[S-241] [S-245] [S-246] makes their certificate with code and password, and signs with it", async () => {
    const { met, made, secret } = await meetAtDesk();
    expect(secret).toHaveLength(22);
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }])
      expect(await sendSms(secret, { headers })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await messagesTo(world.sandbox.url, met.phone, "sms")).toEqual([]);
    const sent = await sendSms(secret);
    expect(sent.body.data).toMatchObject({ first_name: "Katharina", last_name: "Brückner", organisation: null });
    expect(JSON.stringify(sent.body)).not.toContain(met.phone.slice(-6));
    // A page that is loaded again is told of the same code.
    const otp = await receive(secret, met.phone);
    expect(await messagesTo(world.sandbox.url, met.phone, "sms")).toHaveLength(1);
    const refused: ReadonlyArray<[Readonly<Record<string, unknown>>, number, string]> = [
      [{ otp, gtcChecked: false }, 403, "TERMS_NOT_ACCEPTED"],
      [{ otp, confirm_password: "Leuchtturm 8!" }, 400, "REQUEST_PASSOWRDS_NO_MATCH"],
      [{ otp: wrongFor(otp) }, 403, "CHECK_SMS_PIN_WRONG"],
    ];
    for (const [own, status, code] of refused)
      expect(await create(secret, own)).toMatchObject({ status, body: { code } });
    const weak = await create(secret, { otp, password: "katharina", confirm_password: "katharina" });
    expect(weak).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
    expect(weak.body.data).toEqual([
      "password: a password has a capital letter",
      "password: a password has a digit",
      "password: this password has one of @ $ ! % * ? &",
      "password: a password is more than your own name; choose another one",
    ]);
    const done = await create(secret, { otp });
    expect(done).toMatchObject({ status: 200, body: { code: "CREATE_CERTIFICATE_SUCCESS" } });
    expect(await create(secret, { otp })).toMatchObject(gone);
    expect(await sendSms(secret)).toMatchObject(gone);
    expect((await desk("GET", `/${made.case_id}`)).body.data.state).toBe("done");
    await nextMessage(world.sandbox.url, met.email, { channel: "mail", about: /is ready/ });
    const signer = await sendQualified(world.server, {
      ...{ firstName: "Katharina", lastName: "Brückner", email: met.email, phone: met.phone, password },
      ...{ keyId: "", certificateId: "" },
    });
    const status = await signer.client.call("GET", "certificates/getCertificate");
    expect(status.data).toMatchObject({ certificate_exists: true, signer_exists: true, phone_exists: true });
    const signed = await signQualifiedly(signer, await receiveQualified(world.sandbox, signer));
    expect(signed).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
    const { faults } = await verifyTrail(world.db);
    expect(faults).toEqual([]);
  });

  it("[S-241] has one open case, also where two operators record them at the same instant", async () => {
    const { deps } = world.server;
    const { confirmed: _, first_name: firstName, last_name: lastName, email, phone } = person();
    const read = { documentKind: "id_card", documentNumber: "L01X00T47", documentIssuer: "Hamburg" } as const;
    const born = { birthdate: "1984-05-17", nationality: "DE", documentValidUntil: "2031-06-30" };
    const data = { firstName, lastName, email, phone, ...read, ...born, organisationId: null };
    const { operator_id: operatorId } = await world.db
      .selectFrom("operator")
      .select("operator_id")
      .executeTakeFirstOrThrow();
    const record = (db = deps.db) =>
      recordPerson({ ...deps, db }, { operatorId, ip: "192.0.2.1", userAgent: "" }, { data, language: "en" });
    let second: Promise<unknown> = Promise.resolve();
    await inTransaction(deps.db, async (db) => {
      await record(db);
      second = record();
      await Promise.race([second, sleep(300)]);
    });
    await second;
    const cases = await world.db.selectFrom("identity_case").select("state").where("email", "=", email).execute();
    expect(cases.map(({ state }) => state).toSorted()).toEqual(["ended", "open"]);
  });

  it("[S-241] gets one certificate from many calls at once, and no code of another purpose makes one", async () => {
    const { met, secret } = await meetAtDesk();
    const otp = await receive(secret, met.phone);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(secret, { otp })));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === "CREATE_CERTIFICATE_SUCCESS")).toHaveLength(1);
    const late = ["SIGNING_IN_PROGRESS", "NO_IDENTIFICATION_FOUND", "OTP_EXPIRED"];
    for (const code of codes) expect(["CREATE_CERTIFICATE_SUCCESS", ...late]).toContain(code);
    const rows = world.db.selectFrom("signer_certificate").select("certificate_id").where("email", "=", met.email);
    expect(await rows.execute()).toHaveLength(1);
    // Somebody else's code, and none.
    const [one, other] = [await meetAtDesk(), await meetAtDesk()];
    expect(await create(one.secret, { otp: "123456" })).toMatchObject({ status: 410, body: { code: "OTP_EXPIRED" } });
    const theirs = await receive(other.secret, other.met.phone);
    await receive(one.secret, one.met.phone);
    const mixed = await create(one.secret, { otp: theirs });
    expect(mixed.body.code).toMatch(/CHECK_SMS_PIN_WRONG/);
    // A signer's code of the same person.
    const signer = await sendQualified(world.server, {
      ...{ firstName: "Katharina", lastName: "Brückner", email: met.email, phone: met.phone, password },
      ...{ keyId: "", certificateId: "" },
    });
    world.server.clock.move(61);
    const signing = await receiveQualified(world.sandbox, signer);
    const again = await meetAtDesk(met, 1);
    expect((await create(again.secret, { otp: signing.otp })).body.code).toBe("OTP_EXPIRED");
  });

  it("[S-241] [S-242] has one link that works: a new one ends the old, time and the desk end it", async () => {
    const { met, made, secret } = await meetAtDesk();
    expect(await desk("POST", `/${made.case_id}/link`, {})).toMatchObject({ status: 429 });
    world.server.clock.move(601);
    expect(await desk("POST", `/${made.case_id}/link`, {})).toMatchObject({ status: 200 });
    const newer = await secretFor(met.email, 1);
    expect(newer).not.toBe(secret);
    expect(await sendSms(secret)).toMatchObject(gone);
    await receive(newer, met.phone);
    world.server.clock.move(61);
    // The one before is over, and counts as wrong.
    const last = await receive(newer, met.phone, "?again=true");
    expect(await messagesTo(world.sandbox.url, met.phone, "sms")).toHaveLength(2);
    world.server.clock.move(72 * 3_600);
    ({ cookie } = await logInOperatorAs(world.server, await makeOperator(world.server)));
    expect(await create(newer, { otp: last })).toMatchObject(gone);
    expect(await sendSms("x".repeat(22))).toMatchObject(gone);
    expect((await desk("GET", `?state=expired&search=${made.reference}`)).body.data).toMatchObject({
      cases: [{ case_id: made.case_id, state: "expired" }],
      counts: { all: 1, expired: 1 },
    });
    expect(await desk("POST", `/${made.case_id}/link`, {})).toMatchObject({ body: { data: { state: "open" } } });
    // Recorded again: the open case ends.
    const second = await desk("POST", "", met);
    expect((await desk("GET", `/${made.case_id}`)).body.data.state).toBe("ended");
    expect(await desk("DELETE", `/${second.body.data.case_id}`)).toMatchObject({ body: { data: { state: "ended" } } });
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/link"],
    ] as const)
      expect(await desk(method, `/${made.case_id}${path}`, method === "POST" ? {} : undefined)).toMatchObject({
        status: 409,
        body: { code: "CASE_OVER" },
      });
  });

  it("with a new phone gets another certificate, and the one before is used no more", async () => {
    const first = await meetAtDesk();
    const otp = await receive(first.secret, first.met.phone);
    expect((await create(first.secret, { otp })).status).toBe(200);
    const phone = freshPhone();
    const made = await desk("POST", "", { ...first.met, phone });
    const secret = await secretFor(first.met.email, 1);
    expect(made.status).toBe(201);
    expect((await create(secret, { otp: await receive(secret, phone) })).status).toBe(200);
    const rows = await world.db
      .selectFrom("signer_certificate")
      .select(["person_id", "replaced_at", "key_id"])
      .where("email", "=", first.met.email)
      .orderBy("created_at")
      .execute();
    expect(rows.map(({ replaced_at }) => replaced_at === null)).toEqual([false, true]);
    expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(1);
    const keys = world.db
      .selectFrom("password_key")
      .select("key_id")
      .where(
        "key_id",
        "in",
        rows.map((row) => row.key_id),
      );
    expect(await keys.execute()).toEqual([{ key_id: rows[1]?.key_id }]);
  });
});

describe("the desk", () => {
  it("[S-277] [S-278] [S-280] [S-281] takes mobile numbers only, valid documents, and representatives of the register", async () => {
    const fault = async (own: Readonly<Record<string, unknown>>) => {
      const { body } = await desk("POST", "", person(own));
      return [body.code, ...(body.data as unknown as string[])].join(" ");
    };
    expect(await fault({ phone: "" })).toContain("phone: this is needed");
    expect(await fault({ phone: "+49 151 2345" })).toContain("phone: this is no phone number");
    expect(await fault({ phone: "+49 40 1234567" })).toContain("phone: this is no mobile number");
    expect(await fault({ document_valid_until: "2020-01-01" })).toBe("IDENTITY_DOCUMENT_EXPIRED");
    expect(await fault({ confirmed: { face: true, document: true, phone: false } })).toContain("confirmed.phone");
    const { organisationId } = world.server;
    expect(await fault({ organization_id: organisationId })).toBe("NOT_A_REPRESENTATIVE");
    expect(await fault({ organization_id: "0".repeat(26) })).toBe("ORGANIZATION_NOT_VERIFIED");
    // Without a country code it is a German number.
    const made = await desk("POST", "", person({ phone: "0151 23456748" }));
    expect(made.body.data).toMatchObject({ phone: "+4915123456748", state: "open" });
  });

  it("[T-053] gives a representative a seal of their own", async () => {
    const { representatives } = (await world.db
      .selectFrom("organisation_register")
      .select("representatives")
      .where("organisation_id", "=", world.server.organisationId)
      .executeTakeFirstOrThrow()) as {
      representatives: ReadonlyArray<{ firstName: string; lastName: string; email: string }>;
    };
    const [named] = representatives;
    const { firstName = "", lastName = "", email = "" } = named ?? {};
    const names = { first_name: firstName, last_name: lastName, email };
    const met = person({ ...names, organization_id: world.server.organisationId });
    const { secret } = await meetAtDesk(met);
    const sent = await sendSms(secret);
    expect(sent.body.data).toMatchObject({ organisation: expect.stringMatching(/./) });
    expect((await create(secret, { otp: await receive(secret, met.phone) })).status).toBe(200);
    const sealer = { firstName, lastName, email, phone: met.phone, password, keyId: "", certificateId: "" };
    const signer = await sendQualified(world.server, sealer, { type: "q_seal" });
    const signed = await signQualifiedly(signer, await receiveQualified(world.sandbox, signer));
    expect(signed).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
  });
});
