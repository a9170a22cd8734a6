/** SQL of the room `accounts`. */
import type { Language, Mark } from "@siegel/contract/limits.ts";
import type { Representative } from "../../db/accounts-tables.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";

/** A token's row with what decides whether it may be used. */
export type StoredToken = {
  readonly tokenId: string;
  readonly name: string;
  readonly organisationId: string;
  readonly organisationActive: boolean;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
  readonly disabledAt: Date | null;
};

/** The token with this id, or null. */
export async function readToken(db: Db, tokenId: string): Promise<StoredToken | null> {
  const row = await db
    .selectFrom("api_token as t")
    .innerJoin("organisation as o", "o.organisation_id", "t.organisation_id")
    .select(["t.token_id", "t.name", "t.organisation_id", "o.active", "t.secret_hash", "t.expires_at", "t.disabled_at"])
    .where("t.token_id", "=", tokenId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    tokenId: row.token_id,
    name: row.name,
    organisationId: row.organisation_id,
    organisationActive: row.active,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    disabledAt: row.disabled_at,
  };
}

/** An organisation's name, look, and what it sets for its workflows. */
export type StoredOrganisation = {
  readonly name: string;
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly mailLogo: string | null;
  readonly colour: string | null;
  readonly language: Language | null;
  readonly timeZone: string | null;
  readonly mark: Mark;
  readonly message: string | null;
};

/** The organisation with this id, or null. */
export async function readOrganisation(db: Db, organisationId: string): Promise<StoredOrganisation | null> {
  const row = (await organisationLook(db, { organisationId })).rows[0];
  if (row === undefined) return null;
  const { logo_dark: logoDark, mail_logo: mailLogo, time_zone: timeZone, ...same } = row;
  return { ...same, logoDark, mailLogo, timeZone };
}

const organisationLook = builtOnce((db, { organisationId }: { organisationId: string }) =>
  db
    .selectFrom("organisation")
    .select(["name", "logo", "logo_dark", "mail_logo", "colour", "language", "time_zone", "mark", "message"])
    .where("organisation_id", "=", organisationId),
);

/** An organisation's record as verified against the register, or null. */
export type VerifiedOrganisation = {
  readonly organisationId: string;
  readonly legalName: string;
  /** ETSI EN 319 412-1 §5.1.4. */
  readonly organizationIdentifier: string;
  readonly country: string;
  readonly locality: string;
  readonly representatives: readonly Representative[];
  readonly verifiedAt: Date;
};

/** The verified register record, or null. */
export async function readRegister(db: Db, organisationId: string): Promise<VerifiedOrganisation | null> {
  const row = await db
    .selectFrom("organisation_register")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    organisationId: row.organisation_id,
    legalName: row.legal_name,
    organizationIdentifier: row.organization_identifier,
    country: row.country,
    locality: row.locality,
    representatives: row.representatives,
    verifiedAt: row.verified_at,
  };
}

/** What a token is made of; the secret itself is only ever stored hashed. */
export type NewToken = {
  tokenId: string;
  organisationId: string;
  licenceId: string;
  name: string;
  secretHash: string;
  keyTail: string;
  createdAt: Date;
  expiresAt: Date | null;
};

/** Writes a token. */
export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db
    .insertInto("api_token")
    .values({
      token_id: token.tokenId,
      licence_id: token.licenceId,
      organisation_id: token.organisationId,
      name: token.name,
      secret_hash: token.secretHash,
      key_tail: token.keyTail,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}
