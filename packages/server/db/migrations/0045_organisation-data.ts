import { type Kysely, sql } from "kysely";

/**
 * What administrators keep of their organisation: a logo for mails, what stands on invoices, and addresses. Look and data have versions of
 * their own, so that who changes the colour is not in the way of who changes the tax number. Addresses are numbered as they are added:
 * several may come in the same instant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisation
      add column mail_logo text,
      add column look_version integer not null default 1,
      add column sales_tax_number text,
      add column contact_person text,
      add column version integer not null default 1`.execute(db);
  await sql`
    create table organisation_address (
      address_id text primary key,
      organisation_id text not null references organisation (organisation_id),
      address_type text not null check (address_type in ('billing address', 'shipping address')),
      street_name text not null,
      street_number text not null,
      additional_line text,
      zip_code text not null,
      city text not null,
      country text not null,
      contact_person text not null,
      created_at timestamptz not null,
      number bigint generated always as identity,
      version integer not null default 1
    )`.execute(db);
  await sql`create index organisation_address_of on organisation_address (organisation_id, number)`.execute(db);
}
