/** Reminders: each signer once of each occasion, whoever comes twice; and on request once an hour. */
import { setTimeout } from "node:timers/promises";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../db/database.ts";
import { TimeNotTrusted } from "../../ports/clock.ts";
import { crashAt } from "../../test/crash-at-every-query.ts";
import { seedSender, start, workflowWith } from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import type { ReminderTimes } from "./reminder-rules.ts";
import { remindDue, remindSigners } from "./workflows.ts";

const database = useTestDatabase();
const db = () => database.current().db;
beforeAll(() => seedSender(db()));

const hour = 3_600_000;
const day = 24 * hour;
const invited = new Date("2026-11-01T09:00:00Z");
const after = (ms: number) => new Date(invited.getTime() + ms);
const both: ReminderTimes = { beforeExpiryH: 48, afterDays: [3, 7] };

type Job = { messageKind: string; workflowId: WorkflowId; signerId: SignerId; occasion: string };
const jobs: Job[] = [];
beforeEach(async () => {
  jobs.splice(0);
  // Rows that other tests left behind do not matter here.
  const open = db().updateTable("workflow").set({ status: "CANCELLED", ended_at: start });
  await open.where("status", "=", "OPEN").execute();
});
const enqueue = async (_db: Db, _job: string, payload: object) => void jobs.push(payload as Job);

/** A workflow whose signers were invited at one time, with so long to go. */
async function sent(given: Parameters<typeof workflowWith>[1] & { readonly expiresAt?: Date | null } = {}) {
  const made = await workflowWith(db(), given);
  const { workflowId } = made;
  const expires_at = given.expiresAt === undefined ? after(10 * day) : given.expiresAt;
  await db().updateTable("workflow").set({ expires_at }).where("workflow_id", "=", workflowId).execute();
  const turns = db().updateTable("signer").set({ invited_at: invited }).where("workflow_id", "=", workflowId);
  await turns.where("invited_at", "is not", null).execute();
  return made;
}

const due = (at: Date, { times = both, over = db() }: { times?: ReminderTimes; over?: Db } = {}) =>
  remindDue({ db: over, trustedTime: { attest: () => at }, enqueue, times });
const occasions = () => jobs.map(({ occasion }) => occasion);

describe("reminders that time brings", () => {
  it("come so many days after the turn and so many hours before the end, each once", async () => {
    const { workflowId, signerIds } = await sent({ signers: ["INVITED", "SIGNED", "WAITING"] });
    const told: Array<readonly [number, string]> = [];
    for (let h = 0; h <= 240; h++) {
      const before = jobs.length;
      await due(after(h * hour));
      await due(after(h * hour));
      for (const { occasion } of jobs.slice(before)) told.push([h, occasion]);
    }
    expect(told).toEqual([
      [72, "day-3"],
      [168, "day-7"],
      [192, "before-end"],
    ]);
    expect(jobs).toEqual(
      told.map(([, occasion]) => ({ messageKind: "reminder", workflowId, signerId: signerIds[0], occasion })),
    );
    const trail = await readTrail(db(), workflowId);
    expect(trail.map(({ type, actorKind, details }) => [type, actorKind, details])).toEqual(
      told.map(([, occasion]) => ["signer.reminded", "system", { occasion }]),
    );
  });

  it.each([
    ["nobody within a day of the invitation", { expiresAt: after(20 * hour) }, after(19 * hour), []],
    [
      "a day after the invitation, where the end is near from the beginning",
      { expiresAt: after(30 * hour) },
      after(24 * hour),
      ["before-end"],
    ],
    ["nobody of a day that passed long ago", { expiresAt: null }, after(20 * day), []],
    ["in a workflow without an end", { expiresAt: null }, after(3 * day), ["day-3"]],
    ["nobody once the time is over", { expiresAt: after(3 * day) }, after(3 * day), []],
    ["nobody who is being signed for", { signers: ["SIGNING"] as const }, after(3 * day), []],
    ["nobody in a workflow that was cancelled", { status: "CANCELLED" as const }, after(3 * day), []],
    [
      "everybody whose turn it is, in parallel",
      { signers: ["INVITED", "INVITED"] as const },
      after(3 * day),
      ["day-3", "day-3"],
    ],
  ])("%s", async (_, given, at, expected) => {
    await sent(given);
    await due(at);
    expect(occasions()).toEqual(expected);
  });

  it("are one of both where two fall on one day: what is about to end", async () => {
    await sent({ expiresAt: after(4 * day) });
    await due(after(3 * day));
    await due(after(3 * day + 2 * hour));
    expect(occasions()).toEqual(["before-end"]);
  });

  it("can be left out", async () => {
    await sent({ expiresAt: after(4 * day) });
    await due(after(3 * day), { times: { beforeExpiryH: 0, afterDays: [] } });
    expect(occasions()).toEqual([]);
  });

  it("are one where two processes come at once", async () => {
    await sent({ signers: ["INVITED", "INVITED", "INVITED"] });
    let second: Promise<number> | null = null;
    const first = await remindDue({
      ...{ db: db(), trustedTime: { attest: () => after(3 * day) }, times: both },
      enqueue: async (...job) => {
        // The second has looked whom to remind before the first one's first reminder is there to see.
        second ??= due(after(3 * day));
        await setTimeout(50);
        await enqueue(...job);
      },
    });
    expect([first + ((await second) ?? 0), jobs.length]).toEqual([3, 3]);
  });

  it("leave alone whom the sender reminds at the same moment", async () => {
    const { workflowId } = await sent();
    const at = after(3 * day);
    let timed: Promise<number> | null = null;
    const deps = { db: db(), clock: { now: () => at } };
    const slowly = async (...job: Parameters<typeof enqueue>) => {
      // Whom to remind is looked up before the sender's reminder is there to see.
      timed = due(at);
      await setTimeout(100);
      await enqueue(...job);
    };
    await remindSigners({ ...deps, enqueue: slowly }, { workflowId, organisationId: "o", tokenId: "t" });
    expect([await timed, occasions()]).toEqual([0, ["asked-1"]]);
  });

  it.each(["before", "after"] as const)(
    "lose nothing and do nothing twice after a crash %s any query",
    async (moment) => {
      for (let n = 1; ; n++) {
        const { workflowId } = await sent();
        const { plugin, asked } = crashAt(n, moment);
        await due(after(3 * day), { over: db().withPlugin(plugin) }).catch(() => "dead");
        await due(after(3 * day));
        const trail = await readTrail(db(), workflowId);
        expect(
          trail.map(({ type }) => type),
          `query ${n}`,
        ).toEqual(["signer.reminded"]);
        if (asked.length === n) continue;
        expect(n).toBeGreaterThan(5);
        break;
      }
    },
  );

  it("go on past a signer who cannot be reminded, and wait while the clock is in doubt", async () => {
    const [one, two] = [await sent(), await sent()];
    const [first, second] = [one, two].toSorted((a, b) => (a.workflowId < b.workflowId ? -1 : 1));
    const failing = async (_db: Db, _job: string, payload: object) => {
      if ((payload as Job).workflowId === first?.workflowId) throw new Error("no");
      jobs.push(payload as Job);
    };
    const asked = { db: db(), trustedTime: { attest: () => after(3 * day) }, times: both };
    await expect(remindDue({ ...asked, enqueue: failing })).rejects.toThrow("1 signers could not be reminded");
    expect(jobs.map(({ workflowId }) => workflowId)).toEqual([second?.workflowId]);
    const attest = () => {
      throw new TimeNotTrusted("no-reference");
    };
    await expect(remindDue({ ...asked, enqueue, trustedTime: { attest } })).rejects.toThrow(TimeNotTrusted);
    expect(await due(after(3 * day))).toBe(1);
  });
});

describe("reminders that the sender asks for", () => {
  const ask = (workflowId: WorkflowId, at: Date, organisationId = "o") =>
    remindSigners({ db: db(), clock: { now: () => at }, enqueue }, { workflowId, organisationId, tokenId: "t" });

  it("go to whoever's turn it is, once an hour, and say who and when again", async () => {
    const { workflowId, signerIds } = await sent({ signers: ["SIGNED", "INVITED", "SIGNING", "INVITED", "WAITING"] });
    const named = (result: Awaited<ReturnType<typeof ask>>) =>
      result.ok
        ? [result.reminded, result.tooSoon].map((list) => list.map(({ signer, againAt }) => [signer.signerId, againAt]))
        : result;
    const [, one, , two] = signerIds;
    const at = after(hour);
    const again = after(2 * hour);
    expect(named(await ask(workflowId, at))).toEqual([
      [
        [one, again],
        [two, again],
      ],
      [],
    ]);
    expect(await ask(workflowId, after(hour + 61_000))).toEqual({
      ok: false,
      code: "TOO_MANY_REQUESTS",
      retryAfterS: 3_539,
    });
    expect(named(await ask(workflowId, again))).toMatchObject([[{ 0: one }, { 0: two }], []]);
    expect(jobs.map(({ signerId, occasion }) => [signerId, occasion])).toEqual([
      [one, "asked-1"],
      [two, "asked-1"],
      [one, "asked-2"],
      [two, "asked-2"],
    ]);
    const trail = await readTrail(db(), workflowId);
    expect(trail.map(({ type, actorKind, actorId }) => [type, actorKind, actorId])).toEqual(
      Array.from({ length: 4 }, () => ["signer.reminded", "sender", "t"]),
    );
  });

  it("leave out who was reminded within the hour, by whomever", async () => {
    const { workflowId, signerIds } = await sent({ signers: ["INVITED", "INVITED"] });
    const [one, two] = signerIds;
    await db()
      .insertInto("reminder")
      .values({ signer_id: one as SignerId, occasion: "day-3", at: after(3 * day) })
      .execute();
    expect(await ask(workflowId, after(3 * day + 60_000))).toMatchObject({
      ok: true,
      reminded: [{ signer: { signerId: two } }],
      tooSoon: [{ signer: { signerId: one }, againAt: after(3 * day + hour) }],
    });
  });

  it("remind once where the same request comes ten times at once", async () => {
    const { workflowId } = await sent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(workflowId, after(hour))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(occasions()).toEqual(["asked-1"]);
  });

  it.each([
    ["FINISHED", ["SIGNED"], "WORKFLOW_FINISHED"],
    ["REVOKED", ["REVOKED"], "NO_WORKFLOW_FOUND_REVOKED"],
    ["CANCELLED", ["INVITED"], "WORKFLOW_CANCELLED"],
    ["EXPIRED", ["INVITED"], "WORKFLOW_EXPIRED"],
    ["OPEN", ["SIGNING"], "SIGNING_IN_PROGRESS"],
  ] as const)("are refused where nobody can sign: %s, %j", async (status, signers, code) => {
    const { workflowId } = await sent({ status, signers });
    expect(await ask(workflowId, after(hour))).toEqual({ ok: false, code });
    expect(jobs).toEqual([]);
  });

  it("are refused past the end that nobody wrote down, and to strangers", async () => {
    const { workflowId } = await sent();
    expect(await ask(workflowId, after(10 * day))).toEqual({ ok: false, code: "WORKFLOW_EXPIRED" });
    expect(await ask(workflowId, after(hour), "other")).toEqual({ ok: false, code: "NO_WORKFLOW_FOUND" });
  });
});
