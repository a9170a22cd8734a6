import { type Kysely, sql } from "kysely";

/** What intake made of a file is kept beside the original: an approval is bound to it, and every signature is laid on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column intake_sha256 text, add column intake_size bigint`.execute(db);
  await sql`
    update file set
      intake_sha256 = coalesce(made.sha256, file.original_sha256),
      intake_size = coalesce(made.size, file.original_size)
    from file as known left join file_revision as made on made.file_id = known.file_id and made.cause = 'intake'
    where known.file_id = file.file_id`.execute(db);
  await sql`alter table file alter column intake_sha256 set not null, alter column intake_size set not null`.execute(
    db,
  );
  await sql`alter table signing_document add column intake_sha256 text, add column intake_size bigint`.execute(db);
  await sql`
    update signing_document set intake_sha256 = file.intake_sha256, intake_size = file.intake_size
    from file where file.file_id = signing_document.file_id`.execute(db);
  await sql`
    alter table signing_document alter column intake_sha256 set not null, alter column intake_size set not null`.execute(
    db,
  );
}
