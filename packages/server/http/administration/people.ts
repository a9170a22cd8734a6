/** The people of an organisation, for its administrators (contract/calls/people.ts). */
import {
  approveJoining,
  deleteAccountAdministrator,
  deleteAccountAdministrators,
  getAccountAdministrator,
  inviteAdministrator,
  type PersonLine,
  removeSecondFactor,
  resendInvitation,
  setAdministratorActive,
  updateAccountAdministratorRole,
  updateAccountAdministratorRoles,
} from "@siegel/contract/calls/people.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { licenceOf } from "../../rooms/accounts/accounts.ts";
import {
  changeRole,
  decideJoining,
  deletePerson,
  invite,
  inviteAgain,
  listPeople,
  type PersonRefusal,
  removeFactorOf,
  setActive,
} from "../../rooms/administrators/administrators.ts";
import { notOurCursor, personView } from "../wire/person-view.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

/** Registers the calls of `contract/calls/people.ts`. */
export function peopleRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const now = () => deps.clock.now();

  serveAdminCall(app, { deps, call: getAccountAdministrator }, async ({ params, query, session: { person } }) => {
    const { organisationId } = person;
    const isOwn = params.id === organisationId || params.id === (await licenceOf(deps.db, organisationId)).licenceId;
    if (!isOwn) return { ok: false, code: "NOT_FOUND" };
    const listed = await listPeople(deps, { ...query, organisationId });
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const { people, nextCursor, counts, administrators } = listed.page;
    const users = people.map((one) => personView(one, now()));
    return { ok: true, data: { users, next_cursor: nextCursor, counts, administrators } };
  });

  serveAdminCall(app, { deps, call: inviteAdministrator }, async (request) => {
    const { e_mail: email, account_role: role, language = request.session.person.language } = request.body;
    const invited = await invite(deps, byPerson(request), { email, role: given(role), language });
    return invited.ok ? { ok: true, data: personView(invited.person, now()) } : invited;
  });

  serveAdminCall(app, { deps, call: resendInvitation }, async (request) => {
    const invited = await inviteAgain(deps, byPerson(request), request.params.id);
    return invited.ok ? { ok: true, data: personView(invited.person, now()) } : invited;
  });

  serveAdminCall(app, { deps, call: approveJoining }, async (request) => {
    const { ids, approved, account_role = "user" } = request.body;
    const role = approved ? given(account_role) : null;
    return { ok: true, data: await oneByOne(ids, (id) => decideJoining(deps, byPerson(request), { id, role })) };
  });

  serveAdminCall(app, { deps, call: updateAccountAdministratorRole }, async (request) => {
    const { user_id, id = user_id, account_role: role, version } = request.body.administrator;
    if (id === undefined) return { ok: false, code: "INVALID_REQUEST", message: whoseRole };
    const changed = await changeRole(deps, byPerson(request), { id, role: given(role), version });
    return changed.ok ? { ok: true, data: personView(changed.person, now()) } : refusalOf(changed, now());
  });

  serveAdminCall(app, { deps, call: updateAccountAdministratorRoles }, async (request) => {
    const { ids, account_role } = request.body;
    const role = given(account_role);
    return { ok: true, data: await oneByOne(ids, (id) => changeRole(deps, byPerson(request), { id, role })) };
  });

  serveAdminCall(app, { deps, call: setAdministratorActive }, async (request) => {
    const { ids, active } = request.body;
    return { ok: true, data: await oneByOne(ids, (id) => setActive(deps, byPerson(request), { id, active })) };
  });

  serveAdminCall(app, { deps, call: deleteAccountAdministrator }, async (request) => {
    const deleted = await deletePerson(deps, byPerson(request), request.params.id);
    return deleted.ok ? { ok: true, data: true as const } : refusalOf(deleted, now());
  });

  serveAdminCall(app, { deps, call: deleteAccountAdministrators }, async (request) => {
    return { ok: true, data: await oneByOne(request.body.ids, (id) => deletePerson(deps, byPerson(request), id)) };
  });

  serveAdminCall(app, { deps, call: removeSecondFactor }, async (request) => {
    const { params, body } = request;
    const removed = await removeFactorOf(deps, byPerson(request), { id: params.id, password: body.password });
    return removed.ok ? { ok: true, data: personView(removed.person, now()) } : removed;
  });
}

/** `organization_admin` has the same rights and is given to nobody any more. */
const given = (role: AccountRole): AccountRole => (role === "user" ? "user" : "admin");

/** One after the other: each is whole, and others' calls get their turn in between. */
async function oneByOne(
  ids: readonly string[],
  act: (id: string) => Promise<{ readonly ok: true } | PersonRefusal>,
): Promise<PersonLine[]> {
  const lines: PersonLine[] = [];
  for (const id of new Set(ids)) {
    const done = await act(id);
    // No version is compared here.
    lines.push({ id, code: done.ok || done.code === "CHANGED_MEANWHILE" ? null : done.code });
  }
  return lines;
}

const whoseRole: Said = {
  en: "administrator.user_id: name the person whose role changes",
  de: "administrator.user_id: nennen Sie die Person, deren Rolle sich ändert",
};

const refusalOf = (refusal: PersonRefusal, now: Date): WireRefusal =>
  refusal.code === "CHANGED_MEANWHILE" ? changedMeanwhile(personView(refusal.now, now)) : refusal;
