/**
 * SQL of a workflow's password and the tries at it, counted twice: by signer, from wherever they come, and by workflow and network,
 * whichever signer's link is used. The second count keeps a holder of many links from having as many times the tries; that it is the
 * network's alone keeps him from locking out signers elsewhere.
 */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { password_tries_max, password_window_s } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";

/** Whose link was used, and from where. */
type Tried = { readonly workflowId: WorkflowId; readonly signerId: SignerId; readonly network: string };

const windowStart = (now: Date): Date => new Date(now.getTime() - password_window_s * 1_000);
const windowEnd = (start: Date): Date => new Date(start.getTime() + password_window_s * 1_000);

/** The workflow's password (PHC string); null where it has none. */
export async function readPasswordHash(db: Db, workflowId: WorkflowId): Promise<string | null> {
  const query = db.selectFrom("workflow").select("password_hash").where("workflow_id", "=", workflowId);
  return (await query.executeTakeFirstOrThrow()).password_hash;
}

/**
 * Takes one try of both counts before the password is looked at, however many come at once, and answers null; or takes none and
 * answers until when one of them is full.
 */
export async function takePasswordTry(
  db: Db,
  tried: Tried & { readonly now: Date },
): Promise<{ readonly until: Date } | null> {
  return await inTransaction(db, async (trx) => {
    const { workflowId, signerId, network, now } = tried;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`password of ${workflowId} from ${network}`}, 0))`.execute(
      trx,
    );
    const filling = await readFillingTry(trx, tried);
    if (filling !== null) return { until: windowEnd(filling) };
    const since = await takeTryOfSigner(trx, tried);
    if (since !== null) return { until: windowEnd(since) };
    await trx
      .insertInto("password_try")
      .values({ workflow_id: workflowId, signer_id: signerId, network, tried_at: now })
      .execute();
    return null;
  });
}

/** When the try was made that fills the network's window, or null where there is room; the network is locked by the caller. */
async function readFillingTry(
  db: Db,
  { workflowId, network, now }: Tried & { readonly now: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom("password_try")
    .select("tried_at")
    .where("workflow_id", "=", workflowId)
    .where("network", "=", network)
    .where("tried_at", ">", windowStart(now))
    .orderBy("tried_at", "desc")
    .offset(password_tries_max - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.tried_at ?? null;
}

/** Null once a try was taken, or when the signer's full window began. One statement, so that tries of several networks cannot share a place. */
async function takeTryOfSigner(db: Db, { signerId, now }: Tried & { readonly now: Date }): Promise<Date | null> {
  const start = windowStart(now);
  const done = await sql`
    update signer
       set password_tries = case when password_tries_since > ${start} then password_tries + 1 else 1 end,
           password_tries_since = case when password_tries_since > ${start} then password_tries_since else ${now}::timestamptz end
     where signer_id = ${signerId}
       and (password_tries_since is null or password_tries_since <= ${start} or password_tries < ${password_tries_max})`.execute(
    db,
  );
  if (done.numAffectedRows === 1n) return null;
  const query = db.selectFrom("signer").select("password_tries_since").where("signer_id", "=", signerId);
  return (await query.executeTakeFirstOrThrow()).password_tries_since ?? now;
}

/**
 * The right password gives the signer's tries back, and those of the network with this signer's link. Tries with other links from the
 * same network go on counting.
 */
export async function giveBackTries(db: Db, { workflowId, signerId, network }: Tried): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("signer")
      .set({ password_tries: 0, password_tries_since: null })
      .where("signer_id", "=", signerId)
      .execute();
    await trx
      .deleteFrom("password_try")
      .where("workflow_id", "=", workflowId)
      .where("network", "=", network)
      .where("signer_id", "=", signerId)
      .execute();
  });
}

/** Forgets the tries that count no more, and with them who made them. */
export async function forgetPasswordTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("password_try").where("tried_at", "<=", windowStart(now)).execute();
}
