/**
 * Kills runs of the work at their first query, their second, and so on to the last, and looks at what the next run makes of it.
 * The run's keys and its own authority die with it: they ask the same dead connection.
 */
import type { SignerId } from "@siegel/contract/ids.ts";
import { type KyselyPlugin, PostgresQueryCompiler } from "kysely";
import { expect } from "vitest";
import { isSlowRun } from "../../../fixtures/slow-run.ts";
import { usageOf } from "../rooms/accounts/accounts.ts";
import { verifyTrail } from "../rooms/audit-trail/audit-trail.ts";
import { continueSigning } from "../rooms/signing/signing.ts";
import { approve, approveOne, signaturesOf } from "./approved-act.ts";
import { nth, type SigningWorld } from "./signing-world.ts";
import { expectSignedOnce, signedEvents } from "./waiting-act.ts";

/** Whether the query still reaches the database. */
export type Moment = "before" | "after";

/** Statements that a second signer with a certificate of their own brings: a crash must have met each. */
export const issuingStatements = [
  'insert into "key"',
  'insert into "issued_certificate"',
  'insert into "signer_certificate"',
  'insert into "file_revision"',
] as const;

/** A plugin for the dead process's database. */
export type Crashing = {
  readonly plugin: KyselyPlugin;
  /** Every query up to the one it died of. */
  readonly asked: readonly string[];
};

/** Ends every query from the n-th on, before it reaches the database or after it was done there: what a killed process looks like to it. */
export function crashAt(n: number, moment: Moment): Crashing {
  const asked: string[] = [];
  let count = 0;
  const compiler = new PostgresQueryCompiler();
  const dead = (): boolean => (moment === "before" ? count >= n : count > n);
  return {
    asked,
    plugin: {
      transformQuery: ({ node, queryId }) => {
        count += 1;
        if (count <= n) asked.push(compiler.compileQuery(node, queryId).sql);
        if (dead()) throw new Error("power cut");
        return node;
      },
      transformResult: async ({ result }) => {
        if (moment === "after" && count >= n) {
          count += 1;
          throw new Error("power cut");
        }
        return result;
      },
    },
  };
}

/** What the run asked until it was killed at its n-th query; fewer than n where it was over before. */
async function crashRun(
  world: SigningWorld,
  actId: string,
  at: { readonly n: number; readonly moment: Moment },
): Promise<readonly string[]> {
  const { plugin, asked } = crashAt(at.n, at.moment);
  await continueSigning(world.depsOver(world.deps.db.withPlugin(plugin)), actId).catch(() => "dead");
  return asked;
}

/** The next run, once the lease of the dead one has run out. */
async function finish(world: SigningWorld, actId: string, when: string): Promise<void> {
  world.wait(61_000);
  expect(await continueSigning(world.deps, actId), when).toBe("ended");
}

/** `npm test` looks at every third query, `npm run check-all` at all. */
const queries_apart = isSlowRun ? 1 : 3;

/** One signer, two documents: every crash loses nothing and does nothing twice. Answers how many queries a run makes. */
export async function crashAtEveryQuery(world: SigningWorld, moment: Moment): Promise<number> {
  for (let n = 1; ; n += queries_apart) {
    const act = await approveOne(world);
    const used = await usedSignatures(world);
    const asked = await crashRun(world, act.actId, { n, moment });
    await finish(world, act.actId, `query ${n}`);
    await expectSignedOnce(world, act, `query ${n}`);
    expect(await usedSignatures(world), `query ${n}`).toEqual({ ...used, ses: used.ses + 1 });
    if (asked.length === n) continue;
    expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
    return asked.length;
  }
}

/** Of queries that were met before, every so many-th is met again. */
const sampled_every = 6;

/**
 * Two signers of one document, the second with a certificate that is yet to be issued: both are killed at the same query of their
 * run, at every one that no crash of this round met yet, and at some of the others. Answers the queries that a run died of.
 */
export async function crashBothSigners(world: SigningWorld, moment: Moment): Promise<ReadonlySet<string>> {
  const whole = await playBoth(world, { n: Number.MAX_SAFE_INTEGER, moment });
  const met = new Set<string>();
  for (let n = 1; n <= Math.max(...whole.map((asked) => asked.length)); n++) {
    const isNew = whole.some((asked) => asked[n - 1] !== undefined && !met.has(asked[n - 1] ?? ""));
    if (!isNew && n % sampled_every !== 0) continue;
    for (const asked of await playBoth(world, { n, moment })) if (asked.length === n) met.add(asked[n - 1] ?? "");
  }
  expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
  return met;
}

/** Both sign, one after the other, each killed at the n-th query; what each run asked until then. */
async function playBoth(
  world: SigningWorld,
  at: { readonly n: number; readonly moment: Moment },
): Promise<readonly (readonly string[])[]> {
  const types = ["s_signature", "a_signature"] as const;
  // Somebody whom no certificate was ever issued to.
  const firstName = `Ada ${world.deps.random.id().replace(/\d/g, "x")}`;
  const sent = await world.send(types.map((type) => ({ type, firstName })));
  const [used, certificates] = [await usedSignatures(world), await certificatesIn(world)];
  const asked = [];
  for (const [signer, type] of types.entries()) {
    const when = `query ${at.n} of signer ${signer}`;
    await world.confirm(sent, signer);
    const actId = await approve(world, sent, { type, signer });
    asked.push(await crashRun(world, actId, at));
    await finish(world, actId, when);
    const signatures = Array.from({ length: signer + 1 }, () => "ETSI.CAdES.detached");
    const isLast = signer === types.length - 1;
    expect(await signaturesOf(world, sent), when).toEqual([isLast ? [...signatures, "ETSI.RFC3161"] : signatures]);
    expect(await signedEvents(world, sent), when).toEqual([signer + 1, isLast ? 1 : 0]);
  }
  const when = `query ${at.n}`;
  expect(await usedSignatures(world), when).toEqual({ ...used, ses: used.ses + 1, aes: used.aes + 1 });
  const made = (await certificatesIn(world)).filter((one) => !certificates.includes(one));
  expect(await credentialsOf(world, nth(sent.signerIds, 1)), when).toEqual(made.map((one) => `signer:${one}`));
  expect(made, when).toHaveLength(1);
  return asked;
}

/** Certificates of signers. */
async function certificatesIn({ deps }: SigningWorld): Promise<readonly string[]> {
  const rows = await deps.db.selectFrom("signer_certificate").select("certificate_id").execute();
  return rows.map((row) => row.certificate_id);
}

async function credentialsOf({ deps }: SigningWorld, signerId: SignerId): Promise<readonly (string | null)[]> {
  const acts = await deps.db.selectFrom("signing_act").select("credential").where("signer_id", "=", signerId).execute();
  return acts.map((act) => act.credential);
}

const usedSignatures = async ({ deps, tokenId }: SigningWorld) => {
  const { ses, aes } = await usageOf(deps.db, tokenId);
  return { ses: ses.used, aes: aes.used };
};
