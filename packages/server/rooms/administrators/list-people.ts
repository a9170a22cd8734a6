/** An organisation's people, a page at a time. */
import type { PersonState } from "@siegel/contract/account-acts.ts";
import type { personFilters } from "@siegel/contract/calls/people.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import { countAdministrators, countByState, type Person, type PersonPlace, readPeople } from "./people-store.ts";

/** A page; `counts`: how many match the search. `administrators`: active ones of the organisation, whatever the search. */
export type PersonPage = {
  readonly people: readonly Person[];
  readonly nextCursor: string | null;
  readonly counts: Readonly<Record<PersonState | "all", number>>;
  readonly administrators: number;
};

/** What a page is asked for. */
export type PersonPageQuery = {
  readonly organisationId: OrganisationId;
  readonly state: (typeof personFilters)[number];
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** A page of people. A cursor that is not ours is refused. */
export async function listPeople(
  { db }: { readonly db: Db },
  asked: PersonPageQuery,
): Promise<{ ok: true; page: PersonPage } | { ok: false; code: "INVALID_REQUEST" }> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const query = { organisationId: asked.organisationId, search: asked.search ?? "" };
  // Beside each other: counting many takes the database longer than reading a page.
  const [byState, found, administrators] = await Promise.all([
    countByState(db, query),
    readPeople(db, { ...query, state: asked.state, after, limit: asked.limit + 1 }),
    countAdministrators(db, asked.organisationId),
  ]);
  const all = byState.active + byState.invited + byState.waiting + byState.disabled;
  const people = found.slice(0, asked.limit);
  const last = people.at(-1);
  const nextCursor = found.length > people.length && last ? writeCursor(last) : null;
  return { ok: true, page: { people, nextCursor, counts: { ...byState, all }, administrators } };
}

const cursorParts = z.tuple([z.string(), z.string()]);

const writeCursor = ({ firstName, email, administratorId }: Person): string =>
  Buffer.from(JSON.stringify([firstName === "" ? email : firstName, administratorId])).toString("base64url");

function parseCursor(cursor: string): PersonPlace | undefined {
  try {
    const [sortedBy, administratorId] = cursorParts.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")),
    );
    // A NUL has no place in a text of PostgreSQL.
    return `${sortedBy}${administratorId}`.includes("\0") ? undefined : { sortedBy, administratorId };
  } catch {
    return undefined;
  }
}
