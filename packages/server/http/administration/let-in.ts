/** A login that succeeded: its cookies, and who is there now. */
import type { AccountUser } from "@siegel/contract/calls/administrator-session.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { brandingOf } from "../../rooms/accounts/accounts.ts";
import {
  type Administrator,
  type BrowserOwner,
  knownBrowserOf,
  logOut,
  markBrowser,
} from "../../rooms/administrators/administrators.ts";
import {
  administratorSecretOf,
  browserMarkOf,
  setAdministratorCookie,
  setBrowserMark,
} from "../wire/administrator-cookies.ts";
import { packOf } from "../wire/pack.ts";

type At = { readonly deps: ServerDeps; readonly raw: FastifyRequest; readonly reply: FastifyReply };

/** Hands the session to the browser, which is known from now on; the session before it is the same browser's, and ends. */
export async function letIn(
  { deps, raw, reply }: At,
  { person, secret }: { readonly person: Administrator & BrowserOwner; readonly secret: string },
): Promise<{ readonly ok: true; readonly data: { readonly user: AccountUser } }> {
  await logOut(deps, administratorSecretOf(raw, deps.config));
  setAdministratorCookie(reply, deps.config, { secret });
  const isKnown = knownBrowserOf(deps.browserSecret, person, browserMarkOf(raw, deps.config)) !== null;
  if (!isKnown) setBrowserMark(reply, deps.config, markBrowser(deps, person));
  return { ok: true, data: { user: await userOf(deps, person) } };
}

/** A person as the wire says it. */
export async function userOf(deps: ServerDeps, person: Administrator): Promise<AccountUser> {
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
