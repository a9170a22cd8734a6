import { type Kysely, sql } from "kysely";

/**
 * People who were met: a case for each meeting, and the person once their certificate is made. What counts is sealed; name and address stand
 * beside it for searching only. Of a link's secret only the digest is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identified_person (
      person_id text primary key,
      email text not null,
      sealed bytea not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index identified_person_email on identified_person (email)`.execute(db);
  await sql`
    create table identity_case (
      case_id text primary key,
      kind text not null check (kind in ('on-site')),
      state text not null check (state in ('open', 'done', 'ended')),
      organisation_id text,
      email text not null,
      first_name text not null,
      last_name text not null,
      language text not null check (language in ('de', 'en')),
      sealed bytea not null,
      identified_at timestamptz not null,
      identified_by text not null,
      link_id text not null,
      link_hash text not null unique,
      link_sent_at timestamptz not null,
      link_expires_at timestamptz not null,
      closed_at timestamptz,
      person_id text references identified_person (person_id),
      check ((state = 'open') = (closed_at is null)),
      check ((state = 'done') = (person_id is not null))
    )`.execute(db);
  await sql`create index identity_case_at on identity_case (identified_at desc, case_id)`.execute(db);
  await sql`create index identity_case_open on identity_case (email) where state = 'open'`.execute(db);
  await sql`create index identity_case_of on identity_case (organisation_id) where organisation_id is not null`.execute(
    db,
  );
}
