import { type Kysely, sql } from "kysely";

/** Qualified certificates are issued by a CA of their own, which the next upkeep of the authority makes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table authority_unit drop constraint authority_unit_role_check,
      add constraint authority_unit_role_check check (role in
        ('root', 'issuing-ca', 'qualified-ca', 'root-ocsp-signer', 'ocsp-signer', 'tsu', 'service-seal'))`.execute(db);
}
