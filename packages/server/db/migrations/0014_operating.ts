import { type Kysely, sql } from "kysely";

/** What development leaves behind is marked, so that production recognises it; indexes for the figures of `/metrics`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table authority_unit add column development boolean not null default false`.execute(db);
  // Until now the mark stood in the subject's name only, after the provider's: ‹provider› Development ‹title› ‹number›.
  await sql`
    update authority_unit set development = true
     where encode(certificate, 'hex') ~ (${hexOf(" Development ")} || '(' || ${titles.map(hexOf).join("|")} || ')')`.execute(
    db,
  );
  await sql`alter table organisation add column demo boolean not null default false`.execute(db);
  await sql`
    update organisation set demo = true
     where organisation_id in (select organisation_id from organisation_register where verified_by = 'seed')`.execute(
    db,
  );
  await sql`create index signing_act_status on signing_act (status)`.execute(db);
  await sql`create index message_unsent on message (state) where state in ('queued', 'failed')`.execute(db);
}

const titles = [
  "Root CA",
  "Issuing CA",
  "Root OCSP Responder",
  "OCSP Responder",
  "Time-Stamping Unit",
  "Signing Service",
];
const hexOf = (text: string): string => Buffer.from(text, "utf8").toString("hex");
