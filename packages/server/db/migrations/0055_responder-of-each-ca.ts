import { type Kysely, sql } from "kysely";

/** Each CA has an OCSP responder of its own (RFC 6960 §4.2.2.2), also one that issues nothing new any more: one active unit a role, but for responders one a CA. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index authority_unit_active`.execute(db);
  await sql`
    create unique index authority_unit_active on authority_unit (role)
      where active and role not in ('root-ocsp-signer', 'ocsp-signer')`.execute(db);
  await sql`
    create unique index authority_unit_responder on authority_unit (role, issuer)
      where active and role in ('root-ocsp-signer', 'ocsp-signer')`.execute(db);
}
