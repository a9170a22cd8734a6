import { type Kysely, sql } from "kysely";

/**
 * Files of a workflow, their revisions, form fields, values and confirmations. A revision is never changed or removed;
 * the latest one stands in `file` too, where appending compares and swaps it in one statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file (
      file_id text primary key,
      workflow_id text not null references workflow (workflow_id),
      position integer not null,
      name text not null,
      pages integer not null check (pages > 0),
      original_sha256 text not null,
      original_size bigint not null,
      notices jsonb not null,
      created_at timestamptz not null,
      latest_number integer not null,
      latest_sha256 text not null,
      latest_size bigint not null,
      unique (workflow_id, position)
    )`.execute(db);
  await sql`
    create table file_revision (
      file_id text not null references file (file_id),
      number integer not null,
      sha256 text not null,
      size bigint not null,
      base_sha256 text,
      cause text not null check (cause in ('original', 'intake', 'signature')),
      signer_id text references signer (signer_id),
      at timestamptz not null default now(),
      primary key (file_id, number),
      check ((cause = 'signature') = (signer_id is not null)),
      check ((number = 0) = (base_sha256 is null))
    )`.execute(db);
  await sql`
    create table file_field (
      file_id text not null references file (file_id),
      full_name text not null,
      widget integer not null,
      signer_id text not null references signer (signer_id),
      kind text not null check (kind in ('text', 'signature')),
      label text not null,
      page integer,
      rect double precision[] check (array_length(rect, 1) = 4),
      required boolean not null,
      multiline boolean not null,
      chars_max integer,
      initial_value text not null,
      primary key (file_id, full_name, widget),
      check ((page is null) = (rect is null))
    )`.execute(db);
  await sql`create index file_field_of_signer on file_field (signer_id)`.execute(db);
  await sql`
    create table field_value (
      file_id text not null references file (file_id),
      full_name text not null,
      signer_id text not null references signer (signer_id),
      value text not null,
      updated_at timestamptz not null,
      primary key (file_id, full_name)
    )`.execute(db);
  await sql`create index field_value_of_signer on field_value (signer_id)`.execute(db);
  await sql`
    create table file_signer (
      file_id text not null references file (file_id),
      signer_id text not null references signer (signer_id),
      workflow_id text not null,
      confirmed_at timestamptz,
      primary key (signer_id, file_id)
    )`.execute(db);
}
