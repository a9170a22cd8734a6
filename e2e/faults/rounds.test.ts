/** Eight sign at once while processes die at random moments; every seed can be played again: `npm run faults -- --seed S`. */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../fixtures/documents.ts";
import {
  confirmFiles,
  logIn,
  type ReceivedCode,
  receiveCode,
  type SignerClient,
} from "../../fixtures/signer-client.ts";
import { person, send } from "../sender.ts";
import type { Told } from "./check-told.ts";
import { insist } from "./insist.ts";
import { type Seeded, seeded } from "./seeded.ts";
import { openStage, type Stage, type Target } from "./stage.ts";

// On two cores a round takes 6 s, 4 to 5 of them for what was killed to start again, and coming to rest 20 to 25 s. A test run plays one,
// with another seed each time, and strikes everything in it; `npm run check-all` plays fifty, `npm run faults` any number.
const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
const reckoned_every = 10;

const sandbox = useSandbox();
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(sandbox.current());
}, 180_000);
afterAll(() => stage?.stop(), 60_000);

type Ready = { readonly signer: SignerClient; readonly code: ReceivedCode | undefined };

/** Eight who may sign now: four on one document, four alone, each second one with a code. */
async function eightReady(): Promise<Ready[]> {
  const [s, a] = ["s_signature", "a_signature"] as const;
  const sent = await Promise.all(
    [[s, a, s, a], [s], [a], [s], [a]].map((types) =>
      send(
        stage.layout.demo,
        plainPdf(),
        types.map((type) => person(type)),
      ),
    ),
  );
  const links = sent.flatMap(({ signers }, n) =>
    signers.map(({ url }, m) => ({ url, coded: (n === 0 ? m % 2 : (n + 1) % 2) === 1 })),
  );
  return await Promise.all(
    links.map(async ({ url, coded }) => {
      const signer = await logIn(url);
      await confirmFiles(signer);
      return { signer, code: coded ? await receiveCode(sandbox.current().url, signer) : undefined };
    }),
  );
}

type Strike = { readonly target: Target; readonly afterMs: number; readonly downMs: number };

/** One to three of them, all in a round that is the only one, each at its own moment: they may be down together. */
function planStrikes(chance: Seeded): Strike[] {
  const left: Target[] = ["web", "worker", chance.pick(["database power cut", "database kill"])];
  const count = rounds === 1 ? left.length : 1 + chance.whole(3);
  return Array.from({ length: count }, () => ({
    target: left.splice(chance.whole(left.length), 1)[0] ?? "web",
    afterMs: chance.whole(1_000),
    downMs: chance.whole(400),
  }));
}

type Played = { readonly told: readonly Told[]; readonly broken: number; readonly line: string };

async function playRound(chance: Seeded): Promise<Played> {
  const sent = performance.now();
  const ready = await eightReady();
  const readyAfter = secondsSince(sent);
  const strikes = planStrikes(chance);
  const begun = performance.now();
  const signing = Promise.all(ready.map(({ signer, code }) => insist(signer, code)));
  const striking = Promise.all(
    strikes.map(async ({ target, afterMs, downMs }) => {
      await sleep(afterMs);
      await stage.strike(target, downMs);
    }),
  );
  const [insisted] = await Promise.all([signing, striking]);
  const broken = insisted.reduce((sum, one) => sum + one.broken, 0);
  const words = strikes.map(({ target, afterMs, downMs }) => `${target} after ${afterMs} ms for ${downMs} ms`);
  const line = `${words.join(", ")}; ready after ${readyAfter} s, ${broken} calls broke, all signed after ${secondsSince(begun)} s`;
  return { told: insisted.flatMap((one) => one.told), broken, line };
}

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1);

/** Printed at once: a run that hangs shall say where. */
function say(lines: string[], line: string): void {
  lines.push(line);
  process.stdout.write(`faults: ${line}\n`);
}

/** Waits until nothing is at work and compares everything; the workflows' files and mails are looked at once. */
async function settle(told: readonly Told[], fresh: readonly Told[], lines: string[]): Promise<void> {
  const begun = performance.now();
  const calm = await stage.calm(120_000);
  const calmAfter = secondsSince(begun);
  const found = await stage.reckon(told, new Set(fresh.map((one) => one.workflowId)));
  say(lines, `${calm ? "calm" : "not calm"} after ${calmAfter} s, reckoned after ${secondsSince(begun)} s`);
  expect([...(calm ? [] : ["it never became calm"]), ...found], lines.join("\n")).toEqual([]);
}

describe("eight signers while processes are killed", () => {
  it(`[T-011] lose nothing, get nothing twice, leave nothing stuck: ${rounds} rounds of seed ${seed}`, {
    timeout: rounds * 60_000 + 300_000,
  }, async () => {
    const chance = seeded(seed);
    const told: Told[] = [];
    const lines = [`seed ${seed}`];
    let [broken, settled] = [0, 0];
    for (let round = 1; round <= rounds; round++) {
      const played = await playRound(chance);
      say(lines, `round ${round}: ${played.line}`);
      broken += played.broken;
      told.push(...played.told);
      if (round % reckoned_every !== 0 && round !== rounds) continue;
      await settle(told, told.slice(settled), lines);
      settled = told.length;
    }
    const signed = told.filter((one) => one.status === "SIGNED" || one.status === "FINISHED");
    expect(new Set(signed.map((one) => one.signerId)).size).toBe(rounds * 8);
    // Rounds in which nobody noticed anything prove nothing.
    expect(broken).toBeGreaterThan(rounds < reckoned_every ? 0 : rounds);
  });
});
