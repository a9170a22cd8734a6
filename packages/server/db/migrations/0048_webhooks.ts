import { type Kysely, sql } from "kysely";

/**
 * Webhooks: where a token's or a workflow's events go, the secret before the last renewal, and the events themselves, each with what
 * became of it. `webhook_receiver` is a server of one organisation: how many deliveries it gets at once, and whether its administrators
 * were told that it fails. `lane`: deliveries whose first tries go one after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_token
      add column webhook_url text,
      add column webhook_version integer not null default 1,
      add column webhook_secret_before bytea,
      add column webhook_secret_before_until timestamptz,
      add constraint api_token_secret_before_whole
        check ((webhook_secret_before is null) = (webhook_secret_before_until is null))`.execute(db);
  await sql`
    alter table workflow
      add column webhook_url text,
      add column webhook_sequence integer not null default 0`.execute(db);
  await sql`
    create table webhook_receiver (
      receiver_id text primary key,
      organisation_id text not null references organisation (organisation_id) on delete cascade,
      origin text not null,
      failing_since timestamptz,
      told_at timestamptz,
      unique (organisation_id, origin)
    )`.execute(db);
  await sql`
    create table webhook_delivery (
      delivery_id text primary key,
      number bigint not null generated always as identity,
      receiver_id text not null references webhook_receiver (receiver_id) on delete cascade,
      organisation_id text not null references organisation (organisation_id) on delete cascade,
      token_id text not null references api_token (token_id) on delete cascade,
      workflow_id text references workflow (workflow_id) on delete cascade,
      sequence integer,
      type text not null,
      url text not null,
      body text not null,
      created_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      lane text not null,
      tries integer not null default 0,
      tries_since timestamptz not null,
      due_at timestamptz not null,
      leased_until timestamptz,
      presence integer,
      last_status integer,
      last_fault text,
      last_ms integer,
      settled_at timestamptz,
      check ((workflow_id is null) = (sequence is null)),
      check ((state = 'waiting') = (settled_at is null)),
      unique (workflow_id, sequence)
    )`.execute(db);
  await sql`create index webhook_delivery_due on webhook_delivery (receiver_id, due_at, number) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_delivery_lane on webhook_delivery (lane, number) where state = 'waiting'`.execute(db);
  await sql`create index webhook_delivery_of on webhook_delivery (organisation_id, number)`.execute(db);
  await sql`create index webhook_delivery_failed on webhook_delivery (organisation_id, number) where state = 'failed'`.execute(
    db,
  );
  await sql`create index webhook_delivery_token on webhook_delivery (token_id)`.execute(db);
  await sql`create index webhook_delivery_settled on webhook_delivery (settled_at) where settled_at is not null`.execute(
    db,
  );
}
