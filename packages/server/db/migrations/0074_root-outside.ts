import { type Kysely, sql } from "kysely";

/**
 * A root whose key is kept outside of the running system (docs/decisions/0025): it has a certificate and lists here and no key. What the
 * running system asks of it are requests (RFC 2986), one a role, whose keys wait here until the certificates come back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table authority_unit
      alter column key_id drop not null,
      add constraint authority_unit_key check (key_id is not null or role = 'root')`.execute(db);
  await sql`
    create table authority_request (
      name text primary key,
      role text not null unique check (role in ('issuing-ca', 'qualified-ca')),
      key_id text not null,
      request bytea not null,
      requested_at timestamptz not null
    )`.execute(db);
}
