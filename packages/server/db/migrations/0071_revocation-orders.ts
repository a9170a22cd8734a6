import { type Kysely, sql } from "kysely";

/**
 * What operators want revoked: one certificate, or all of an organisation. With four eyes an order waits until a second operator has
 * confirmed it; one for an organisation runs until none of its certificates is left. Orders that are over stay: they say on what a
 * revocation rests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table revocation_order (
      order_id text primary key,
      certificate_id text,
      organisation_id text,
      reason text not null,
      evidence text not null,
      state text not null check (state in ('waiting', 'running', 'done', 'withdrawn')),
      proposed_at timestamptz not null,
      proposed_by text not null,
      decided_at timestamptz,
      decided_by text,
      check (certificate_id is not null or organisation_id is not null),
      check ((decided_at is null) = (decided_by is null)),
      check (state = 'running' or state = 'waiting' or decided_at is not null)
    )`.execute(db);
  await sql`
    create unique index revocation_order_of_certificate on revocation_order (certificate_id)
     where state = 'waiting' and certificate_id is not null`.execute(db);
  await sql`
    create unique index revocation_order_of_organisation on revocation_order (organisation_id)
     where state in ('waiting', 'running') and certificate_id is null`.execute(db);
  // Lists of certificates show the newest first, a page at a time.
  await sql`create index signer_certificate_newest on signer_certificate (created_at desc, certificate_id desc)`.execute(
    db,
  );
  await sql`create index signer_certificate_of_organisation on signer_certificate (organisation_id, certificate_id)`.execute(
    db,
  );
  // Who revoked a certificate stands in the trail alone, whichever way it was done.
  await sql`create index audit_event_revoked on audit_event (at) where type = 'certificate.revoked'`.execute(db);
}
