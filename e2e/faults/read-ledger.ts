/** The rows that a reckoning compares, read in one go. */
import type { Db } from "@siegel/server/db/database.ts";
import type { Sha256Hex } from "@siegel/server/ports/blobs.ts";
import { sql } from "kysely";

/** A job of the queue that is not done. */
type OpenJob = { readonly name: string; readonly state: string; readonly payload: unknown };

/** Rows as the tables hold them. */
export type Ledger = Awaited<ReturnType<typeof readLedger>>;

/** Reads all rows; the queue's only where there is one. */
export async function readLedger(db: Db) {
  return {
    workflows: await db.selectFrom("workflow").selectAll().orderBy("number").execute(),
    signers: await db.selectFrom("signer").selectAll().orderBy("position").execute(),
    acts: await db.selectFrom("signing_act").selectAll().orderBy("authorised_at").execute(),
    documents: await db.selectFrom("signing_document").selectAll().execute(),
    leases: await db.selectFrom("signing_lease").selectAll().execute(),
    files: await db.selectFrom("file").selectAll().orderBy("position").execute(),
    revisions: await db.selectFrom("file_revision").selectAll().orderBy("number").execute(),
    challenges: await db.selectFrom("challenge").select(["challenge_id", "signer_id", "ended"]).execute(),
    deliveries: await db.selectFrom("code_delivery").selectAll().execute(),
    events: await db.selectFrom("audit_event").selectAll().orderBy("seq").execute(),
    mails: await db.selectFrom("message").selectAll().execute(),
    licences: await db.selectFrom("licence").selectAll().execute(),
    tokens: await db.selectFrom("api_token").selectAll().execute(),
    certificates: await readCertificates(db),
    jobs: await readJobs(db),
  };
}

/** DER by serial number: the persons', the organisations' and the service's own. */
async function readCertificates(db: Db): Promise<ReadonlyMap<string, Uint8Array>> {
  const signers = await db.selectFrom("signer_certificate").select(["serial", "certificate"]).execute();
  const units = await db.selectFrom("authority_unit").select(["serial", "certificate"]).execute();
  return new Map([...units, ...signers].map(({ serial, certificate }) => [serial, new Uint8Array(certificate)]));
}

async function readJobs(db: Db): Promise<readonly OpenJob[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    db,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<OpenJob>`
    select name, state::text as state, data as payload from pgboss.job
     where name in ('send-message', 'continue-signing') and state <> 'completed'`.execute(db);
  return rows;
}

/** A blob's name as the store takes it. */
export const blobName = (sha256: string): Sha256Hex => sha256 as Sha256Hex;

/** The n-th counted things that are there too often or too rarely: `count` is what should be. */
export function expectCount(what: string, found: number, count: number): string[] {
  return found === count ? [] : [`${what}: ${found} instead of ${count}`];
}
