/** Runs over a trial's end are killed at their queries; the next run does what is left, and nothing twice. */
import { trial_days } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { isSlowRun } from "../../../../fixtures/slow-run.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { openFoundation } from "../../test/signing-world.ts";
import { mailJobs, makeSmallTrial, type SmallTrial, trialsDeps } from "../../test/small-trial.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { runTrials } from "./leaving.ts";

const database = useTestDatabase();
let world: Awaited<ReturnType<typeof openFoundation>>;
beforeAll(async () => {
  world = await openFoundation(database.current().db);
});

const day_ms = 86_400_000;
/** `npm test` looks at some queries, `npm run check-all` at all. */
const queries_apart = isSlowRun ? 1 : 3;

/** Kills a run at its n-th query and lets the next ones finish; answers whether it lived so long. */
async function killAndGoOn(at: { readonly n: number; readonly moment: Moment }): Promise<boolean> {
  const { plugin, asked } = crashAt(at.n, at.moment);
  const dying = trialsDeps(world.depsOver(world.deps.db.withPlugin(plugin)));
  await runTrials(dying, { isDry: false }).catch(() => "dead");
  for (const _ of [1, 2]) {
    const acts = await runTrials(trialsDeps(world.deps), { isDry: false });
    expect(acts.filter(({ outcome }) => outcome === "fault")).toEqual([]);
  }
  return asked.length === at.n;
}

async function rowsLeft({ organisationId }: SmallTrial): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select (select count(*) from organisation where organisation_id = ${organisationId})
         + (select count(*) from workflow where organisation_id = ${organisationId})
         + (select count(*) from signer_certificate where organisation_id = ${organisationId})
         + (select count(*) from issued_certificate where organisation_id = ${organisationId} and certificate is not null)
         + (select count(*) from administrator where organisation_id = ${organisationId}) as n`.execute(world.deps.db);
  return Number(rows[0]?.n);
}

const endsOf = async ({ organisationId }: SmallTrial) => {
  const { rows } = await sql<{ type: string }>`
    select e.type from audit_event e join audit_event_details d using (chain_id, seq)
     where e.chain_id = 'service' and d.details ->> 'organisation' = ${organisationId} order by e.seq`.execute(
    world.deps.db,
  );
  return rows.map(({ type }) => type);
};

describe("a run over the end of a trial that is killed", () => {
  it.each(["before", "after"] as const)(
    "[A-047] [A-048] %s a query is finished by the next one: each mail once, each step once, nothing left",
    async (moment) => {
      for (let n = 1, lived = true; lived; n += queries_apart) {
        lived = false;
        const trial = await makeSmallTrial(world.deps, { workflows: 2 });
        const keysBefore = await keys();
        for (const [step, days] of [
          ["warn", trial_days - 1],
          ["close", 1.01],
          ["delete", 1.01],
        ] as const) {
          world.wait(days * day_ms);
          lived = (await killAndGoOn({ n, moment })) || lived;
          if (step === "close") {
            const states = await world.deps.db
              .selectFrom("workflow")
              .select("status")
              .where("organisation_id", "=", trial.organisationId)
              .execute();
            expect(states, `query ${n}`).toEqual([{ status: "CANCELLED" }, { status: "CANCELLED" }]);
          }
        }
        const mails = (await mailJobs(world.deps, trial)).map(({ kind, to }) => `${kind} ${to}`);
        const [one, other] = trial.people;
        const cancelled = trial.workflowIds.map((id) => `cancelled ${id}`);
        const expected = [`trial_warning ${one}`, `trial_warning ${other}`, ...cancelled];
        expect(mails.sort(), `query ${n}`).toEqual(expected.sort());
        expect(await rowsLeft(trial), `query ${n}`).toBe(0);
        expect(await endsOf(trial), `query ${n}`).toEqual(["organisation.deleted"]);
        // Both workflows had one signer, hence one certificate with one key.
        expect(await keys(), `query ${n}`).toBe(keysBefore - 1);
      }
      expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
    },
    240_000,
  );
});

async function keys(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from key`.execute(world.deps.db);
  return Number(rows[0]?.n);
}
