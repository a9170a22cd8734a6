/** Who guesses at a qualified signature cannot tell from answer or time what was wrong. Slow, and run alone: it measures. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import {
  type Met,
  meet,
  type QualifiedSigner,
  receiveQualified,
  sendQualified,
  signQualifiedly,
} from "../../test/qualified-signer.ts";

const world = useCodeWorld({ SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "10000", SIEGEL_CODES_PER_NUMBER_PER_HOUR: "1000" });
/** Eight minutes. */
const rounds = 200;
/** A session lasts half an hour, and each of its codes waits a minute for the one before. */
const rounds_of_a_session = 20;

const kinds = ["wrong password", "wrong code", "locked key"] as const;
type Kind = (typeof kinds)[number];
type Call = () => ReturnType<typeof signQualifiedly>;

let people: Readonly<Record<Kind, Met>>;
beforeAll(async () => {
  const made = [];
  for (const kind of kinds) made.push([kind, await meet(world.server)] as const);
  people = Object.fromEntries(made) as Record<Kind, Met>;
});

/** As if nobody had tried a password yet. */
async function forgetTries(): Promise<void> {
  await world.db.updateTable("password_key").set({ tried_at: [], locked_at: null }).execute();
}

/** As if one key had been tried too often, since its code was sent. */
async function lockOne(): Promise<void> {
  const keyId = people["locked key"].keyId as never;
  const at = world.server.clock.now();
  await world.db.updateTable("password_key").set({ locked_at: at }).where("key_id", "=", keyId).execute();
}

/** The calls of a round, each of a signer with a code of their own. */
async function callsOf(signers: Readonly<Record<Kind, QualifiedSigner>>): Promise<Record<Kind, Call>> {
  const calls = {} as Record<Kind, Call>;
  for (const kind of kinds) {
    const signer = signers[kind];
    const code = await receiveQualified(world.sandbox, signer);
    const password = kind === "wrong password" ? "Leuchtturm 8!" : signer.met.password;
    const otp = kind === "wrong code" ? wrongFor(code.otp) : code.otp;
    calls[kind] = () => signQualifiedly(signer, { ...code, otp, password });
  }
  return calls;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Milliseconds of every call, by kind; the kinds take turns at being first. */
async function measure(): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { "wrong password": [], "wrong code": [], "locked key": [] };
  let signers = {} as Record<Kind, QualifiedSigner>;
  // The first ones load code and fill caches.
  for (let n = -2; n < rounds; n += 1) {
    if ((n + 2) % rounds_of_a_session === 0)
      for (const kind of kinds) signers = { ...signers, [kind]: await sendQualified(world.server, people[kind]) };
    await forgetTries();
    const calls = await callsOf(signers);
    await lockOne();
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = kinds[(n + 2 + turn) % kinds.length] ?? "wrong code";
      // The module's next process is ready by then.
      await sleep(150);
      const begun = performance.now();
      const { headers: _, ...answer } = await calls[kind]();
      const took = performance.now() - begun;
      expect(answer, kind).toEqual({ status: 403, success: false, code: "WRONG_PW_OR_OTP", data: [] });
      if (n >= 0) times[kind].push(took);
    }
    world.server.clock.move(61);
  }
  return times;
}

describe("the answer to a guess at a qualified signature", () => {
  it("[S-182] is the same in the same time for a wrong password, a wrong code and a locked key", {
    timeout: 1_800_000,
  }, async () => {
    const times = await measure();
    const medians = kinds.map((kind) => median(times[kind]));
    const told = kinds.map((kind, at) => `${kind} ${medians[at]?.toFixed(1)} ms`).join(", ");
    expect(Math.max(...medians) / Math.min(...medians), told).toBeLessThan(1.05);
  });
});
