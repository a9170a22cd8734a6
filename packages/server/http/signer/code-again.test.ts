import { describe, expect, it } from "vitest";
import { arrived, ask, challengeOf, check, receiveText, useCodeWorld, wrongFor } from "../../test/code-signer.ts";

const world = useCodeWorld();
const again = { resume: true };

/** How many text messages the signer has got. */
const texts = async (): Promise<number> =>
  (await world.sandbox.messages(`?to=${encodeURIComponent(world.phone)}&channel=sms`)).length;

describe("a code that is asked for again while it is on its way", () => {
  it("is answered again with what is left of its time, and not sent again", async () => {
    const { challenge, otp } = await receiveText(world);
    world.server.clock.move(20);
    const answer = await ask(world, "getSMS", again);
    expect(answer.data).toEqual({ ...challenge, expires_in_s: 280, resend_after_s: 40 });
    expect(await texts()).toBe(1);
    expect(await check(world, challengeOf(answer), otp)).toMatchObject({ status: 200, data: true });
  });

  it("has no more tries than before, and is not answered again without any", async () => {
    const { challenge, otp } = await receiveText(world);
    for (let tries = 0; tries < 3; tries += 1) await check(world, challenge, wrongFor(otp));
    const second = challengeOf(await ask(world, "getSMS", again));
    for (let tries = 0; tries < 2; tries += 1) await check(world, second, wrongFor(otp));
    expect(await check(world, second, otp)).toMatchObject({ code: "OTP_TRIES_EXHAUSTED" });
    expect(await ask(world, "getSMS", again)).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
  });

  it("is replaced by another once the minute is over", async () => {
    const first = await receiveText(world);
    world.server.clock.move(60);
    const answer = challengeOf(await ask(world, "getSMS", again));
    expect(answer.id).not.toBe(first.challenge.id);
    expect(answer).toMatchObject({ expires_in_s: 300, resend_after_s: 60 });
    await arrived(world, answer, "sms");
  });

  it("is one code for all when fifty ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(world, "getSMS", again)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => challengeOf(answer).id)).size).toBe(1);
    await arrived(world, challengeOf(answers[0] ?? (await ask(world, "getSMS", again))), "sms");
    expect(await texts()).toBe(1);
  });

  it("is not told where it stands for other values than the page shows now, nor after another one replaced it", async () => {
    await receiveText(world);
    const files = [{ id: world.sent.fileIds[0], xfdf_annotations: [{ annotation_id: "x", value: "other" }] }];
    expect(await ask(world, "getSMS", { ...again, files })).toMatchObject({ status: 429 });
    expect((await ask(world, "getPhone")).status).toBe(200);
    expect(await ask(world, "getSMS", again)).toMatchObject({ status: 429 });
  });

  it("is told to nobody who asks for a new one", async () => {
    await receiveText(world);
    expect(await ask(world, "getSMS")).toMatchObject({ status: 429 });
    expect(await ask(world, "retrySMS/", again)).toMatchObject({ status: 429 });
  });
});
