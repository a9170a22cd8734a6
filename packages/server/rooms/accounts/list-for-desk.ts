/** Organisations for the operator's desk, a page at a time. */
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import {
  countDeskOrganisations,
  type DeskCounts,
  type DeskOrganisation,
  type DeskPlace,
  readDeskOrganisations,
} from "./desk-store.ts";

/** A page; `counts`: how many match the search in each state. */
export type DeskPage = {
  readonly organisations: readonly DeskOrganisation[];
  readonly nextCursor: string | null;
  readonly counts: DeskCounts;
};

/** A page of organisations. A cursor that is not ours is refused. */
export async function listForDesk(
  db: Db,
  asked: {
    readonly state: keyof DeskCounts;
    readonly search?: string | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<{ ok: true; page: DeskPage } | { ok: false; code: "INVALID_REQUEST" }> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const search = asked.search ?? "";
  const [counts, found] = await Promise.all([
    countDeskOrganisations(db, search),
    readDeskOrganisations(db, { search, state: asked.state, after, limit: asked.limit + 1 }),
  ]);
  const organisations = found.slice(0, asked.limit);
  const last = organisations.at(-1);
  const nextCursor = found.length > organisations.length && last ? writeCursor(last) : null;
  return { ok: true, page: { organisations, nextCursor, counts } };
}

const cursorParts = z.tuple([z.string(), z.string()]);

const writeCursor = ({ name, organisationId }: DeskOrganisation): string =>
  Buffer.from(JSON.stringify([name, organisationId])).toString("base64url");

function parseCursor(cursor: string): DeskPlace | undefined {
  try {
    const [name, organisationId] = cursorParts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    // A NUL has no place in a text of PostgreSQL.
    return `${name}${organisationId}`.includes("\0") ? undefined : { name, organisationId };
  } catch {
    return undefined;
  }
}
