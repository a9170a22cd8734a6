/** SQL of an organisation's tokens, as its administrators see and change them. */
import type { tokenFilters, tokenSorts } from "@siegel/contract/calls/tokens.ts";
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** A token as its administrators see it. */
export type OwnToken = {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly keyTail: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly disabledAt: Date | null;
  readonly used: { readonly ses: number; readonly aes: number; readonly qes: number };
  readonly version: number;
};

const columns = [
  "token_id",
  "name",
  "key_tail",
  "created_at",
  "expires_at",
  "disabled_at",
  "ses_used",
  "aes_used",
  "qes_used",
  "version",
] as const;

type Row = {
  token_id: string;
  name: string;
  key_tail: string | null;
  created_at: Date;
  expires_at: Date | null;
  disabled_at: Date | null;
  ses_used: number;
  aes_used: number;
  qes_used: number;
  version: number;
};

const toToken = (row: Row): OwnToken => ({
  tokenId: row.token_id as TokenId,
  name: row.name,
  keyTail: row.key_tail,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  disabledAt: row.disabled_at,
  used: { ses: row.ses_used, aes: row.aes_used, qes: row.qes_used },
  version: row.version,
});

/** What a list is asked for. `named`: part of a name · `tail`: the end of a key · `tokenId`: whose key was pasted. */
export type TokenSearch = { readonly named: string; readonly tail: string; readonly tokenId: string } | null;

/** Which tokens of which organisation; `now` decides which have expired. */
export type TokenQuery = {
  readonly organisationId: OrganisationId;
  readonly search: TokenSearch;
  readonly now: Date;
};

/** The last token of the page before: what it was sorted by, and its id. */
export type TokenPlace = { readonly sortedBy: string; readonly tokenId: string };

const isActive = (now: Date) => sql<boolean>`(disabled_at is null and (expires_at is null or expires_at > ${now}))`;

function matching({ organisationId, search }: TokenQuery): RawBuilder<boolean> {
  const own = sql<boolean>`organisation_id = ${organisationId}`;
  if (search === null) return own;
  const part = `%${search.named.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${own} and (name ilike ${part} or key_tail = ${search.tail} or token_id = ${search.tokenId})`;
}

/** A page of tokens, in the order of the index that the sort has. */
export async function readTokens(
  db: Db,
  page: TokenQuery & {
    readonly state: (typeof tokenFilters)[number];
    readonly sort: (typeof tokenSorts)[number];
    readonly after: TokenPlace | null;
    readonly limit: number;
  },
): Promise<OwnToken[]> {
  const isByName = page.sort.endsWith("name");
  const by = isByName ? sql`name collate "de-x-icu"` : sql`created_at`;
  const direction = page.sort.startsWith("-") ? sql`desc` : sql`asc`;
  let query = db.selectFrom("api_token").select(columns).where(matching(page));
  if (page.state === "active") query = query.where(isActive(page.now));
  if (page.state === "terminated") query = query.where(sql<boolean>`not ${isActive(page.now)}`);
  if (page.after !== null) {
    const { sortedBy, tokenId } = page.after;
    const value = isByName ? sql`${sortedBy}::text` : sql`${sortedBy}::timestamptz`;
    const beyond = page.sort.startsWith("-") ? sql`<` : sql`>`;
    query = query.where(sql<boolean>`(${by}, token_id) ${beyond} (${value}, ${tokenId})`);
  }
  const rows = await query.orderBy(sql`${by} ${direction}, token_id ${direction}`).limit(page.limit).execute();
  return rows.map(toToken);
}

/** How many tokens match, by state. */
export async function countTokens(
  db: Db,
  query: TokenQuery,
): Promise<{ readonly all: number; readonly active: number; readonly terminated: number }> {
  const row = await db
    .selectFrom("api_token")
    .select([sql<string>`count(*)`.as("n"), sql<string>`count(*) filter (where ${isActive(query.now)})`.as("active")])
    .where(matching(query))
    .executeTakeFirstOrThrow();
  const [all, active] = [Number(row.n), Number(row.active)];
  return { all, active, terminated: all - active };
}

/** A token of this organisation, held until the transaction ends; null for an id that is unknown or another organisation's. */
export async function lockToken(db: Db, organisationId: OrganisationId, tokenId: string): Promise<OwnToken | null> {
  const row = await db
    .selectFrom("api_token")
    .select(columns)
    .where("token_id", "=", tokenId)
    .where("organisation_id", "=", organisationId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toToken(row);
}

/** What administrators change of a token. */
export type TokenChange =
  | { readonly name: string }
  | { readonly disabled_at: Date }
  | { readonly secret_hash: string; readonly key_tail: string };

/** Changes a token that is locked; answers it as it is now. */
export async function updateToken(db: Db, tokenId: TokenId, change: TokenChange): Promise<OwnToken> {
  const row = await db
    .updateTable("api_token")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("token_id", "=", tokenId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toToken(row);
}
