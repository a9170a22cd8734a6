import { type Kysely, sql } from "kysely";

/**
 * The image in a signer's signature, until it stands in the file; which one an act was approved with; and a session's hand-over to a
 * phone, whose secret is stored as its SHA-256. What the phone gave waits there until the session takes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signature_image (
      signer_id text primary key references signer (signer_id),
      image_hash text not null,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      png bytea not null,
      saved_at timestamptz not null
    )`.execute(db);
  await sql`alter table signing_act add column image_hash text`.execute(db);
  await sql`
    create table signature_handover (
      session_id text primary key references signer_session (session_id),
      token_hash text not null unique,
      opened integer not null check (opened > 0),
      expires_at timestamptz not null,
      given_at timestamptz,
      width integer,
      height integer,
      png bytea,
      check ((png is null) = (width is null) and (png is null) = (height is null)),
      check (png is null or given_at is not null)
    )`.execute(db);
  await sql`create index signature_handover_by_end on signature_handover (expires_at)`.execute(db);
}
