/** SQL of the room `identity-proofing`. A case goes forward only: every change names the state that it expects. */
import type { CaseState, caseFilters } from "@siegel/contract/calls/operator-cases.ts";
import type { OperatorId } from "@siegel/contract/ids.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { IdentityProofingTables, StoredCaseState } from "../../db/identity-proofing-tables.ts";

/** A case as stored. */
export type StoredCase = {
  readonly caseId: string;
  readonly state: StoredCaseState;
  readonly organisationId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: "de" | "en";
  readonly sealed: Uint8Array;
  readonly identifiedAt: Date;
  readonly identifiedBy: OperatorId;
  readonly linkId: string;
  readonly linkSentAt: Date;
  readonly linkExpiresAt: Date;
  readonly closedAt: Date | null;
};

const toCase = (row: Selectable<IdentityProofingTables["identity_case"]>): StoredCase => ({
  caseId: row.case_id,
  state: row.state,
  organisationId: row.organisation_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  language: row.language,
  sealed: new Uint8Array(row.sealed),
  identifiedAt: row.identified_at,
  identifiedBy: row.identified_by,
  linkId: row.link_id,
  linkSentAt: row.link_sent_at,
  linkExpiresAt: row.link_expires_at,
  closedAt: row.closed_at,
});

/** A link: its id, the digest of its secret, and how long it works. */
export type NewLink = {
  readonly linkId: string;
  readonly linkHash: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
};

/** Stores a new case. */
export async function insertCase(
  db: Db,
  made: Omit<StoredCase, "state" | "linkId" | "linkSentAt" | "linkExpiresAt" | "closedAt"> & { readonly link: NewLink },
): Promise<void> {
  const { link } = made;
  await db
    .insertInto("identity_case")
    .values({
      case_id: made.caseId,
      kind: "on-site",
      state: "open",
      organisation_id: made.organisationId,
      email: made.email,
      first_name: made.firstName,
      last_name: made.lastName,
      language: made.language,
      sealed: Buffer.from(made.sealed),
      identified_at: made.identifiedAt,
      identified_by: made.identifiedBy,
      link_id: link.linkId,
      link_hash: link.linkHash,
      link_sent_at: link.sentAt,
      link_expires_at: link.expiresAt,
    })
    .execute();
}

/** A case, or null; `isLocked`: until the transaction ends. */
export async function readCase(
  db: Db,
  caseId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredCase | null> {
  const row = await db
    .selectFrom("identity_case")
    .selectAll()
    .where("case_id", "=", caseId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row === undefined ? null : toCase(row);
}

/** The case of a link's secret, or null. */
export async function readCaseOfLink(db: Db, linkHash: string): Promise<StoredCase | null> {
  const row = await db.selectFrom("identity_case").selectAll().where("link_hash", "=", linkHash).executeTakeFirst();
  return row === undefined ? null : toCase(row);
}

/** The same, locked; null where somebody else holds it, or a newer link replaced this one meanwhile. */
export async function takeCaseOfLink(db: Db, linkHash: string): Promise<StoredCase | null> {
  const row = await db
    .selectFrom("identity_case")
    .selectAll()
    .where("link_hash", "=", linkHash)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row === undefined ? null : toCase(row);
}

/** The open cases of a mailbox, locked. Another transaction records a case of that mailbox only after this one ends. */
export async function lockOpenCases(db: Db, email: string): Promise<StoredCase[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cases of ${email}`}, 0))`.execute(db);
  const rows = await db
    .selectFrom("identity_case")
    .selectAll()
    .where("email", "=", email)
    .where("state", "=", "open")
    .orderBy("case_id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(toCase);
}

/** Puts another link in place of the one before. */
export async function saveLink(db: Db, caseId: string, link: NewLink): Promise<void> {
  await db
    .updateTable("identity_case")
    .set({
      link_id: link.linkId,
      link_hash: link.linkHash,
      link_sent_at: link.sentAt,
      link_expires_at: link.expiresAt,
    })
    .where("case_id", "=", caseId)
    .where("state", "=", "open")
    .execute();
}

/** Closes an open case. */
export async function saveClosed(
  db: Db,
  caseId: string,
  end: { readonly at: Date } & ({ readonly state: "ended" } | { readonly state: "done"; readonly personId: string }),
): Promise<void> {
  await db
    .updateTable("identity_case")
    .set({ state: end.state, closed_at: end.at, person_id: end.state === "done" ? end.personId : null })
    .where("case_id", "=", caseId)
    .where("state", "=", "open")
    .execute();
}

type Filter = (typeof caseFilters)[number];
/** The last case of the page before. */
export type CasePlace = { readonly identifiedAt: Date; readonly caseId: string };

const stateAt = (now: Date): RawBuilder<CaseState> =>
  sql<CaseState>`case when state = 'open' and link_expires_at <= ${now} then 'expired' else state end`;

function matching(search: string): RawBuilder<boolean> {
  if (search === "") return sql`true`;
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const id = search
    .toLowerCase()
    .replace(/^e-/, "")
    .replace(/[^0-9a-z]/g, "");
  const isId = id.length >= 4 ? sql`starts_with(case_id, ${id})` : sql`false`;
  return sql`(email ilike ${part} or first_name || ' ' || last_name ilike ${part} or ${isId})`;
}

/** A page of cases, the newest first. */
export async function readCases(
  db: Db,
  page: {
    readonly search: string;
    readonly state: Filter;
    readonly after: CasePlace | null;
    readonly limit: number;
    readonly now: Date;
  },
): Promise<StoredCase[]> {
  const { after, state } = page;
  const rows = await db
    .selectFrom("identity_case")
    .selectAll()
    .where(matching(page.search))
    .$if(state !== "all", (query) => query.where(sql<boolean>`${stateAt(page.now)} = ${state}`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(identified_at, case_id) < (${after?.identifiedAt}::timestamptz, ${after?.caseId})`),
    )
    .orderBy("identified_at", "desc")
    .orderBy("case_id", "desc")
    .limit(page.limit)
    .execute();
  return rows.map(toCase);
}

/** How many cases match, by state. */
export type CaseCounts = Readonly<Record<Filter, number>>;

/** How many cases match, by state. */
export async function countCases(db: Db, search: string, now: Date): Promise<CaseCounts> {
  const rows = await db
    .selectFrom("identity_case")
    .select([stateAt(now).as("at"), sql<string>`count(*)`.as("n")])
    .where(matching(search))
    .groupBy(sql`1`)
    .execute();
  const of = (state: CaseState): number => Number(rows.find((row) => row.at === state)?.n ?? 0);
  const counts = { open: of("open"), expired: of("expired"), done: of("done"), ended: of("ended") };
  return { all: counts.open + counts.expired + counts.done + counts.ended, ...counts };
}

/** A person as stored. */
export type StoredPerson = { readonly personId: string; readonly sealed: Uint8Array };

/** The people of a mailbox. */
export async function readPersons(db: Db, email: string): Promise<StoredPerson[]> {
  const rows = await db
    .selectFrom("identified_person")
    .select(["person_id", "sealed"])
    .where("email", "=", email)
    .orderBy("person_id")
    .execute();
  return rows.map((row) => ({ personId: row.person_id, sealed: new Uint8Array(row.sealed) }));
}

/** Who was met, by their id; or null. */
export async function readPerson(db: Db, personId: string): Promise<StoredPerson | null> {
  const found = db.selectFrom("identified_person").select("sealed").where("person_id", "=", personId);
  const row = await found.executeTakeFirst();
  return row === undefined ? null : { personId, sealed: new Uint8Array(row.sealed) };
}

/** Stores a new person. */
export async function insertPerson(
  db: Db,
  made: StoredPerson & { readonly email: string; readonly at: Date },
): Promise<void> {
  const row = { person_id: made.personId, email: made.email, sealed: Buffer.from(made.sealed), created_at: made.at };
  await db.insertInto("identified_person").values(row).execute();
}

/** Forgets the cases of an organisation's representatives, and who of them was met for nothing else. */
export async function forgetOrganisation(db: Db, organisationId: string): Promise<void> {
  const deleted = await db
    .deleteFrom("identity_case")
    .where("organisation_id", "=", organisationId)
    .returning("person_id")
    .execute();
  const people = deleted.flatMap((row) => row.person_id ?? []);
  if (people.length === 0) return;
  await db
    .deleteFrom("identified_person")
    .where("person_id", "in", people)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom("identity_case").whereRef("identity_case.person_id", "=", "identified_person.person_id"),
        ),
      ),
    )
    // Nor whose own certificate lives on: it stands on who they are.
    .where(
      sql<boolean>`not exists (select from signer_certificate held where held.person_id = identified_person.person_id)`,
    )
    .execute();
}
