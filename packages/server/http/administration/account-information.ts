/** Licence, tokens, people and ids in one answer (contract/calls/account-information.ts). */
import { accountInformations } from "@siegel/contract/calls/account-information.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { licenceOf, listTokens } from "../../rooms/accounts/accounts.ts";
import { firstPeople } from "../../rooms/administrators/administrators.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { licenceViewOf } from "./accounts.ts";
import { tokenPageView } from "./tokens.ts";

/** How many tokens and people are told. */
const first = 50;

/** Registers the call of `contract/calls/account-information.ts`. */
export function accountInformationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: accountInformations }, async ({ params, session: { person } }) => {
    const { organisationId } = person;
    const licence = await licenceOf(deps.db, organisationId);
    if (params.id !== organisationId && params.id !== licence.licenceId) return { ok: false, code: "NOT_FOUND" };
    const listed = await listTokens(deps, { organisationId, state: "all", sort: "name", limit: first });
    if (!listed.ok) return listed;
    const license = await licenceViewOf(deps, person, licence);
    const users = await firstPeople(deps.db, organisationId, first);
    return {
      ok: true,
      data: {
        license,
        tokens: tokenPageView(listed.page, deps.clock.now()),
        users: {
          users: users.map(({ administratorId, firstName, lastName, email, role }) => ({
            user_id: administratorId,
            first_name: firstName,
            last_name: lastName,
            email,
            account_role: role,
          })),
          total: license.users,
        },
        ids: {
          base_url: `${deps.publicUrl}/api/v1`,
          license_id: licence.licenceId,
          organization_id: organisationId,
          interface_id: license.interface_id,
        },
      },
    };
  });
}
