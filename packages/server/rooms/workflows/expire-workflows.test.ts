/** Many workflows whose time is over: in batches, one that fails keeps none of the others. */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TimeNotTrusted } from "../../ports/clock.ts";
import { expiry, seedSender, start, workflowWith } from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import type { EndOpenWork, ExpireDeps } from "./expire-workflows.ts";
import { expireOverdue, loadWorkflow, settleExpired } from "./workflows.ts";

const database = useTestDatabase();
const db = () => database.current().db;
beforeAll(async () => {
  await seedSender(db());
  await sql`update licence set aes_promised = 1000, aes_limit = 1000`.execute(db());
});

const jobs: unknown[] = [];
beforeEach(() => void jobs.splice(0));

const expire = (at: Date, endOpenWork: EndOpenWork = async () => undefined) =>
  expireOverdue({
    db: db(),
    trustedTime: { attest: () => at },
    enqueue: async (_db, _job, payload) => void jobs.push(payload),
    noteChange: async () => undefined,
    endOpenWork,
  });
const later = (ms: number) => new Date(expiry.getTime() + ms);
const open = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from workflow where status = 'OPEN'`.execute(db())).rows[0]?.n);

describe("settleExpired", () => {
  const settle = (change: Partial<ExpireDeps>) =>
    settleExpired(
      {
        db: db(),
        trustedTime: { attest: () => later(1) },
        enqueue: async (_db, _job, payload) => void jobs.push(payload),
        noteChange: async () => undefined,
        endOpenWork: async () => undefined,
        ...change,
      },
      "o",
    );

  it("ends nothing by a clock in doubt, and leaves to the timer what cannot be ended", async () => {
    const [stubborn] = [await workflowWith(db()), await workflowWith(db())].map(({ workflowId }) => workflowId);
    const attest = () => {
      throw new TimeNotTrusted("jumped");
    };
    await settle({ trustedTime: { attest } });
    expect(await open()).toBe(2);
    await settle({
      endOpenWork: async (_db, { workflowId }) => {
        if (workflowId === stubborn) throw new Error("no");
      },
    });
    expect([await open(), jobs.length]).toEqual([1, 1]);
    expect(await expire(later(1))).toBe(1);
  });

  it("keeps nobody who sends waiting for more than twenty; what is left is for the timer, or who sends next", async () => {
    for (let n = 0; n < 25; n++) await workflowWith(db());
    await settle({});
    expect(await open()).toBe(5);
    expect(await expire(later(1))).toBe(5);
  });
});

describe("expireOverdue", () => {
  it("leaves what has time, or no end, and what ended otherwise", async () => {
    const { workflowId: endless } = await workflowWith(db());
    await db().updateTable("workflow").set({ expires_at: null }).where("workflow_id", "=", endless).execute();
    const { workflowId } = await workflowWith(db());
    await workflowWith(db(), { status: "FINISHED", signers: ["SIGNED"] });
    expect(await expire(later(-1))).toBe(0);
    expect(await expire(later(0))).toBe(1);
    expect((await loadWorkflow(db(), workflowId))?.workflow.status).toBe("EXPIRED");
    expect((await loadWorkflow(db(), endless))?.workflow.status).toBe("OPEN");
    expect(jobs).toEqual([{ messageKind: "expired", workflowId, signerId: null }]);
    await db()
      .updateTable("workflow")
      .set({ status: "CANCELLED", ended_at: start })
      .where("workflow_id", "=", endless)
      .execute();
  });

  it("mails nobody about an end that is no news any more", async () => {
    await workflowWith(db());
    expect(await expire(later(7 * 86_400_000 + 1))).toBe(1);
    expect(jobs).toEqual([]);
  });

  it("takes more than one batch, and goes on past one that fails, which is tried again", async () => {
    const made = [];
    for (let n = 0; n < 203; n++) made.push((await workflowWith(db())).workflowId);
    const stubborn = made.toSorted()[50];
    const refusing: EndOpenWork = async (_db, { workflowId }) => {
      if (workflowId === stubborn) throw new Error("no");
    };
    await expect(expire(later(1), refusing)).rejects.toThrow("1 workflows could not be expired");
    expect(await open()).toBe(1);
    expect(jobs).toHaveLength(202);
    expect(await expire(later(2))).toBe(1);
    expect(await open()).toBe(0);
  });

  it("looks for them in an index of its own, however many organisations have open ones", async () => {
    await sql`
      insert into organisation (organisation_id, name, created_at) select 'o' || n, 'O', now() from generate_series(1, 200) n`.execute(
      db(),
    );
    await sql`
      insert into workflow (workflow_id, organisation_id, token_id, name, description, language, sequential, quick_login, initiator_first_name,
                            initiator_last_name, initiator_email, created_at, expires_at, status)
      select 'many' || n, 'o' || (1 + n % 200), 't', 'n', '', 'de', false, false, 'a', 'b', 'c', now(), now() + n * interval '1 hour', 'OPEN'
        from generate_series(1, 20000) n`.execute(db());
    await sql`analyze workflow`.execute(db());
    const plan = await sql<Record<string, string>>`
      explain select workflow_id from workflow
       where status = 'OPEN' and expires_at <= now() and not workflow_id = any('{}'::text[]) order by expires_at limit 100`.execute(
      db(),
    );
    expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("workflow_overdue");
  });
});
