/** An organisation that pays is forgotten by the same verb as a trial: once, whoever asks again. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openFoundation } from "../../test/signing-world.ts";
import { makeSmallTrial } from "../../test/small-trial.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { forgetOrganisation } from "./leaving.ts";

const database = useTestDatabase();
let world: Awaited<ReturnType<typeof openFoundation>>;
beforeAll(async () => {
  world = await openFoundation(database.current().db);
});

describe("forgetOrganisation", () => {
  it("[T-061] revokes what is valid, each with one event and one list, leaves no name, and leaves others alone", async () => {
    const { deps } = world;
    const { db } = deps;
    const gone = await makeSmallTrial(deps, { workflows: 2, isPaid: true });
    const other = await makeSmallTrial(deps, { workflows: 1, isPaid: true });
    await sql`update workflow set status = 'CANCELLED', ended_at = now() where organisation_id = ${gone.organisationId}`.execute(
      db,
    );
    const at = deps.clock.now();
    expect(await forgetOrganisation(deps, gone.organisationId, at)).toBe(true);
    expect(await forgetOrganisation(deps, gone.organisationId, at)).toBe(false);

    const issued = db.selectFrom("issued_certificate").select(["serial", "certificate", "status", "reason"]);
    expect(await issued.where("organisation_id", "=", gone.organisationId).execute()).toMatchObject([
      { certificate: null, status: "revoked", reason: "cessationOfOperation" },
    ]);
    expect(await issued.where("organisation_id", "=", other.organisationId).execute()).toMatchObject([
      { certificate: expect.anything(), status: "good" },
    ]);
    const trail = await db.selectFrom("audit_event").select("type").where("type", "=", "certificate.revoked").execute();
    expect(trail).toHaveLength(1);
    const jobs = await sql<{
      name: string;
    }>`select name from test_job where name in ('publish-crl', 'send-revocation-mail')`.execute(db);
    expect(jobs.rows).toEqual([{ name: "publish-crl" }]);
    const left = await sql<{ n: string }>`
      select (select count(*) from organisation where organisation_id = ${gone.organisationId})
           + (select count(*) from workflow where organisation_id = ${gone.organisationId})
           + (select count(*) from signer_certificate where organisation_id = ${gone.organisationId})
           + (select count(*) from administrator where organisation_id = ${gone.organisationId}) as n`.execute(db);
    expect(left.rows).toEqual([{ n: "0" }]);
  });
});
