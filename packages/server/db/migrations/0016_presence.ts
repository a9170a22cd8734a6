import { type Kysely, sql } from "kysely";

/** Who holds a lease says which process it is in, so that nobody waits for one that was killed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signing_lease add column presence integer`.execute(db);
  await sql`alter table message add column presence integer`.execute(db);
}
