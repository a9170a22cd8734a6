/** An organisation's data and addresses, read and changed over HTTP. */
import type { AddressView, OrganisationView } from "@siegel/contract/calls/organisation.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { addresses_max } from "@siegel/contract/limits.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { brandingOf, sendingDefaultsOf } from "../../rooms/accounts/accounts.ts";
import { type Account, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
let of: string;
let account: Account;
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  of = await makeOrganisation(server.current());
  account = await makeAccount(server.current(), { of });
  headers = { cookie: (await logInAs(server.current(), account)).cookie };
});

const ask = async <Data>(method: string, path: string, body?: unknown) =>
  await callApi<Data>(method, `${server.current().url}/api/account/${path}`, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
const read = async () => (await ask<OrganisationView>("GET", `getOrganization/${of}`)).body.data;
const update = async (body: unknown) => await ask<OrganisationView>("PUT", "updateOrganization", body);
const add = async (body: unknown) => await ask<AddressView>("POST", "addAddress", body);

const billing = {
  street_name: "Große Elbstraße",
  street_number: "145 b",
  zip_code: "22767",
  city: "Hamburg",
  country: "Deutschland",
  address_type: "billing address",
  contact_person: "Anneke O’Brien, Buchhaltung",
};
const shipping = { ...billing, address_type: "shipping address", additional_line: "Haus C" };

describe("an organisation's data", () => {
  it("[A-123] [A-124] are read whole, with a list of addresses, by the own id alone", async () => {
    expect(await read()).toEqual({
      organization_id: of,
      organization_name: "Lichtblick Strom AG",
      sales_tax_number: null,
      contact_person: null,
      organization_active: true,
      addresses: [],
      time_zone: null,
      service_time_zone: "Europe/Berlin",
      mark: "auto",
      message: null,
      version: 1,
    });
    for (const id of [server.current().organisationId, "nothing"])
      expect((await ask("GET", `getOrganization/${id}`)).body.code).toBe("NOT_FOUND");
  });

  it("[A-126] [A-136] are changed as far as they are given, and count for workflows from then on", async () => {
    const given = {
      organization_name: "Lichtblick & Söhne (Strom)",
      sales_tax_number: "27/148/20519",
      contact_person: "Anneke Petersen, 2. Stock",
      time_zone: "America/Sao_Paulo",
      mark: "page",
      message: "Bitte bis Freitag.\nDanke",
    };
    const { body } = await update({ ...given, organization_active: false });
    expect(body).toMatchObject({ code: "SUCCESS", data: { ...given, organization_active: true, version: 2 } });
    const { db } = server.current().deps;
    expect(await brandingOf(db, of)).toMatchObject({ name: given.organization_name, timeZone: given.time_zone });
    expect(await sendingDefaultsOf(db, of)).toEqual({ mark: "page", message: given.message });
    const emptied = await update({ sales_tax_number: "", contact_person: null, message: " ", time_zone: null });
    expect(emptied.body.data).toMatchObject({
      organization_name: given.organization_name,
      sales_tax_number: null,
      contact_person: null,
      message: null,
      time_zone: null,
    });
  });

  it("[A-135] are refused field by field where their rules are broken, and nothing changes", async () => {
    const wrong = {
      organization_name: "<b>",
      sales_tax_number: "27;148",
      contact_person: "=1+1",
      time_zone: "Europa/Berlin",
    };
    const { status, body } = await update(wrong);
    expect([status, body.code]).toEqual([400, "INVALID_REQUEST"]);
    for (const field of Object.keys(wrong)) expect(String(body.data)).toContain(`${field}: `);
    expect((await update({ organization_name: " " })).status).toBe(400);
    expect((await update({ time_zone: "+02:00" })).status).toBe(400);
    expect((await update({ organization_id: server.current().organisationId })).body.code).toBe("NOT_FOUND");
    expect((await read()).version).toBe(1);
  });

  it("answer who brings an old version with the record as it is now, also when both come at once", async () => {
    const both = await Promise.all(
      ["27/148/20511", "27/148/20519"].map((sales_tax_number) => update({ sales_tax_number, version: 1 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = both.find(({ status }) => status === 200)?.body.data;
    const late = both.find(({ status }) => status === 409)?.body;
    expect(late?.code).toBe("CHANGED_MEANWHILE");
    expect(recordNow<OrganisationView>(late?.data as unknown as string[])).toEqual(first);
  });
});

describe("an organisation's addresses", () => {
  it("[A-127] [A-128] [A-129] [A-130] [A-131] are added, changed and deleted", async () => {
    const added = await add(shipping);
    expect(added.body).toMatchObject({ code: "SUCCESS", data: { ...shipping, organization_id: of, version: 1 } });
    const { address_id } = added.body.data;
    const changed = await ask<AddressView>("PUT", "updateAddress", { address_id, city: "Kiel", additional_line: "" });
    expect(changed.body.data).toMatchObject({ ...shipping, city: "Kiel", additional_line: null, version: 2 });
    const late = await ask("PUT", "updateAddress", { address_id, city: "Husum", version: 1 });
    expect(recordNow<AddressView>(late.body.data as string[])).toEqual(changed.body.data);
    expect((await read()).addresses).toEqual([changed.body.data]);
    expect((await ask("DELETE", `deleteAddress/${address_id}`)).body.data).toBe(true);
    expect((await ask("DELETE", `deleteAddress/${address_id}`)).body.code).toBe("NOT_FOUND");
    expect((await read()).addresses).toEqual([]);
    const types = await server
      .current()
      .deps.db.selectFrom("audit_event")
      .select("type")
      .where("actor_id", "=", account.id)
      .where("type", "like", "organisation.%")
      .orderBy("seq")
      .execute();
    expect(types.map(({ type }) => type)).toEqual([
      "organisation.address-added",
      "organisation.address-changed",
      "organisation.address-deleted",
    ]);
  });

  it("[A-132] keep a billing address: it is not deleted, and the only one does not become another kind", async () => {
    const { address_id } = (await add(billing)).body.data;
    const remove = async () => await ask("DELETE", `deleteAddress/${address_id}`);
    const turn = async () => await ask("PUT", "updateAddress", { address_id, address_type: "shipping address" });
    for (const refused of [await remove(), await turn()])
      expect([refused.status, refused.body.code]).toEqual([409, "BillingAddressDeleteError"]);
    await add(billing);
    expect((await remove()).body.code).toBe("BillingAddressDeleteError");
    expect((await turn()).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  it("[A-124] may come with the organisation, as one object or as a list: all of it is done, or nothing", async () => {
    const one = (await update({ addresses: billing })).body.data.addresses;
    expect(one).toMatchObject([billing]);
    const [first] = one;
    const two = await update({ addresses: [{ address_id: first?.address_id, city: "Kiel" }, shipping] });
    expect(two.body.data.addresses).toMatchObject([{ ...billing, city: "Kiel" }, shipping]);
    const list = [shipping, { address_id: first?.address_id, address_type: "shipping address" }];
    const refused = await update({ organization_name: "Anders", addresses: list });
    expect(refused.body.code).toBe("BillingAddressDeleteError");
    expect(await read()).toMatchObject({ organization_name: "Lichtblick Strom AG", addresses: { length: 2 } });
  });

  it("[A-130] [A-131] need all their lines but one, and have an end", async () => {
    for (const name of Object.keys(billing)) {
      const { [name as "city"]: _, ...rest } = billing;
      expect([name, (await add(rest)).status]).toEqual([name, 400]);
    }
    expect((await add({ ...billing, address_type: "holiday address" })).status).toBe(400);
    expect((await add({ ...billing, street_name: "Straße 17" })).status).toBe(400);
    expect((await add({ ...billing, organization_id: server.current().organisationId })).status).toBe(404);
    const many = Array.from({ length: addresses_max }, () => shipping);
    expect((await update({ addresses: many })).status).toBe(200);
    const { status, body } = await add(shipping);
    expect([status, body.code]).toEqual([400, "INVALID_REQUEST"]);
  });
});
