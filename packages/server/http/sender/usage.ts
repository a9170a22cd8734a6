/** The use of the licence, for senders' systems (contract/calls/usage.ts). */
import { readUsage } from "@siegel/contract/calls/usage.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { licenceOf, usageOf } from "../../rooms/accounts/accounts.ts";
import { serveTokenCall } from "../wire/serve-call.ts";
import { usageView } from "../wire/usage-view.ts";

/** Registers the call of `contract/calls/usage.ts`. */
export function usageRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveTokenCall(app, { deps, call: readUsage }, async ({ token }) => {
    const { licenceId, expiresAt } = await licenceOf(deps.db, token.organisationId);
    const { ses, aes, qes } = await usageOf(deps.db, token.tokenId);
    const view = (usage: typeof ses) => ({ ...usageView(usage), used_by_token: usage.usedByToken });
    return {
      ok: true,
      data: {
        license_id: licenceId,
        expires_at: expiresAt?.toISOString() ?? null,
        ses: view(ses),
        aes: view(aes),
        qes: view(qes),
      },
    };
  });
}
