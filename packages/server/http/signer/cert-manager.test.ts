/** Owners see and revoke their certificates over HTTP (signer-side.md §2, §7; docs/decisions/0024). */
import type { SignerId } from "@siegel/contract/ids.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { confirmFiles, receiveCode, sign } from "../../../../fixtures/signer-client.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { type Owner, ownerAt } from "../../test/owner.ts";
import { meet } from "../../test/qualified-signer.ts";

const world = useCodeWorld({
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000",
  SIEGEL_CODES_PER_NUMBER_PER_HOUR: "20",
  SIEGEL_CONTACT_EMAIL: "hilfe@siegel.example",
});

type Met = Awaited<ReturnType<typeof meet>>;
let [ada, other] = [{} as Met, {} as Met];
beforeAll(async () => {
  ada = await meet(world.server);
  other = await meet(world.server, { firstName: "Bo", lastName: "Berg" });
});

const shown = ({ status, body }: Awaited<ReturnType<Owner["post"]>>) => [status, body.code ?? body.success];
const certOf = (met: Met) => ({ cert_id: met.certificateId });
const minutes = (n: number): void => world.server.clock.move(n * 60);

describe("the owner of a certificate", () => {
  it("sees it after the code of the mail, and revokes it after the code of the phone [S-255] [S-257] [S-258] [S-259] [S-261] [S-263] [S-264] [S-265] [S-266] [S-267] [S-268]", async () => {
    const owner = ownerAt(world, "de");
    expect(shown(await owner.post("account/getCertificatesByEmail", { email: ada.email }))).toEqual([
      403,
      "MAILBOX_UNPROVEN",
    ]);
    const otp = await owner.mailCode(` ${ada.email.toUpperCase()} `.trim());
    const proven = await owner.post("auth/checkOTP", { input_otp: otp });
    expect(proven.body.data.email).toBe(ada.email);
    // The same once more, where the answer was lost.
    expect((await owner.post("auth/checkOTP", { otp })).body).toEqual(proven.body);
    const [row, ...more] = await owner.list();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      certificate_id: ada.certificateId,
      status: "v",
      type: "qes",
      holder: "Ada Löwe",
      revoked_at: null,
      revocable: true,
      short_term: false,
      masked_phone: expect.stringMatching(/^\+49 ••• ••\d\d$/),
    });
    const { signer_id } = row ?? { signer_id: "" };
    expect((await owner.post("account/getSignerByEmail")).body.data).toEqual([
      { signer_id, first_name: "Ada", last_name: "Löwe", certificates: 1 },
    ]);
    const masked = (await owner.post("account/getEmailById", { signer_id })).body.data.email;
    expect(masked).toMatch(/^a….@mail\.example$/);
    expect(shown(await owner.post("account/revokeCertificate", certOf(ada)))).toEqual([403, "PHONE_UNPROVEN"]);
    expect((await owner.post("auth/checkRevokeCredentials", { ...certOf(ada), signer_id })).body.data).toBe(true);
    const typed = await owner.phoneCode(ada.phone, { signer_id });
    const wrong = await owner.post("auth/checkRevokeSMS", { ...typed, otp: wrongFor(typed.otp) });
    expect([shown(wrong), wrong.body.data]).toEqual([[403, "WRONG_OTP"], expect.arrayContaining(["tries_left=4"])]);
    expect(shown(await owner.post("auth/checkRevokeSMS", typed))).toEqual([200, true]);
    // Another tab of the same browser, and twice at once: one revocation.
    const wish = { ...certOf(ada), type: "aes", status: "v", reason: "phone_gone" };
    const both = await Promise.all([1, 2].map(() => owner.post("account/revokeCertificate", wish)));
    expect(both.map(shown)).toEqual([
      [200, "REVOKE_SUCCESS"],
      [200, "REVOKE_SUCCESS"],
    ]);
    expect(both[0]?.body.data).toEqual(both[1]?.body.data);
    minutes(1);
    const again = await owner.post("account/revokeCertificate", { ...wish, reason: "not_needed" });
    expect(again.body).toEqual(both[0]?.body);
    expect(await owner.list()).toMatchObject([
      { status: "r", revocable: false, revoked_at: again.body.data.revoked_at },
    ]);
    const details = await world.db.selectFrom("audit_event_details").select("details").execute();
    expect(JSON.stringify(details)).toContain("one to their phone: phone_gone");
  });

  it("finds an advanced one of any sender too, and gets the code where the last signature was approved [S-256]", async () => {
    const { phone, signer } = world;
    await confirmFiles(signer);
    await sign(signer, await receiveCode(world.sandbox.url, signer));
    const { email } = await world.db
      .selectFrom("signer")
      .select("email")
      .where("signer_id", "=", signer.signerId as SignerId)
      .executeTakeFirstOrThrow();
    const owner = ownerAt(world);
    await owner.prove(email);
    const row = (await owner.list()).find((one) => one.type === "aes" && one.masked_phone?.endsWith(phone.slice(-2)));
    if (row === undefined) throw new Error("no advanced certificate with this phone");
    const typed = await owner.phoneCode(phone, { signer_id: row.signer_id, cert_id: row.certificate_id });
    expect(shown(await owner.post("auth/checkRevokeSMS", typed))).toEqual([200, true]);
    expect(shown(await owner.post("account/revokeCertificate", { cert_id: row.certificate_id }))).toEqual([
      200,
      "REVOKE_SUCCESS",
    ]);
  });

  it("is told nothing without proof, and nothing of others: one answer to every address [S-258] [S-260] [S-262]", async () => {
    const addresses = [other.email, "nobody@nowhere.example", "not an address", "a@x.example, b@y.example"];
    const answers = await Promise.all(
      addresses.map(async (email) => {
        const owner = ownerAt(world);
        const asked = await owner.post("account/sendOTP", { email });
        return { owner, asked, keys: Object.keys(asked.body.data).sort().join() };
      }),
    );
    expect(new Set(answers.map(({ asked, keys }) => `${asked.status} ${keys}`)).size).toBe(1);
    const stranger = ownerAt(world);
    expect(shown(await stranger.prove("stranger@nowhere.example"))).toEqual([200, true]);
    expect(shown(await stranger.post("account/getCertificatesByEmail", { email: other.email }))).toEqual([
      404,
      "MAIL_NOT_FOUND",
    ]);
    expect(shown(await stranger.post("account/getSignerByEmail"))).toEqual([404, "MAIL_NOT_FOUND"]);
    const theirs = { ...certOf(other), signer_id: "nobody" };
    for (const path of [
      "auth/checkRevokeCredentials",
      "auth/revokeSMS",
      "account/revokeCertificate",
      "account/getEmailById",
    ])
      expect(shown(await stranger.post(path, theirs))).toEqual([404, "NOT_FOUND"]);
    expect(shown(await stranger.post("account/revokeCertificate", { cert_id: "nothing" }))).toEqual([404, "NOT_FOUND"]);
    // Several addresses in one are none: no mail went out.
    const mails = await world.sandbox.messages("?channel=mail&to=b%40y.example");
    expect(mails).toEqual([]);
  });

  it("proves with the newest code of this browser only, five tries, and for 30 minutes [S-259] [S-260]", async () => {
    const owner = ownerAt(world);
    const otp = await owner.mailCode(other.email);
    // Asked again at once: the one on its way. It is wrong in another browser, which has one of its own.
    expect((await owner.post("account/sendOTP", { email: other.email })).body.success).toBe(true);
    const elsewhere = ownerAt(world);
    expect(shown(await elsewhere.post("auth/checkOTP", { otp }))).toEqual([403, "WRONG_OTP"]);
    minutes(2);
    const newer = await owner.mailCode(other.email);
    if (newer !== otp) expect(shown(await owner.post("auth/checkOTP", { otp }))).toEqual([403, "WRONG_OTP"]);
    expect(shown(await owner.post("auth/checkOTP", { otp: newer }))).toEqual([200, true]);
    minutes(29);
    expect(await owner.list()).toHaveLength(1);
    minutes(2);
    expect(shown(await owner.post("account/getCertificatesByEmail"))).toEqual([403, "MAILBOX_UNPROVEN"]);
    expect(shown(await owner.post("auth/checkOTP", { otp: newer }))).toEqual([403, "WRONG_OTP"]);
    const last = await owner.mailCode(other.email);
    for (const left of [4, 3, 2, 1, 0])
      expect((await owner.post("auth/checkOTP", { otp: wrongFor(last) })).body.data).toContain(`tries_left=${left}`);
    expect(shown(await owner.post("auth/checkOTP", { otp: last }))).toEqual([403, "WRONG_OTP"]);
    minutes(6);
    expect(shown(await owner.post("auth/checkOTP", { otp: last }))).toEqual([403, "WRONG_OTP"]);
  });

  it("begins anew with another address, and cannot revoke what expired or lives for a day [S-252] [S-253]", async () => {
    const owner = ownerAt(world);
    await owner.prove(other.email);
    expect((await owner.post("account/sendOTP", { email: ada.email })).body.success).toBe(true);
    expect(shown(await owner.post("account/getCertificatesByEmail"))).toEqual([403, "MAILBOX_UNPROVEN"]);
    const bo = ownerAt(world);
    await bo.prove(other.email);
    const [{ serial_number: serial = "", signer_id = "" } = {}] = await bo.list();
    const { db } = world.server.deps;
    const issued = db.updateTable("issued_certificate").where("serial", "=", serial);
    const { profile } = await db
      .selectFrom("issued_certificate")
      .select("profile")
      .where("serial", "=", serial)
      .executeTakeFirstOrThrow();
    await issued.set({ profile: "short-term-person" }).execute();
    const refused = await bo.post("account/revokeCertificate", certOf(other));
    expect([shown(refused), refused.body.data]).toEqual([
      [409, "CERTIFICATE_NOT_REVOCABLE"],
      [expect.stringContaining("hilfe@siegel.example")],
    ]);
    expect(shown(await bo.post("auth/revokeSMS", { ...certOf(other), signer_id }))).toEqual([
      409,
      "CERTIFICATE_NOT_REVOCABLE",
    ]);
    expect(await bo.list()).toMatchObject([{ revocable: false, short_term: true, status: "v" }]);
    await issued.set({ profile }).execute();
    const row = db.updateTable("signer_certificate").where("certificate_id", "=", other.certificateId);
    await row.set({ not_after: new Date(world.server.clock.now().getTime() - 1_000) }).execute();
    expect(await bo.list()).toMatchObject([{ revocable: false, status: "e" }]);
    expect(shown(await bo.post("account/revokeCertificate", certOf(other)))).toEqual([
      409,
      "CERTIFICATE_NOT_REVOCABLE",
    ]);
  });
});
