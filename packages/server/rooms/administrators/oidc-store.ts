/** SQL of logins at a provider (OpenID Connect). */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** A login at the provider that has begun. `administratorId`: who links; null for a login. */
export type OidcAttempt = {
  readonly state: string;
  readonly administratorId: AdministratorId | null;
  readonly nonce: string;
  readonly verifier: string;
};

/** Remembers a login that has begun. `browserHash`: SHA-256 of the secret of its browser, hex. */
export async function insertAttempt(
  db: Db,
  { state, administratorId, nonce, verifier, browserHash, expiresAt }: OidcAttempt & AttemptOf & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("oidc_attempt")
    .values({
      state,
      purpose: administratorId === null ? "login" : "link",
      administrator_id: administratorId,
      browser_hash: browserHash,
      nonce,
      verifier,
      expires_at: expiresAt,
    })
    .execute();
}
type AttemptOf = { readonly state: string; readonly browserHash: string };

/** Takes what a browser began, once. `over`: it was taken before, or its time is over; `unknown`: this browser has begun no such thing. */
export async function takeAttempt(
  db: Db,
  { state, browserHash }: AttemptOf,
  now: Date,
): Promise<OidcAttempt | "over" | "unknown"> {
  const row = await db
    .updateTable("oidc_attempt")
    .set({ used_at: now })
    .where("state", "=", state)
    .where("browser_hash", "=", browserHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["administrator_id", "nonce", "verifier"])
    .executeTakeFirst();
  if (row !== undefined)
    return { state, administratorId: row.administrator_id, nonce: row.nonce, verifier: row.verifier };
  const known = await db
    .selectFrom("oidc_attempt")
    .select("state")
    .where("state", "=", state)
    .where("browser_hash", "=", browserHash)
    .executeTakeFirst();
  return known === undefined ? "unknown" : "over";
}

/** Forgets logins that ended before a moment. */
export async function forgetAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("oidc_attempt").where("expires_at", "<=", before).execute();
}

/** Who a person is at a provider. */
export type OidcIdentity = { readonly issuer: string; readonly subject: string };

/** Links a person with who they are at a provider; false: that is somebody's already, or the person is linked there. */
export async function insertLink(
  db: Db,
  { administratorId, issuer, subject, at }: OidcIdentity & { administratorId: AdministratorId; at: Date },
): Promise<boolean> {
  const done = await db
    .insertInto("administrator_oidc")
    .values({ issuer, subject, administrator_id: administratorId, linked_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** The login of a person at a provider; null: none. */
export async function readLinkOf(
  db: Db,
  administratorId: AdministratorId,
  issuer: string,
): Promise<{ readonly linkedAt: Date; readonly lastLoginAt: Date | null } | null> {
  const row = await db
    .selectFrom("administrator_oidc")
    .select(["linked_at", "last_login_at"])
    .where("administrator_id", "=", administratorId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row === undefined ? null : { linkedAt: row.linked_at, lastLoginAt: row.last_login_at };
}

/** Whose a login at a provider is, held until the transaction ends; null: nobody's. */
export async function lockLinked(db: Db, { issuer, subject }: OidcIdentity): Promise<AdministratorId | null> {
  const row = await db
    .selectFrom("administrator_oidc")
    .select("administrator_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .forUpdate()
    .executeTakeFirst();
  return row?.administrator_id ?? null;
}

/** The person has logged in there. */
export async function saveLinkUsed(db: Db, { issuer, subject }: OidcIdentity, at: Date): Promise<void> {
  await db
    .updateTable("administrator_oidc")
    .set({ last_login_at: at })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

/** Ends all logins of a person at providers; answers how many there were. */
export async function deleteLinks(db: Db, administratorId: AdministratorId): Promise<number> {
  const done = await db
    .deleteFrom("administrator_oidc")
    .where("administrator_id", "=", administratorId)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** At which provider people log in instead of with passwords; null: passwords are on, or there is no such organisation. */
export async function readPasswordsOff(db: Db, organisationId: string): Promise<string | null> {
  const row = await db
    .selectFrom("organisation")
    .select("passwords_off_issuer")
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row?.passwords_off_issuer ?? null;
}

/** Turns passwords off, with the provider where people log in instead, or on (null). False: there is no such organisation. */
export async function savePasswordsOff(db: Db, organisationId: string, issuer: string | null): Promise<boolean> {
  const done = await db
    .updateTable("organisation")
    .set({ passwords_off_issuer: issuer })
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** How many active people an organisation has, and how many of them have logged in at a provider. */
export async function countAtProvider(
  db: Db,
  organisationId: OrganisationId,
  issuer: string,
): Promise<{ readonly people: number; readonly atProvider: number }> {
  const row = await db
    .selectFrom("administrator")
    .leftJoin("administrator_oidc as link", (on) =>
      on
        .onRef("link.administrator_id", "=", "administrator.administrator_id")
        .on("link.issuer", "=", issuer)
        .on("link.last_login_at", "is not", null),
    )
    .select([sql<string>`count(*)`.as("people"), sql<string>`count(link.subject)`.as("at_provider")])
    .where("administrator.organisation_id", "=", organisationId)
    .where("administrator.state", "=", "active")
    .executeTakeFirstOrThrow();
  return { people: Number(row.people), atProvider: Number(row.at_provider) };
}
