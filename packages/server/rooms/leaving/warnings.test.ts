/** Warnings before a trial ends and about limits: to whom, when, once; and what an operator changes in the same instant. */
import { setTimeout as sleep } from "node:timers/promises";
import { trial_days } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFoundation } from "../../test/signing-world.ts";
import { mailJobs, makeSmallTrial, type SmallTrial, trialsDeps } from "../../test/small-trial.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { licenceOf } from "../accounts/accounts.ts";
import { changeLicence, runTrials, switchOrganisation, warnOfUsage } from "./leaving.ts";
import { dueOf } from "./leaving-rules.ts";

const database = useTestDatabase();
let world: Awaited<ReturnType<typeof openFoundation>>;
let trial: SmallTrial;
let begun = 0;
beforeAll(async () => {
  world = await openFoundation(database.current().db);
});
beforeEach(async () => {
  trial = await makeSmallTrial(world.deps);
  begun = world.deps.clock.now().getTime();
});

const day_ms = 86_400_000;
const deps = () => trialsDeps(world.deps);
/** What a round did about this test's own organisation. */
const round = async (of: SmallTrial = trial) =>
  (await runTrials(deps(), { isDry: false }))
    .filter(({ organisationId }) => organisationId === of.organisationId)
    .map(({ due, outcome }) => `${due} ${outcome}`);
const waitUntilDay = (days: number) => world.wait(begun + days * day_ms - world.deps.clock.now().getTime());
const mails = async (of: SmallTrial = trial) => await mailJobs(world.deps, of);
const paid = (more = {}) => ({ isPaid: true, expiresAt: null, limits: {}, feeCents: {}, ...more });

describe("before a trial ends", () => {
  it("[A-048] administrators are warned at day 7 and day 13, once, and told the end", async () => {
    waitUntilDay(6.9);
    expect([await round(), await mails()]).toEqual([[], []]);
    waitUntilDay(7);
    const both = await Promise.all([round(), round()]);
    expect(both.flat().filter((act) => act === "warn-day-7 done")).toHaveLength(1);
    expect(await round()).toEqual([]);
    const endsAt = new Date(begun + trial_days * day_ms).getTime();
    const told = await mails();
    expect(told.map(({ kind, to }) => [kind, to]).sort()).toEqual(
      trial.people
        .slice(0, 2)
        .map((id) => ["trial_warning", id])
        .sort(),
    );
    for (const { payload } of told) expect(new Date(String(payload.endsAt)).getTime() - endsAt).toBeLessThan(60_000);
    waitUntilDay(13);
    await Promise.all([round(), round()]);
    expect(await round()).toEqual([]);
    expect(await mails()).toHaveLength(4);
  });

  it("[A-048] only the later warning goes out where the job did not run, and nothing ends unannounced", async () => {
    waitUntilDay(20);
    expect(await round()).toEqual(["warn-day-13 done"]);
    const [first] = await mails();
    const inADay = world.deps.clock.now().getTime() + day_ms;
    expect(Math.abs(new Date(String(first?.payload.endsAt)).getTime() - inADay)).toBeLessThan(60_000);
    expect([await round(), await mails()]).toEqual([[], expect.objectContaining({ length: 2 })]);
    waitUntilDay(20.9);
    expect(await round()).toEqual([]);
    waitUntilDay(21.01);
    expect(await round()).toEqual(["close done"]);
  });

  it("[A-047] a paid or demo organisation is never touched, nor one that is paid for in the same instant", async () => {
    const others = [
      await makeSmallTrial(world.deps, { isPaid: true }),
      await makeSmallTrial(world.deps, { isDemo: true }),
    ];
    await sql`update licence set expires_at = now() where organisation_id = ${others[0]?.organisationId}`.execute(
      world.deps.db,
    );
    waitUntilDay(13);
    await round();
    waitUntilDay(14.01);
    await round();
    waitUntilDay(15.02);
    for (const other of others) expect([await round(other), await mails(other)]).toEqual([[], []]);
  });

  it("[A-047] of a deletion and a payment in the same instant one wins, whole", async () => {
    const wins = [];
    for (let n = 0; n < 8; n += 1) {
      const rival = await makeSmallTrial(world.deps, { workflows: 1 });
      const { organisationId } = rival;
      const past = new Date(begun - 30 * day_ms);
      await sql`update licence set expires_at = ${past} where organisation_id = ${organisationId}`.execute(
        world.deps.db,
      );
      await sql`update workflow set status = 'CANCELLED', ended_at = now() where organisation_id = ${organisationId}`.execute(
        world.deps.db,
      );
      await sql`
        insert into trial_end (organisation_id, warned_day13_at, closes_at, closed_at)
        values (${organisationId}, ${past}, ${past}, ${past})`.execute(world.deps.db);
      const pay = async () => {
        await sleep(n);
        return await changeLicence(deps(), { organisationId, change: paid({ limits: { ses: 7 } }) });
      };
      const [paying, deleting] = await Promise.all([pay(), round(rival)]);
      const left = await world.deps.db
        .selectFrom("workflow")
        .innerJoin("licence", "licence.organisation_id", "workflow.organisation_id")
        .select(["licence.trial", "ses_limit"])
        .where("workflow.organisation_id", "=", organisationId)
        .execute();
      wins.push(paying.ok);
      if (paying.ok) {
        // Paid before the round looked, it has nothing to do at all.
        expect([[], ["delete left"]]).toContainEqual(deleting);
        expect(left).toEqual([{ trial: false, ses_limit: 7 }]);
      }
      if (!paying.ok)
        expect([deleting, left, ["DELETING", "UNKNOWN"].includes(paying.code)]).toEqual([["delete done"], [], true]);
    }
    expect(wins).toHaveLength(8);
  });

  it("[A-047] a closed trial that is paid for is open again with its keys; one whose deletion has begun is not stopped", async () => {
    const { organisationId, tokenId } = trial;
    waitUntilDay(13);
    await round();
    waitUntilDay(14.01);
    expect(await round()).toEqual(["close done"]);
    expect(await switchOrganisation(deps(), { organisationId, isActive: true })).toEqual({
      ok: false,
      code: "TRIAL_OVER",
    });
    expect(await changeLicence(deps(), { organisationId, change: paid() })).toEqual({ ok: true, isReopened: true });
    const { rows } =
      await sql`select o.active, t.expires_at from organisation o join api_token t using (organisation_id) where token_id = ${tokenId}`.execute(
        world.deps.db,
      );
    expect(rows).toEqual([{ active: true, expires_at: null }]);
    await sql`insert into trial_end (organisation_id, warned_day13_at, closes_at, closed_at, deleting_at) values (${organisationId}, now(), now(), now(), now())`.execute(
      world.deps.db,
    );
    const refused = { ok: false, code: "DELETING" };
    expect(await changeLicence(deps(), { organisationId, change: paid() })).toEqual(refused);
    expect(await switchOrganisation(deps(), { organisationId, isActive: false })).toEqual(refused);
    expect(await changeLicence(deps(), { organisationId: "nothing", change: paid() })).toEqual({
      ok: false,
      code: "UNKNOWN",
    });
  });

  it("[A-048] a trial that an operator makes longer is warned anew before its new end", async () => {
    waitUntilDay(13);
    expect(await round()).toEqual(["warn-day-13 done"]);
    const { organisationId } = trial;
    const expiresAt = new Date(begun + 30 * day_ms);
    await changeLicence(deps(), { organisationId, change: { ...paid({ expiresAt }), isPaid: false } });
    waitUntilDay(22.9);
    expect(await round()).toEqual([]);
    waitUntilDay(23);
    expect(await round()).toEqual(["warn-day-7 done"]);
    waitUntilDay(29);
    expect(await round()).toEqual(["warn-day-13 done"]);
  });

  it("at most fifty organisations are closed or deleted in a run", async () => {
    waitUntilDay(30);
    await sql`
      insert into organisation (organisation_id, name, created_at) select 'many-' || n, 'Many', now() from generate_series(1, 60) as n`.execute(
      world.deps.db,
    );
    await sql`
      insert into licence (licence_id, organisation_id, expires_at, trial, ses_limit, aes_limit, qes_limit)
      select organisation_id, organisation_id, ${new Date(begun)}, true, 1, 1, 0 from organisation where organisation_id like 'many-%'`.execute(
      world.deps.db,
    );
    await sql`
      insert into trial_end (organisation_id, warned_day13_at, closes_at)
      select organisation_id, ${new Date(begun)}, ${new Date(begun)} from organisation where organisation_id like 'many-%'`.execute(
      world.deps.db,
    );
    const ended = (await runTrials(deps(), { isDry: false })).filter(
      ({ due, outcome }) => !due.startsWith("warn") && outcome === "done",
    );
    expect(ended).toHaveLength(50);
  });
});

describe("when a limit is nearly taken", () => {
  const take = async (used: number, promised: number) =>
    await sql`update licence set ses_used = ${used}, ses_promised = ${promised} where organisation_id = ${trial.organisationId}`.execute(
      world.deps.db,
    );
  /** Two processes look at once. */
  const look = async () => void (await Promise.all([warnOfUsage(world.deps), warnOfUsage(world.deps)]));
  const told = async () => (await mails()).map(({ payload }) => payload.usage);
  const ses = (percent: number) => ({ signatureClass: "ses", percent });

  it("[A-158] administrators are told at 80 and at 95 percent, once each, with what is reserved", async () => {
    await take(60, 19);
    await look();
    expect(await told()).toEqual([]);
    await take(60, 20);
    await look();
    await look();
    expect(await told()).toEqual([ses(80), ses(80)]);
    await take(94, 0);
    await look();
    await take(94, 1);
    await look();
    await take(100, 0);
    await look();
    expect(await told()).toEqual([ses(80), ses(80), ses(95), ses(95)]);
  });

  it("[A-158] again after the limit was raised; of two thresholds at once only the higher is told", async () => {
    await take(99, 0);
    await look();
    expect(await told()).toEqual([ses(95), ses(95)]);
    const { organisationId } = trial;
    await changeLicence(deps(), {
      organisationId,
      change: { isPaid: false, limits: { ses: 110 }, feeCents: { ses: 90 } },
    });
    await look();
    expect(await told()).toEqual([ses(95), ses(95), ses(80), ses(80)]);
    expect((await licenceOf(world.deps.db, organisationId)).feeCents).toEqual({ ses: 90, aes: 0, qes: 0 });
  });
});

describe("what is due of a trial", () => {
  const at = (days: number) => new Date(days * day_ms);
  const none = {
    expiresAt: at(14),
    warnedDay7At: null,
    warnedDay13At: null,
    closesAt: null,
    closedAt: null,
    deletingAt: null,
  };

  it.each([
    ["nothing before day 7", none, 6.99, null],
    ["the first warning", none, 7, "warn-day-7"],
    ["nothing between the warnings", { ...none, warnedDay7At: at(7) }, 12.99, null],
    ["the last warning", { ...none, warnedDay7At: at(7) }, 13, "warn-day-13"],
    ["nothing in the last day", { ...none, warnedDay13At: at(13), closesAt: at(14) }, 13.99, null],
    ["the end", { ...none, warnedDay13At: at(13), closesAt: at(14) }, 14, "close"],
    [
      "no end while the licence runs longer",
      { ...none, expiresAt: at(20), warnedDay13At: at(13), closesAt: at(14) },
      15,
      null,
    ],
    ["nothing while files can be fetched", { ...none, closesAt: at(14), closedAt: at(14) }, 14.99, null],
    ["the deletion", { ...none, closesAt: at(14), closedAt: at(14) }, 15, "delete"],
    ["a deletion that was interrupted", { ...none, closedAt: at(14), deletingAt: at(14) }, 14, "delete"],
  ] as const)("is %s", (_, state, days, due) => {
    expect(dueOf(state, at(days))).toBe(due);
  });
});
