/** Organisations at the operator's desk over HTTP: list, register check with four eyes, licence, people, on and off. */
import type {
  OperatorDesk,
  OperatorOrganisationView,
  OrganisationPage,
} from "@siegel/contract/calls/operator-organisations.ts";
import type { RegisterView } from "@siegel/contract/calls/operator-register.ts";
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { createToken } from "../../rooms/accounts/accounts.ts";
import { type Account, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { sentWorkflow, signer } from "../../test/api-client.ts";
import { logInOperatorAs, makeOperator } from "../../test/operators.ts";
import { type TestServer, useTestServer } from "../../test/test-server.ts";

const running = useTestServer({ SIEGEL_FOUR_EYES: "on" });
let server: TestServer;
let cookies: { readonly first: string; readonly second: string };
let organisation: OrganisationId;
let account: Account;
let apiKey: string;
beforeAll(async () => {
  server = running.current();
  const cookieOf = async (name: string) => (await logInOperatorAs(server, await makeOperator(server, name))).cookie;
  cookies = { first: await cookieOf("Lorenzen"), second: await cookieOf("Brandt") };
  organisation = await makeOrganisation(server, "Nordlicht Robotics 100% GmbH");
  account = await makeAccount(server, { of: organisation });
  apiKey = (await createToken(server.deps, { organisationId: organisation, name: "Portal" })).apiKey;
});

const call = async <T>(method: string, path: string, body?: unknown, who: keyof typeof cookies = "first") =>
  await callApi<T>(method, `${server.url}/api/operator/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie: cookies[who], "accept-language": "en" },
  });
const own = () => `organisations/${organisation}`;
const read = async () => (await call<OperatorOrganisationView>("GET", own())).body.data;
const sealed = async () =>
  await callApi("POST", `${server.url}/api/v1/workflows`, {
    body: await sentWorkflow({ signers: [signer("ingrid", "a_seal")] }),
    headers: { authorization: `Bearer ${apiKey}` },
  });
const today = () => server.clock.now().toISOString().slice(0, 10);
const facts = () => ({
  legal_name: "Nordlicht Robotics GmbH",
  organization_identifier: "NTRDE-HRB160442",
  country: "DE",
  locality: "Kiel",
  extract_reference: "Amtsgericht Kiel, HRB 160442",
  extract_day: today(),
  representatives: [{ first_name: "Ingrid", last_name: "Solheim", email: "i.solheim@nordlicht.example" }],
});
const events = async () =>
  await server.deps.db
    .selectFrom("audit_event as e")
    .innerJoin("audit_event_details as d", (join) =>
      join.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
    )
    .select(["e.type", "d.details"])
    .where("e.actor_kind", "=", "operator")
    .orderBy("e.seq")
    .execute();

describe("the list of organisations", () => {
  it("is found by name, id and register, a page at a time, counted by state", async () => {
    for (const name of ["Älplerhof eG", "Lichtblick Strom AG", "Zunft 3 GmbH"]) await makeOrganisation(server, name);
    const names: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body }: { body: { data: OrganisationPage } } = await call("GET", `organisations?limit=2${more}`);
      names.push(...body.data.organisations.map((one) => one.name));
      expect(body.data.counts).toMatchObject({ all: 5, active: 5, inactive: 0, waiting: 0 });
      cursor = body.data.next_cursor;
    }
    expect(names).toEqual([
      "Älplerhof eG",
      "Hafenwerk Wohnungsgenossenschaft eG",
      "Lichtblick Strom AG",
      "Nordlicht Robotics 100% GmbH",
      "Zunft 3 GmbH",
    ]);
    const foundBy = async (search: string) =>
      (await call<OrganisationPage>("GET", `organisations?search=${encodeURIComponent(search)}`)).body.data
        .organisations;
    expect(await foundBy("0% g")).toMatchObject([{ organization_id: organisation, register: "none", share_used: 0 }]);
    expect(await foundBy(organisation)).toHaveLength(1);
    expect(await foundBy("GNR9999")).toMatchObject([{ register: "verified" }]);
    expect(await foundBy("nothing like it")).toEqual([]);
    expect((await call("GET", "organisations?cursor=x")).body.data).toEqual([expect.stringContaining("next_cursor")]);
  });

  it("stands beside the health of the service on the desk", async () => {
    const { body } = await call<OperatorDesk>("GET", "desk");
    expect(body.data).toMatchObject({ organisations: { all: 5 }, checks: { database: "ok" }, version: "test" });
  });
});

describe("a register check", () => {
  it("lets an organisation seal once a second operator has confirmed exactly what the first one read", async () => {
    expect((await sealed()).body.code).toBe("ORGANIZATION_NOT_VERIFIED");
    const first = await call<RegisterView>("PUT", `${own()}/register`, facts());
    expect(first.body.data).toMatchObject({
      state: "waiting",
      verified: null,
      check: { ...facts(), checked_by: "Meike Lorenzen", is_own: true },
    });
    expect((await sealed()).body.code).toBe("ORGANIZATION_NOT_VERIFIED");
    const check_id = first.body.data.check?.check_id ?? "";
    const confirm = async (id: string, who: "first" | "second") =>
      await call<RegisterView>("POST", `${own()}/register/confirm`, { check_id: id }, who);
    expect((await confirm(check_id, "first")).body.code).toBe("SAME_OPERATOR");
    const again = await call<RegisterView>("PUT", `${own()}/register`, { ...facts(), locality: "Lübeck" });
    expect((await confirm(check_id, "second")).body.code).toBe("REGISTER_CHECK_GONE");
    const { counts } = (await call<OrganisationPage>("GET", "organisations?state=waiting")).body.data;
    expect(counts.waiting).toBe(1);
    const newId = again.body.data.check?.check_id ?? "";
    const both = await Promise.all([confirm(newId, "second"), confirm(newId, "second")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).register).toMatchObject({
      state: "verified",
      verified: { locality: "Lübeck", checked_by: "Meike Lorenzen", confirmed_by: "Meike Brandt" },
      check: null,
    });
    expect((await sealed()).status).toBe(201);
  });

  it("can be withdrawn; what counted before goes on counting", async () => {
    await call("PUT", `${own()}/register`, { ...facts(), legal_name: "Südlicht GmbH" });
    expect((await read()).register).toMatchObject({ state: "waiting", verified: { locality: "Lübeck" } });
    const withdraw = async () => await call<RegisterView>("DELETE", `${own()}/register/check`, undefined, "second");
    expect((await withdraw()).body.data).toMatchObject({ state: "verified", check: null });
    expect((await withdraw()).body.code).toBe("REGISTER_CHECK_GONE");
  });

  it("takes no old extract, and nothing that a certificate could not name; the sentence says which field", async () => {
    const refused = async (change: object) => (await call("PUT", `${own()}/register`, { ...facts(), ...change })).body;
    const day = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    expect(await refused({ extract_day: day(-32) })).toMatchObject({ code: "REGISTER_EXTRACT_OLD" });
    expect(await refused({ extract_day: day(3) })).toMatchObject({ code: "REGISTER_EXTRACT_OLD" });
    for (const [field, change] of [
      ["organization_identifier", { organization_identifier: "HRB 160442" }],
      ["country", { country: "Deutschland" }],
      ["extract_day", { extract_day: "2026-02-30" }],
      ["representatives", { representatives: [] }],
      ["representatives.0.email", { representatives: [{ first_name: "I", last_name: "S", email: "none" }] }],
      ["legal_name", { legal_name: "x".repeat(65) }],
    ] as const)
      expect(await refused(change)).toEqual({
        success: false,
        code: "INVALID_REQUEST",
        data: [expect.stringContaining(field)],
      });
  });
});

describe("what an operator changes of an organisation", () => {
  it("[A-076] a licence: limits, end and fees, of which administrators see the fees; what is left out stays", async () => {
    const change = async (body: object) => await call<OperatorOrganisationView>("PUT", `${own()}/licence`, body);
    const end = new Date(server.clock.now().getTime() + 40 * 86_400_000).toISOString();
    const changed = await change({ limits: { qes: 250 }, fee_cents: { qes: 210 }, expires_at: end });
    expect(changed.body.data.licence).toMatchObject({
      expires_at: end,
      ses: { limit: 5_000, fee_cents: 0 },
      qes: { limit: 250, used: 0, reserved: 0, fee_cents: 210 },
    });
    expect((await change({ paid: true })).body.data.licence).toMatchObject({ trial: false, expires_at: null });
    const past = new Date(server.clock.now().getTime() - 1_000).toISOString();
    expect((await change({ expires_at: past })).body.code).toBe("LICENCE_END_PAST");
    expect((await change({ limits: { ses: -1 } })).status).toBe(400);
    const { cookie } = await logInAs(server, account);
    const seen = await callApi("GET", `${server.url}/api/account/accountInformations/${organisation}`, {
      headers: { cookie },
    });
    expect(JSON.stringify(seen.body)).toContain("210");
  });

  it("[A-019] a person: disabled, the last administrator too, they are logged out at once and told so", async () => {
    const { cookie } = await logInAs(server, account);
    const listed = await call<{ users: unknown[] }>("GET", `${own()}/people?search=feddersen`);
    expect(listed.body.data.users).toMatchObject([{ user_id: account.id, state: "active" }]);
    const off = await call("PUT", `people/${account.id}/active`, { active: false });
    expect(off.body.data).toMatchObject({ state: "disabled" });
    const told = await callApi("GET", `${server.url}/api/account/ownAccount`, { headers: { cookie } });
    expect(told.body.code).toBe("SESSION_ENDED");
    expect((await logInAs(server, account)).answer.body.code).toBe("USER_NOT_ACTIV");
    expect((await call("PUT", `people/${account.id}/active`, { active: true })).status).toBe(200);
    expect((await logInAs(server, account)).answer.status).toBe(200);
  });

  it("a second factor that a person lost: they are logged out, and the password alone lets them in", async () => {
    const { cookie } = await logInAs(server, account);
    await server.deps.db
      .insertInto("administrator_totp")
      .values({
        administrator_id: account.id as AdministratorId,
        secret_sealed: Buffer.from("sealed"),
        since: server.clock.now(),
      })
      .execute();
    expect((await logInAs(server, account)).answer.body.code).toBe("SECOND_FACTOR_REQUIRED");
    const removed = await call("DELETE", `people/${account.id}/factor`);
    expect(removed.body.data).toMatchObject({ user_id: account.id, second_factor: "none" });
    const told = await callApi("GET", `${server.url}/api/account/ownAccount`, { headers: { cookie } });
    expect(told.body.code).toBe("SESSION_ENDED");
    expect((await logInAs(server, account)).answer.status).toBe(200);
    expect((await call("DELETE", `people/${account.id}/factor`)).body.code).toBe("NO_SECOND_FACTOR");
  });

  it("[A-125] whether it is active: people and keys are told ORGANIZATION_INACTIVE, and all goes on after", async () => {
    const off = await call("PUT", `${own()}/active`, { active: false, reason: "Vertrag gekündigt." });
    expect(off.body.data).toMatchObject({ active: false });
    expect((await logInAs(server, account)).answer.body.code).toBe("ORGANIZATION_INACTIVE");
    expect((await sealed()).body.code).toBe("ORGANIZATION_INACTIVE");
    const inactive = await call<OrganisationPage>("GET", "organisations?state=inactive");
    expect(inactive.body.data.organisations).toMatchObject([{ organization_id: organisation, active: false }]);
    await call("PUT", `${own()}/active`, { active: true });
    expect((await sealed()).status).toBe(201);
  });

  it("stands in the audit trail, with who did it", async () => {
    const found = await events();
    const typesOf = found.map(({ type }) => type).filter((type) => !type.startsWith("operator."));
    expect(typesOf).toEqual([
      ...["organisation.register-checked", "organisation.register-checked", "organisation.register-confirmed"],
      ...["organisation.register-checked", "organisation.register-withdrawn"],
      ...["licence.changed", "licence.changed", "administrator.disabled", "administrator.enabled"],
      "administrator.factor-removed",
      ...["organisation.deactivated", "organisation.activated"],
    ]);
    const confirmed = found.find(({ type }) => type === "organisation.register-confirmed");
    expect(confirmed?.details).toMatchObject({
      organisation,
      legalName: "Nordlicht Robotics GmbH",
      locality: "Lübeck",
    });
    const off = found.find(({ type }) => type === "organisation.deactivated");
    expect(off?.details).toMatchObject({ organisation, reason: "Vertrag gekündigt." });
  });
});
