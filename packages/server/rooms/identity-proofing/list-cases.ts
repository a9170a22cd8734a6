/** Cases for the operator's desk: a page at a time, and one with everything that was read. */
import type { CaseState } from "@siegel/contract/calls/operator-cases.ts";
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ByOperator, registerOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type CaseCounts, type CasePlace, countCases, readCase, readCases, type StoredCase } from "./cases-store.ts";
import { type IdentityData, type IdentitySecret, openIdentity } from "./identity-data.ts";
import { secondsToNextLink } from "./work-on-cases.ts";

/** A case in the list; `organisation` is the name in the register. */
export type ListedCase = Omit<StoredCase, "state" | "sealed"> & {
  readonly state: CaseState;
  readonly reference: string;
  readonly organisation: string | null;
};

/** A page; `counts`: how many match the search in each state. */
export type CaseListPage = {
  readonly cases: readonly ListedCase[];
  readonly nextCursor: string | null;
  readonly counts: CaseCounts;
};

type ListDeps = { readonly db: Db; readonly clock: Clock };

/** A page of cases, the newest first. A cursor that is not ours is refused. */
export async function listCases(
  { db, clock }: ListDeps,
  asked: {
    readonly state: keyof CaseCounts;
    readonly search?: string | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<
  { readonly ok: true; readonly page: CaseListPage } | { readonly ok: false; readonly code: "INVALID_REQUEST" }
> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const search = asked.search ?? "";
  const now = clock.now();
  const [counts, found] = await Promise.all([
    countCases(db, search, now),
    readCases(db, { search, state: asked.state, after, limit: asked.limit + 1, now }),
  ]);
  const shown = found.slice(0, asked.limit);
  const last = shown.at(-1);
  const nextCursor = found.length > shown.length && last ? writeCursor(last) : null;
  const cases = await Promise.all(shown.map((one) => listed(db, one, now)));
  return { ok: true, page: { cases, nextCursor, counts } };
}

/** A case with what was read; that an operator looked at it stands in the trail. Null: there is none. */
export async function lookAtCase(
  deps: ListDeps & { readonly identitySecret: IdentitySecret },
  by: ByOperator,
  caseId: string,
): Promise<{ readonly listed: ListedCase; readonly data: IdentityData; readonly resendAfterS: number } | null> {
  const { db, clock, identitySecret } = deps;
  const found = await readCase(db, caseId);
  if (found === null) return null;
  const at = clock.now();
  const { operatorId, ip, userAgent } = by;
  const actor = { kind: "operator", id: operatorId, ip, userAgent } as const;
  await recordEvent(db, { at, type: "identification.read", actor, details: { case: caseId } });
  const data = openIdentity(identitySecret, caseId, found.sealed);
  return { listed: await listed(db, found, at), data, resendAfterS: secondsToNextLink(found, at) };
}

async function listed(db: Db, { sealed: _, ...found }: StoredCase, now: Date): Promise<ListedCase> {
  const { caseId, state, organisationId, linkExpiresAt } = found;
  const register = organisationId === null ? null : (await registerOf(db, organisationId)).verified;
  return {
    ...found,
    state: state === "open" && linkExpiresAt <= now ? "expired" : state,
    reference: `E-${caseId.slice(0, 4)}-${caseId.slice(4, 8)}`.toUpperCase(),
    organisation: register?.legalName ?? null,
  };
}

const cursorParts = z.tuple([z.iso.datetime(), z.string().max(100)]);

const writeCursor = ({ identifiedAt, caseId }: StoredCase): string =>
  Buffer.from(JSON.stringify([identifiedAt.toISOString(), caseId])).toString("base64url");

function parseCursor(cursor: string): CasePlace | undefined {
  try {
    const [at, caseId] = cursorParts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    // A NUL has no place in a text of PostgreSQL.
    return caseId.includes("\0") ? undefined : { identifiedAt: new Date(at), caseId };
  } catch {
    return undefined;
  }
}
