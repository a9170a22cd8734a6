import { type Kysely, sql } from "kysely";

/**
 * What administrators see of their tokens: the end of a key, so that people tell keys apart (unknown for keys that were made before); a
 * version against overwriting each other; the secret that signs webhooks, sealed and made when it is first read. Fees stand at the licence.
 * The indexes are for pages of a list that is sorted by name or by age, and for counting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_token
      add column key_tail text,
      add column webhook_secret bytea,
      add column version integer not null default 1`.execute(db);
  await sql`
    alter table licence
      add column ses_fee_cents integer not null default 0,
      add column aes_fee_cents integer not null default 0,
      add column qes_fee_cents integer not null default 0`.execute(db);
  await sql`
    create index api_token_by_name on api_token (organisation_id, name collate "de-x-icu", token_id)`.execute(db);
  await sql`create index api_token_by_age on api_token (organisation_id, created_at, token_id)`.execute(db);
  await sql`create index api_token_of_licence on api_token (licence_id)`.execute(db);
}
