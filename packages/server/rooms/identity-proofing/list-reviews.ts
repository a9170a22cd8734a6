/** Doubtful identifications for the operator's desk: a page at a time, and one with both spellings. */
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProvenIdentity } from "../../ports/proven-identity.ts";
import { type ByOperator, brandingOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { openHolder, openProven } from "./check-secrets.ts";
import { readCheck, type StoredCheck } from "./checks-store.ts";
import { compareNames } from "./compare-names.ts";
import type { IdentitySecret } from "./identity-data.ts";
import { openReason } from "./review-reason.ts";
import {
  countReviews,
  type ReviewCounts,
  type ReviewPlace,
  readReview,
  readReviews,
  type StoredReview,
  saveOpened,
} from "./review-store.ts";

/** A review in the list. `organisation`: who asked for the signature; empty for an owner of a certificate, which asks for nothing. */
export type ListedReview = {
  readonly review: StoredReview;
  readonly check: StoredCheck;
  /** As the invitation, or the certificate, names the person. */
  readonly expected: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly seals: boolean;
  readonly organisation: string;
};

/** One with everything that decides. */
export type LookedAtReview = ListedReview & {
  readonly identity: ProvenIdentity;
  readonly doubt: "names" | "provider";
  readonly reason: string | null;
};

/** A page; `counts`: how many there are in each state. */
export type ReviewListPage = {
  readonly reviews: readonly ListedReview[];
  readonly nextCursor: string | null;
  readonly counts: ReviewCounts;
};

type Deps = { readonly db: Db; readonly identitySecret: IdentitySecret };

/** A page of reviews, the newest first. A cursor that is not ours is refused. */
export async function listReviews(
  deps: Deps,
  asked: { readonly state: keyof ReviewCounts; readonly limit: number; readonly cursor?: string | undefined },
): Promise<
  { readonly ok: true; readonly page: ReviewListPage } | { readonly ok: false; readonly code: "INVALID_REQUEST" }
> {
  const after = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (after === undefined) return { ok: false, code: "INVALID_REQUEST" };
  const [counts, found] = await Promise.all([
    countReviews(deps.db),
    readReviews(deps.db, { state: asked.state, after, limit: asked.limit + 1 }),
  ]);
  const shown = found.slice(0, asked.limit);
  const last = shown.at(-1);
  const nextCursor = found.length > shown.length && last ? writeCursor(last) : null;
  const reviews = await Promise.all(shown.map((one) => listed(deps, one)));
  return { ok: true, page: { reviews: reviews.flatMap((one) => one ?? []), nextCursor, counts } };
}

/** So long others see who began to look; then whoever looks next is named. */
const opened_s = 900;

/** One with both spellings; that an operator looked at it stands in the trail, and others see who works on it. Null: there is none. */
export async function lookAtReview(
  deps: Deps & { readonly clock: Clock },
  { operatorId, ip, userAgent }: ByOperator,
  checkId: string,
): Promise<LookedAtReview | null> {
  const { db, clock, identitySecret } = deps;
  const at = clock.now();
  await saveOpened(db, checkId, { at, by: operatorId, unless: new Date(at.getTime() - opened_s * 1_000) });
  const review = await readReview(db, checkId);
  const found = review === null ? null : await listed(deps, review);
  if (found === null || found.check.sealed === null) return null;
  const actor = { kind: "operator", id: operatorId, ip, userAgent } as const;
  await recordEvent(db, { at, type: "identification.read", actor, details: { check: checkId } });
  const { check, expected } = found;
  const { decided } = found.review;
  const identity = openProven(identitySecret, check, found.check.sealed);
  return {
    ...found,
    identity,
    doubt: compareNames(expected, identity) === "same" ? "provider" : "names",
    reason: decided === null ? null : openReason(identitySecret, { checkId, sealed: decided.reason }),
  };
}

async function listed({ db, identitySecret }: Deps, review: StoredReview): Promise<ListedReview | null> {
  const check = await readCheck(db, review.checkId);
  if (check === null) return null;
  if (check.purpose !== "sign") {
    const expected = openHolder(identitySecret, check);
    return { review, check, expected, seals: false, organisation: "" };
  }
  const context = await loadSigner(db, check.workflowId, check.signerId);
  // Deleted at this moment, with its workflow.
  if (context === null) return null;
  const { signer, workflow } = context;
  const { name: organisation } = await brandingOf(db, workflow.organisationId);
  return { review, check, expected: signer, seals: isSeal(signer.type), organisation };
}

const cursorParts = z.tuple([z.iso.datetime(), z.string().max(100)]);

const writeCursor = ({ handedInAt, checkId }: StoredReview): string =>
  Buffer.from(JSON.stringify([handedInAt.toISOString(), checkId])).toString("base64url");

function parseCursor(cursor: string): ReviewPlace | undefined {
  try {
    const [at, checkId] = cursorParts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    // A NUL has no place in a text of PostgreSQL.
    return checkId.includes("\0") ? undefined : { handedInAt: new Date(at), checkId };
  } catch {
    return undefined;
  }
}
