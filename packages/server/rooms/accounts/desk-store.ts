/** SQL of organisations as the operator's desk lists them. */
import type { organisationFilters } from "@siegel/contract/calls/operator-organisations.ts";
import type { RegisterState } from "@siegel/contract/calls/operator-register.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** An organisation in the list. `shareUsed`: of the class that is nearest to its limit, used and reserved; 0.92 is 92 percent. */
export type DeskOrganisation = {
  readonly organisationId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isTrial: boolean;
  readonly expiresAt: Date | null;
  readonly register: RegisterState;
  readonly shareUsed: number;
};

type Filter = (typeof organisationFilters)[number];
/** The last organisation of the page before. */
export type DeskPlace = { readonly name: string; readonly organisationId: string };

const sortedName = sql`organisation.name collate "de-x-icu"`;
const share = (one: "ses" | "aes" | "qes") =>
  sql`(${sql.ref(`${one}_used`)} + ${sql.ref(`${one}_promised`)})::float8 / nullif(${sql.ref(`${one}_limit`)}, 0)`;
const shareUsed = sql<number | null>`greatest(${share("ses")}, ${share("aes")}, ${share("qes")})`;
const register = sql<RegisterState>`case
  when exists (select 1 from register_check c where c.organisation_id = organisation.organisation_id) then 'waiting'
  when exists (select 1 from organisation_register r where r.organisation_id = organisation.organisation_id) then 'verified'
  else 'none' end`;

const states: Readonly<Record<Filter, RawBuilder<boolean>>> = {
  all: sql`true`,
  active: sql`organisation.active`,
  inactive: sql`not organisation.active`,
  waiting: sql`${register} = 'waiting'`,
};

function matching(search: string): RawBuilder<boolean> {
  if (search === "") return sql`true`;
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(organisation.name ilike ${part} or organisation.organisation_id = ${search} or exists (
    select 1 from organisation_register r
     where r.organisation_id = organisation.organisation_id
       and (r.legal_name ilike ${part} or r.organization_identifier ilike ${part})))`;
}

const organisations = (db: Db) =>
  db.selectFrom("organisation").innerJoin("licence", "licence.organisation_id", "organisation.organisation_id");

/** A page of organisations that have a licence, by name. */
export async function readDeskOrganisations(
  db: Db,
  page: { readonly search: string; readonly state: Filter; readonly after: DeskPlace | null; readonly limit: number },
): Promise<DeskOrganisation[]> {
  const { after } = page;
  const rows = await organisations(db)
    .select(["organisation.organisation_id", "name", "active", "trial", "expires_at"])
    .select([register.as("register"), shareUsed.as("share_used")])
    .where(matching(page.search))
    .where(states[page.state])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${sortedName}, organisation.organisation_id) > (${after?.name}::text collate "de-x-icu", ${after?.organisationId})`,
      ),
    )
    .orderBy(sql`${sortedName}, organisation.organisation_id`)
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    name: row.name,
    isActive: row.active,
    isTrial: row.trial,
    expiresAt: row.expires_at,
    register: row.register,
    shareUsed: row.share_used ?? 0,
  }));
}

/** How many organisations match, by state. */
export type DeskCounts = Readonly<Record<Filter, number>>;

/** How many organisations match, by state. */
export async function countDeskOrganisations(db: Db, search: string): Promise<DeskCounts> {
  const row = await organisations(db)
    .select([
      sql<string>`count(*)`.as("all"),
      sql<string>`count(*) filter (where ${states.active})`.as("active"),
      sql<string>`count(*) filter (where ${states.waiting})`.as("waiting"),
    ])
    .where(matching(search))
    .executeTakeFirstOrThrow();
  const [all, active, waiting] = [Number(row.all), Number(row.active), Number(row.waiting)];
  return { all, active, inactive: all - active, waiting };
}

/** What the desk shows of one organisation itself; null: there is none. */
export async function readDeskOrganisation(
  db: Db,
  organisationId: string,
): Promise<{ readonly name: string; readonly isActive: boolean; readonly createdAt: Date } | null> {
  const row = await organisations(db)
    .select(["name", "active", "created_at"])
    .where("organisation.organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row === undefined ? null : { name: row.name, isActive: row.active, createdAt: row.created_at };
}
