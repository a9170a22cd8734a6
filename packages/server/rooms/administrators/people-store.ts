/** SQL of an organisation's people, as its administrators see and change them. */
import type { PersonState } from "@siegel/contract/account-acts.ts";
import type { personFilters } from "@siegel/contract/calls/people.ts";
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { type Administrator, personColumns, shownName, toPerson } from "./administrators-store.ts";

/** A person as a list shows them. `invitedUntil`: null where there is no invitation. */
export type Person = Administrator & {
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  readonly invitedUntil: Date | null;
  /** With what the person logs in beside the password, or instead of it. */
  readonly factor: "none" | "app" | "passkey" | "oidc";
  readonly version: number;
};

/** Which people of which organisation. */
export type PeopleQuery = { readonly organisationId: OrganisationId; readonly search: string };
/** The last person of the page before: the name they are sorted by, and their id. */
export type PersonPlace = { readonly sortedBy: string; readonly administratorId: string };

const invitedUntil = sql<Date | null>`(
  select max(link.expires_at) from mailed_link link
   where link.administrator_id = administrator.administrator_id and link.purpose = 'invitation'
     and link.used_at is null and link.ended_at is null)`;

const allColumns = [
  ...personColumns,
  "administrator.created_at",
  "administrator.last_login_at",
  "administrator.version",
] as const;

const factor = sql<Person["factor"]>`case
  when exists (select 1 from administrator_passkey p where p.administrator_id = administrator.administrator_id) then 'passkey'
  when exists (
    select 1 from administrator_totp t
     where t.administrator_id = administrator.administrator_id and t.secret_sealed is not null) then 'app'
  when exists (select 1 from administrator_oidc o where o.administrator_id = administrator.administrator_id) then 'oidc'
  else 'none' end`;

const people = (db: Db) =>
  db
    .selectFrom("administrator")
    .select(allColumns)
    .select([invitedUntil.as("invited_until"), factor.as("factor")]);
type Row = Awaited<ReturnType<ReturnType<typeof people>["executeTakeFirstOrThrow"]>>;

const toListed = (row: Row): Person => ({
  ...toPerson(row),
  createdAt: row.created_at,
  lastLoginAt: row.last_login_at,
  invitedUntil: row.state === "invited" ? row.invited_until : null,
  factor: row.factor,
  version: row.version,
});

function matching({ organisationId, search }: PeopleQuery): RawBuilder<boolean> {
  const own = sql<boolean>`organisation_id = ${organisationId}`;
  if (search === "") return own;
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${own} and (first_name || ' ' || last_name ilike ${part} or email ilike ${part})`;
}

/** A page of people, by first name. */
export async function readPeople(
  db: Db,
  page: PeopleQuery & {
    readonly state: (typeof personFilters)[number];
    readonly after: PersonPlace | null;
    readonly limit: number;
  },
): Promise<Person[]> {
  let query = people(db).where(matching(page));
  if (page.state !== "all") query = query.where("state", "=", page.state);
  if (page.after !== null) {
    const { sortedBy, administratorId } = page.after;
    query = query.where(
      sql<boolean>`(${shownName}, administrator_id) > (${sortedBy}::text collate "de-x-icu", ${administratorId})`,
    );
  }
  const rows = await query.orderBy(sql`${shownName}, administrator_id`).limit(page.limit).execute();
  return rows.map(toListed);
}

/** How many people match, by state. */
export async function countByState(db: Db, query: PeopleQuery): Promise<Readonly<Record<PersonState, number>>> {
  const rows = await db
    .selectFrom("administrator")
    .select(["state", sql<string>`count(*)`.as("n")])
    .where(matching(query))
    .groupBy("state")
    .execute();
  const none = { active: 0, invited: 0, waiting: 0, disabled: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])) };
}

/** How many active people administer an organisation. */
export async function countAdministrators(db: Db, organisationId: OrganisationId): Promise<number> {
  const row = await db
    .selectFrom("administrator")
    .select(sql<string>`count(*)`.as("n"))
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "active")
    .where("role", "<>", "user")
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** One after the other for each organisation, until the transaction ends. What only names the organisation need not wait. */
export async function lockOrganisation(db: Db, organisationId: OrganisationId): Promise<void> {
  await db
    .selectFrom("organisation")
    .select("organisation_id")
    .where("organisation_id", "=", organisationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The organisation of a person, or null. */
export async function readOrganisationOf(db: Db, id: string): Promise<OrganisationId | null> {
  const row = await db
    .selectFrom("administrator")
    .select("organisation_id")
    .where("administrator_id", "=", id as AdministratorId)
    .executeTakeFirst();
  return (row?.organisation_id as OrganisationId | undefined) ?? null;
}

/** A person of this organisation; null for an id that is unknown or another organisation's. */
export async function readPersonOf(db: Db, organisationId: OrganisationId, id: string): Promise<Person | null> {
  const row = await people(db)
    .where("administrator_id", "=", id as AdministratorId)
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row === undefined ? null : toListed(row);
}

/** The person of an address in this organisation, in whatever state; null where there is none. */
export async function readPersonByEmail(db: Db, organisationId: OrganisationId, email: string): Promise<Person | null> {
  const row = await people(db)
    .where("organisation_id", "=", organisationId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
  return row === undefined ? null : toListed(row);
}

/** What becomes of a person. */
export type PersonChange = {
  readonly state?: PersonState;
  readonly role?: AccountRole;
  readonly language?: Language;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly phone?: string | null;
  readonly email?: string;
  readonly password_hash?: string;
  readonly invited_by?: AdministratorId;
  readonly pending_email?: string | null;
};

/** Changes a person. */
export async function updatePerson(db: Db, administratorId: AdministratorId, change: PersonChange): Promise<void> {
  await db
    .updateTable("administrator")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("administrator_id", "=", administratorId)
    .execute();
}

/** Deletes a person, with sessions and links. */
export async function deletePersonRow(db: Db, administratorId: AdministratorId): Promise<void> {
  await db.deleteFrom("administrator").where("administrator_id", "=", administratorId).execute();
}

/** The hash of a person's password; null until they have chosen one. */
export async function readHashOf(db: Db, administratorId: AdministratorId): Promise<string | null> {
  const row = await db
    .selectFrom("administrator")
    .select("password_hash")
    .where("administrator_id", "=", administratorId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Who invited a person, or null. */
export async function readInvitedBy(db: Db, administratorId: AdministratorId): Promise<AdministratorId | null> {
  const row = await db
    .selectFrom("administrator")
    .select("invited_by")
    .where("administrator_id", "=", administratorId)
    .executeTakeFirst();
  return row?.invited_by ?? null;
}

/** What only the person themselves sees of their account. */
export async function readOwn(
  db: Db,
  administratorId: AdministratorId,
): Promise<{ readonly pendingEmail: string | null; readonly passwordChangedAt: Date | null }> {
  const row = await db
    .selectFrom("administrator")
    .select(["pending_email", "password_changed_at"])
    .where("administrator_id", "=", administratorId)
    .executeTakeFirstOrThrow();
  return { pendingEmail: row.pending_email, passwordChangedAt: row.password_changed_at };
}
