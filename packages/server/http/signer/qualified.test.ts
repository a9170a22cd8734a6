/** A qualified signer over HTTP: code, password, signature (docs/flows/qualified-signing.md). */
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { codeIn, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { type Answer, confirmFiles, filesOf, receiveCode } from "../../../../fixtures/signer-client.ts";
import { isLocked, unlockKey } from "../../rooms/password-keys/password-keys.ts";
import { challengeOf, useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import {
  type Met,
  meet,
  receiveQualified,
  sendQualified,
  signatureRevisions,
  signQualifiedly,
} from "../../test/qualified-signer.ts";
import { logIn } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
let ada: Met;

beforeAll(async () => {
  ada = await meet(world.server);
});

const wrong = { status: 403, success: false, code: "WRONG_PW_OR_OTP", data: [] };
describe("a qualified signature", () => {
  it("[S-143] [S-175] [S-177] [S-179] is made with the code of the registered phone and the certificate's password", async () => {
    const signer = await sendQualified(world.server, ada, { documents: 2 });
    const { client } = signer;
    const code = await receiveQualified(world.sandbox, signer);
    const checkPassword = (password: string) =>
      client.call("POST", "auth/checkCertificatePassword/", { workflow: {}, password });
    // Without a right code the password is not looked at.
    expect(await checkPassword(ada.password)).toMatchObject(wrong);
    const checkCode = (otp: string) =>
      client.call("POST", "auth/checkSMS/", { workflow: {}, auth_token: code.auth_token, otp });
    expect(await checkCode(wrongFor(code.otp))).toMatchObject(wrong);
    expect(await checkCode(code.otp)).toMatchObject({ status: 200, data: true });
    expect(await checkPassword("Leuchtturm 8!")).toMatchObject(wrong);
    expect(await checkPassword(ada.password)).toMatchObject({ status: 200, data: true });
    const other = await logIn(world.server, signer.sent);
    expect(await other.call("POST", "auth/checkCertificatePassword/", { password: ada.password })).toMatchObject(wrong);
    const signed = await signQualifiedly(signer, code);
    expect(signed).toMatchObject({ status: 200, code: "SUCCESS_SIGNING", data: { status: "FINISHED" } });
    // A lost answer: the same call gets the same act.
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: signed.data });
    for (const fileId of signer.sent.fileIds) expect(await signatureRevisions(world.db, fileId)).toBe(1);
    const act = await world.db
      .selectFrom("signing_act")
      .select(["credential", "status", "challenge_id"])
      .where("workflow_id", "=", signer.sent.workflowId as never)
      .executeTakeFirstOrThrow();
    expect(act).toMatchObject({ credential: `qualified:${ada.certificateId}`, status: "SIGNED" });
  });

  it("[S-178] [S-182] [T-051] is refused with one answer, whatever was wrong, and a wrong password burns its code", async () => {
    const signer = await sendQualified(world.server, ada);
    const code = await receiveQualified(world.sandbox, signer);
    const answers = [
      await signQualifiedly(signer, { ...code, otp: wrongFor(code.otp) }),
      await signQualifiedly(signer, { ...code, password: "Leuchtturm 8!" }),
      // The code is used up: the right password helps no more.
      await signQualifiedly(signer, code),
      await signQualifiedly(signer, { ...code, auth_token: code.auth_token.replace(/.$/, "2") }),
    ];
    // Also while the next code lives, that it is not.
    world.server.clock.move(60);
    await receiveQualified(world.sandbox, signer);
    answers.push(await signQualifiedly(signer, code));
    for (const { headers: _, ...answer } of answers) expect(answer).toEqual(wrong);
    expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(0);
    expect(await signer.client.call("GET", "signing/state")).toMatchObject({ data: { status: "NONE" } });
  });

  it("[S-178] [S-181] [S-182] is refused with that answer too where ten wrong passwords locked the key, until its owner is met again", async () => {
    const bea = await meet(world.server, { firstName: "Bea", lastName: "Ahrens" });
    const signer = await sendQualified(world.server, bea);
    const { client } = signer;
    const code = await receiveQualified(world.sandbox, signer);
    const tryPassword = (password: string) =>
      client.call("POST", "auth/checkCertificatePassword/", { workflow: {}, password });
    const expectWrong = async (called: Promise<Answer>) => {
      const { headers: _, ...answer } = await called;
      expect(answer).toEqual(wrong);
    };
    const { db } = world.server.deps;
    // Who has the link and not the phone locks nothing.
    for (let n = 0; n < 12; n++) await expectWrong(tryPassword("Leuchtturm 8!"));
    await expectWrong(signQualifiedly(signer, { ...code, otp: wrongFor(code.otp), password: "Leuchtturm 8!" }));
    const typed = { workflow: {}, auth_token: code.auth_token, otp: code.otp };
    expect(await client.call("POST", "auth/checkSMS/", typed)).toMatchObject({ status: 200 });
    // Eight in the hours before, as the room counts them (password-keys.test): each would take half a second.
    const before = Array.from(
      { length: 8 },
      (_, n) => new Date(world.server.clock.now().getTime() - (n + 1) * 3_600_000),
    );
    await world.db
      .updateTable("password_key")
      .set({ tried_at: before })
      .where("key_id", "=", bea.keyId as never)
      .execute();
    await expectWrong(tryPassword("Leuchtturm 8!"));
    expect(await isLocked(db, bea.keyId)).toBe(false);
    await expectWrong(tryPassword("Leuchtturm 8!"));
    expect(await isLocked(db, bea.keyId)).toBe(true);
    await expectWrong(tryPassword(bea.password));
    await expectWrong(signQualifiedly(signer, code));
    world.server.clock.move(25 * 3_600);
    const later = await logIn(world.server, signer.sent);
    const refused = await later.call("POST", "auth/getSMSQualified", { workflow: { gtcChecked: true } });
    expect(refused).toMatchObject({ status: 409, code: "CERTIFICATE_NOT_VALID" });
    await unlockKey(db, bea.keyId);
    const again = { ...signer, client: later };
    expect(await signQualifiedly(again, await receiveQualified(world.sandbox, again))).toMatchObject({ status: 200 });
  });

  it("[S-176] is made with a code that was spoken to the registered phone, also to one that takes no texts", async () => {
    const landline = `+4940${String(10_000_000 + process.pid)}`;
    const dora = await meet(world.server, { firstName: "Dora", lastName: "Jansen", phone: landline });
    for (const met of [ada, dora]) {
      const signer = await sendQualified(world.server, met);
      const ask = (path: string, more: object = {}) =>
        signer.client.call("POST", path, { workflow: { gtcChecked: true }, ...more });
      if (met === dora) expect(await ask("auth/getSMSQualified")).toMatchObject({ code: "PHONE_NOT_MOBILE" });
      const answer = await ask("auth/getPhoneQualified", { phone: "+4915199999999" });
      expect(answer).toMatchObject({
        status: 200,
        data: { masked_phone: expect.stringContaining(met.phone.slice(-2)) },
      });
      const { id, reference } = challengeOf(answer);
      const about = saysReference(reference);
      const call = await nextMessage(world.sandbox.url, met.phone, { channel: "voice", about });
      expect(call.text).toContain("press one");
      const code = { auth_token: id, otp: codeIn(call) };
      expect(await signQualifiedly(signer, { ...code, otp: wrongFor(code.otp) })).toMatchObject(wrong);
      expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: { status: "FINISHED" } });
    }
  });

  it("[S-140] is made by no other call, and no other code makes it", async () => {
    const signer = await sendQualified(world.server, ada);
    const { client } = signer;
    const wrongType = { status: 403, code: "WRONG_SIGNER_TYPE" };
    expect(await client.call("POST", "signing/signWithoutAuth", {})).toMatchObject(wrongType);
    expect(await client.call("POST", "auth/getSMS", {})).toMatchObject(wrongType);
    const code = await receiveQualified(world.sandbox, signer);
    expect(await client.call("POST", "signing/signWorkflow", code)).toMatchObject(wrongType);
    // An advanced signer's code, by the same person.
    await confirmFiles(world.signer, { name: "Ada" });
    const advanced = await receiveCode(world.sandbox.url, world.signer);
    expect(await signQualifiedly(signer, advanced)).toMatchObject(wrong);
    expect(await world.signer.call("POST", "auth/getSMSQualified", {})).toMatchObject(wrongType);
  });

  it("[T-052] holds its documents while its code lives: others wait and then go first", async () => {
    const signer = await sendQualified(world.server, ada, {
      others: [{ reference: "bob", type: "s_signature", phone: undefined }],
    });
    const { sent, client } = signer;
    const code = await receiveQualified(world.sandbox, signer);
    const bob = await logIn(world.server, sent, 1);
    await confirmFiles(bob);
    const pressed = await bob.call("POST", "signing/signWithoutAuth", {});
    expect(pressed).toMatchObject({ status: 202, data: { status: "PENDING" } });
    expect(await signatureRevisions(world.db, sent.fileIds[0])).toBe(0);
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: { status: "SIGNED" } });
    const isDone = async () => (await bob.call("GET", "signing/state")).data as { status: string };
    await eventually(async () => ((await isDone()).status === "FINISHED" ? true : undefined));
    expect(await signatureRevisions(world.db, sent.fileIds[0])).toBe(2);
    expect(await client.call("GET", "signing/state")).toMatchObject({ data: { status: "SIGNED" } });
  });

  it("[T-051] asks for a new code where the base or a value changed", async () => {
    const signer = await sendQualified(world.server, ada);
    const code = await receiveQualified(world.sandbox, signer);
    const [file] = await filesOf(signer.client);
    await signer.client.call("PUT", "files/updateXFDF/", {
      files: [{ id: file?.id, xfdf_annotations: [{ annotation_id: `${signer.client.signerId}.name`, value: "Eva" }] }],
    });
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(0);
  });
});
