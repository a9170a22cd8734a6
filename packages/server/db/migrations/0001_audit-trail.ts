import { type Kysely, sql } from "kysely";

/**
 * The trail is append-only for everybody who comes through SQL, the application's own role included:
 * triggers refuse UPDATE, DELETE and TRUNCATE. Details stand apart so that they can be erased (GDPR Art. 17)
 * without breaking the chain, which only holds their salted digest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_chain (
      chain_id text primary key,
      seq integer not null check (seq >= 0),
      hash text not null
    )`.execute(db);
  await sql`
    create table audit_event (
      chain_id text not null references audit_chain (chain_id),
      seq integer not null check (seq > 0),
      at timestamptz not null,
      type text not null,
      actor_kind text not null check (actor_kind in ('signer', 'sender', 'system', 'operator')),
      actor_id text,
      workflow_id text,
      signer_id text,
      file_id text,
      details_hash text not null,
      prev_hash text not null,
      hash text not null,
      primary key (chain_id, seq)
    )`.execute(db);
  await sql`
    create table audit_event_details (
      chain_id text not null,
      seq integer not null,
      salt bytea not null,
      details jsonb not null,
      erased_at timestamptz,
      primary key (chain_id, seq),
      foreign key (chain_id, seq) references audit_event (chain_id, seq)
    )`.execute(db);
  await sql`
    create function audit_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create function audit_only_erase() returns trigger language plpgsql as $$
    begin
      if new.chain_id = old.chain_id and new.seq = old.seq and old.erased_at is null and new.erased_at is not null
         and new.details = '{}'::jsonb and length(new.salt) = 0 then
        return new;
      end if;
      raise exception 'details of the audit trail can be erased, not changed' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create function audit_chain_grows() returns trigger language plpgsql as $$
    begin
      if new.chain_id = old.chain_id and new.seq = old.seq + 1 then
        return new;
      end if;
      raise exception 'a chain of the audit trail grows by one' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`create trigger audit_event_fixed before update or delete on audit_event for each row execute function audit_refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_event_kept before truncate on audit_event execute function audit_refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_details_fixed before delete on audit_event_details for each row execute function audit_refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_details_erased before update on audit_event_details for each row execute function audit_only_erase()`.execute(
    db,
  );
  await sql`create trigger audit_details_kept before truncate on audit_event_details execute function audit_refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_chain_fixed before delete on audit_chain for each row execute function audit_refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_chain_grows before update on audit_chain for each row execute function audit_chain_grows()`.execute(
    db,
  );
}
