/** The own account of a person (contract/calls/own-account.ts). */
import { confirmationFault } from "@siegel/contract/account-rules.ts";
import {
  confirmNewEmail as confirmNewEmailCall,
  confirmTotp as confirmTotpCall,
  endOtherSessions as endOtherSessionsCall,
  endOwnSession as endOwnSessionCall,
  getOwnAccount,
  removeTotp as removeTotpCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
  setOwnLanguage as setOwnLanguageCall,
  startTotp as startTotpCall,
  updateAccountAdministrator,
} from "@siegel/contract/calls/own-account.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  changeOwnAccount,
  confirmNewEmail,
  confirmTotp,
  endOtherSessions,
  endOwnSession,
  markBrowser,
  ownAccountOf,
  removeTotp,
  renewRecoveryCodes,
  setOwnLanguage,
  startTotp,
} from "../../rooms/administrators/administrators.ts";
import { setBrowserMark } from "../wire/administrator-cookies.ts";
import { serveAdminCall, serveOpenCall } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { ownAccountView } from "./own-account-view.ts";

/** Registers the calls of `contract/calls/own-account.ts`. */
export function ownAccountRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getOwnAccount }, async ({ session }) => {
    return { ok: true, data: ownAccountView(await ownAccountOf(deps, session.person), session.sessionId) };
  });

  serveAdminCall(app, { deps, call: updateAccountAdministrator }, async (request) => {
    const { body, session } = request;
    const { password, newPassword, confirmNewPassword = "", version = null } = body;
    if (newPassword !== undefined && confirmationFault(newPassword, confirmNewPassword) !== null)
      return { ok: false, code: "REQUEST_PASSOWRDS_NO_MATCH" };
    const { first_name: firstName, last_name: lastName, phone, language_id: language } = body;
    const change = { firstName, lastName, email: body.e_mail ?? body.email, phone, language, newPassword };
    const by = { ...byPerson(request), sessionId: session.sessionId };
    const changed = await changeOwnAccount(deps, by, { change, password, version });
    if (changed.ok) {
      const { administratorId } = session.person;
      const { passwordChangedAt } = changed.account;
      // Marks end with the password before; this browser stays known.
      if (newPassword !== undefined)
        setBrowserMark(request.reply, deps.config, markBrowser(deps, { administratorId, passwordChangedAt }));
      const code = newPassword === undefined ? "SUCCESS" : "SUCCESS_CHANGE_PASSWORD";
      return { ok: true, code, data: ownAccountView(changed.account, session.sessionId) };
    }
    if (changed.code !== "CHANGED_MEANWHILE") return changed;
    return changedMeanwhile(ownAccountView(changed.now, session.sessionId));
  });

  serveOpenCall(app, confirmNewEmailCall, async ({ body: { link: token }, ip, userAgent }) => {
    const done = await confirmNewEmail(deps, { token, ip, userAgent });
    return done.ok ? { ok: true, data: { email: done.email } } : done;
  });

  serveAdminCall(app, { deps, call: setOwnLanguageCall }, async ({ body, session: { person } }) => {
    await setOwnLanguage(deps.db, person.administratorId, body.language_id);
    return { ok: true, data: true as const };
  });

  serveAdminCall(app, { deps, call: endOwnSessionCall }, async ({ params, session: { person } }) => {
    const isEnded = await endOwnSession(deps, person.administratorId, params.id);
    return isEnded ? { ok: true, data: true as const } : { ok: false, code: "NOT_FOUND" };
  });

  serveAdminCall(app, { deps, call: endOtherSessionsCall }, async ({ session: { person, sessionId } }) => {
    await endOtherSessions(deps, person.administratorId, sessionId);
    return { ok: true, data: true as const };
  });

  factorRoutes(app, deps);
}

function factorRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: startTotpCall }, async (request) => {
    const { password } = request.body;
    const started = await startTotp(deps, byPerson(request), { password, issuer: deps.providerName });
    return started.ok ? { ok: true, data: { secret: started.secret, uri: started.uri } } : started;
  });

  serveAdminCall(app, { deps, call: confirmTotpCall }, async (request) => {
    const confirmed = await confirmTotp(deps, byPerson(request), request.body.code);
    return confirmed.ok ? { ok: true, data: { recovery_codes: [...confirmed.codes] } } : confirmed;
  });

  serveAdminCall(app, { deps, call: removeTotpCall }, async (request) => {
    const removed = await removeTotp(deps, byPerson(request), request.body.password);
    return removed.ok ? { ok: true, data: true as const } : removed;
  });

  serveAdminCall(app, { deps, call: renewRecoveryCodesCall }, async (request) => {
    const renewed = await renewRecoveryCodes(deps, byPerson(request), request.body.password);
    return renewed.ok ? { ok: true, data: { recovery_codes: [...renewed.codes] } } : renewed;
  });
}
