/** SQL that forgets the people of an organisation. */
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/**
 * Forgets everybody who has an account, an invitation or a registration there. Sessions, factors, links and mails hang on the person's row
 * and go with it (`on delete cascade`); of a registration its mails and links have to be deleted. Tried passwords know the address only.
 */
export async function forgetOrganisation(db: Db, organisationId: string): Promise<void> {
  await sql`
    delete from administrator_try where address_hash in (
      select encode(sha256(convert_to(lower(btrim(email)), 'UTF8')), 'hex') from administrator where organisation_id = ${organisationId})`.execute(
    db,
  );
  const registrations = db
    .selectFrom("registration")
    .select("registration_id")
    .where("organisation_id", "=", organisationId);
  await db.deleteFrom("mailed_link").where("registration_id", "in", registrations).execute();
  await db.deleteFrom("account_message").where("registration_id", "in", registrations).execute();
  await db.deleteFrom("registration").where("organisation_id", "=", organisationId).execute();
  await db.deleteFrom("administrator").where("organisation_id", "=", organisationId).execute();
}
