/** People with an account for tests: made in the database, logged in over HTTP, their calls with the session's cookie. */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import { type ApiAnswer, callApi } from "../../../fixtures/api-call.ts";
import { insertLicence, insertOrganisation } from "../rooms/accounts/organisation-store.ts";
import { makeAdministrator } from "../rooms/administrators/administrators.ts";
import type { TestServer } from "./test-server.ts";

/** The password of every account here. */
export const account_password = "Speicher-8!";

/** Makes an organisation with a licence and answers its id. */
export async function makeOrganisation({ deps }: TestServer, name = "Lichtblick Strom AG"): Promise<OrganisationId> {
  const organisationId = deps.random.id() as OrganisationId;
  const at = deps.clock.now();
  const look = { language: "de", logo: null, colour: null, at, demo: false } as const;
  await insertOrganisation(deps.db, { organisationId, name, ...look });
  const limits = { ses: 5_000, aes: 5_000, qes: 0 };
  await insertLicence(deps.db, { licenceId: deps.random.id(), organisationId, limits });
  return organisationId;
}

/** An account's address. */
export type Account = { readonly id: string; readonly email: string };

/** Makes an account in the test's organisation, or in another one. */
export async function makeAccount(
  { deps, organisationId }: TestServer,
  { role = "admin", of = organisationId }: { readonly role?: AccountRole; readonly of?: string } = {},
): Promise<Account> {
  const email = `${deps.random.id()}@hafenwerk.example`;
  const id = await makeAdministrator(deps, {
    organisationId: of as OrganisationId,
    role,
    firstName: "Jonas",
    lastName: "Feddersen",
    email,
    phone: null,
    language: "de",
    password: account_password,
  });
  return { id, email };
}

/** Logs in; `cookie` is what the browser would send from then on. */
export async function logInAs(
  { url }: TestServer,
  claim: { readonly email: string; readonly password?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly answer: ApiAnswer; readonly cookie: string }> {
  const { email, password = account_password, headers = {} } = claim;
  const answer = await callApi("POST", `${url}/api/auth/admin_login`, { body: { email, password }, headers });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { answer, cookie };
}
