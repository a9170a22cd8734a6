import { type Kysely, sql } from "kysely";

/**
 * Which revision of a file the server handed to which session, and to which program: an approval records it, so that a court can
 * draw the pages again that the signer saw. One row for each revision and program of a session. `drawn_by` is empty where the client
 * read the bytes, `viewer` where it did not say what it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table loaded_revision (
      session_id text not null,
      file_id text not null,
      number int not null,
      signer_id text not null references signer (signer_id) on delete cascade,
      drawn_by text not null,
      viewer text not null,
      user_agent text not null,
      loaded_at timestamptz not null,
      primary key (session_id, file_id, number, drawn_by, viewer, user_agent),
      foreign key (file_id, number) references file_revision (file_id, number)
    )`.execute(db);
  await sql`create index loaded_revision_signer on loaded_revision (signer_id)`.execute(db);
}
