/** Who may make which call: every registered call of administrators, by every kind of caller. A call without a row here fails. */
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { createToken } from "../../rooms/accounts/accounts.ts";
import { account_password, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { create, idsOf, signer } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

type Ids = {
  readonly licence: string;
  readonly token: string;
  readonly oldToken: string;
  readonly organisation: string;
  readonly address: string;
  readonly addressToDelete: string;
  readonly person: string;
  readonly personToDelete: string;
  readonly invited: string;
  readonly delivery: string;
};
/** How to make a call with the ids of organisation A; `everyone`: people with the role `user` may make it too. */
type Row = {
  readonly path?: (of: Ids) => string;
  readonly body?: unknown;
  /** The same, with ids of organisation A. */
  readonly bodyOf?: (of: Ids) => unknown;
  readonly everyone?: true;
  /** What own and user get, where the call is refused for a reason that is no question of rights. */
  readonly refused?: number;
};

const address = {
  street_name: "Am Sandtorkai",
  street_number: "30",
  zip_code: "20457",
  city: "Hamburg",
  country: "Deutschland",
  address_type: "shipping address",
  contact_person: "Anneke Petersen",
};

const rows: Readonly<Record<string, Row>> = {
  "POST /api/auth/extendAdminSession": { body: {}, everyone: true },
  "GET /api/account/getLicense/{id}": { path: ({ licence }) => `/api/account/getLicense/${licence}` },
  "GET /api/account/accountInformations/{id}": { path: ({ licence }) => `/api/account/accountInformations/${licence}` },
  "GET /api/account/tokens": {},
  "POST /api/account/addToken/{id}/{name}": { path: ({ licence }) => `/api/account/addToken/${licence}/Mieterportal` },
  "PUT /api/account/updateTokenName": {
    path: () => "/api/account/updateTokenName",
    bodyOf: ({ token }) => ({ token_id: token, name: "Portal" }),
  },
  "PUT /api/account/updateTokenApiKey/{id}": { path: ({ token }) => `/api/account/updateTokenApiKey/${token}` },
  "DELETE /api/account/disableToken/{id}": { path: ({ oldToken }) => `/api/account/disableToken/${oldToken}` },
  "POST /api/account/disableTokens": { body: { ids: ["0".repeat(26)] } },
  "GET /api/interface": {},
  "GET /api/interface/{id}": { path: ({ organisation }) => `/api/interface/${organisation}` },
  "POST /api/interface/editInterface/{id}": {
    path: ({ organisation }) => `/api/interface/editInterface/${organisation}`,
    body: { style: "#0B5D7A" },
  },
  "GET /api/account/getOrganization/{id}": {
    path: ({ organisation }) => `/api/account/getOrganization/${organisation}`,
  },
  "PUT /api/account/updateOrganization": { body: { organization_active: false } },
  "POST /api/account/addAddress": { body: address },
  "PUT /api/account/updateAddress": {
    path: () => "/api/account/updateAddress",
    bodyOf: ({ address }) => ({ address_id: address, city: "Kiel" }),
  },
  "DELETE /api/account/deleteAddress/{id}": {
    path: ({ addressToDelete }) => `/api/account/deleteAddress/${addressToDelete}`,
  },
  "GET /api/account/getAccountAdministrator/{id}": {
    path: ({ organisation }) => `/api/account/getAccountAdministrator/${organisation}`,
  },
  "POST /api/account/inviteAdministrator": { body: { e_mail: "mirjam@matrix.example", account_role: "user" } },
  "POST /api/account/resendInvitation/{id}": { path: ({ invited }) => `/api/account/resendInvitation/${invited}` },
  "POST /api/account/approveJoining": { body: { ids: ["0".repeat(26)], approved: true } },
  "PUT /api/account/updateAccountAdministratorRole": {
    path: () => "/api/account/updateAccountAdministratorRole",
    bodyOf: ({ person }) => ({ administrator: { user_id: person, account_role: "user" } }),
  },
  "POST /api/account/updateAccountAdministratorRoles": { body: { ids: ["0".repeat(26)], account_role: "user" } },
  "PUT /api/account/setAdministratorActive": { body: { ids: ["0".repeat(26)], active: false } },
  "DELETE /api/account/deleteAccountAdministrator/{id}": {
    path: ({ personToDelete }) => `/api/account/deleteAccountAdministrator/${personToDelete}`,
  },
  "POST /api/account/deleteAccountAdministrators": { body: { ids: ["0".repeat(26)] } },
  "POST /api/account/removeSecondFactor/{id}": {
    path: ({ person }) => `/api/account/removeSecondFactor/${person}`,
    body: { password: account_password },
    refused: 409,
  },
  "GET /api/account/ownAccount": { everyone: true },
  "PUT /api/account/updateAccountAdministrator": { body: { password: account_password }, everyone: true },
  "PUT /api/account/ownLanguage": { body: { language_id: "de" }, everyone: true },
  "DELETE /api/account/ownSession/{id}": { everyone: true, refused: 404 },
  "POST /api/account/endOtherSessions": { body: {}, everyone: true },
  "POST /api/account/startTotp": { body: { password: account_password }, everyone: true },
  "POST /api/account/confirmTotp": { body: { code: "none" }, everyone: true, refused: 403 },
  "POST /api/account/removeTotp": { body: { password: account_password }, everyone: true, refused: 409 },
  "POST /api/account/renewRecoveryCodes": { body: { password: account_password }, everyone: true, refused: 409 },
  "POST /api/account/startPasskey": { body: { password: account_password }, everyone: true },
  "POST /api/account/addPasskey": {
    body: { challenge_id: "x", name: "Laptop", response: {} },
    everyone: true,
    refused: 403,
  },
  "PUT /api/account/renamePasskey": { body: { passkey_id: "x", name: "Laptop" }, everyone: true, refused: 404 },
  "POST /api/account/removePasskey": {
    body: { passkey_id: "x", password: account_password },
    everyone: true,
    refused: 404,
  },
  // Nothing listens where the test's provider should be.
  "POST /api/account/startOidcLink": { body: { password: account_password }, everyone: true, refused: 503 },
  "POST /api/account/removeOidc": { body: { password: account_password }, everyone: true, refused: 403 },
  "GET /api/account/passwordLogin": {},
  "PUT /api/account/passwordLogin": { body: { allowed: false, password: account_password }, refused: 409 },
  "GET /api/account/joinKey": {},
  "POST /api/account/renewJoinKey": { body: {} },
  "POST /api/interface/testMail/{id}": {
    path: ({ organisation }) => `/api/interface/testMail/${organisation}`,
    body: {},
    refused: 503,
  },
  "GET /api/account/getWebhook/{id}": { path: ({ token }) => `/api/account/getWebhook/${token}` },
  "PUT /api/account/updateWebhook": {
    path: () => "/api/account/updateWebhook",
    bodyOf: ({ token }) => ({ token_id: token, webhook_url: "https://portal.example/siegel" }),
  },
  "POST /api/account/sendTestEvent/{id}": { path: ({ token }) => `/api/account/sendTestEvent/${token}` },
  "POST /api/account/showWebhookSecret/{id}": {
    path: ({ token }) => `/api/account/showWebhookSecret/${token}`,
    body: { password: account_password },
  },
  "POST /api/account/renewWebhookSecret/{id}": {
    path: ({ token }) => `/api/account/renewWebhookSecret/${token}`,
    body: { password: account_password },
  },
  "GET /api/account/webhookDeliveries": {},
  "POST /api/account/replayDelivery/{id}": { path: ({ delivery }) => `/api/account/replayDelivery/${delivery}` },
  "POST /api/account/replayFailed": { body: { since: "2026-01-01T00:00:00Z" } },
  "PUT /api/interface/reset/{id}": { path: ({ organisation }) => `/api/interface/reset/${organisation}` },
};

type Operation = { readonly security?: readonly Readonly<Record<string, unknown>>[] };
type Described = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

let calls: ReadonlyArray<{ readonly name: string; readonly isAdmin: boolean }> = [];
let callers: Readonly<Record<"nobody" | "signer" | "token" | "user" | "own" | "foreign", Record<string, string>>>;
let ids: Ids;

beforeAll(async () => {
  const at = server.current();
  const described = (await (await fetch(`${at.url}/api/openapi.json`)).json()) as Described;
  calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isAdmin: security.some((one) => "administrator" in one),
    })),
  );
  const of = await makeOrganisation(at);
  const cookieOf = async (account: { readonly email: string }) => ({ cookie: (await logInAs(at, account)).cookie });
  const created = await create(at, { signers: [signer("a", "s_signature")] });
  const { workflow, signer: signerId } = idsOf(created, 0);
  const login = await callApi<{ workflow: { accessToken: string } }>(
    "POST",
    `${at.url}/api/auth/workflowLogin/${workflow}/${signerId}`,
    { body: { workflow: { gtcChecked: true } } },
  );
  callers = {
    nobody: {},
    signer: {
      authorization: `Bearer ${login.body.data.workflow.accessToken}`,
      cookie: login.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    },
    token: { authorization: `Bearer ${at.apiKey}` },
    user: await cookieOf(await makeAccount(at, { role: "user" })),
    own: await cookieOf(await makeAccount(at)),
    foreign: await cookieOf(await makeAccount(at, { of })),
  };
  const licence = await at.deps.db
    .selectFrom("licence")
    .select("licence_id")
    .where("organisation_id", "=", at.organisationId)
    .executeTakeFirstOrThrow();
  const { organisationId } = at;
  const [token, oldToken] = [
    await createToken(at.deps, { organisationId, name: "Portal" }),
    await createToken(at.deps, { organisationId, name: "Portal (alt)" }),
  ];
  const added = async () => {
    const { body } = await callApi<{ address_id: string }>("POST", `${at.url}/api/account/addAddress`, {
      body: address,
      headers: callers.own,
    });
    return body.data.address_id;
  };
  const invited = await callApi<{ user_id: string }>("POST", `${at.url}/api/account/inviteAdministrator`, {
    body: { e_mail: "ole@matrix.example", account_role: "user" },
    headers: callers.own,
  });
  const webhook = { token_id: token.tokenId, webhook_url: "https://portal.example/siegel" };
  const headers = callers.own;
  await callApi("PUT", `${at.url}/api/account/updateWebhook`, { body: webhook, headers });
  const sent = await callApi<{ delivery_id: string }>("POST", `${at.url}/api/account/sendTestEvent/${token.tokenId}`, {
    headers,
  });
  ids = {
    delivery: sent.body.data.delivery_id,
    person: (await makeAccount(at)).id,
    personToDelete: (await makeAccount(at)).id,
    invited: invited.body.data.user_id,
    licence: licence.licence_id,
    token: token.tokenId,
    oldToken: oldToken.tokenId,
    organisation: at.organisationId,
    address: await added(),
    addressToDelete: await added(),
  };
});

async function answerOf(name: string, caller: keyof typeof callers): Promise<number> {
  const [method = "", path = ""] = name.split(" ");
  const row = rows[name];
  const { status } = await callApi(method, server.current().url + (row?.path?.(ids) ?? path), {
    ...(method === "GET" || method === "DELETE" ? {} : { body: row?.bodyOf?.(ids) ?? row?.body ?? {} }),
    headers: callers[caller],
  });
  return status;
}

describe("the matrix of calls and callers", () => {
  it("[A-092] [A-157] has a row for every call of administrators, and for no other", () => {
    const registered = calls.filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
    expect(registered.length).toBeGreaterThan(0);
    expect(Object.keys(rows).sort()).toEqual(registered.sort());
  });

  it.each(Object.entries(rows))(
    "[A-011] [A-092] %s: administrators of the organisation alone",
    async (name, { path, everyone, refused = 200 }) => {
      const told = Object.fromEntries(
        await Promise.all(
          (["nobody", "signer", "token", "user", "foreign", "own"] as const).map(
            async (caller) => [caller, await answerOf(name, caller)] as const,
          ),
        ),
      );
      expect(told).toEqual({
        nobody: 401,
        signer: 401,
        token: 401,
        user: everyone === true ? refused : 403,
        // An id of another organisation is as good as none.
        foreign: path === undefined ? refused : 404,
        own: refused,
      });
    },
  );

  it("[A-011] an administrator's session opens no call of signers or senders", async () => {
    const others = calls.filter(
      ({ name, isAdmin }) => !isAdmin && /^(GET|DELETE) \/api\/(files|workflow|v1)/.test(name),
    );
    expect(others.length).toBeGreaterThan(5);
    for (const { name } of others) {
      const asked = name.replace(/\{\w+\}/g, "0".repeat(26));
      const [method = "", path = ""] = asked.split(" ");
      const told = await callApi(method, server.current().url + path, { headers: callers.own });
      expect([name, told.status]).toEqual([name, 401]);
    }
  });
});
