/** SQL that makes an organisation. */
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { VerifiedOrganisation } from "./accounts-store.ts";
import type { PerClass } from "./licence-store.ts";

/** The id of the newcomers' organisation with this name, or null. Others may have the same name. */
export async function findDemoOrganisation(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("organisation")
    .select("organisation_id")
    .where("name", "=", name)
    .where("demo", "=", true)
    .executeTakeFirst();
  return row?.organisation_id ?? null;
}

/** Writes an organisation with its look. */
export async function insertOrganisation(
  db: Db,
  made: {
    organisationId: string;
    name: string;
    language: Language | null;
    logo: string | null;
    colour: string | null;
    at: Date;
    demo: boolean;
  },
): Promise<void> {
  await db
    .insertInto("organisation")
    .values({
      organisation_id: made.organisationId,
      name: made.name,
      language: made.language,
      logo: made.logo,
      colour: made.colour,
      created_at: made.at,
      demo: made.demo,
    })
    .execute();
}

/** Whether newcomers' data was ever seeded here. */
export async function hasDemoOrganisation(db: Db): Promise<boolean> {
  const row = await db.selectFrom("organisation").select("name").where("demo", "=", true).executeTakeFirst();
  return row !== undefined;
}

/** Writes a licence: a trial with its end, else one without an end. */
export async function insertLicence(
  db: Db,
  made: { licenceId: string; organisationId: string; limits: PerClass; trial?: { readonly expiresAt: Date } },
): Promise<void> {
  await db
    .insertInto("licence")
    .values({
      licence_id: made.licenceId,
      organisation_id: made.organisationId,
      expires_at: made.trial?.expiresAt ?? null,
      trial: made.trial !== undefined,
      ses_limit: made.limits.ses,
      aes_limit: made.limits.aes,
      qes_limit: made.limits.qes,
    })
    .execute();
}

/** Writes what was verified against the register, and by whom. */
export async function insertRegister(db: Db, made: VerifiedOrganisation & { verifiedBy: string }): Promise<void> {
  await db
    .insertInto("organisation_register")
    .values({
      organisation_id: made.organisationId,
      legal_name: made.legalName,
      organization_identifier: made.organizationIdentifier,
      country: made.country,
      locality: made.locality,
      representatives: JSON.stringify(made.representatives),
      verified_at: made.verifiedAt,
      verified_by: made.verifiedBy,
    })
    .execute();
}

/** A join key as it is stored; `at`: when it was renewed, null for the first. */
export type StoredJoinKey = { readonly sealed: Buffer; readonly at: Date | null };

/** The join key of an organisation, null where it has none; `isLocked`: its row is, until the transaction ends. */
export async function readJoinKey(
  db: Db,
  organisationId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<StoredJoinKey | null> {
  const row = await db
    .selectFrom("organisation")
    .select(["join_key_sealed", "join_key_at"])
    .where("organisation_id", "=", organisationId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  return row.join_key_sealed === null ? null : { sealed: row.join_key_sealed, at: row.join_key_at };
}

/** Writes a join key in place of the one before. */
export async function saveJoinKey(
  db: Db,
  organisationId: string,
  { mac, sealed, at }: StoredJoinKey & { readonly mac: string },
): Promise<void> {
  await db
    .updateTable("organisation")
    .set({ join_key_mac: mac, join_key_sealed: sealed, join_key_at: at })
    .where("organisation_id", "=", organisationId)
    .execute();
}

/** The active organisation of a join key's MAC, or null. */
export async function readIdByJoinKey(db: Db, mac: string): Promise<string | null> {
  const row = await db
    .selectFrom("organisation")
    .select("organisation_id")
    .where("join_key_mac", "=", mac)
    .where("active", "=", true)
    .executeTakeFirst();
  return row?.organisation_id ?? null;
}

/** Switches an organisation on or off; false where it was so before. */
export async function setActive(db: Db, organisationId: string, active: boolean): Promise<boolean> {
  const done = await db
    .updateTable("organisation")
    .set({ active })
    .where("organisation_id", "=", organisationId)
    .where("active", "<>", active)
    .executeTakeFirstOrThrow();
  return done.numUpdatedRows === 1n;
}

/** An organisation as an operator sees it in a list. */
export type ListedOrganisation = {
  readonly organisationId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isDemo: boolean;
  readonly isTrial: boolean;
  readonly expiresAt: Date | null;
};

/** Every organisation that has a licence, by name. */
export async function listOrganisations(db: Db): Promise<ListedOrganisation[]> {
  const rows = await db
    .selectFrom("organisation")
    .innerJoin("licence", "licence.organisation_id", "organisation.organisation_id")
    .select(["organisation.organisation_id", "name", "active", "demo", "trial", "expires_at"])
    .orderBy("name")
    .orderBy("organisation.organisation_id")
    .execute();
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    name: row.name,
    isActive: row.active,
    isDemo: row.demo,
    isTrial: row.trial,
    expiresAt: row.expires_at,
  }));
}
