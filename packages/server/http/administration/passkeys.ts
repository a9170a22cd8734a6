/** Passkeys: adding and removing them, and the login with one (contract/calls/own-account.ts). */
import {
  addPasskey as addPasskeyCall,
  type OwnAccountView,
  passkeyLogin,
  passkeyOptions,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
  startPasskey as startPasskeyCall,
} from "@siegel/contract/calls/own-account.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  type AdministratorSession,
  addPasskey,
  askForPasskey,
  logInWithPasskey,
  ownAccountOf,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "../../rooms/administrators/administrators.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveAdminCall, serveOpenCall } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { letIn } from "./let-in.ts";
import { ownAccountView } from "./own-account-view.ts";

/** Registers the calls about passkeys. */
export function passkeyRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const viewOf = async ({ person, sessionId }: AdministratorSession): Promise<OwnAccountView> =>
    ownAccountView(await ownAccountOf(deps, person), sessionId);

  serveAdminCall(app, { deps, call: startPasskeyCall }, async (request) => {
    const started = await startPasskey(deps, byPerson(request), request.body.password);
    return started.ok
      ? { ok: true, data: { challenge_id: started.challengeId, options: { ...started.options } } }
      : started;
  });

  serveAdminCall(app, { deps, call: addPasskeyCall }, async (request) => {
    const { challenge_id: challengeId, name, response } = request.body;
    const added = await addPasskey(deps, byPerson(request), { challengeId, name, response });
    return added.ok ? { ok: true, data: await viewOf(request.session) } : added;
  });

  serveAdminCall(app, { deps, call: renamePasskeyCall }, async (request) => {
    const { passkey_id: passkeyId, name } = request.body;
    const renamed = await renamePasskey(deps, byPerson(request), { passkeyId, name });
    return renamed.ok ? { ok: true, data: await viewOf(request.session) } : renamed;
  });

  serveAdminCall(app, { deps, call: removePasskeyCall }, async (request) => {
    const { passkey_id: passkeyId, password } = request.body;
    const removed = await removePasskey(deps, byPerson(request), { passkeyId, password });
    return removed.ok ? { ok: true, data: await viewOf(request.session) } : removed;
  });

  serveOpenCall(app, passkeyOptions, async () => {
    const { challengeId, options } = await askForPasskey(deps);
    return { ok: true, data: { challenge_id: challengeId, options: { ...options } } };
  });

  serveOpenCall(app, passkeyLogin, async ({ body, raw, reply, ip, userAgent }) => {
    const claim = { ip, network: networkOf(ip), userAgent };
    const answered = { challengeId: body.challenge_id, response: body.response };
    const done = await logInWithPasskey(deps, answered, claim);
    return done.ok ? await letIn({ deps, raw, reply }, done) : done;
  });
}
