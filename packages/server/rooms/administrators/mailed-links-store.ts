/** SQL of the links that mails carry. */
import type { AdministratorId } from "@siegel/contract/ids.ts";
import type { LinkPurpose } from "../../db/administrators-tables.ts";
import type { Db } from "../../db/database.ts";

/** A link. */
export type StoredLink = {
  readonly linkId: string;
  readonly purpose: LinkPurpose;
  readonly administratorId: AdministratorId | null;
  readonly registrationId: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** Another one replaced it, or what it was for is over. */
  readonly endedAt: Date | null;
};

/** Writes a link. */
export async function insertLink(
  db: Db,
  made: Omit<StoredLink, "usedAt" | "endedAt"> & { readonly at: Date },
): Promise<void> {
  await db
    .insertInto("mailed_link")
    .values({
      link_id: made.linkId,
      purpose: made.purpose,
      administrator_id: made.administratorId,
      registration_id: made.registrationId,
      created_at: made.at,
      expires_at: made.expiresAt,
    })
    .execute();
}

/** A link by its id; `isLocked`: two that use it at once come one after the other. */
export async function readLink(
  db: Db,
  linkId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<StoredLink | null> {
  const row = await db
    .selectFrom("mailed_link")
    .selectAll()
    .where("link_id", "=", linkId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    linkId: row.link_id,
    purpose: row.purpose,
    administratorId: row.administrator_id,
    registrationId: row.registration_id,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    endedAt: row.ended_at,
  };
}

/** The link has done what it was for. */
export async function saveUsed(db: Db, linkId: string, at: Date): Promise<void> {
  await db.updateTable("mailed_link").set({ used_at: at }).where("link_id", "=", linkId).execute();
}

/** Ends the links of a person that were not used. */
export async function endLinks(db: Db, administratorId: AdministratorId, at: Date): Promise<void> {
  await db
    .updateTable("mailed_link")
    .set({ ended_at: at })
    .where("administrator_id", "=", administratorId)
    .where("used_at", "is", null)
    .where("ended_at", "is", null)
    .execute();
}

/** How many links for a purpose a person got since then, and when the first of them; of nobody: none. */
export async function countLinks(
  db: Db,
  { administratorId, purpose, since }: { administratorId: string; purpose: LinkPurpose; since: Date },
): Promise<{ readonly count: number; readonly first: Date | null }> {
  const row = await db
    .selectFrom("mailed_link")
    .select((e) => [e.fn.countAll<string>().as("n"), e.fn.min<Date | null>("created_at").as("first")])
    .where("administrator_id", "=", administratorId as AdministratorId)
    .where("purpose", "=", purpose)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.n), first: row.first };
}

/** Forgets links that ended before then: who opens one reads that it is unknown. */
export async function forgetLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("mailed_link").where("expires_at", "<", before).execute();
}
