/** Operators log in, ask who they are, stay and log out (contract/calls/operator-session.ts). */
import {
  extendOperatorSession,
  logoutOperator,
  type OperatorView,
  operatorLogin,
  operatorSession,
} from "@siegel/contract/calls/operator-session.ts";
import { encodeSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { knownBrowserOf, markBrowser } from "../../rooms/administrators/administrators.ts";
import {
  findOperatorSession,
  logInOperator,
  logOutOperator,
  type Operator,
  stayAtDesk,
} from "../../rooms/operators/operators.ts";
import { networkOf } from "../wire/network-of.ts";
import {
  clearOperatorCookie,
  operatorMarkOf,
  operatorSecretOf,
  setOperatorCookie,
  setOperatorMark,
} from "../wire/operator-cookies.ts";
import { serveOpenCall, serveOperatorCall } from "../wire/serve-call.ts";

/** Registers the calls of `contract/calls/operator-session.ts`. */
export function operatorSessionRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const { config } = deps;
  const view = ({ operatorId, firstName, lastName, email }: Operator): OperatorView => ({
    operator_id: operatorId,
    first_name: firstName,
    last_name: lastName,
    email,
    four_eyes: config.fourEyes,
    revoke_four_eyes: config.revokeFourEyes,
  });

  serveOpenCall(app, operatorLogin, async ({ body, raw, reply, ip, userAgent }) => {
    const { email, password, totp: code = null } = body;
    const browserMark = operatorMarkOf(raw, config);
    const from = { ip, network: networkOf(ip), userAgent, browserMark };
    const done = await logInOperator(deps, { email, password, code, ...from });
    if (!done.ok) return done;
    // The session before it is the same browser's, and ends.
    await logOutOperator(deps, operatorSecretOf(raw, config));
    setOperatorCookie(reply, config, { secret: done.secret });
    const isKnown = knownBrowserOf(deps.browserSecret, done.browser, browserMark) !== null;
    if (!isKnown) setOperatorMark(reply, config, markBrowser(deps, done.browser));
    return { ok: true, data: view(done.operator) };
  });

  serveOpenCall(app, operatorSession, async ({ raw, reply }) => {
    const session = await findOperatorSession(deps, operatorSecretOf(raw, config), { slides: false });
    if (session === null) return { ok: true, data: null };
    reply.header(session_time_header, encodeSessionTime(session.left));
    return { ok: true, data: view(session.operator) };
  });

  serveOperatorCall(app, { deps, call: extendOperatorSession }, async ({ session, raw, reply }) => {
    const left = await stayAtDesk(deps, session);
    reply.header(session_time_header, encodeSessionTime(left));
    const secret = operatorSecretOf(raw, config);
    if (secret !== null) setOperatorCookie(reply, config, { secret, left });
    return { ok: true, data: true as const };
  });

  serveOpenCall(app, logoutOperator, async ({ raw, reply }) => {
    const secret = operatorSecretOf(raw, config);
    await logOutOperator(deps, secret);
    if (secret !== null) clearOperatorCookie(reply, config);
    return { ok: true, code: "USER_SUCCESS_LOGOUT", data: true as const };
  });
}
