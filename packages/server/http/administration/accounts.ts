/** The licence of an organisation, for its administrators (contract/calls/accounts.ts). */
import { getLicense, type LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf, type LicenceState, licenceOf } from "../../rooms/accounts/accounts.ts";
import { type Administrator, countPeople } from "../../rooms/administrators/administrators.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { usageView } from "../wire/usage-view.ts";

/** Registers the calls of `contract/calls/accounts.ts`. */
export function accountRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getLicense }, async ({ params, session: { person } }) => {
    const licence = await licenceOf(deps.db, person.organisationId);
    if (params.id !== licence.licenceId) return { ok: false, code: "NOT_FOUND" };
    return { ok: true, data: await licenceViewOf(deps, person, licence) };
  });
}

/** A licence as the wire says it. */
export async function licenceViewOf(
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
    is_trial: licence.isTrial,
    ses_signature_limit: ses.limit,
    aes_signature_limit: aes.limit,
    qes_signature_limit: qes.limit,
    fees: licence.feeCents,
    tokens: licence.tokens,
    users: await countPeople(deps.db, organisationId),
    usage: { ses: usageView(ses), aes: usageView(aes), qes: usageView(qes) },
  };
}
