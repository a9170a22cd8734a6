/** People with an account log in, ask who they are, stay and log out (contract/calls/administrator-session.ts). */
import {
  type AccountUser,
  adminLogin,
  adminSession,
  extendAdminSession,
  logoutAdmin,
  type WhoIsThere,
} from "@siegel/contract/calls/administrator-session.ts";
import { isAdministrator } from "@siegel/contract/permissions.ts";
import { encodeSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf, joinKeyOf, licenceOf } from "../../rooms/accounts/accounts.ts";
import {
  type Administrator,
  findSession,
  knownBrowserOf,
  logIn,
  logOut,
  markBrowser,
  stayLoggedIn,
  whomToAsk,
} from "../../rooms/administrators/administrators.ts";
import {
  administratorSecretOf,
  browserMarkOf,
  clearAdministratorCookie,
  setAdministratorCookie,
  setBrowserMark,
} from "../wire/administrator-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { packOf } from "../wire/pack.ts";
import { serveAdminCall, serveOpenCall } from "../wire/serve-call.ts";

/** Registers the calls of `contract/calls/administrator-session.ts`. */
export function administratorSessionRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(
    app,
    adminLogin,
    async ({ body: { email, password, totp: code = null }, raw, reply, ip, userAgent }) => {
      const knownBrowser = knownBrowserOf(deps.browserSecret, email, browserMarkOf(raw, deps.config));
      const done = await logIn(deps, { email, password, code, ip, network: networkOf(ip), userAgent, knownBrowser });
      if (!done.ok) return done;
      // The session before it is the same browser's: it ends.
      await logOut(deps, administratorSecretOf(raw, deps.config));
      setAdministratorCookie(reply, deps.config, { secret: done.secret });
      if (knownBrowser === null) setBrowserMark(reply, deps.config, markBrowser(deps, done.person.email));
      return { ok: true, data: { user: await userOf(deps, done.person) } };
    },
  );

  serveOpenCall(app, adminSession, async ({ raw, reply }) => {
    const secret = administratorSecretOf(raw, deps.config);
    const session = await findSession(deps, secret, { slides: false });
    if (session === null) return { ok: true, data: null };
    reply.header(session_time_header, encodeSessionTime(session.left));
    return { ok: true, data: await whoIs(deps, session.person) };
  });

  serveAdminCall(app, { deps, call: extendAdminSession }, async ({ session, raw, reply }) => {
    const left = await stayLoggedIn(deps, session);
    reply.header(session_time_header, encodeSessionTime(left));
    const secret = administratorSecretOf(raw, deps.config);
    if (secret !== null) setAdministratorCookie(reply, deps.config, { secret, left });
    return { ok: true, data: true as const };
  });

  serveOpenCall(app, logoutAdmin, async ({ raw, reply }) => {
    const secret = administratorSecretOf(raw, deps.config);
    await logOut(deps, secret);
    if (secret !== null) clearAdministratorCookie(reply, deps.config);
    return { ok: true, code: "USER_SUCCESS_LOGOUT", data: true as const };
  });
}

async function whoIs(deps: ServerDeps, person: Administrator): Promise<WhoIsThere> {
  const user = await userOf(deps, person);
  if (!isAdministrator(person.role)) return { user, head: null, ask: await whomToAsk(deps.db, person.organisationId) };
  const { licenceId } = await licenceOf(deps.db, person.organisationId);
  const organization_name = user.whitelabeling_pack.name;
  const { key } = await joinKeyOf(deps, person.organisationId);
  const head = { organization_id: person.organisationId, organization_name, license_id: licenceId, join_key: key };
  return { user, head, ask: [] };
}

async function userOf(deps: ServerDeps, person: Administrator): Promise<AccountUser> {
  return {
    user_id: person.administratorId,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    account_role: person.role,
    organization_id: person.organisationId,
    language_id: person.language,
    whitelabeling_pack: packOf(deps, await brandingOf(deps.db, person.organisationId)),
  };
}
