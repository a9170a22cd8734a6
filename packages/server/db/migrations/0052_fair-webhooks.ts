import { type Kysely, sql } from "kysely";

/** What is being tried at the moment, by organisation: looked at every second, and few among very many that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index webhook_delivery_leased on webhook_delivery (organisation_id, receiver_id)
     where state = 'waiting' and leased_until is not null`.execute(db);
}
