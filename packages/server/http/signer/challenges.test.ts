import type { SignerId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { codeIn } from "../../../../fixtures/inbox.ts";
import { arrived, ask, challengeOf, check, receiveText, useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { freshPhone, logIn, send } from "../../test/sent-workflow.ts";

const world = useCodeWorld();

describe("sending and checking codes", () => {
  it("[S-112] [S-126] [S-127] sends a code by text message and answers id and reference", async () => {
    const { sent, phone } = world;
    const answer = await ask(world, "getSMS", { workflow: { workflow_id: sent.workflowId } });
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/),
      reference: expect.stringMatching(/^[A-HJ-NP-Z][A-HJ-NP-Z2-9]{5}$/),
      expires_in_s: 300,
      resend_after_s: 60,
      masked_phone: expect.stringMatching(new RegExp(`^\\+49 [• ]+${phone.slice(-2)}$`)),
    });
    const message = await arrived(world, challengeOf(answer), "sms");
    expect(message.text).toMatch(/: Your code is [0-9]{6}\. Reference /);
    expect(message.text.length).toBeLessThanOrEqual(160);
    // Origin-bound one-time codes: the host of the pages without its port, or no browser offers the code.
    expect(message.text.split("\n").at(-1)).toBe(`@127.0.0.1 #${codeIn(message)}`);
    expect(JSON.stringify(answer.data)).not.toContain(codeIn(message));
  });

  it("[S-112] [S-128] speaks a code in a call, digit by digit, after a key press", async () => {
    const answer = await ask(world, "getPhone");
    expect(answer).toMatchObject({ status: 200 });
    const { text: said } = await arrived(world, challengeOf(answer), "voice");
    expect(said).toContain("press one");
    const digits = said.slice(said.search(/code/i)).match(/\b[0-9]\b/g) ?? [];
    const otp = digits.slice(0, 6).join("");
    expect(await check(world, challengeOf(answer), otp)).toMatchObject({ status: 200, data: true });
  });

  it("[S-121] [S-130] a right code is right any number of times and is not used up by asking", async () => {
    const { challenge, otp } = await receiveText(world);
    for (let time = 0; time < 7; time++)
      expect(await check(world, challenge, otp)).toMatchObject({ status: 200, data: true });
    for (const malformed of ["", "12345", "1234567", "12345a", " 12345", "１２３４５６"]) {
      expect(await check(world, challenge, malformed)).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
    }
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
  });

  it("[S-131] [S-136] five wrong codes end a challenge, also when they come at once", async () => {
    const { challenge, otp } = await receiveText(world);
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(world, challenge, wrongFor(otp))));
    const codes = answers.map(({ code }) => code).toSorted();
    expect(codes).toEqual([
      ...Array<string>(5).fill("CHECK_SMS_PIN_WRONG"),
      ...Array<string>(15).fill("OTP_TRIES_EXHAUSTED"),
    ]);
    expect(answers.every(({ status }) => status === 403)).toBe(true);
    const left = answers.filter(({ code }) => code === "CHECK_SMS_PIN_WRONG").map(({ data }) => (data as string[])[1]);
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `tries_left=${n}`));
    expect(await check(world, challenge, otp)).toMatchObject({ status: 403, code: "OTP_TRIES_EXHAUSTED" });
  });

  it("[S-131] a count of wrong tries that somebody takes back in the database gives this process no more of them", async () => {
    const { challenge, otp } = await receiveText(world);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await check(world, challenge, wrongFor(otp))).toMatchObject({ code: "CHECK_SMS_PIN_WRONG" });
      await world.db.updateTable("challenge").set({ tries: 0 }).execute();
    }
    expect(await check(world, challenge, wrongFor(otp))).toMatchObject({ code: "OTP_TRIES_EXHAUSTED" });
    expect(await check(world, challenge, otp)).toMatchObject({ code: "OTP_TRIES_EXHAUSTED" });
  });

  it("[S-131] nor does a database that refuses to count them", async () => {
    const { challenge, otp } = await receiveText(world);
    await sql`alter table challenge add constraint no_count check (tries < 1) not valid`.execute(world.db);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await check(world, challenge, wrongFor(otp))).toMatchObject({ status: 503 });
    await sql`alter table challenge drop constraint no_count`.execute(world.db);
    expect(await check(world, challenge, otp)).toMatchObject({ code: "OTP_TRIES_EXHAUSTED" });
  });

  it("[S-132] a code older than 300 s has expired", async () => {
    const { server } = world;
    const { challenge, otp } = await receiveText(world);
    server.clock.move(299);
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
    server.clock.move(1);
    expect(await check(world, challenge, otp)).toMatchObject({ status: 410, code: "OTP_EXPIRED" });
  });

  it("[S-123] sends no second code within 60 s, and says when", async () => {
    const { server } = world;
    const { challenge, otp } = await receiveText(world);
    for (const path of ["getSMS", "retrySMS/"] as const) {
      const early = await ask(world, path);
      expect(early).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
      expect(Number(early.headers.get("retry-after"))).toBeGreaterThanOrEqual(55);
    }
    expect(await check(world, challenge, otp)).toMatchObject({ data: true });
    server.clock.move(60);
    expect((await ask(world, "retrySMS/")).status).toBe(200);
    expect((await ask(world, "retrySMS/")).status).toBe(429);
  });

  it("[S-123] sends one code when fifty are asked for at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(world, "getSMS")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "TOO_MANY_REQUESTS")).toHaveLength(49);
  });

  it("[S-129] [S-135] a new code ends the one before; the payload's number is ignored", async () => {
    const { server, sandbox, sent } = world;
    const first = await receiveText(world);
    server.clock.move(61);
    const elsewhere = freshPhone();
    const answer = await ask(world, "retrySMS/", {
      workflow_id: sent.workflowId,
      signer_id: "x",
      first_name: "E",
      last_name: "M",
      phone: elsewhere,
      email: "e@m.example",
    });
    const second = { challenge: challengeOf(answer), otp: codeIn(await arrived(world, challengeOf(answer), "sms")) };
    expect(await sandbox.messages(`?to=${encodeURIComponent(elsewhere)}`)).toEqual([]);
    expect(second.challenge.id).not.toBe(first.challenge.id);
    const replaced = { status: 403, code: "CHECK_SMS_PIN_WRONG", data: ["A newer code was sent."] };
    // Right once, wrong, or the newer one in a page that knows the older: alike, and no try of the newer one.
    for (const typed of [first.otp, wrongFor(first.otp), second.otp, first.otp, first.otp, first.otp])
      expect(await check(world, first.challenge, typed)).toMatchObject(replaced);
    const ofSigner = world.db
      .selectFrom("challenge")
      .select("tries")
      .where("signer_id", "=", world.signer.signerId as SignerId);
    expect(await ofSigner.execute()).toEqual([{ tries: 0 }, { tries: 0 }]);
    expect(await check(world, second.challenge, second.otp)).toMatchObject({ data: true });
    server.clock.move(240);
    expect(await check(world, first.challenge, first.otp)).toMatchObject({ status: 410, code: "OTP_EXPIRED" });
  });

  it("[S-136] sends five codes an hour to one number, whoever asks", async () => {
    const { server, phone } = world;
    for (let time = 0; time < 5; time++) {
      expect((await ask(world, "getSMS")).status).toBe(200);
      server.clock.move(61);
    }
    const other = await logIn(server, await send(server, { signers: [{ phone }] }));
    const refused = await other.call("POST", "auth/getPhone", {});
    expect(refused).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3_600 - 6 * 61);
    server.clock.move(wait);
    const later = await logIn(server, { workflowId: other.workflowId, signerIds: [other.signerId], fileIds: [] });
    expect((await later.call("POST", "auth/getPhone", {})).status).toBe(200);
  });
});
