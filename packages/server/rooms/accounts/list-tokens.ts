/** An organisation's tokens, a page at a time. */
import type { tokenFilters, tokenSorts } from "@siegel/contract/calls/tokens.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { keyTailLength, parseApiKey } from "./api-key.ts";
import {
  countTokens,
  type OwnToken,
  readTokens,
  type TokenPlace,
  type TokenQuery,
  type TokenSearch,
} from "./tokens-store.ts";

/** A page; `counts`: how many match the search in each state. */
export type OwnTokenPage = {
  readonly tokens: readonly OwnToken[];
  readonly nextCursor: string | null;
  readonly counts: { readonly all: number; readonly active: number; readonly terminated: number };
};

/** What a page is asked for. */
export type TokenPageQuery = {
  readonly organisationId: OrganisationId;
  readonly state: (typeof tokenFilters)[number];
  readonly search?: string | undefined;
  readonly sort: (typeof tokenSorts)[number];
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** A page of tokens. A cursor that is not ours is refused. */
export async function listTokens(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  asked: TokenPageQuery,
): Promise<{ ok: true; page: OwnTokenPage } | { ok: false; code: "INVALID_REQUEST" }> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor, asked.sort);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const query: TokenQuery = {
    organisationId: asked.organisationId,
    search: searchOf(asked.search ?? ""),
    now: clock.now(),
  };
  // Beside each other: counting many takes the database longer than reading a page.
  const [counts, found] = await Promise.all([
    countTokens(db, query),
    readTokens(db, { ...query, state: asked.state, sort: asked.sort, after, limit: asked.limit + 1 }),
  ]);
  const tokens = found.slice(0, asked.limit);
  const last = tokens.at(-1);
  const nextCursor = found.length > tokens.length && last ? writeCursor(last, asked.sort) : null;
  return { ok: true, page: { tokens, nextCursor, counts } };
}

/** A name, a whole key, or a key as lists show it: `sgl_••••••••3F9A`. */
function searchOf(text: string): TokenSearch {
  if (text === "") return null;
  const tail = text.replace(/^sgl_[•.…]*/, "");
  return { named: text, tail: tail.slice(-keyTailLength), tokenId: parseApiKey(text)?.tokenId ?? tail };
}

const sortedByOf = (token: OwnToken, sort: TokenPageQuery["sort"]): string =>
  sort.endsWith("name") ? token.name : token.createdAt.toISOString();

const cursorParts = z.tuple([z.string(), z.string()]);

const writeCursor = (last: OwnToken, sort: TokenPageQuery["sort"]): string =>
  Buffer.from(JSON.stringify([sortedByOf(last, sort), last.tokenId])).toString("base64url");

function parseCursor(cursor: string, sort: TokenPageQuery["sort"]): TokenPlace | undefined {
  try {
    const [sortedBy, tokenId] = cursorParts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    const isMoment = !Number.isNaN(Date.parse(sortedBy));
    // A NUL has no place in a text of PostgreSQL.
    const isOurs = !`${sortedBy}${tokenId}`.includes("\0") && (sort.endsWith("name") || isMoment);
    return isOurs ? { sortedBy, tokenId } : undefined;
  } catch {
    return undefined;
  }
}
