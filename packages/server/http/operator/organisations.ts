/** Organisations, licences and people at the operator's desk (contract/calls/operator-organisations.ts). */
import {
  changeOrganisationLicence,
  type OperatorOrganisationView,
  type OrganisationLine,
  operatorDesk,
  operatorOrganisation,
  operatorOrganisations,
  operatorPeople,
  removePersonFactor,
  setOrganisationActive,
  setPersonActive,
} from "@siegel/contract/calls/operator-organisations.ts";
import { type OperatorId, type OrganisationId, organisationId as organisationIdSchema } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  countDeskOrganisations,
  type DeskOrganisation,
  type LicenceChange,
  type LicenceState,
  licenceOf,
  listForDesk,
  readDeskOrganisation,
} from "../../rooms/accounts/accounts.ts";
import {
  countPeople,
  listPeople,
  resetFactorByOperator,
  setActiveByOperator,
} from "../../rooms/administrators/administrators.ts";
import { changeLicence, type OperatorRefusal, switchOrganisation } from "../../rooms/leaving/leaving.ts";
import { healthOutcomes } from "../wire/health-outcomes.ts";
import { maintenanceEnd } from "../wire/maintenance.ts";
import { notOurCursor, personView } from "../wire/person-view.ts";
import { serveOperatorCall, type WireAnswer } from "../wire/serve-call.ts";
import { actorOf } from "./by-operator.ts";
import { registerViewOf } from "./register.ts";

/** Registers the calls of `contract/calls/operator-organisations.ts`. */
export function operatorOrganisationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOperatorCall(app, { deps, call: operatorDesk }, async () => {
    const [checks, organisations] = await Promise.all([healthOutcomes(deps), countDeskOrganisations(deps.db, "")]);
    const maintenance_until = maintenanceEnd(deps)?.toISOString() ?? null;
    return { ok: true, data: { organisations, checks, version: deps.version, maintenance_until } };
  });

  serveOperatorCall(app, { deps, call: operatorOrganisations }, async ({ query }) => {
    const listed = await listForDesk(deps.db, query);
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const { organisations, nextCursor, counts } = listed.page;
    return { ok: true, data: { organisations: organisations.map(lineOf), next_cursor: nextCursor, counts } };
  });

  serveOperatorCall(app, { deps, call: operatorOrganisation }, async ({ params, session }) => {
    return await organisationAnswer(deps, params.id, session.operator.operatorId);
  });

  serveOperatorCall(app, { deps, call: setOrganisationActive }, async (request) => {
    const { params, body, session } = request;
    const order = { organisationId: params.id, isActive: body.active, reason: body.reason?.trim() };
    const done = await switchOrganisation(deps, order, actorOf(request));
    return done.ok ? await organisationAnswer(deps, params.id, session.operator.operatorId) : refusalOf(done);
  });

  serveOperatorCall(app, { deps, call: changeOrganisationLicence }, async (request) => {
    const { params, body, session } = request;
    const change = changeOf(body);
    if (change.expiresAt != null && change.expiresAt <= deps.clock.now())
      return { ok: false, code: "LICENCE_END_PAST" };
    const done = await changeLicence(deps, { organisationId: params.id, change }, actorOf(request));
    return done.ok ? await organisationAnswer(deps, params.id, session.operator.operatorId) : refusalOf(done);
  });

  serveOperatorCall(app, { deps, call: operatorPeople }, async ({ params, query }) => {
    if ((await readDeskOrganisation(deps.db, params.id)) === null) return { ok: false, code: "NOT_FOUND" };
    const listed = await listPeople(deps, { ...query, organisationId: params.id as OrganisationId });
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const { people, nextCursor, counts, administrators } = listed.page;
    const users = people.map((one) => personView(one, deps.clock.now()));
    return { ok: true, data: { users, next_cursor: nextCursor, counts, administrators } };
  });

  serveOperatorCall(app, { deps, call: setPersonActive }, async (request) => {
    const { params, body } = request;
    const done = await setActiveByOperator(deps, actorOf(request), { id: params.id, active: body.active });
    return done.ok ? { ok: true, data: personView(done.person, deps.clock.now()) } : done;
  });

  serveOperatorCall(app, { deps, call: removePersonFactor }, async (request) => {
    const done = await resetFactorByOperator(deps, actorOf(request), request.params.id);
    return done.ok ? { ok: true, data: personView(done.person, deps.clock.now()) } : done;
  });
}

const codes = { UNKNOWN: "NOT_FOUND", DELETING: "DELETION_BEGUN", TRIAL_OVER: "TRIAL_OVER" } as const;
const refusalOf = ({ code }: OperatorRefusal) => ({ ok: false, code: codes[code] }) as const;

const lineOf = (one: DeskOrganisation): OrganisationLine => ({
  organization_id: organisationIdSchema.parse(one.organisationId),
  name: one.name,
  active: one.isActive,
  trial: one.isTrial,
  expires_at: one.expiresAt?.toISOString() ?? null,
  register: one.register,
  share_used: one.shareUsed,
});

async function organisationAnswer(
  deps: ServerDeps,
  organisationId: string,
  asks: OperatorId,
): Promise<WireAnswer<OperatorOrganisationView>> {
  const found = await readDeskOrganisation(deps.db, organisationId);
  if (found === null) return { ok: false, code: "NOT_FOUND" };
  const [licence, people, register] = await Promise.all([
    licenceOf(deps.db, organisationId),
    countPeople(deps.db, organisationId),
    registerViewOf(deps, { organisationId, asks }),
  ]);
  const data = {
    organization_id: organisationIdSchema.parse(organisationId),
    name: found.name,
    active: found.isActive,
    created_at: found.createdAt.toISOString(),
    people,
    licence: licenceView(licence),
    register,
  };
  return { ok: true, data };
}

function licenceView({ isTrial, expiresAt, usage, feeCents }: LicenceState): OperatorOrganisationView["licence"] {
  const classView = (one: "ses" | "aes" | "qes") => ({
    limit: usage[one].limit,
    used: usage[one].used,
    reserved: usage[one].promised,
    fee_cents: feeCents[one],
  });
  return {
    trial: isTrial,
    expires_at: expiresAt?.toISOString() ?? null,
    ses: classView("ses"),
    aes: classView("aes"),
    qes: classView("qes"),
  };
}

type PerClass = {
  readonly ses?: number | undefined;
  readonly aes?: number | undefined;
  readonly qes?: number | undefined;
};

/** What is left out stays as it is. A licence that is paid for from now on ends only where that is said. */
function changeOf(sent: {
  readonly paid?: true | undefined;
  readonly expires_at?: string | null | undefined;
  readonly limits?: PerClass | undefined;
  readonly fee_cents?: PerClass | undefined;
}): LicenceChange {
  const isPaid = sent.paid === true;
  const named = (numbers: PerClass = {}): LicenceChange["limits"] =>
    Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== undefined));
  const end = sent.expires_at === undefined && isPaid ? null : sent.expires_at;
  return {
    isPaid,
    limits: named(sent.limits),
    feeCents: named(sent.fee_cents),
    ...(end === undefined ? {} : { expiresAt: end === null ? null : new Date(end) }),
  };
}
