/** SQL of what administrators keep of their organisation: data and addresses. */
import type { AddressType } from "@siegel/contract/address-types.ts";
import type { Mark } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";

/** What can be changed of an organisation; `timeZone` null: the service's. */
export type OrganisationData = {
  readonly name: string;
  readonly taxNumber: string | null;
  readonly contactPerson: string | null;
  readonly timeZone: string | null;
  readonly mark: Mark;
  readonly message: string | null;
};

/** An organisation's data with their version. */
export type StoredOrganisationData = OrganisationData & { readonly active: boolean; readonly version: number };

/** Data of an organisation; `forUpdate`: others who change it or its addresses wait. @throws where there is no such organisation */
export async function readOrganisationData(
  db: Db,
  organisationId: string,
  { forUpdate = false } = {},
): Promise<StoredOrganisationData> {
  const query = db
    .selectFrom("organisation")
    .select(["name", "sales_tax_number", "contact_person", "time_zone", "mark", "message", "active", "version"])
    .where("organisation_id", "=", organisationId);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const { sales_tax_number: taxNumber, contact_person: contactPerson, time_zone: timeZone, ...same } = row;
  return { ...same, taxNumber, contactPerson, timeZone };
}

/** Writes data with their version. */
export async function saveOrganisationData(
  db: Db,
  organisationId: string,
  data: OrganisationData & { readonly version: number },
): Promise<void> {
  await db
    .updateTable("organisation")
    .set({
      name: data.name,
      sales_tax_number: data.taxNumber,
      contact_person: data.contactPerson,
      time_zone: data.timeZone,
      mark: data.mark,
      message: data.message,
      version: data.version,
    })
    .where("organisation_id", "=", organisationId)
    .execute();
}

/** What an address says. */
export type Address = {
  readonly type: AddressType;
  readonly streetName: string;
  readonly streetNumber: string;
  readonly additionalLine: string | null;
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
  readonly contactPerson: string;
};

/** An address of an organisation. */
export type StoredAddress = Address & { readonly addressId: string; readonly version: number };

/** All addresses of an organisation, the oldest first. */
export async function readAddresses(db: Db, organisationId: string): Promise<StoredAddress[]> {
  const rows = await db
    .selectFrom("organisation_address")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("number")
    .execute();
  return rows.map((row) => ({
    addressId: row.address_id,
    type: row.address_type,
    streetName: row.street_name,
    streetNumber: row.street_number,
    additionalLine: row.additional_line,
    zipCode: row.zip_code,
    city: row.city,
    country: row.country,
    contactPerson: row.contact_person,
    version: row.version,
  }));
}

/** Writes an address, a new one or the same once more. */
export async function saveAddress(
  db: Db,
  organisationId: string,
  { at, ...address }: StoredAddress & { readonly at: Date },
): Promise<void> {
  const lines = {
    address_type: address.type,
    street_name: address.streetName,
    street_number: address.streetNumber,
    additional_line: address.additionalLine,
    zip_code: address.zipCode,
    city: address.city,
    country: address.country,
    contact_person: address.contactPerson,
    version: address.version,
  };
  await db
    .insertInto("organisation_address")
    .values({ address_id: address.addressId, organisation_id: organisationId, created_at: at, ...lines })
    .onConflict((conflict) => conflict.column("address_id").doUpdateSet(lines))
    .execute();
}

/** Removes an address. */
export async function removeAddress(db: Db, addressId: string): Promise<void> {
  await db.deleteFrom("organisation_address").where("address_id", "=", addressId).execute();
}
