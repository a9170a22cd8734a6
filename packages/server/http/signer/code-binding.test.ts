import { describe, expect, it } from "vitest";
import { formPdf } from "../../../../fixtures/documents.ts";
import { eventually } from "../../../../fixtures/eventually.ts";
import { messagesTo } from "../../../../fixtures/inbox.ts";
import { confirmFiles, filesOf } from "../../../../fixtures/signer-client.ts";
import { ask, check, receiveText, useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { logIn, send } from "../../test/sent-workflow.ts";

const world = useCodeWorld();

describe("what a code is bound to", () => {
  it("[S-135] a code is bound to its signer", async () => {
    const { server } = world;
    const { challenge, otp } = await receiveText(world);
    const other = await logIn(server, await send(server));
    const stolen = await other.call("POST", "auth/checkSMS/", { auth_token: challenge.id, otp });
    expect(stolen).toMatchObject({ status: 403, code: "CHECK_SMS_PIN_WRONG" });
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
  });

  it("[S-135] [S-109] a code signs once, and a wrong one signs nothing", async () => {
    const { signer } = world;
    const [file] = await filesOf(signer);
    const name = { annotation_id: `${signer.signerId}.name`, value: "Ada" };
    await signer.call("PUT", "files/updateXFDF/", {
      files: [{ id: file?.id, completed: true, xfdf_annotations: [name] }],
    });
    const { challenge, otp } = await receiveText(world);
    const sign = (code: string) => signer.call("POST", "signing/signWorkflow", { auth_token: challenge.id, otp: code });
    const wrong = await sign(wrongFor(otp));
    expect(wrong).toMatchObject({
      status: 403,
      code: "CHECK_SMS_PIN_WRONG",
      data: [expect.any(String), "tries_left=4"],
    });
    expect(await sign(otp)).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
    const ended = await world.db
      .selectFrom("challenge")
      .select("ended")
      .where("signer_id", "=", signer.signerId as never)
      .execute();
    expect(ended).toEqual([{ ended: "used" }]);
  });

  it("[T-012] [S-109] a code dies when an own value changes, and stays dead when it changes back", async () => {
    const { signer } = world;
    const [file] = await filesOf(signer);
    const fill = (value: string) =>
      signer.call("PUT", "files/updateXFDF/", {
        files: [{ id: file?.id, xfdf_annotations: [{ annotation_id: `${signer.signerId}.name`, value }] }],
      });
    await fill("Ada");
    await confirmFiles(signer);
    const { challenge, otp } = await receiveText(world);
    await fill("Ada");
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
    await fill("Eva");
    const sign = await signer.call("POST", "signing/signWorkflow", { auth_token: challenge.id, otp });
    expect(sign).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    await fill("Ada");
    expect(await check(world, challenge, otp)).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
  });

  it("[T-012] sends no code for other values than the page showed that asks for it", async () => {
    const { signer, server, sandbox, phone } = world;
    await confirmFiles(signer, { name: "Ada" });
    const shown = (await filesOf(signer)).map(({ id, xfdf_annotations }) => ({ id, xfdf_annotations }));
    // Another holder of the link logs in beside the signer, and changes what the signer has just read.
    const other = await logIn(server, world.sent);
    await confirmFiles(other, { name: "Eva" });
    for (const path of ["getSMS", "getPhone", "retrySMS/"] as const)
      expect(await ask(world, path, { files: shown })).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    for (const channel of ["sms", "voice"] as const)
      expect(await messagesTo(sandbox.url, phone, channel), "nothing left the house").toEqual([]);
    await confirmFiles(other, { name: "Ada" });
    expect(await ask(world, "getSMS", { files: shown })).toMatchObject({ status: 200 });
  });

  it("[T-012] sends no code without saying what was shown either, until what another session changed was read", async () => {
    const { signer, server } = world;
    await confirmFiles(signer, { name: "Ada" });
    await confirmFiles(await logIn(server, world.sent), { name: "Eva" });
    for (const path of ["getSMS", "getPhone", "retrySMS/"] as const)
      expect(await ask(world, path)).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    await filesOf(signer);
    expect(await ask(world, "getSMS")).toMatchObject({ status: 200 });
  });

  it("[T-012] values and signatures of others do not end a code", async () => {
    const { server, phone } = world;
    const both = await send(server, {
      documents: [{ name: "Form.pdf", bytes: formPdf() }],
      signers: [
        { reference: "bob", phone },
        { reference: "alice2", type: "s_signature" },
      ],
    });
    world.signer = await logIn(server, both, 0);
    const other = await logIn(server, both, 1);
    const { challenge, otp } = await receiveText(world);
    const [file] = await filesOf(other);
    const value = { annotation_id: `${other.signerId}.city`, value: "Kiel" };
    await other.call("PUT", "files/updateXFDF/", {
      files: [{ id: file?.id, completed: true, xfdf_annotations: [value] }],
    });
    expect(await other.call("POST", "signing/signWithoutAuth", {})).toMatchObject({
      status: 200,
      data: { status: "SIGNED" },
    });
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
  });

  it("refuses signers without codes, without numbers, and texts to fixed lines", async () => {
    const { server } = world;
    const signers = [{ type: "s_signature" as const }, { phone: "+49 30 1234567" }];
    const others = await send(server, { signers });
    const simple = await logIn(server, others, 0);
    for (const path of ["getSMS", "getPhone", "retrySMS/"]) {
      expect(await simple.call("POST", `auth/${path}`, {})).toMatchObject({ status: 403, code: "WRONG_SIGNER_TYPE" });
    }
    const fixed = await logIn(server, others, 1);
    expect(await fixed.call("POST", "auth/getSMS", {})).toMatchObject({ status: 400, code: "PHONE_NOT_MOBILE" });
    expect(await fixed.call("POST", "auth/getPhone", {})).toMatchObject({ status: 200 });
  });

  it("says what a failed delivery means, locks nobody out, and tells the trail", async () => {
    const { sandbox, signer, phone, db } = world;
    await sandbox.spoil("sms", "reject", { code: 21_614 });
    expect(await ask(world, "getSMS")).toMatchObject({ status: 409, code: "PHONE_UNREACHABLE" });
    await sandbox.spoil("sms", "reject", { code: 21_211 });
    expect(await ask(world, "getSMS")).toMatchObject({ status: 400, code: "PHONE_INVALID" });
    await sandbox.spoil("sms", "down", { count: 3 });
    expect(await ask(world, "getSMS")).toMatchObject({ status: 503, code: "SERVICE_ERROR" });
    expect(await receiveText(world)).toMatchObject({ otp: expect.stringMatching(/^[0-9]{6}$/) });
    const states = await db.selectFrom("code_delivery").select("state").where("phone", "=", phone).execute();
    expect(
      states
        .map(({ state }) => state)
        .filter((state) => /refused|unanswered/.test(state))
        .toSorted(),
    ).toEqual(["refused", "refused", "unanswered"]);
    const events = await db
      .selectFrom("audit_event")
      .select("type")
      .where("signer_id", "=", signer.signerId)
      .where("type", "like", "code.%")
      .orderBy("seq")
      .execute();
    expect(events.map(({ type }) => type).filter((type) => type === "code.not-sent")).toHaveLength(3);
  });

  it("[S-135] keeps no code in the database, and what became of the message", async () => {
    const { signer, phone, db } = world;
    const { challenge, otp } = await receiveText(world);
    const challenges = await db
      .selectFrom("challenge")
      .selectAll()
      .where("signer_id", "=", signer.signerId as never)
      .execute();
    expect(JSON.stringify(challenges)).not.toContain(challenge.id);
    expect(JSON.stringify(challenges)).not.toContain(otp);
    const delivered = await eventually(async () => {
      const row = await db.selectFrom("code_delivery").selectAll().where("phone", "=", phone).executeTakeFirstOrThrow();
      return row.state === "delivered" ? row : undefined;
    });
    expect(delivered.sealed_code).toBeNull();
    expect(JSON.stringify(delivered)).not.toContain(otp);
  });
});
