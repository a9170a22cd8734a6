/** Logins at a provider, and whether passwords are on (contract/calls/oidc.ts). */
import {
  finishOidc as finishOidcCall,
  getPasswordLogin,
  loginWays,
  type PasswordLoginView,
  removeOidc as removeOidcCall,
  setPasswordLogin as setPasswordLoginCall,
  startOidcLink as startOidcLinkCall,
  startOidcLogin as startOidcLoginCall,
} from "@siegel/contract/calls/oidc.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  finishOidc,
  ownAccountOf,
  type PasswordLogin,
  passwordLoginOf,
  removeOidc,
  setPasswordLogin,
  startOidcLink,
  startOidcLogin,
} from "../../rooms/administrators/administrators.ts";
import { administratorSecretOf, oidcSecretOf, setOidcSecret } from "../wire/administrator-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveAdminCall, serveOpenCall } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { letIn, userOf } from "./let-in.ts";
import { ownAccountView } from "./own-account-view.ts";

/** Registers the calls of `contract/calls/oidc.ts`. */
export function oidcRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, loginWays, async () => ({
    ok: true,
    data: { oidc: deps.oidc === null ? null : { label: deps.oidc.label } },
  }));

  serveOpenCall(app, startOidcLoginCall, async ({ raw, reply }) => {
    const started = await startOidcLogin(deps, oidcSecretOf(raw, deps.config));
    if (!started.ok) return started;
    setOidcSecret(reply, deps.config, started.browser);
    return { ok: true, data: { url: started.url } };
  });

  serveAdminCall(app, { deps, call: startOidcLinkCall }, async (request) => {
    const { raw, reply, body } = request;
    const asked = { password: body.password, browser: oidcSecretOf(raw, deps.config) };
    const started = await startOidcLink(deps, byPerson(request), asked);
    if (!started.ok) return started;
    setOidcSecret(reply, deps.config, started.browser);
    return { ok: true, data: { url: started.url } };
  });

  serveOpenCall(app, finishOidcCall, async ({ body: { answer }, raw, reply, ip, userAgent }) => {
    const returned = {
      answer,
      browser: oidcSecretOf(raw, deps.config),
      session: administratorSecretOf(raw, deps.config),
    };
    const done = await finishOidc(deps, returned, { ip, network: networkOf(ip), userAgent });
    if (!done.ok) return done;
    const { purpose } = done;
    if (done.purpose === "link") return { ok: true, data: { purpose, user: await userOf(deps, done.person) } };
    const { data } = await letIn({ deps, raw, reply }, done.entered);
    return { ok: true, data: { purpose, ...data } };
  });

  serveAdminCall(app, { deps, call: removeOidcCall }, async (request) => {
    const { person, sessionId } = request.session;
    const removed = await removeOidc(deps, byPerson(request), request.body.password);
    return removed.ok ? { ok: true, data: ownAccountView(await ownAccountOf(deps, person), sessionId) } : removed;
  });

  serveAdminCall(app, { deps, call: getPasswordLogin }, async ({ session: { person } }) => ({
    ok: true,
    data: viewOf(await passwordLoginOf(deps, person)),
  }));

  serveAdminCall(app, { deps, call: setPasswordLoginCall }, async (request) => {
    const { allowed, password } = request.body;
    const done = await setPasswordLogin(deps, byPerson(request), { allowed, password });
    return done.ok ? { ok: true, data: viewOf(done.now) } : done;
  });
}

const viewOf = ({ label, allowed, hasWorked, people, atProvider }: PasswordLogin): PasswordLoginView => ({
  oidc: label === null ? null : { label },
  allowed,
  has_worked: hasWorked,
  people,
  at_provider: atProvider,
});
