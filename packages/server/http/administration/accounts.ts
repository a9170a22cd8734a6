/** The licence of an organisation, for its administrators (contract/calls/accounts.ts). */
import { type ClassUsage, getLicense, type LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf, type LicenceState, licenceOf } from "../../rooms/accounts/accounts.ts";
import { type Administrator, countPeople } from "../../rooms/administrators/administrators.ts";
import { serveAdminCall } from "../wire/serve-call.ts";

/** Registers the calls of `contract/calls/accounts.ts`. */
export function accountRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getLicense }, async ({ params, session: { person } }) => {
    const licence = await licenceOf(deps.db, person.organisationId);
    if (params.id !== licence.licenceId) return { ok: false, code: "NOT_FOUND" };
    return { ok: true, data: await viewOf(deps, person, licence) };
  });
}

async function viewOf(
  deps: ServerDeps,
  { organisationId }: Administrator,
  licence: LicenceState,
): Promise<LicenceView> {
  const { name } = await brandingOf(deps.db, organisationId);
  const { ses, aes, qes } = licence.usage;
  return {
    license_id: licence.licenceId,
    organization_id: organisationId,
    organization_name: name,
    interface_id: organisationId,
    expires_at: licence.expiresAt?.toISOString() ?? null,
    ses_signature_limit: ses.limit,
    aes_signature_limit: aes.limit,
    qes_signature_limit: qes.limit,
    tokens: licence.tokens,
    users: await countPeople(deps.db, organisationId),
    usage: { ses: usageView(ses), aes: usageView(aes), qes: usageView(qes) },
  };
}

/** Free and ratio in figures (admin-side.md §9; decisions.md §11: what is reserved is taken). */
export function usageView({ limit, used, promised }: LicenceState["usage"]["ses"]): ClassUsage {
  return {
    limit,
    used,
    reserved: promised,
    free: Math.max(0, limit - used - promised),
    ratio: limit === 0 ? 0 : (used / limit) * 100,
  };
}
