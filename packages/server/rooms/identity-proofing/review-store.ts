/** SQL of doubtful identifications at the operator's desk. Every change names the state that it expects; of two that make it, one wins. */
import type { ReviewState, reviewFilters } from "@siegel/contract/calls/operator-reviews.ts";
import type { OperatorId } from "@siegel/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { IdentityProofingTables } from "../../db/identity-proofing-tables.ts";

/** A review as stored; `reason` is sealed. */
export type StoredReview = {
  readonly checkId: string;
  readonly state: ReviewState;
  readonly handedInAt: Date;
  readonly opened: { readonly at: Date; readonly by: OperatorId } | null;
  readonly decided: { readonly at: Date; readonly by: OperatorId; readonly reason: Uint8Array } | null;
};

const toReview = (row: Selectable<IdentityProofingTables["identity_review"]>): StoredReview => {
  const { opened_at, opened_by, decided_at, decided_by, reason } = row;
  return {
    checkId: row.check_id,
    state: row.state,
    handedInAt: row.handed_in_at,
    opened: opened_at === null || opened_by === null ? null : { at: opened_at, by: opened_by },
    decided:
      decided_at === null || decided_by === null || reason === null
        ? null
        : { at: decided_at, by: decided_by, reason: new Uint8Array(reason) },
  };
};

/** Stores one that waits. */
export async function insertReview(db: Db, checkId: string, at: Date): Promise<void> {
  await db.insertInto("identity_review").values({ check_id: checkId, state: "open", handed_in_at: at }).execute();
}

/** One, or null; `isLocked`: until the transaction ends. */
export async function readReview(
  db: Db,
  checkId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredReview | null> {
  const row = await db
    .selectFrom("identity_review")
    .selectAll()
    .where("check_id", "=", checkId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row === undefined ? null : toReview(row);
}

/** Notes who looks at an open one, unless somebody began to since `unless`. */
export async function saveOpened(
  db: Db,
  checkId: string,
  { at, by, unless }: { readonly at: Date; readonly by: OperatorId; readonly unless: Date },
): Promise<void> {
  await db
    .updateTable("identity_review")
    .set({ opened_at: at, opened_by: by })
    .where("check_id", "=", checkId)
    .where("state", "=", "open")
    .where((where) => where.or([where("opened_at", "is", null), where("opened_at", "<=", unless)]))
    .execute();
}

/** Decides an open one. */
export async function saveDecided(
  db: Db,
  checkId: string,
  made: {
    readonly state: Exclude<ReviewState, "open">;
    readonly at: Date;
    readonly by: OperatorId;
    readonly reason: Uint8Array;
  },
): Promise<void> {
  await db
    .updateTable("identity_review")
    .set({ state: made.state, decided_at: made.at, decided_by: made.by, reason: Buffer.from(made.reason) })
    .where("check_id", "=", checkId)
    .where("state", "=", "open")
    .execute();
}

/** Forgets one whose signer gave up: there is nothing left to decide. */
export async function deleteReview(db: Db, checkId: string): Promise<void> {
  await db.deleteFrom("identity_review").where("check_id", "=", checkId).where("state", "=", "open").execute();
}

/** The ids of those that are open, the oldest first. */
export async function readOldestOpen(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("identity_review")
    .select("check_id")
    .where("state", "=", "open")
    .orderBy("handed_in_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.check_id);
}

type Filter = (typeof reviewFilters)[number];
/** The last review of the page before. */
export type ReviewPlace = { readonly handedInAt: Date; readonly checkId: string };

/** A page, the newest first. */
export async function readReviews(
  db: Db,
  { state, after, limit }: { readonly state: Filter; readonly after: ReviewPlace | null; readonly limit: number },
): Promise<StoredReview[]> {
  const rows = await db
    .selectFrom("identity_review")
    .selectAll()
    .$if(state !== "all", (query) => query.where("state", "=", state as ReviewState))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(handed_in_at, check_id) < (${after?.handedInAt}::timestamptz, ${after?.checkId})`),
    )
    .orderBy("handed_in_at", "desc")
    .orderBy("check_id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toReview);
}

/** How many there are, by state. */
export type ReviewCounts = Readonly<Record<Filter, number>>;

/** How many there are, by state. */
export async function countReviews(db: Db): Promise<ReviewCounts> {
  const rows = await db
    .selectFrom("identity_review")
    .select(["state", sql<string>`count(*)`.as("n")])
    .groupBy("state")
    .execute();
  const of = (state: ReviewState): number => Number(rows.find((row) => row.state === state)?.n ?? 0);
  const counts = { open: of("open"), approved: of("approved"), rejected: of("rejected") };
  return { all: counts.open + counts.approved + counts.rejected, ...counts };
}
