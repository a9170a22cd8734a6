/** People with an account log in, ask who they are, stay and log out (contract/calls/administrator-session.ts). */
import {
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
import { joinKeyOf, licenceOf } from "../../rooms/accounts/accounts.ts";
import {
  type Administrator,
  findSession,
  logIn,
  logOut,
  stayLoggedIn,
  whomToAsk,
} from "../../rooms/administrators/administrators.ts";
import {
  administratorSecretOf,
  browserMarkOf,
  clearAdministratorCookie,
  setAdministratorCookie,
} from "../wire/administrator-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveAdminCall, serveOpenCall } from "../wire/serve-call.ts";
import { letIn, userOf } from "./let-in.ts";

/** Registers the calls of `contract/calls/administrator-session.ts`. */
export function administratorSessionRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(
    app,
    adminLogin,
    async ({ body: { email, password, totp: code = null }, raw, reply, ip, userAgent }) => {
      const browserMark = browserMarkOf(raw, deps.config);
      const done = await logIn(deps, { email, password, code, ip, network: networkOf(ip), userAgent, browserMark });
      return done.ok ? await letIn({ deps, raw, reply }, done) : done;
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
