/** The key by which people ask to join an organisation (contract/calls/join-key.ts). */
import { getJoinKey, renewJoinKey as renewJoinKeyCall } from "@siegel/contract/calls/join-key.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { type JoinKey, joinKeyOf, renewJoinKey } from "../../rooms/accounts/accounts.ts";
import { countByState } from "../../rooms/administrators/administrators.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";

/** Registers the calls of `contract/calls/join-key.ts`. */
export function joinKeyRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getJoinKey }, async ({ session: { person } }) => {
    const { organisationId } = person;
    return { ok: true, data: await viewOf(deps, organisationId, await joinKeyOf(deps, organisationId)) };
  });

  serveAdminCall(app, { deps, call: renewJoinKeyCall }, async (request) => {
    const renewed = await renewJoinKey(deps, byPerson(request));
    return { ok: true, data: await viewOf(deps, request.session.person.organisationId, renewed) };
  });
}

async function viewOf({ db }: ServerDeps, organisationId: OrganisationId, { key, renewedAt }: JoinKey) {
  const { waiting } = await countByState(db, { organisationId, search: "" });
  return { join_key: key, renewed_at: renewedAt?.toISOString() ?? null, waiting };
}
