/** SQL of registrations that wait for their mailbox to be proven. */
import type { Language } from "@siegel/contract/limits.ts";
import type { RegistrationKind } from "../../db/administrators-tables.ts";
import type { Db } from "../../db/database.ts";

/** What was typed to register. */
export type Registration = {
  readonly registrationId: string;
  readonly kind: RegistrationKind;
  /** Of a `joining`. */
  readonly organisationId: string | null;
  /** Of an `organisation`. */
  readonly organisationName: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  readonly passwordHash: string;
};

/** Writes a registration. */
export async function insertRegistration(db: Db, made: Registration & { readonly at: Date }): Promise<void> {
  await db
    .insertInto("registration")
    .values({
      registration_id: made.registrationId,
      kind: made.kind,
      organisation_id: made.organisationId,
      organisation_name: made.organisationName,
      first_name: made.firstName,
      last_name: made.lastName,
      email: made.email,
      phone: made.phone,
      language: made.language,
      password_hash: made.passwordHash,
      created_at: made.at,
    })
    .execute();
}

/** A registration by its id, or null. */
export async function readRegistration(db: Db, registrationId: string): Promise<Registration | null> {
  const row = await db
    .selectFrom("registration")
    .selectAll()
    .where("registration_id", "=", registrationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    registrationId: row.registration_id,
    kind: row.kind,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    language: row.language,
    passwordHash: row.password_hash,
  };
}

/** Deletes a registration: an account was made of it. */
export async function deleteRegistration(db: Db, registrationId: string): Promise<void> {
  await db.deleteFrom("registration").where("registration_id", "=", registrationId).execute();
}

/** Forgets registrations made before a time: their mailbox was not proven. */
export async function forgetRegistrations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("registration").where("created_at", "<", before).execute();
}
