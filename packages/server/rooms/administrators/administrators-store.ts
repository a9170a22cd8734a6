/** SQL of the people of the room `administrators`. */
import type { PersonState } from "@siegel/contract/account-acts.ts";
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import { type Selectable, sql } from "kysely";
import type { AdministratorsTables } from "../../db/administrators-tables.ts";
import type { Db } from "../../db/database.ts";

/** A person with an account. */
export type Administrator = {
  readonly administratorId: AdministratorId;
  readonly organisationId: OrganisationId;
  readonly state: PersonState;
  readonly role: AccountRole;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
};

/** What a login looks at. */
export type StoredLogin = Administrator & {
  readonly passwordHash: string | null;
  /** null: it is the first password. */
  readonly passwordChangedAt: Date | null;
  readonly organisationActive: boolean;
  /** The provider at which the person logs in instead of with the password; null: the password lets them in. */
  readonly oidcInstead: string | null;
};

/** Columns of a person, under names that no other table has. */
export const personColumns = [
  "administrator.administrator_id",
  "administrator.organisation_id",
  "administrator.state",
  "administrator.role",
  "administrator.first_name",
  "administrator.last_name",
  "administrator.email",
  "administrator.phone",
  "administrator.language",
] as const;

type PersonRow = Pick<
  Selectable<AdministratorsTables["administrator"]>,
  | "administrator_id"
  | "organisation_id"
  | "state"
  | "role"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | "language"
>;

/** A row as the room speaks of it. */
export const toPerson = (row: PersonRow): Administrator => ({
  administratorId: row.administrator_id,
  organisationId: row.organisation_id as OrganisationId,
  state: row.state,
  role: row.role,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  language: row.language,
});

const logins = (db: Db) =>
  db
    .selectFrom("administrator")
    .innerJoin("organisation", "organisation.organisation_id", "administrator.organisation_id")
    .select(personColumns)
    .select(["administrator.password_hash", "administrator.password_changed_at", "organisation.active"])
    .select((e) =>
      e
        .selectFrom("administrator_oidc as link")
        .select("link.issuer")
        .whereRef("link.administrator_id", "=", "administrator.administrator_id")
        .whereRef("link.issuer", "=", "organisation.passwords_off_issuer")
        .where("link.last_login_at", "is not", null)
        .as("oidc_instead"),
    );
type LoginRow = Awaited<ReturnType<ReturnType<typeof logins>["executeTakeFirstOrThrow"]>>;
const toLogin = (row: LoginRow | undefined): StoredLogin | null =>
  row === undefined
    ? null
    : {
        ...toPerson(row),
        passwordHash: row.password_hash,
        passwordChangedAt: row.password_changed_at,
        organisationActive: row.active,
        oidcInstead: row.oidc_instead,
      };

/** The account of an address, whichever way its letters are written; null where it has none. An invitation is no account. */
export async function readLogin(db: Db, email: string): Promise<StoredLogin | null> {
  const row = await logins(db)
    // Made small here as where tries are counted (address-hash.ts): the database would take İ for i, and a budget of tries for each spelling.
    .where(sql<boolean>`lower(administrator.email) = lower(${email.toLowerCase()})`)
    .where("administrator.state", "<>", "invited")
    .executeTakeFirst();
  return toLogin(row);
}

/** The account of a person. */
export async function readLoginOf(db: Db, administratorId: AdministratorId): Promise<StoredLogin | null> {
  return toLogin(await logins(db).where("administrator.administrator_id", "=", administratorId).executeTakeFirst());
}

/** The same, held until the transaction ends: what is done to the person at the same moment comes before or after. */
export async function lockLogin(db: Db, administratorId: AdministratorId): Promise<StoredLogin | null> {
  const row = await logins(db)
    .where("administrator.administrator_id", "=", administratorId)
    .forUpdate("administrator")
    .executeTakeFirst();
  return toLogin(row);
}

/** Writes a person. */
export async function insertAdministrator(
  db: Db,
  made: Administrator & { readonly passwordHash: string | null; readonly at: Date },
): Promise<void> {
  await db
    .insertInto("administrator")
    .values({
      administrator_id: made.administratorId,
      organisation_id: made.organisationId,
      state: made.state,
      role: made.role,
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

/** The person has logged in. */
export async function saveLoggedIn(db: Db, administratorId: AdministratorId, at: Date): Promise<void> {
  await db
    .updateTable("administrator")
    .set({ last_login_at: at })
    .where("administrator_id", "=", administratorId)
    .execute();
}

/** Active administrators of an organisation, five at most, by first name. */
export async function whomToAsk(db: Db, organisationId: string): Promise<{ name: string; email: string }[]> {
  const rows = await db
    .selectFrom("administrator")
    .select(["first_name", "last_name", "email"])
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "active")
    .where("role", "<>", "user")
    .orderBy(sql`first_name collate "de-x-icu"`)
    .orderBy("administrator_id")
    .limit(5)
    .execute();
  return rows.map(({ first_name, last_name, email }) => ({ name: `${first_name} ${last_name}`, email }));
}

/** What people are sorted by: the first name, or the address until an invitation is accepted. As the index has it. */
export const shownName = sql`coalesce(nullif(first_name, ''), email) collate "de-x-icu"`;

/** The first people of an organisation, by first name. */
export async function firstPeople(db: Db, organisationId: string, limit: number): Promise<Administrator[]> {
  const rows = await db
    .selectFrom("administrator")
    .select(personColumns)
    .where("organisation_id", "=", organisationId)
    .orderBy(sql`${shownName}, administrator_id`)
    .limit(limit)
    .execute();
  return rows.map(toPerson);
}

/** How many people have an account or an invitation in an organisation. */
export async function countPeople(db: Db, organisationId: string): Promise<number> {
  const row = await db
    .selectFrom("administrator")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("organisation_id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A person by their id, or null. */
export async function readAdministrator(db: Db, administratorId: AdministratorId): Promise<Administrator | null> {
  const row = await db
    .selectFrom("administrator")
    .select(personColumns)
    .where("administrator_id", "=", administratorId)
    .executeTakeFirst();
  return row === undefined ? null : toPerson(row);
}

/** The hash of the password of a person who has an account that was not disabled; null otherwise. */
export async function readPasswordHash(db: Db, administratorId: AdministratorId): Promise<string | null> {
  const row = await db
    .selectFrom("administrator")
    .select("password_hash")
    .where("administrator_id", "=", administratorId)
    .where("state", "in", ["active", "waiting"])
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** The person has a new password. */
export async function savePassword(
  db: Db,
  administratorId: AdministratorId,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable("administrator")
    .set((e) => ({ password_hash: passwordHash, password_changed_at: at, version: e("version", "+", 1) }))
    .where("administrator_id", "=", administratorId)
    .execute();
}

/** One after the other for each address, until the transaction ends: it may become the address of one account only. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email.toLowerCase()}`}, 0))`.execute(db);
}

/** Takes the invitation of an address to an organisation back. */
export async function deleteInvited(db: Db, organisationId: OrganisationId, email: string): Promise<void> {
  await db
    .deleteFrom("administrator")
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "invited")
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute();
}

/** Everybody who may administer an organisation. */
export async function readAdministratorIds(db: Db, organisationId: OrganisationId): Promise<AdministratorId[]> {
  const rows = await db
    .selectFrom("administrator")
    .select("administrator_id")
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "active")
    .where("role", "<>", "user")
    .orderBy("administrator_id")
    .execute();
  return rows.map((row) => row.administrator_id);
}

/** Everybody who has an account or an invitation in an organisation. */
export async function readPeopleIds(db: Db, organisationId: string): Promise<AdministratorId[]> {
  const rows = await db
    .selectFrom("administrator")
    .select("administrator_id")
    .where("organisation_id", "=", organisationId)
    .execute();
  return rows.map((row) => row.administrator_id);
}
