/** Doubtful names over HTTP: from an ID card to an operator's decision, and what follows (docs/decisions/0023-identification.md). */
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { jarOf } from "../../../../fixtures/identified-browser.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { endReview, settleOverdue, waitingOf } from "../../rooms/identity-proofing/identity-proofing.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import {
  atDesk,
  type Chosen,
  choose,
  chosen_password,
  comeDoubtful,
  handIn,
  listAtDesk,
  waitDoubtful,
} from "../../test/doubtful-signer.ts";
import { callHere, type Identifying, identifyByCard } from "../../test/identified-signer.ts";
import { logInOperatorAs, makeOperator } from "../../test/operators.ts";
import { sendQualified, signatureRevisions } from "../../test/qualified-signer.ts";

const world = useCodeWorld({ SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000" });
let meike = "";
let ada = "";
beforeAll(async () => {
  ({ cookie: meike } = await logInOperatorAs(world.server, await makeOperator(world.server)));
  ({ cookie: ada } = await logInOperatorAs(world.server, await makeOperator(world.server, "Brandt")));
});

const sure = { same_person: true, reason: "Married in June; the name at birth is in the register." };
const approve = (cookie: string, id: string, body: unknown = sure) =>
  atDesk(world.server, cookie, ["POST", `/${id}/approve`, body]);
const reject = (cookie: string, id: string, reason: string) =>
  atDesk(world.server, cookie, ["POST", `/${id}/reject`, { reason }]);

const certificates = async () => {
  const issued = world.db.selectFrom("issued_certificate").select("serial").where("profile", "like", "qualified%");
  return (await issued.execute()).length;
};
const checkOf = async ({ client }: Pick<Identifying, "client">) =>
  await world.db
    .selectFrom("identity_check")
    .selectAll()
    .where("signer_id", "=", client.signerId as never)
    .orderBy("begun_at", "desc")
    .executeTakeFirstOrThrow();
const hasKey = async (keyId: string | null) =>
  (
    await world.db
      .selectFrom("password_key")
      .select("key_id")
      .where("key_id", "=", String(keyId) as never)
      .execute()
  ).length === 1;

/** The clock stays: the sandbox has another one, and would refuse the messages of later identifications. */
async function answeredAgo({ client }: Identifying, seconds: number): Promise<void> {
  const at = new Date(world.server.clock.now().getTime() - seconds * 1_000);
  const theirs = world.db.updateTable("identity_check").where("signer_id", "=", client.signerId as never);
  await theirs.set({ answered_at: at }).execute();
}

/** As if the codes of their identification had been sent a while ago. */
async function codesAgo(signer: Identifying, seconds: number): Promise<void> {
  const { check_id } = await checkOf(signer);
  const at = new Date(world.server.clock.now().getTime() - seconds * 1_000);
  const sent = world.db.updateTable("code_delivery").where("holder_id", "=", check_id);
  await sent.set({ created_at: at }).execute();
}

/** Asks for a code with the certificate that is there, and signs. */
async function signWithCertificate(client: Identifying["client"], phone: string) {
  const asked = await client.call("POST", "auth/getSMSQualified", { workflow: { gtcChecked: true } });
  if (!asked.success) return asked;
  const { id: auth_token, reference } = asked.data as { readonly id: string; readonly reference: string };
  const message = await nextMessage(world.sandbox.url, phone, { channel: "sms", about: saysReference(reference) });
  const typed = { workflow: {}, password: chosen_password, auth_token, otp: codeIn(message) };
  return await client.call("POST", "signing/signNowQes2Fa", typed);
}

const emailOf = async ({ client }: Pick<Identifying, "client">): Promise<string> => {
  const signer = world.db
    .selectFrom("signer")
    .select("email")
    .where("signer_id", "=", client.signerId as never);
  return (await signer.executeTakeFirstOrThrow()).email ?? "";
};

describe("a doubtful name", () => {
  it("[S-205] signs nothing, waits with password and phone, and signs once an operator approved it", async () => {
    const { server, sandbox, db } = world;
    const before = await certificates();
    const signer = await comeDoubtful(world);
    const chosen = await choose(world, signer);
    const sign = { workflow: {}, ...chosen, password: chosen_password, gateway: "ausweisapp2", ident_signer: {} };
    const early = await callHere(server, signer, ["POST", "signing/signWorkflowQES", sign]);
    expect(early.body).toMatchObject({ success: false, code: "WRONG_PW_OR_OTP" });
    expect(await db.selectFrom("signing_hold").select("file_id").execute()).toEqual([]);
    expect((await listAtDesk(server, meike)).counts.all).toBe(0);

    const wrong = await handIn(server, signer, { ...chosen, otp: wrongFor(chosen.otp) });
    expect([wrong.status, wrong.body.code, wrong.body.data]).toEqual([403, "WRONG_PW_OR_OTP", []]);
    const kept = await handIn(server, signer, chosen);
    expect(kept.body.data).toMatchObject({ state: "review", is_kept: true, last_name: "Mustermann" });
    expect((await handIn(server, signer, chosen)).body.code).toBe("IDENTIFICATION_MISSING");
    await expect(choose(world, signer)).rejects.toThrow("IDENTIFICATION_MISSING");

    const { reviews, counts } = await listAtDesk(server, meike, "?state=open");
    expect([counts, reviews.length]).toEqual([{ all: 1, open: 1, approved: 0, rejected: 0 }, 1]);
    const id = reviews[0]?.review_id ?? "";
    const seen = (await atDesk(server, ada, ["GET", `/${id}`])).body.data;
    expect(seen).toMatchObject({
      state: "open",
      doubt: "names",
      last_name: "Musterfrau",
      document: { last_name: "Mustermann", kind: "id_card", country: "DE" },
      level: "high",
      opened_by: "Meike Brandt",
      is_opened_by_you: true,
    });
    expect((await atDesk(server, meike, ["GET", `/${id}`])).body.data.is_opened_by_you).toBe(false);
    expect((await approve(meike, id, { ...sure, same_person: false })).status).toBe(400);
    expect(await certificates()).toBe(before);

    const approved = await approve(meike, id);
    expect(approved.body.data).toMatchObject({ state: "approved", is_decided_by_you: true, reason: sure.reason });
    expect(approved.body.data.certificate_serial).toMatch(/^[0-9a-f]+$/i);
    expect(await certificates()).toBe(before + 1);
    const row = await db.selectFrom("identity_review").select("reason").where("check_id", "=", id).execute();
    expect(row[0]?.reason?.toString("latin1")).not.toContain("Married");
    expect((await checkOf(signer)).state).toBe("succeeded");

    // In its own workflow at once; in another one when the mailbox is proven.
    const email = await emailOf(signer);
    const invited = { first_name: "Erika", last_name: "Musterfrau", firstName: "Erika", lastName: "Musterfrau", email };
    const other = await sendQualified(server, { ...invited, phone: chosen.phone, password: chosen_password } as never);
    expect(await signWithCertificate(other.client, chosen.phone)).toMatchObject({ success: false });
    expect(await signWithCertificate(signer.client, chosen.phone)).toMatchObject({ success: true });
    expect(await signatureRevisions(db, signer.sent.fileIds[0])).toBe(1);
    const mail = await nextMessage(sandbox.url, email, { channel: "mail", about: /You can sign now/ });
    const secret = /\/certificate\/([\w-]+)/.exec(mail.text)?.[1];
    const proven = await callApi("POST", `${server.url}/api/certificates/mailbox/${secret}`, { body: {} });
    expect(proven.body.data).toMatchObject({ is_proven: true });
    server.clock.move(60);
    expect(await signWithCertificate(other.client, chosen.phone)).toMatchObject({ success: true });
  });

  it("[S-190] of a film becomes a certificate for a day, which lives from the approval on", async () => {
    const { db } = world;
    const signer = await waitDoubtful(world, { by: "video" });
    expect((await approve(ada, signer.reviewId)).status).toBe(200);
    const issued = db.selectFrom("issued_certificate").selectAll().where("profile", "=", "short-term-person");
    const { not_before, not_after } = await issued.executeTakeFirstOrThrow();
    expect((not_after.getTime() - not_before.getTime()) / 60_000).toBe(1_430);
    expect(await signWithCertificate(signer.client, signer.phone)).toMatchObject({ success: true });
  });

  it("of a representative becomes the certificate of their organisation's seal", async () => {
    const { db } = world;
    const email = "erika.musterfrau@hafenwerk.example";
    const listed = JSON.stringify([{ firstName: "Erika", lastName: "Musterfrau", email }]);
    const { representatives } = await db
      .selectFrom("organisation_register")
      .select("representatives")
      .executeTakeFirstOrThrow();
    await db.updateTable("organisation_register").set({ representatives: listed }).execute();
    const signer = await waitDoubtful(world, { type: "q_seal", email });
    expect((await approve(meike, signer.reviewId)).status).toBe(200);
    expect(await signWithCertificate(signer.client, signer.phone)).toMatchObject({ success: true });
    const issued = db.selectFrom("issued_certificate").select("serial").where("profile", "=", "qualified-organisation");
    expect(await issued.execute()).toHaveLength(1);
    await db
      .updateTable("organisation_register")
      .set({ representatives: JSON.stringify(representatives) })
      .execute();
  });

  it("keeps the key that the code on its way is of, until another code may be sent", async () => {
    const signer = await comeDoubtful(world);
    const first = await choose(world, signer);
    const { key_id } = await checkOf(signer);
    await expect(choose(world, signer)).rejects.toThrow("TOO_MANY_REQUESTS");
    expect(await hasKey(key_id)).toBe(true);
    await codesAgo(signer, 61);
    await choose(world, signer);
    expect(await hasKey(key_id)).toBe(false);
    // As any code beside a newer one.
    expect((await handIn(world.server, signer, first)).body.code).toBe("WRONG_PW_OR_OTP");
    expect((await checkOf(signer)).kept_at).toBeNull();
  });

  it("is rejected with a reason that is mailed word by word; the key is gone, and the person may identify again", async () => {
    const { server, sandbox } = world;
    const signer = await waitDoubtful(world);
    const { key_id } = await checkOf(signer);
    const reason = "The document says Mustermann.\nPlease ask for an invitation in that name.";
    const rejected = await reject(meike, signer.reviewId, reason);
    expect(rejected.body.data).toMatchObject({ state: "rejected", reason, certificate_serial: null });
    const mail = await nextMessage(sandbox.url, await emailOf(signer), { channel: "mail", about: /could not issue/ });
    expect(mail.text).toContain("The document says Mustermann.");
    expect(mail.text).toContain("Please ask for an invitation in that name.");
    expect(await hasKey(key_id)).toBe(false);
    const told = await callHere(server, signer, ["GET", "auth/identification"]);
    expect(told.body.data).toMatchObject({ state: "failed", failure: "DECLINED", first_name: null });
    expect(await identifyByCard(server, signer, {})).toMatchObject({ state: "review", is_kept: false });
  });

  it("ends by itself, with its key, where nobody hands it in within half an hour", async () => {
    const { server } = world;
    const signer = await comeDoubtful(world);
    const chosen = await choose(world, signer);
    const { key_id } = await checkOf(signer);
    await answeredAgo(signer, 1_799);
    await settleOverdue(server.deps);
    expect((await checkOf(signer)).state).toBe("review");
    await answeredAgo(signer, 1_800);
    expect((await handIn(server, signer, chosen)).body.success).toBe(false);
    await settleOverdue(server.deps);
    expect(await checkOf(signer)).toMatchObject({ state: "cancelled", key_id: null, phone: null });
    expect(await hasKey(key_id)).toBe(false);
  });
});

describe("operators", () => {
  it("decide once: of two at the same time one wins, and the other is told who", async () => {
    const { server, sandbox } = world;
    const signer = await waitDoubtful(world);
    const before = await certificates();
    const both = await Promise.all([approve(meike, signer.reviewId), approve(ada, signer.reviewId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body.code).toBe("CASE_OVER");
    expect(String(late?.body.data)).toMatch(/^Meike (Lorenzen|Brandt) was faster: approved on /);
    expect((await reject(ada, signer.reviewId, "Too late.")).body.code).toBe("CASE_OVER");
    expect((await approve(meike, signer.reviewId)).body.code).toBe("CASE_OVER");
    expect(await certificates()).toBe(before + 1);
    await nextMessage(sandbox.url, await emailOf(signer), { channel: "mail", about: /You can sign now/ });
    const mails = await messagesTo(sandbox.url, await emailOf(signer), "mail");
    expect(mails.filter(({ text }) => /You can sign now|could not issue/.test(text))).toHaveLength(1);
    expect((await listAtDesk(server, ada, "?state=approved&limit=1")).next_cursor).not.toBeNull();
  });

  it("cannot issue a seal's certificate to who is no representative any more", async () => {
    const signer = await waitDoubtful(world, { type: "q_seal" });
    const refused = await approve(meike, signer.reviewId);
    expect([refused.status, refused.body.code]).toEqual([409, "NOT_A_REPRESENTATIVE"]);
    expect((await checkOf(signer)).state).toBe("review");
  });

  it("issue nothing where nothing is left to sign: withdrawn, or signed after another identification", async () => {
    const { server } = world;
    const before = await certificates();
    const withdrawn = await waitDoubtful(world);
    await world.db
      .updateTable("workflow")
      .set({ status: "CANCELLED", ended_at: server.clock.now() })
      .where("workflow_id", "=", withdrawn.client.workflowId as never)
      .execute();
    const refused = await approve(meike, withdrawn.reviewId);
    expect([refused.status, refused.body.code]).toEqual([409, "CASE_OVER"]);
    expect((await checkOf(withdrawn)).state).toBe("cancelled");
    expect(await hasKey((await checkOf(withdrawn)).key_id)).toBe(false);
    expect(await certificates()).toBe(before);

    const again = await waitDoubtful(world);
    const person = { last_name: "Musterfrau" };
    expect(await identifyByCard(server, again, { person })).toMatchObject({ state: "succeeded" });
    await codesAgo(again, 61);
    const chosen = await choose(world, again);
    const sign = { workflow: {}, ...chosen, password: chosen_password };
    const signed = await callHere(server, again, ["POST", "signing/signWorkflowQES", sign]);
    expect(signed.body).toMatchObject({ success: true });
    await settleOverdue(server.deps);
    expect((await listAtDesk(server, meike, "?state=open")).reviews.map((one) => one.review_id)).not.toContain(
      again.reviewId,
    );
    expect((await approve(meike, again.reviewId)).status).toBe(404);
    expect(await certificates()).toBe(before + 1);
  });

  it("have one of a person who handed in twice; another browser of theirs is told that somebody looks at it", async () => {
    const { server } = world;
    const signer = await waitDoubtful(world);
    const elsewhere = { ...signer, jar: jarOf(signer.client) };
    const told = await callHere(server, elsewhere, ["GET", "auth/identification"]);
    expect(told.body.data).toMatchObject({ state: "review", is_kept: true, first_name: null, last_name: null });
    await identifyByCard(server, elsewhere, { person: { last_name: "Mustermann" } });
    await handIn(server, elsewhere, await choose(world, elsewhere));
    const { reviews } = await listAtDesk(server, ada, "?state=open");
    const ids = await world.db
      .selectFrom("identity_check")
      .select("check_id")
      .where("signer_id", "=", signer.client.signerId as never)
      .execute();
    const theirs = reviews.filter((one) => ids.some(({ check_id }) => check_id === one.review_id));
    expect(theirs).toHaveLength(1);
    expect(theirs[0]?.review_id).not.toBe(signer.reviewId);
  });

  it("find nothing to decide where the person gave up", async () => {
    const { server } = world;
    const signer: Identifying & Chosen & { readonly reviewId: string } = await waitDoubtful(world);
    const { key_id } = await checkOf(signer);
    const check = await waitingOf(world.db, signer.client.signerId as never);
    if (check === null) throw new Error("nothing waits");
    await endReview(world.db, check, { at: server.clock.now(), by: null });
    expect((await checkOf(signer)).state).toBe("cancelled");
    expect(await hasKey(key_id)).toBe(false);
    expect((await approve(meike, signer.reviewId)).status).toBe(404);
  });
});
