import { type Kysely, sql } from "kysely";

/** How many revoked certificates a list has: one with fewer than there are is made anew. Null: unknown, of a list from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table crl add column entries integer check (entries >= 0)`.execute(db);
  // In the order in which a list is read, page by page.
  await sql`drop index issued_certificate_revoked`.execute(db);
  await sql`create index issued_certificate_revoked on issued_certificate (issuer, serial) where status = 'revoked'`.execute(
    db,
  );
  await sql`create index issued_certificate_ends on issued_certificate (issuer, not_after)`.execute(db);
}
