/** Ways to an account (contract/calls/account-entrance.ts). */
import { confirmationFault } from "@siegel/contract/account-rules.ts";
import {
  acceptInvitation,
  addAccountAdministrator,
  addTestAccount,
  confirmMailbox,
  forgotPassword,
  mailedLink,
  type RegisteringPerson,
  resetPassword,
} from "@siegel/contract/calls/account-entrance.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf } from "../../rooms/accounts/accounts.ts";
import {
  acceptInvitation as accept,
  askReset,
  confirmMailbox as confirm,
  findLink,
  invitedBy,
  joinOrganisation,
  markBrowser,
  type Registering,
  registerOrganisation,
  resetPassword as reset,
} from "../../rooms/administrators/administrators.ts";
import {
  clearAdministratorCookie,
  clearResetFlag,
  setBrowserMark,
  setResetFlag,
} from "../wire/administrator-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveOpenCall } from "../wire/serve-call.ts";

/** Registers the calls of `contract/calls/account-entrance.ts`. */
export function entranceRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, forgotPassword, async ({ body: { email }, reply, ip }) => {
    const asked = await askReset(deps, { email, network: networkOf(ip) });
    if (!asked.ok) return asked;
    setResetFlag(reply, deps.config);
    return { ok: true, code: "PASSWORD_RESET_SUCCESS", data: true as const };
  });

  serveOpenCall(app, resetPassword, async ({ query, body, reply, ip, userAgent }) => {
    const { password, confirmNewPassword } = body;
    if (confirmationFault(password, confirmNewPassword) !== null)
      return { ok: false, code: "REQUEST_PASSOWRDS_NO_MATCH" };
    const done = await reset(deps, { token: query.link, password, ip, userAgent });
    if (!done.ok) return done;
    clearResetFlag(reply, deps.config);
    clearAdministratorCookie(reply, deps.config);
    // Marks end with the password before; strangers' tries must not keep out who has just proved the mailbox.
    setBrowserMark(reply, deps.config, markBrowser(deps, done.owner));
    return { ok: true, code: "RESET_PASSWORD_SUCCESS", data: true as const };
  });

  serveOpenCall(app, mailedLink, async ({ query: { link, purpose } }) => {
    const found = await findLink(deps, purpose, link);
    const invitation = purpose === "invitation" ? await invitationOf(deps, link) : null;
    if (found.ok) return { ok: true, data: { state: "open" as const, used_at: null, invitation } };
    const used_at = found.usedAt?.toISOString() ?? null;
    return { ok: true, data: { state: stateOf[found.code], used_at, invitation } };
  });

  serveOpenCall(app, acceptInvitation, async ({ body, ip, userAgent }) => {
    const { link: token, first_name: firstName, last_name: lastName, phone = null, language = null, password } = body;
    const done = await accept(deps, { token, firstName, lastName, phone, language, password, ip, userAgent });
    if (!done.ok) return done;
    const { name } = await brandingOf(deps.db, done.organisationId);
    return { ok: true, data: { organization_name: name } };
  });

  serveOpenCall(app, addTestAccount, async ({ body, ip }) => {
    const { organization, account_administrator: person } = body;
    const done = await registerOrganisation(deps, registering(person, ip), organization.organization_name);
    return done.ok ? { ok: true, code: "REGISTER_SUCCESS", data: true as const } : done;
  });

  serveOpenCall(app, addAccountAdministrator, async ({ body, ip }) => {
    const { organizationAdministrator: person, license_key_id: joinKey } = body;
    const done = await joinOrganisation(deps, registering(person, ip), joinKey);
    return done.ok ? { ok: true, code: "REGISTER_SUCCESS", data: true as const } : done;
  });

  serveOpenCall(app, confirmMailbox, async ({ body: { link: token, password }, ip, userAgent }) => {
    const done = await confirm(deps, { token, password, ip, userAgent });
    if (!done.ok) return done;
    const { name } = await brandingOf(deps.db, done.organisationId);
    return { ok: true, data: { state: done.state, organization_name: name } };
  });
}

const stateOf = { LINK_UNKNOWN: "unknown", LINK_USED: "used", LINK_EXPIRED: "late" } as const;

async function invitationOf(deps: ServerDeps, link: string) {
  const invited = await invitedBy(deps, link);
  if (!invited.ok) return null;
  const { organisationId, email } = invited.person;
  return { organization_name: (await brandingOf(deps.db, organisationId)).name, email };
}

const registering = (person: RegisteringPerson, ip: string): Registering => ({
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.e_mail,
  phone: person.phone ?? null,
  language: person.language,
  password: person.password,
  network: networkOf(ip),
});
