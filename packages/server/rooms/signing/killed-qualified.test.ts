/**
 * A process that dies at any query of a qualified act (docs/flows/qualified-signing.md, "The act" 3). What it left is one of three:
 * nothing, and the same call signs; a used code, and the signer is told that nothing was signed; the act with its signatures, which goes
 * on without a key.
 */
import type { SignerId } from "@siegel/contract/ids.ts";
import { describe, expect, it, vi } from "vitest";
import { isSlowRun, someOf } from "../../../../fixtures/slow-run.ts";
import { CodeTransportFailed } from "../../ports/code-transport.ts";
import { approve, signaturesOf } from "../../test/approved-act.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { type Typed, useQualifiedWorld } from "../../test/qualified-world.ts";
import { nth, type Sent, type TestSigner } from "../../test/signing-world.ts";
import { expectSignedOnce, signedEvents } from "../../test/waiting-act.ts";
import { usageOf } from "../accounts/accounts.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { readHolds } from "./hold-store.ts";
import { msHeldByOthers } from "./holds.ts";
import { readLivingPreparation, readPreparation } from "./preparation-store.ts";
import { continueSigning, readActState, type SigningAnswer, sweepSigning } from "./signing.ts";

const house = useQualifiedWorld();

/** Once the act is kept its steps are those of every other act, whose crashes have their own tests. */
const keptQueriesApart = isSlowRun ? 1 : 5;
const askingQueriesApart = isSlowRun ? 1 : 2;
/** What dies after a query has left what it leaves before the next one, but for what it did between them. */
const moments = someOf(["before", "after"] as const, 2);

/** Two documents at one signer, a code that arrived, and how often a key was used before. */
type Case = {
  readonly sent: Sent;
  readonly typed: Typed;
  readonly actId: string;
  readonly challengeId: string;
  readonly keyUses: number;
};
type Outcome = "untouched" | "interrupted" | "kept";

const interrupted = { ok: false, code: "SIGNING_INTERRUPTED" };

async function sendToAda(...others: readonly TestSigner[]): Promise<Sent> {
  const sent = await house.world.send([{ type: "q_signature", firstName: "Ada" }, ...others], { documents: 2 });
  await house.world.confirm(sent, 0);
  return sent;
}

async function withCode(sent: Sent): Promise<Case> {
  const issued = await house.ask(sent);
  if (!issued.ok) throw new Error(`no code: ${issued.code}`);
  const typed = house.arrived(issued.challenge.id);
  const living = await readLivingPreparation(house.world.deps.db, nth(sent.signerIds, 0));
  if (living === null) throw new Error("a code without what it stands for");
  const { actId, challengeId } = living;
  return { sent, typed, actId, challengeId, keyUses: house.keyUses() };
}

const dyingAt = (at: { readonly n: number; readonly moment: Moment }) => {
  const { plugin, asked } = crashAt(at.n, at.moment);
  return { db: house.world.deps.db.withPlugin(plugin), asked };
};

/** What the dead process left, as the next one finds it. */
async function leftBy({ actId, challengeId }: Case): Promise<Outcome> {
  const { db } = house.world.deps;
  const act = await db.selectFrom("signing_act").select("act_id").where("act_id", "=", actId).executeTakeFirst();
  if (act !== undefined) return "kept";
  return (await readPreparation(db, challengeId))?.burntAt === null ? "untouched" : "interrupted";
}

type Mail = { readonly messageKind: string; readonly workflowId: string; readonly actId?: string };

const mailsOf = async ({ sent: { workflowId } }: Pick<Case, "sent">, messageKind: string): Promise<Mail[]> =>
  ((await house.world.jobs("send-message")) as Mail[]).filter(
    (mail) => mail.workflowId === workflowId && mail.messageKind === messageKind,
  );
const failuresOf = async (one: Case) =>
  (await mailsOf(one, "signing_failed")).filter((mail) => mail.actId === one.actId);

const msHeld = async ({ sent: { fileIds } }: Case) => {
  const { db, clock } = house.world.deps;
  return await msHeldByOthers(db, { fileIds, signerId: "somebody else" as SignerId, now: clock.now() });
};

/** Every document is signed once and finished, everybody is told, and the same call answers the same. */
async function expectSigned(one: Case, when: string): Promise<void> {
  const { sent, typed, actId, keyUses } = one;
  await expectSignedOnce(house.world, { ...sent, actId, signerId: nth(sent.signerIds, 0) }, when);
  expect(await mailsOf(one, "finished"), when).toHaveLength(1);
  expect(await failuresOf(one), when).toEqual([]);
  expect(await house.sign(sent, typed), when).toMatchObject({ ok: true, status: "FINISHED" });
  expect(house.keyUses(), when).toBe(keyUses + 2);
}

/** Act and signatures are kept: the next process goes on once the lease of the dead one is over, and uses no key. */
async function expectGoneOn(one: Case, when: string): Promise<void> {
  expect(house.keyUses(), when).toBe(one.keyUses + 2);
  house.world.wait(61_000);
  await sweepSigning(house.depsOver());
  await expectSigned(one, when);
}

/** The code is used up and nothing was signed: the signer is told, once, and nobody is kept from the documents. */
async function expectInterrupted(one: Case, when: string): Promise<void> {
  const { sent, typed, actId } = one;
  const { world } = house;
  const [workflowId, signerId] = [sent.workflowId, nth(sent.signerIds, 0)];
  const uses = house.keyUses();
  expect(await house.sign(sent, typed), when).toEqual({ ok: false, code: "SIGNING_IN_PROGRESS" });
  expect(await msHeld(one), when).toBeGreaterThan(0);
  world.wait(46_000);
  for (const _ of ["once", "and once more"]) await sweepSigning(house.depsOver());
  const told = { messageKind: "signing_failed", failure: "SIGNING_INTERRUPTED", workflowId, signerId, actId };
  expect(await failuresOf(one), when).toEqual([told]);
  expect(await house.sign(sent, typed), when).toEqual(interrupted);
  expect(await readActState(world.deps.db, signerId), when).toEqual({ status: "NONE" });
  expect(await signaturesOf(world, sent), when).toEqual([[], []]);
  expect(await signedEvents(world, sent), when).toEqual([0, 0]);
  expect(house.keyUses(), when).toBe(uses);
  // Nobody was answered: ten such deaths do not lock the key.
  expect(await house.tries(), when).toBe(0);
  expect(await msHeld(one), when).toBe(0);
  // Others want the documents: Ada's next code waits for them a little.
  world.wait(61_000);
}

/** Kills a signing call at its n-th query and brings what it left to its end; null: it was over before. */
async function killSigning(one: Case, at: { readonly n: number; readonly moment: Moment }): Promise<Outcome | null> {
  const when = `${at.moment} query ${at.n}`;
  const dying = dyingAt(at);
  const answer = await house.sign(one.sent, one.typed, dying.db).catch(() => "dead");
  if (dying.asked.length < at.n) {
    expect(answer, when).toMatchObject({ ok: true, status: "FINISHED" });
    return null;
  }
  const outcome = await leftBy(one);
  if (outcome === "interrupted") await expectInterrupted(one, when);
  else if (outcome === "kept") await expectGoneOn(one, when);
  else {
    expect(house.keyUses(), when).toBe(one.keyUses);
    expect(await house.sign(one.sent, one.typed), when).toMatchObject({ ok: true, status: "FINISHED" });
    await expectSigned(one, when);
  }
  return outcome;
}

const usedSignatures = async () => (await usageOf(house.world.deps.db, house.world.tokenId)).qes.used;

describe("a qualified act whose process dies", () => {
  it.each(moments)(
    "[T-051] %s any query: signs with the same call, tells the signer, or goes on without the key",
    { timeout: 240_000 },
    async (moment) => {
      const met: Record<Outcome, number> = { untouched: 0, interrupted: 0, kept: 0 };
      const used = await usedSignatures();
      let signed = 0;
      let outcome: Outcome | null = null;
      let sent = await sendToAda();
      for (let n = 1; ; n += outcome === "kept" ? keptQueriesApart : 1) {
        // After an interruption the next code is for the same documents.
        if (n > 1 && outcome !== "interrupted") sent = await sendToAda();
        outcome = await killSigning(await withCode(sent), { n, moment });
        if (outcome !== "interrupted") signed += 1;
        if (outcome === null) break;
        met[outcome] += 1;
      }
      expect(await usedSignatures()).toBe(used + signed);
      // Two documents: a run that makes far fewer queries would not have passed the steps.
      expect(met.untouched).toBeGreaterThan(10);
      expect(met.interrupted).toBeGreaterThan(25);
      expect(met.kept).toBeGreaterThan(50 / keptQueriesApart);
      expect((await verifyTrail(house.world.deps.db)).faults).toEqual([]);
    },
  );
});

/** At which query a whole signing call begins to say this. */
async function queryOf(statement: string): Promise<number> {
  const one = await withCode(await sendToAda());
  const whole = dyingAt({ n: Number.MAX_SAFE_INTEGER, moment: "before" });
  await house.sign(one.sent, one.typed, whole.db);
  return 1 + whole.asked.findIndex((sql) => sql.startsWith(statement));
}

/** A new code whose signing call dies after the key was used and before anything is kept. */
async function interruptedOver(sent: Sent, n: number): Promise<Case> {
  const one = await withCode(sent);
  await expect(house.sign(sent, one.typed, dyingAt({ n, moment: "before" }).db)).rejects.toThrow("power cut");
  expect(await leftBy(one)).toBe("interrupted");
  expect(house.keyUses()).toBe(one.keyUses + 2);
  return one;
}

describe("what is left of a qualified act whose process died", () => {
  it("[T-051] is ended once and told once, also where the sweep dies over it", async () => {
    const n = await queryOf('insert into "signing_act"');
    const sent = await sendToAda();
    for (let at = 1, lived = true; lived; at++) {
      const one = await interruptedOver(sent, n);
      house.world.wait(44_000);
      await sweepSigning(house.depsOver());
      expect(await failuresOf(one)).toEqual([]);
      house.world.wait(2_000);
      const dying = dyingAt({ n: at, moment: "before" });
      await sweepSigning(house.depsOver(dying.db)).catch(() => "dead");
      lived = dying.asked.length === at;
      if (!lived) expect(at).toBeGreaterThan(8);
      await sweepSigning(house.depsOver());
      expect(await failuresOf(one), `query ${at}`).toHaveLength(1);
      expect(await house.sign(sent, one.typed), `query ${at}`).toEqual(interrupted);
      expect(await msHeld(one), `query ${at}`).toBe(0);
      house.world.wait(61_000);
    }
    const next = await withCode(sent);
    expect(await house.sign(sent, next.typed)).toMatchObject({ ok: true, status: "FINISHED" });
  });

  it("[T-052] is not begun with a code that outlived its hold, while somebody else holds the documents", async () => {
    const { world } = house;
    world.wait(3_600_000);
    const sent = await sendToAda({ type: "q_signature", firstName: "Bea" });
    await world.confirm(sent, 1);
    await withCode(sent);
    expect(await house.ask(sent, { signer: 1 })).toMatchObject({ code: "DOCUMENT_HELD" });
    world.wait(290_000);
    const { typed } = await withCode(sent);
    world.wait(11_000);
    expect(await house.ask(sent, { signer: 1 })).toMatchObject({ ok: true });
    const uses = house.keyUses();
    expect(await house.sign(sent, typed)).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    expect(house.keyUses()).toBe(uses);
    const [hold] = await readHolds(world.deps.db, sent.fileIds);
    expect(hold).toMatchObject({ signerId: nth(sent.signerIds, 1), endedAt: null, isWanted: true });
  });

  it("[T-052] is not begun in front of an act that waited for the hold before", async () => {
    const { world } = house;
    world.wait(3_600_000);
    const sent = await sendToAda({ type: "q_signature", firstName: "Bea" }, { type: "s_signature", firstName: "Carl" });
    for (const signer of [1, 2]) await world.confirm(sent, signer);
    await withCode(sent);
    const carls = await approve(world, sent, { type: "s_signature", signer: 2 });
    expect(await continueSigning(world.deps, carls)).toBe("waiting");
    world.wait(300_001);
    const beas = await house.ask(sent, { signer: 1 });
    expect(beas).toEqual({ ok: false, code: "DOCUMENT_HELD", retryAfterSeconds: 60 });
    await sweepSigning(house.depsOver());
    expect(await readActState(world.deps.db, nth(sent.signerIds, 2))).toMatchObject({ status: "SIGNED" });
    expect(await house.ask(sent, { signer: 1 })).toMatchObject({ ok: true });
  });

  it("[T-052] keeps nobody waiting whose code could not be sent", async () => {
    const { world } = house;
    const sent = await sendToAda({ type: "s_signature", firstName: "Carl" });
    await world.confirm(sent, 1);
    const carls = await approve(world, sent, { type: "s_signature", signer: 1 });
    const { codes } = house.depsOver();
    vi.spyOn(codes, "sendText").mockImplementationOnce(async () => {
      expect(await continueSigning(world.deps, carls)).toBe("waiting");
      throw new CodeTransportFailed("unreachable", "no such phone");
    });
    const woken = async () =>
      (await world.jobs("continue-signing")).filter((job) => Object(job).actId === carls).length;
    const before = await woken();
    expect(await house.ask(sent)).toMatchObject({ ok: false, code: "PHONE_UNREACHABLE" });
    expect(await woken()).toBe(before + 1);
    expect(await continueSigning(world.deps, carls)).toBe("ended");
  });

  it("[T-051] [T-052] lets others sign, who waited for the documents, without their asking again", async () => {
    const n = await queryOf('insert into "signing_act"');
    const { world } = house;
    const sent = await sendToAda({ type: "s_signature", firstName: "Carl" });
    await world.confirm(sent, 1);
    const one = await interruptedOver(sent, n);
    const carls = await approve(world, sent, { type: "s_signature", signer: 1 });
    expect(await continueSigning(world.deps, carls)).toBe("waiting");
    const woken = async () =>
      (await world.jobs("continue-signing")).filter((job) => Object(job).actId === carls).length;
    expect(await woken()).toBe(1);
    world.wait(46_000);
    await sweepSigning(house.depsOver());
    expect(await failuresOf(one)).toHaveLength(1);
    expect(await woken()).toBe(2);
    expect(await continueSigning(world.deps, carls)).toBe("ended");
    expect(await signaturesOf(world, sent)).toEqual([["ETSI.CAdES.detached"], ["ETSI.CAdES.detached"]]);
    world.wait(61_000);
    const next = await withCode(sent);
    expect(await house.sign(sent, next.typed)).toMatchObject({ ok: true, status: "FINISHED" });
    expect(await signedEvents(world, sent)).toEqual([4, 1]);
  });

  it("[T-051] is answered as what it is to the same call, also where its signer asked for the next code before the sweep", async () => {
    const n = await queryOf('insert into "signing_act"');
    const sent = await sendToAda();
    const one = await interruptedOver(sent, n);
    house.world.wait(20_000);
    expect(await house.ask(sent)).toMatchObject({ ok: false, code: "TOO_MANY_REQUESTS" });
    house.world.wait(41_000);
    const next = await withCode(sent);
    expect(await house.sign(sent, one.typed)).toEqual(interrupted);
    await sweepSigning(house.depsOver());
    expect(await failuresOf(one)).toEqual([]);
    expect(await house.sign(sent, next.typed)).toMatchObject({ ok: true, status: "FINISHED" });
  });
});

/** A connection on which, once the n-th query was answered, something else happens first. */
function meanwhile(n: number, happens: () => Promise<unknown>) {
  let count = 0;
  return house.world.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      if (count === n) await happens();
      return result;
    },
  });
}

describe("a qualified act that another process was asked for too", () => {
  it("[T-051] is the answer to both, or is under way: the key is used once, and nobody is told of a wrong password", async () => {
    // From the first query to the last before the row locks are taken.
    for (const n of [1, 3, 5, 11]) {
      const one = await withCode(await sendToAda());
      let others: SigningAnswer | null = null;
      const db = meanwhile(n, async () => {
        others = await house.signElsewhere(one.sent, one.typed);
      });
      const answer = await house.sign(one.sent, one.typed, db);
      expect(others, `query ${n}`).toMatchObject({ ok: true, status: "FINISHED" });
      expect(answer, `query ${n}`).toEqual(others);
      await expectSigned(one, `query ${n}`);
    }
    const one = await withCode(await sendToAda());
    const answers = await Promise.all([house.sign(one.sent, one.typed), house.signElsewhere(one.sent, one.typed)]);
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe("SIGNING_IN_PROGRESS");
    await sweepSigning(house.depsOver());
    await expectSigned(one, "at once");
  });
});

describe("asking for a qualified code", () => {
  it.each(moments)(
    "[T-052] that dies %s any query holds no document for longer than 300 s, and the next code is right",
    { timeout: 240_000 },
    async (moment) => {
      const met = { held: 0, arrived: 0 };
      const sent = await sendToAda({ type: "q_signature", firstName: "Bea" });
      await house.world.confirm(sent, 1);
      // The second code: the terms are accepted before the first.
      await withCode(sent);
      house.world.wait(361_000);
      const whole = dyingAt({ n: Number.MAX_SAFE_INTEGER, moment });
      expect(await house.ask(sent, { db: whole.db })).toMatchObject({ ok: true });
      house.world.wait(361_000);
      const last = whole.asked.length;
      expect(last).toBeGreaterThan(45);
      for (
        let n = moment === "before" ? 1 : 2;
        n <= last;
        n = n === last ? n + 1 : Math.min(n + askingQueriesApart, last)
      ) {
        const when = `${moment} query ${n}`;
        const [dying, texts] = [dyingAt({ n, moment }), house.texts()];
        await house.ask(sent, { db: dying.db }).catch(() => "dead");
        expect(dying.asked, when).toHaveLength(n);
        if (house.texts() > texts) {
          // It arrived though its answer did not: the page asks again, and the code is good.
          const resumed = await house.ask(sent, { resume: true });
          if (!resumed.ok) throw new Error(`${when}: ${resumed.code}`);
          expect(await house.isRight(sent, house.arrived(resumed.challenge.id)), when).toBe(true);
          met.arrived += 1;
        }
        const others = await house.ask(sent, { signer: 1 });
        if (!others.ok) {
          expect(others, when).toMatchObject({ code: "DOCUMENT_HELD", retryAfterSeconds: 300 });
          house.world.wait(300_000);
          expect(await house.ask(sent, { signer: 1 }), when).toMatchObject({ ok: true });
          met.held += 1;
        }
        house.world.wait(361_000);
        const next = await withCode(sent);
        expect(await house.isRight(sent, next.typed), when).toBe(true);
        house.world.wait(361_000);
      }
      expect(met.held).toBeGreaterThan(25 / askingQueriesApart);
      expect(met.arrived).toBeGreaterThanOrEqual(1);
      expect(await signaturesOf(house.world, sent)).toEqual([[], []]);
      const next = await withCode(sent);
      expect(await house.sign(sent, next.typed)).toMatchObject({ ok: true, status: "SIGNED" });
    },
  );
});
