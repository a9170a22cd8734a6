/** A process that dies at any query of a revocation: the certificate is revoked with all that hangs on it, or not at all; once more makes it whole. */
import { describe, expect, it } from "vitest";
import { isSlowRun, someOf } from "../../../../fixtures/slow-run.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { meet } from "../../test/qualified-signer.ts";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { revokeCertificate } from "./revocation.ts";

const house = useQualifiedWorld();
const moments = someOf(["before", "after"] as const, 2);
const queriesApart = isSlowRun ? 1 : 2;
const jobs = ["publish-crl", "destroy-key", "send-revocation-mail"] as const;

const wish = { reason: "superseded", by: { kind: "system" }, evidence: "none", language: "en" } as const;

/** How often each part of all revocations so far is there. */
async function countAll(): Promise<readonly number[]> {
  const { db } = house.world.deps;
  const revoked = await db.selectFrom("issued_certificate").select("serial").where("status", "=", "revoked").execute();
  const told = await db.selectFrom("audit_event").select("seq").where("type", "=", "certificate.revoked").execute();
  const queued = await Promise.all(jobs.map((job) => house.world.jobs(job)));
  return [revoked.length, told.length, ...queued.map((all) => all.length)];
}

/** Kills a revocation at its n-th query; false: it was over before. */
async function killAt(n: number, moment: Moment): Promise<boolean> {
  const { deps } = house.world;
  const { certificateId } = await meet({ deps: house.depsOver() });
  const before = await countAll();
  const one = before.map((count) => count + 1);
  const { plugin, asked } = crashAt(n, moment);
  await revokeCertificate({ ...deps, db: deps.db.withPlugin(plugin) }, { ...wish, certificateId }).catch(() => "dead");
  expect([before, one], `${moment} query ${n}`).toContainEqual(await countAll());
  for (const again of [1, 2]) {
    expect(await revokeCertificate(deps, { ...wish, certificateId })).toMatchObject({ ok: true });
    expect(await countAll(), `${moment} query ${n}, ${again} more`).toEqual(one);
  }
  return asked.length >= n;
}

describe("a process that dies while it revokes", () => {
  it.each(moments)("leaves all or nothing: %s each query [T-059]", { timeout: 120_000 }, async (moment) => {
    let n = 1;
    while (await killAt(n, moment)) n += queriesApart;
    expect(n).toBeGreaterThan(10);
    expect((await verifyTrail(house.world.deps.db)).faults).toEqual([]);
  });
});
