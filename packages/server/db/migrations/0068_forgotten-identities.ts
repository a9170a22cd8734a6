/** Who somebody is may be forgotten where nothing was issued on the strength of it. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_check drop constraint identity_check_check2`.execute(db);
  await sql`
    alter table identity_check add constraint identity_check_known
      check (sealed is not null or state not in ('review', 'succeeded') or (state = 'succeeded' and certificate_id is null))`.execute(
    db,
  );
  await sql`create index identity_check_unused on identity_check (ended_at)
    where state = 'succeeded' and certificate_id is null and sealed is not null`.execute(db);
}
