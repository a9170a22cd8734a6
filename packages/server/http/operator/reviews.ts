/** Doubtful identifications at the operator's desk (contract/calls/operator-reviews.ts). */
import {
  approveReview,
  operatorReview,
  operatorReviews,
  type ReviewLine,
  type ReviewView,
  rejectReview,
} from "@siegel/contract/calls/operator-reviews.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import type { ByOperator } from "../../rooms/accounts/accounts.ts";
import { approveReview as approve, type NotApproved, serialOf } from "../../rooms/certificates/certificates.ts";
import {
  type ListedReview,
  type LookedAtReview,
  listReviews,
  lookAtReview,
  rejectReview as reject,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import { namesOfOperators } from "../../rooms/operators/operators.ts";
import { referenceOf } from "../wire/identification-reference.ts";
import { notOurCursor } from "../wire/person-view.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveOperatorCall, type WireAnswer } from "../wire/serve-call.ts";
import { byOperator } from "./by-operator.ts";

/** Registers the calls of `contract/calls/operator-reviews.ts`. */
export function operatorReviewRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOperatorCall(app, { deps, call: operatorReviews }, async ({ query }) => {
    const found = await listReviews(deps, query);
    if (!found.ok) return { ...found, message: notOurCursor };
    const { reviews, nextCursor, counts } = found.page;
    const names = await namesIn(deps, reviews);
    return { ok: true, data: { reviews: reviews.map((one) => lineOf(one, names)), next_cursor: nextCursor, counts } };
  });

  serveOperatorCall(app, { deps, call: operatorReview }, async (request) => {
    return await answer(deps, byOperator(request), request.params.id);
  });

  serveOperatorCall(app, { deps, call: approveReview }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await approve(deps, by, { checkId: params.id, reason: body.reason });
    return done.ok ? await answer(deps, by, params.id) : await refusalOf(deps, done);
  });

  serveOperatorCall(app, { deps, call: rejectReview }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await reject(deps, by, { checkId: params.id, reason: body.reason });
    return done.ok ? await answer(deps, by, params.id) : await refusalOf(deps, done);
  });
}

async function answer(deps: ServerDeps, by: ByOperator, id: string): Promise<WireAnswer<ReviewView>> {
  const found = await lookAtReview(deps, by, id);
  return found === null ? { ok: false, code: "NOT_FOUND" } : { ok: true, data: await viewOf(deps, by, found) };
}

/** The operator who comes second is told who was faster, and when. */
async function refusalOf(deps: ServerDeps, refused: NotApproved): Promise<WireRefusal> {
  if (refused.code !== "CASE_OVER") return refused;
  const { ok, code } = refused;
  const decided = refused.decided?.decided ?? null;
  if (decided === null) return { ok, code, message: signerGone };
  const name = (await namesOfOperators(deps.db, [decided.by])).get(decided.by) ?? "";
  const isApproved = refused.decided?.state === "approved";
  const zone = deps.config.zone;
  const message: Said = {
    en: `${name} was faster: ${isApproved ? "approved" : "rejected"} on ${momentText(decided.at, { language: "en", zone })}.`,
    de: `${name} war schneller: ${isApproved ? "angenommen" : "abgelehnt"} am ${momentText(decided.at, { language: "de", zone })}.`,
  };
  return { ok, code, message };
}

const signerGone: Said = {
  en: "Nothing is left to do for this person: the workflow or the certificate has ended, or they signed in another way. Nothing is issued or changed.",
  de: "Für diese Person ist nichts mehr zu tun: Der Vorgang oder das Zertifikat ist beendet, oder sie hat auf anderem Weg unterschrieben. Es wird nichts ausgestellt oder geändert.",
};

async function namesIn(deps: ServerDeps, reviews: readonly ListedReview[]): Promise<ReadonlyMap<string, string>> {
  const ids = reviews.flatMap(({ review: { opened, decided } }) => [opened?.by ?? [], decided?.by ?? []].flat());
  return await namesOfOperators(deps.db, ids);
}

const lineOf = ({ review, check, expected, organisation }: ListedReview, names: ReadonlyMap<string, string>) =>
  ({
    review_id: review.checkId,
    reference: referenceOf(check),
    state: review.state,
    first_name: expected.firstName,
    last_name: expected.lastName,
    organisation,
    purpose: check.purpose,
    route: check.route,
    handed_in_at: review.handedInAt.toISOString(),
    opened_at: review.opened?.at.toISOString() ?? null,
    opened_by: review.opened === null ? null : (names.get(review.opened.by) ?? ""),
    decided_at: review.decided?.at.toISOString() ?? null,
    decided_by: review.decided === null ? null : (names.get(review.decided.by) ?? ""),
  }) satisfies ReviewLine;

async function viewOf(deps: ServerDeps, { operatorId }: ByOperator, found: LookedAtReview): Promise<ReviewView> {
  const { review, check, expected, seals, identity, doubt, reason } = found;
  const { document } = identity;
  return {
    ...lineOf(found, await namesIn(deps, [found])),
    doubt,
    email: expected.email,
    seals,
    document: {
      first_names: identity.firstNames,
      last_name: identity.lastName,
      birth_name: identity.birthName,
      birthdate: identity.birthdate,
      nationality: identity.nationality,
      kind: document.kind,
      country: document.country,
      valid_until: document.validUntil,
    },
    level: identity.level,
    provider: check.provider,
    identified_at: (check.answeredAt ?? check.begunAt).toISOString(),
    evidence_sha256: check.evidenceHash,
    is_opened_by_you: review.opened?.by === operatorId,
    is_decided_by_you: review.decided?.by === operatorId,
    reason,
    certificate_serial: check.certificateId === null ? null : await serialOf(deps.db, check.certificateId),
  };
}
