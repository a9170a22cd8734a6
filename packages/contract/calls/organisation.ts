/** An organisation's own data and addresses (admin-side.md §3, §7). */
import { z } from "zod";
import { nameField, textField } from "../account-fields.ts";
import { addressTypes } from "../address-types.ts";
import { call } from "../call.ts";
import { organisationId } from "../ids.ts";
import { addresses_max, marks, message_chars_max } from "../limits.ts";
import { paragraphsText } from "../text.ts";
import { isTimeZone } from "../time-zone.ts";
import { valueFaults } from "../value-faults.ts";

const version = z.number().int();
const readVersion = version
  .optional()
  .describe("The version that was read. Another one now: CHANGED_MEANWHILE. Left out: the change is made.");
const claimedOrganisation = z
  .string()
  .optional()
  .describe("The organisation's id; another one than the session's answers 404.");
/** Nothing typed, or null: it is taken away. */
const optionalText = z
  .union([z.literal("").transform(() => null), textField])
  .nullable()
  .optional();

const type = z.enum(addressTypes).describe("What the address is for.");

export const addressView = z
  .object({
    address_id: z.string().describe("The address's id."),
    organization_id: organisationId.describe("The organisation's id."),
    street_name: z.string().describe("Street."),
    street_number: z.string().describe("House number."),
    additional_line: z.string().nullable().describe("A line more, such as a floor; null: none."),
    zip_code: z.string().describe("Post code."),
    city: z.string().describe("Town."),
    country: z.string().describe("Country."),
    address_type: type,
    contact_person: z.string().describe("Whom to ask for there."),
    version: version.describe("Changes with every change of the address."),
  })
  .meta({ id: "AddressView", description: "An address of an organisation." });
export type AddressView = z.infer<typeof addressView>;

export const organisationView = z
  .object({
    organization_id: organisationId.describe("The organisation's id."),
    organization_name: z.string().describe("The organisation's name."),
    sales_tax_number: z.string().nullable().describe("Its tax number; null: none is known."),
    contact_person: z.string().nullable().describe("The person to ask for; null: the organisation names no one."),
    organization_active: z.boolean().describe("Whether people may log in and new workflows begin."),
    addresses: z.array(addressView).describe("Its addresses, the oldest first; always a list."),
    time_zone: z
      .string()
      .nullable()
      .describe("The IANA name of the zone that times are given in; null: the service's."),
    service_time_zone: z.string().describe("The service's time zone."),
    mark: z.enum(marks).describe("Where a signature shows that was given no place."),
    message: z
      .string()
      .nullable()
      .describe("What signers read where a workflow has no message of its own; null: none."),
    version: version.describe("Changes with every change of these data, not with those of addresses."),
  })
  .meta({ id: "OrganisationView", description: "An organisation's data." });
export type OrganisationView = z.infer<typeof organisationView>;

const lines = {
  street_name: nameField.describe("Street: letters, hyphens, dots, apostrophes and blanks."),
  street_number: textField.describe("House number."),
  additional_line: optionalText.describe("A line more, such as a floor."),
  zip_code: textField.describe("Post code."),
  city: textField.describe("Town."),
  country: textField.describe("Country."),
  contact_person: textField.describe("Whom to ask for there."),
  address_type: type,
};
const newAddress = z
  .object({ organization_id: claimedOrganisation, ...lines })
  .meta({ id: "NewAddress", description: "An address to add." });
const changedAddress = z
  .object({ organization_id: claimedOrganisation, ...lines })
  .partial()
  .extend({ address_id: z.string().describe("The address's id."), version: readVersion })
  .meta({ id: "ChangedAddress", description: "What changes of an address; what is left out stays." });
/** An address with an id is changed, one without is added. */
const anyAddress = z.union([changedAddress, newAddress]);

const aboutIds = "An id that is not this organisation's answers 404, as one that does not exist.";
const allowed = { caller: "admin", permission: "organisation" } as const;

export const getOrganization = call({
  name: "getOrganization",
  method: "GET",
  path: "/api/account/getOrganization/:id",
  ...allowed,
  summary: "Read the organisation's data",
  description: aboutIds,
  params: z.object({ id: z.string().describe("The organisation's id.") }),
  response: organisationView,
});

export const updateOrganization = call({
  name: "updateOrganization",
  method: "PUT",
  path: "/api/account/updateOrganization",
  ...allowed,
  summary: "Change the organisation's data",
  description: `${aboutIds} What is left out stays; null takes away what may be missing.`,
  body: z.object({
    organization_id: claimedOrganisation,
    organization_name: textField.optional().describe("The organisation's name."),
    sales_tax_number: optionalText.describe("Its tax number."),
    contact_person: optionalText.describe("Whom to ask for."),
    organization_active: z.unknown().optional().describe("Accepted and ignored: the provider decides it."),
    addresses: z
      .union([z.array(anyAddress).max(addresses_max), anyAddress])
      .optional()
      .describe("One address or a list: those with an id are changed, the others added; none is taken away."),
    time_zone: z
      .string()
      .refine(isTimeZone, valueFaults.timeZone.en)
      .nullable()
      .optional()
      .describe("The IANA name of a time zone; null: the service's."),
    mark: z.enum(marks).optional().describe("Where a signature shows that is given no place."),
    message: paragraphsText(message_chars_max)
      .transform((text) => (text.trim() === "" ? null : text))
      .nullable()
      .optional()
      .describe("What signers read where a workflow has no message of its own."),
    version: readVersion,
  }),
  response: organisationView,
});

export const addAddress = call({
  name: "addAddress",
  method: "POST",
  path: "/api/account/addAddress",
  ...allowed,
  summary: "Add an address",
  description: aboutIds,
  body: newAddress,
  response: addressView,
});

export const updateAddress = call({
  name: "updateAddress",
  method: "PUT",
  path: "/api/account/updateAddress",
  ...allowed,
  summary: "Change an address",
  description: `${aboutIds} The only billing address stays one: BillingAddressDeleteError.`,
  body: changedAddress,
  response: addressView,
});

export const deleteAddress = call({
  name: "deleteAddress",
  method: "DELETE",
  path: "/api/account/deleteAddress/:id",
  ...allowed,
  summary: "Delete an address",
  description: `${aboutIds} A billing address stays: BillingAddressDeleteError.`,
  params: z.object({ id: z.string().describe("The address's id.") }),
  response: z.literal(true),
});
