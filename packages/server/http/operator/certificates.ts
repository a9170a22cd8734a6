/** Certificates at the operator's desk: found, read, revoked (contract/calls/operator-certificates.ts). */
import {
  type CertificateLine,
  type CertificateView,
  confirmRevocation,
  confirmRevocationOfOrganisation,
  type OrganisationCertificates,
  operatorCertificate,
  operatorCertificates,
  organisationCertificates,
  revokeByOperator,
  revokeOfOrganisation,
  withdrawRevocation,
  withdrawRevocationOfOrganisation,
} from "@siegel/contract/calls/operator-certificates.ts";
import { type OperatorId, organisationId as organisationIdSchema } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { namesOfOperators } from "../../rooms/operators/operators.ts";
import {
  confirmRevocation as confirm,
  type DeskCertificate,
  listCertificates,
  lookAtCertificate,
  lookAtOrganisation,
  orderRevocation,
  type RevocationOrder,
  type ToldRevocation,
  withdrawRevocation as withdraw,
} from "../../rooms/revocation/revocation.ts";
import { notOurCursor } from "../wire/person-view.ts";
import { serveOperatorCall, type WireAnswer } from "../wire/serve-call.ts";
import { byOperator } from "./by-operator.ts";

/** Registers the calls of `contract/calls/operator-certificates.ts`. */
export function operatorCertificateRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOperatorCall(app, { deps, call: operatorCertificates }, async ({ query }) => {
    const listed = await listCertificates(deps, query);
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const { certificates, nextCursor, counts, organisation } = listed.page;
    const data = {
      certificates: certificates.map((one) => lineOf(one, deps.clock.now())),
      next_cursor: nextCursor,
      counts,
      organisation: organisation === null ? null : { ...named(organisation), revocable: organisation.revocable },
    };
    return { ok: true, data };
  });
  oneRoutes(app, deps);
  organisationRoutes(app, deps);
}

/** One certificate. */
function oneRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const fourEyes = deps.config.revokeFourEyes;

  serveOperatorCall(app, { deps, call: operatorCertificate }, async ({ params, session }) => {
    return await oneAnswer(deps, params.id, session.operator.operatorId);
  });

  serveOperatorCall(app, { deps, call: revokeByOperator }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await orderRevocation(deps, by, { certificateId: params.id, ...body, fourEyes });
    return done.ok ? await oneAnswer(deps, params.id, by.operatorId) : done;
  });

  serveOperatorCall(app, { deps, call: confirmRevocation }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await confirm(deps, by, { certificateId: params.id, orderId: body.order_id });
    return done.ok ? await oneAnswer(deps, params.id, by.operatorId) : done;
  });

  serveOperatorCall(app, { deps, call: withdrawRevocation }, async (request) => {
    const { params } = request;
    const by = byOperator(request);
    const done = await withdraw(deps, by, { certificateId: params.id });
    return done.ok ? await oneAnswer(deps, params.id, by.operatorId) : done;
  });
}

/** All of an organisation. */
function organisationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const fourEyes = deps.config.revokeFourEyes;

  serveOperatorCall(app, { deps, call: organisationCertificates }, async ({ params, session }) => {
    return await allAnswer(deps, params.id, session.operator.operatorId);
  });

  serveOperatorCall(app, { deps, call: revokeOfOrganisation }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await orderRevocation(deps, by, { organisationId: params.id, ...body, fourEyes });
    return done.ok ? await allAnswer(deps, params.id, by.operatorId) : done;
  });

  serveOperatorCall(app, { deps, call: confirmRevocationOfOrganisation }, async (request) => {
    const { params, body } = request;
    const by = byOperator(request);
    const done = await confirm(deps, by, { organisationId: params.id, orderId: body.order_id });
    return done.ok ? await allAnswer(deps, params.id, by.operatorId) : done;
  });

  serveOperatorCall(app, { deps, call: withdrawRevocationOfOrganisation }, async (request) => {
    const { params } = request;
    const by = byOperator(request);
    const done = await withdraw(deps, by, { organisationId: params.id });
    return done.ok ? await allAnswer(deps, params.id, by.operatorId) : done;
  });
}

const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id: organisationIdSchema.parse(id),
  name,
});

const lineOf = (one: DeskCertificate, now: Date): CertificateLine => ({
  certificate_id: one.certificateId,
  serial: one.serial,
  name: one.name,
  email: one.email,
  level: one.level,
  seals: one.seals,
  organisation: one.organisation === null ? null : named(one.organisation),
  short_term: one.isShortTerm,
  not_before: one.notBefore.toISOString(),
  not_after: one.notAfter.toISOString(),
  status: one.revocation !== null ? "revoked" : one.notAfter <= now ? "expired" : "valid",
  revoked_at: one.revocation?.at.toISOString() ?? null,
  waiting: one.waits,
});

type Names = ReadonlyMap<string, string>;

const orderView = (order: RevocationOrder, { names, asks }: { readonly names: Names; readonly asks: OperatorId }) => ({
  order_id: order.orderId,
  reason: order.reason,
  evidence: order.evidence,
  proposed_at: order.proposedAt.toISOString(),
  proposed_by: names.get(order.proposedBy) ?? "",
  is_own: order.proposedBy === asks,
});

async function oneAnswer(deps: ServerDeps, id: string, asks: OperatorId): Promise<WireAnswer<CertificateView>> {
  const found = await lookAtCertificate(deps, id);
  if (found === null) return { ok: false, code: "NOT_FOUND" };
  const { certificate, revocation, order } = found;
  const ids = [revocation?.actor?.id, revocation?.proposedBy, order?.proposedBy].filter((one) => one != null);
  const names = await namesOfOperators(deps.db, ids);
  const data: CertificateView = {
    ...lineOf(certificate, deps.clock.now()),
    issuer: certificate.issuer,
    key: certificate.keyIsThere ? "kept" : "destroyed",
    revocation: revocation === null ? null : revocationView(revocation, names),
    order: order === null ? null : orderView(order, { names, asks }),
  };
  return { ok: true, data };
}

const wanters = { operator: "operator", signer: "holder" } as const;

function revocationView(told: ToldRevocation, names: Names): NonNullable<CertificateView["revocation"]> {
  const { at, reason, actor, evidence, proposedBy } = told;
  const by =
    actor === null ? null : actor.kind === "operator" || actor.kind === "signer" ? wanters[actor.kind] : "service";
  return {
    at: at.toISOString(),
    reason,
    by,
    operator: by === "operator" ? (names.get(actor?.id ?? "") ?? "") : null,
    proposed_by: proposedBy === null ? null : (names.get(proposedBy) ?? ""),
    evidence,
  };
}

async function allAnswer(
  deps: ServerDeps,
  id: string,
  asks: OperatorId,
): Promise<WireAnswer<OrganisationCertificates>> {
  const found = await lookAtOrganisation(deps, id);
  if (found === null) return { ok: false, code: "NOT_FOUND" };
  const { organisation, revocable, first, order } = found;
  const ids = [order?.proposedBy, order?.decided?.by].filter((one) => one != null);
  const names = await namesOfOperators(deps.db, ids);
  const isConfirmed = order?.decided != null && order.decided.by !== order.proposedBy;
  const data: OrganisationCertificates = {
    organisation: named(organisation),
    revocable,
    first: first.map((one) => lineOf(one, deps.clock.now())),
    order:
      order === null || order.state === "withdrawn"
        ? null
        : {
            ...orderView(order, { names, asks }),
            state: order.state,
            confirmed_by: isConfirmed ? (names.get(order.decided.by) ?? "") : null,
            revoked: order.revoked,
          },
  };
  return { ok: true, data };
}
