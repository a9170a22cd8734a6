/** People whom operators met on site (contract/calls/operator-cases.ts). */
import {
  type CaseLine,
  type CaseView,
  createCase,
  endCase,
  operatorCase,
  operatorCases,
  resendCaseLink,
} from "@siegel/contract/calls/operator-cases.ts";
import { organisationId as organisationIdSchema } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import type { ByOperator } from "../../rooms/accounts/accounts.ts";
import {
  endCase as end,
  type ListedCase,
  listCases,
  lookAtCase,
  recordPerson,
  resendLink,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import { namesOfOperators } from "../../rooms/operators/operators.ts";
import { notOurCursor } from "../wire/person-view.ts";
import { serveOperatorCall, type WireAnswer } from "../wire/serve-call.ts";
import { byOperator } from "./by-operator.ts";

/** Registers the calls of `contract/calls/operator-cases.ts`. */
export function operatorCaseRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const answer = async (by: ByOperator, caseId: string): Promise<WireAnswer<CaseView>> => {
    const view = await viewOf(deps, by, caseId);
    return view === null ? { ok: false, code: "NOT_FOUND" } : { ok: true, data: view };
  };

  serveOperatorCall(app, { deps, call: operatorCases }, async ({ query }) => {
    const found = await listCases(deps, query);
    if (!found.ok) return { ...found, message: notOurCursor };
    const { cases, nextCursor, counts } = found.page;
    const names = await namesOfOperators(
      deps.db,
      cases.map(({ identifiedBy }) => identifiedBy),
    );
    return { ok: true, data: { cases: cases.map((one) => lineOf(one, names)), next_cursor: nextCursor, counts } };
  });

  serveOperatorCall(app, { deps, call: operatorCase }, async (request) => {
    return await answer(byOperator(request), request.params.id);
  });

  serveOperatorCall(app, { deps, call: createCase }, async (request) => {
    const { body } = request;
    const by = byOperator(request);
    const data = {
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      birthdate: body.birthdate,
      nationality: body.nationality,
      phone: body.phone,
      documentKind: body.document_kind,
      documentNumber: body.document_number,
      documentValidUntil: body.document_valid_until,
      documentIssuer: body.document_issuer,
      organisationId: body.organization_id,
    };
    const done = await recordPerson(deps, by, { data, language: body.language });
    return done.ok ? await answer(by, done.caseId) : done;
  });

  serveOperatorCall(app, { deps, call: resendCaseLink }, async (request) => {
    const by = byOperator(request);
    const done = await resendLink(deps, by, request.params.id);
    return done.ok ? await answer(by, request.params.id) : done;
  });

  serveOperatorCall(app, { deps, call: endCase }, async (request) => {
    const by = byOperator(request);
    const done = await end(deps, by, request.params.id);
    return done.ok ? await answer(by, request.params.id) : done;
  });
}

async function viewOf(deps: ServerDeps, by: ByOperator, caseId: string): Promise<CaseView | null> {
  const found = await lookAtCase(deps, by, caseId);
  if (found === null) return null;
  const { listed, data, resendAfterS } = found;
  return {
    ...lineOf(listed, await namesOfOperators(deps.db, [listed.identifiedBy])),
    birthdate: data.birthdate,
    nationality: data.nationality,
    phone: data.phone,
    document_kind: data.documentKind,
    document_number: data.documentNumber,
    document_valid_until: data.documentValidUntil,
    document_issuer: data.documentIssuer,
    resend_after_s: resendAfterS,
  };
}

const lineOf = (one: ListedCase, names: ReadonlyMap<string, string>): CaseLine => ({
  case_id: one.caseId,
  reference: one.reference,
  state: one.state,
  first_name: one.firstName,
  last_name: one.lastName,
  email: one.email,
  organization_id: one.organisationId === null ? null : organisationIdSchema.parse(one.organisationId),
  organisation: one.organisation,
  identified_at: one.identifiedAt.toISOString(),
  identified_by: names.get(one.identifiedBy) ?? "",
  link_expires_at: one.linkExpiresAt.toISOString(),
  closed_at: one.closedAt?.toISOString() ?? null,
});
