/** The same call again: at once, later, and with another code. */
import { describe, expect, it } from "vitest";
import { actRow, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { usageOf } from "../accounts/accounts.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { authoriseSigning, readActState, type SigningCall, signNow } from "./signing.ts";

const world = useSigningWorld();

const callOf = (sent: Sent, n: number, approval: SigningCall["approval"]): SigningCall => ({
  workflowId: sent.workflowId,
  signerId: nth(sent.signerIds, n),
  ip: "192.0.2.7",
  userAgent: "test",
  approval,
});

describe("a signing call that is repeated", () => {
  it("[S-148] [T-010] fifty identical calls make one signature, one count, one mail, one answer", async () => {
    const sent = await world.send([{ type: "a_signature", firstName: "Fifty" }]);
    await world.confirm(sent, 0);
    const code = await world.code(sent, 0);
    const before = await usageOf(world.deps.db, world.tokenId);
    const call = callOf(sent, 0, { kind: "code", ...code });
    const answers = await Promise.all(Array.from({ length: 50 }, () => signNow(world.deps, call)));
    // On a busy machine some calls are told to wait; a call made afterwards gets the same answer as all others.
    for (const answer of answers)
      expect(answer).toMatchObject({
        ok: true,
        authToken: code.authToken,
        status: expect.stringMatching(/^(FINISHED|PENDING)$/),
      });
    const status = async () => (await readActState(world.deps.db, nth(sent.signerIds, 0))).status;
    await expect.poll(status, { timeout: 20_000 }).toBe("FINISHED");
    const later = await Promise.all(Array.from({ length: 10 }, () => signNow(world.deps, call)));
    expect(new Set(later.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ ok: true, status: "FINISHED", authToken: code.authToken })]),
    );
    const [signatures] = await signaturesOf(world, sent);
    expect(signatures?.filter((subFilter) => subFilter === "ETSI.CAdES.detached")).toHaveLength(1);
    expect((await usageOf(world.deps.db, world.tokenId)).aes.used).toBe(before.aes.used + 1);
    expect((await usageOf(world.deps.db, world.tokenId)).ses).toEqual(before.ses);
    const mails = (await world.jobs("send-message")).filter(
      (job) => JSON.stringify(job).includes(sent.workflowId) && JSON.stringify(job).includes("finished"),
    );
    expect(mails).toHaveLength(1);
    const events = (await readTrail(world.deps.db, sent.workflowId)).map((event) => event.type);
    expect(events.filter((type) => type === "signing.authorised")).toHaveLength(1);
    expect(events.filter((type) => type === "signing.signed")).toHaveLength(1);
  });

  it("[S-148] a wrong code is never answered with the signature that the right one made", async () => {
    const sent = await world.send([{ type: "a_signature", firstName: "Wrong" }]);
    await world.confirm(sent, 0);
    const { authToken, otp } = await world.code(sent, 0);
    const signWith = (typed: string) => signNow(world.deps, callOf(sent, 0, { kind: "code", authToken, otp: typed }));
    expect(await signWith(otp)).toMatchObject({ ok: true });
    const wrong = otp === "000000" ? "111111" : "000000";
    expect(await signWith(wrong)).toEqual({ ok: false, code: "ALREADY_SIGNED" });
    expect(await signWith(otp)).toMatchObject({ ok: true, status: "FINISHED" });
  });

  it("[S-131] an act that somebody wrote by hand tells nobody which code is right", async () => {
    const sent = await world.send([{ type: "a_signature", firstName: "Ora" }]);
    await world.confirm(sent, 0);
    const { authToken, otp } = await world.code(sent, 0);
    const [pattern, signerId] = [await approveOne(world, "a_signature"), nth(sent.signerIds, 0)];
    const { workflowId } = sent;
    const challenge = await world.deps.db
      .selectFrom("challenge")
      .select("challenge_id")
      .where("signer_id", "=", signerId)
      .executeTakeFirstOrThrow();
    const row = {
      ...(await actRow(world.deps.db, pattern.actId)),
      ...{ act_id: world.deps.random.id(), workflow_id: workflowId, signer_id: signerId },
      ...{ auth_token: authToken, challenge_id: challenge.challenge_id, status: "STALLED" as const, shown: "[]" },
    };
    await world.deps.db.insertInto("signing_act").values(row).execute();
    const call = { workflowId, signerId, ip: "192.0.2.7", userAgent: "test" };
    const attempt = async (typed: string) =>
      await authoriseSigning(world.deps, { ...call, approval: { kind: "code", authToken, otp: typed } });
    const wrong = otp === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      expect(await attempt(wrong)).toEqual({ ok: false, code: "SIGNING_IN_PROGRESS" });
    expect(await attempt(otp)).toEqual({ ok: false, code: "SIGNING_IN_PROGRESS" });
    await world.deps.db.deleteFrom("signing_act").where("act_id", "=", row.act_id).execute();
    expect(await attempt(otp)).toEqual({ ok: false, code: "OTP_TRIES_EXHAUSTED" });
  });
});
