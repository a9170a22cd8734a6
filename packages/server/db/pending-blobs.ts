/** SQL of blobs that were put and perhaps never named. */
import { sql } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";
import { blobColumns } from "./blob-columns.ts";
import { builtOnce } from "./built-once.ts";
import type { Db } from "./database.ts";

/** Notes a blob that is about to be in the store, or that loses a name that lasted. */
export async function rememberBlob(db: Db, sha256: Sha256Hex, at: Date): Promise<void> {
  await remembered(db, { sha256, at });
}

const remembered = builtOnce((db, { sha256, at }: { sha256: Sha256Hex; at: Date }) =>
  db
    .insertInto("pending_blob")
    .values({ sha256, put_at: at })
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ put_at: at })),
);

/** Who names a blob: somebody for good, somebody for now, nobody. */
export type PendingBlob = { readonly sha256: Sha256Hex; readonly named: "for good" | "for now" | "by nobody" };

/** Blobs last put before a time, by name, from behind `after` on. All names are looked up in one statement, hence at one moment. */
export async function readPendingBlobs(
  db: Db,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<PendingBlob[]> {
  // Joined from the few that are due: a look-up apart for each of them would read whole tables again and again.
  const names = blobColumns.map(
    ({ table, column, lasts }) =>
      sql`select due.sha256, ${sql.lit(lasts)} as lasts from due join ${sql.table(table)} as naming on ${sql.ref(`naming.${column}`)} = due.sha256`,
  );
  const { rows } = await sql<{ sha256: Sha256Hex; lasts: boolean | null }>`
    with due as materialized (
      select sha256 from pending_blob where put_at < ${before} and sha256 > ${after} order by sha256 limit ${limit}
    )
    select due.sha256, bool_or(name.lasts) as lasts
      from due left join (${sql.join(names, sql` union all `)}) as name on name.sha256 = due.sha256
     group by due.sha256 order by due.sha256`.execute(db);
  return rows.map(({ sha256, lasts }) => ({
    sha256,
    named: lasts === null ? "by nobody" : lasts ? "for good" : "for now",
  }));
}

/** Forgets that a blob was pending, unless it was put again since. */
export async function forgetPendingBlob(db: Db, sha256: Sha256Hex, before: Date): Promise<void> {
  await db.deleteFrom("pending_blob").where("sha256", "=", sha256).where("put_at", "<", before).execute();
}
