/** SQL that forgets an organisation, and what an operator asks about organisations. */
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** Ids of an organisation's tokens. */
export async function readTokenIds(db: Db, organisationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("api_token")
    .select("token_id")
    .where("organisation_id", "=", organisationId)
    .execute();
  return rows.map((row) => row.token_id);
}

/** Forgets an organisation with its tokens, licence, register record and addresses, once every later room has. */
export async function forgetOrganisation(db: Db, organisationId: string): Promise<void> {
  for (const table of [
    "api_token",
    "licence",
    "register_check",
    "organisation_register",
    "organisation_address",
    "organisation",
  ] as const)
    await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}`.execute(db);
}
