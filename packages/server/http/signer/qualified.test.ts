/** A qualified signer over HTTP: code, password, signature (docs/flows/qualified-signing.md). */
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { confirmFiles, filesOf, receiveCode } from "../../../../fixtures/signer-client.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { type Met, meet, receiveQualified, sendQualified, signQualifiedly } from "../../test/qualified-signer.ts";
import { logIn } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
let ada: Met;

beforeAll(async () => {
  ada = await meet(world.server);
});

const wrong = { status: 403, success: false, code: "WRONG_PW_OR_OTP", data: [] };
/** How many signatures a file has. */
const signatures = async (fileId: string | undefined) =>
  (
    await world.db
      .selectFrom("file_revision")
      .select("sha256")
      .where("file_id", "=", fileId as never)
      .where("cause", "=", "signature")
      .execute()
  ).length;

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
    for (const fileId of signer.sent.fileIds) expect(await signatures(fileId)).toBe(1);
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
    for (const { headers: _, ...answer } of answers) expect(answer).toEqual(wrong);
    expect(await signatures(signer.sent.fileIds[0])).toBe(0);
    expect(await signer.client.call("GET", "signing/state")).toMatchObject({ data: { status: "NONE" } });
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
    expect(await signatures(sent.fileIds[0])).toBe(0);
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: { status: "SIGNED" } });
    const isDone = async () => (await bob.call("GET", "signing/state")).data as { status: string };
    await eventually(async () => ((await isDone()).status === "FINISHED" ? true : undefined));
    expect(await signatures(sent.fileIds[0])).toBe(2);
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
    expect(await signatures(signer.sent.fileIds[0])).toBe(0);
  });
});
