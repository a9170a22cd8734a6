/** An organisation's data and addresses, for its administrators (contract/calls/organisation.ts). */
import {
  type AddressView,
  addAddress,
  deleteAddress,
  getOrganization,
  type OrganisationView,
  updateAddress,
  updateOrganization,
} from "@siegel/contract/calls/organisation.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { ServerDeps } from "../../deps.ts";
import {
  type Address,
  type AddressChange,
  addOrganisationAddress,
  type ChangedAddress,
  changeOrganisation,
  changeOrganisationAddress,
  deleteOrganisationAddress,
  type OrganisationState,
  organisationOf,
  type StoredAddress,
} from "../../rooms/accounts/accounts.ts";
import { serveAdminCall, type WireAnswer } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

type NewAddress = z.output<typeof addAddress.body & object>;
type GivenAddress = z.output<typeof updateAddress.body & object>;
type Said = z.output<typeof updateOrganization.body & object>;

const unknown = { ok: false, code: "NOT_FOUND" } as const;

/** Registers the calls of `contract/calls/organisation.ts`. */
export function organisationRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getOrganization }, async ({ params, session: { person } }) => {
    if (params.id !== person.organisationId) return unknown;
    const state = await organisationOf(deps.db, person.organisationId);
    return { ok: true, data: viewOf(deps, person.organisationId, state) };
  });

  serveAdminCall(app, { deps, call: updateOrganization }, async (request) => {
    const { body } = request;
    const { organisationId } = request.session.person;
    const given = listOf(body.addresses);
    if ([body, ...given].some((claim) => isForeign(organisationId, claim))) return unknown;
    const changed = await changeOrganisation(deps, byPerson(request), {
      change: changeOf(body),
      version: body.version ?? null,
      addresses: given.map((one) => ("address_id" in one ? addressChangeOf(one) : newAddressOf(one))),
    });
    if (changed.ok) return { ok: true, data: viewOf(deps, organisationId, changed.state), code: "SUCCESS" };
    if (changed.code !== "CHANGED_MEANWHILE") return changed;
    return changedMeanwhile(viewOf(deps, organisationId, changed.now));
  });

  serveAdminCall(app, { deps, call: addAddress }, async (request) => {
    const { organisationId } = request.session.person;
    if (isForeign(organisationId, request.body)) return unknown;
    const added = await addOrganisationAddress(deps, byPerson(request), newAddressOf(request.body));
    return answerOf(organisationId, added);
  });

  serveAdminCall(app, { deps, call: updateAddress }, async (request) => {
    const { organisationId } = request.session.person;
    if (isForeign(organisationId, request.body)) return unknown;
    const changed = await changeOrganisationAddress(deps, byPerson(request), addressChangeOf(request.body));
    return answerOf(organisationId, changed);
  });

  serveAdminCall(app, { deps, call: deleteAddress }, async (request) => {
    const deleted = await deleteOrganisationAddress(deps, byPerson(request), request.params.id);
    return deleted.ok ? { ok: true, data: true as const, code: "SUCCESS" } : deleted;
  });
}

/** One object or a list (admin-side.md §3). */
const listOf = (addresses: Said["addresses"]) =>
  addresses === undefined ? [] : Array.isArray(addresses) ? addresses : [addresses];

/** An id in a payload is a claim: another organisation's is as good as none. */
const isForeign = (own: OrganisationId, { organization_id }: { readonly organization_id?: string | undefined }) =>
  organization_id !== undefined && organization_id !== own;

const changeOf = ({ organization_name, sales_tax_number, contact_person, time_zone, mark, message }: Said) => ({
  name: organization_name,
  taxNumber: sales_tax_number,
  contactPerson: contact_person,
  timeZone: time_zone,
  mark,
  message,
});

const newAddressOf = (body: NewAddress): Address => ({
  type: body.address_type,
  streetName: body.street_name,
  streetNumber: body.street_number,
  additionalLine: body.additional_line ?? null,
  zipCode: body.zip_code,
  city: body.city,
  country: body.country,
  contactPerson: body.contact_person,
});

const addressChangeOf = (body: GivenAddress): AddressChange => ({
  addressId: body.address_id,
  version: body.version ?? null,
  type: body.address_type,
  streetName: body.street_name,
  streetNumber: body.street_number,
  additionalLine: body.additional_line,
  zipCode: body.zip_code,
  city: body.city,
  country: body.country,
  contactPerson: body.contact_person,
});

function answerOf(organisationId: OrganisationId, changed: ChangedAddress): WireAnswer<AddressView> {
  if (changed.ok) return { ok: true, data: addressView(organisationId, changed.address), code: "SUCCESS" };
  if (changed.code !== "CHANGED_MEANWHILE") return changed;
  return changedMeanwhile(addressView(organisationId, changed.address));
}

const addressView = (organisationId: OrganisationId, address: StoredAddress): AddressView => ({
  address_id: address.addressId,
  organization_id: organisationId,
  street_name: address.streetName,
  street_number: address.streetNumber,
  additional_line: address.additionalLine,
  zip_code: address.zipCode,
  city: address.city,
  country: address.country,
  address_type: address.type,
  contact_person: address.contactPerson,
  version: address.version,
});

const viewOf = (
  { config }: Pick<ServerDeps, "config">,
  organisationId: OrganisationId,
  { data, addresses }: OrganisationState,
): OrganisationView => ({
  organization_id: organisationId,
  organization_name: data.name,
  sales_tax_number: data.taxNumber,
  contact_person: data.contactPerson,
  organization_active: data.active,
  addresses: addresses.map((address) => addressView(organisationId, address)),
  time_zone: data.timeZone,
  service_time_zone: config.zone,
  mark: data.mark,
  message: data.message,
  version: data.version,
});
