import { type Kysely, sql } from "kysely";

/** Passkeys of people with an account (WebAuthn), and what browsers were asked that have not answered yet: each question is answered once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator_passkey (
      passkey_id text primary key,
      administrator_id text not null references administrator (administrator_id) on delete cascade,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index administrator_passkey_of on administrator_passkey (administrator_id)`.execute(db);
  await sql`
    create table passkey_challenge (
      challenge_id text primary key,
      administrator_id text references administrator (administrator_id) on delete cascade,
      challenge text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenge_of on passkey_challenge (administrator_id) where administrator_id is not null`.execute(
    db,
  );
  await sql`create index passkey_challenge_until on passkey_challenge (expires_at)`.execute(db);
}
