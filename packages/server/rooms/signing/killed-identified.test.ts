/**
 * A process that dies at any query of the act in which somebody who was identified gets a certificate and signs with it
 * (docs/flows/identification.md, "The act"): both are there afterwards, once, or neither.
 */
import { describe, expect, it } from "vitest";
import { isSlowRun, someOf } from "../../../../fixtures/slow-run.ts";
import { signaturesOf } from "../../test/approved-act.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { identifyInWorld } from "../../test/identified-in-world.ts";
import { type Typed, useQualifiedWorld } from "../../test/qualified-world.ts";
import type { Sent } from "../../test/signing-world.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { sweepSigning } from "./signing.ts";

const house = useQualifiedWorld();
const moments = someOf(["before", "after"] as const, 2);
const queriesApart = isSlowRun ? 1 : 3;

/** A signer whom nobody has met, identified, with a code. */
async function withCode(): Promise<{ readonly sent: Sent; readonly typed: Typed; readonly browser: string }> {
  const sent = await house.world.send([{ type: "q_signature", firstName: "Ida" }], { documents: 2 });
  await house.world.confirm(sent, 0);
  const browser = await identifyInWorld(house, sent);
  return { sent, browser, typed: await codeFor(sent, browser) };
}

async function codeFor(sent: Sent, browser: string): Promise<Typed> {
  const issued = await house.ask(sent, { browser });
  if (!issued.ok) throw new Error(`no code: ${issued.code}`);
  return house.arrived(issued.challenge.id);
}

const issuedCount = async (): Promise<number> => {
  const { db } = house.world.deps;
  return (
    await db.selectFrom("issued_certificate").select("serial").where("profile", "=", "qualified-person").execute()
  ).length;
};
const mailsTo = async ({ workflowId }: Sent): Promise<number> =>
  ((await house.world.jobs("send-certificate-mail")) as Array<{ workflowId: string }>).filter(
    (mail) => mail.workflowId === workflowId,
  ).length;

/** Kills the act at its n-th query; false: it was over before. */
async function killAt(n: number, moment: Moment): Promise<boolean> {
  const when = `${moment} query ${n}`;
  const one = await withCode();
  const { sent, browser } = one;
  const before = await issuedCount();
  const { plugin, asked } = crashAt(n, moment);
  const answer = await house.sign(sent, one.typed, house.world.deps.db.withPlugin(plugin)).catch(() => "dead");
  const isDead = asked.length >= n;
  if (!isDead) expect(answer, when).toMatchObject({ ok: true, status: "FINISHED" });
  const act = house.world.deps.db.selectFrom("signing_act").select("act_id").where("workflow_id", "=", sent.workflowId);
  const isKept = (await act.executeTakeFirst()) !== undefined;
  // Both in one transaction: a certificate without its act would be one that nobody asked for.
  expect(await issuedCount(), when).toBe(before + (isKept ? 1 : 0));
  expect(await mailsTo(sent), when).toBe(isKept ? 1 : 0);
  house.world.wait(61_000);
  await sweepSigning(house.depsOver());
  if (!isKept) {
    const again = await house.sign(sent, one.typed);
    if (!again.ok) {
      expect(again.code, when).toBe("SIGNING_INTERRUPTED");
      house.world.wait(61_000);
      expect(await house.sign(sent, await codeFor(sent, browser)), when).toMatchObject({ ok: true });
    }
  }
  expect(await issuedCount(), when).toBe(before + 1);
  expect(await mailsTo(sent), when).toBe(1);
  // The signature, and the archive timestamp of a finished file.
  expect(
    (await signaturesOf(house.world, sent)).map(({ length }) => length),
    when,
  ).toEqual([2, 2]);
  return isDead;
}

describe("an act after an identification whose process dies", () => {
  it.each(moments)(
    "[T-051] %s any query: certificate and signature are there, once, or neither is",
    { timeout: 240_000 },
    async (moment) => {
      let n = 1;
      while (await killAt(n, moment)) n += queriesApart;
      // A run that makes far fewer queries would not have come to the certificate.
      expect(n).toBeGreaterThan(60);
      expect((await verifyTrail(house.world.deps.db)).faults).toEqual([]);
    },
  );
});
