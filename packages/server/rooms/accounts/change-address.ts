/** Administrators add, change and delete addresses. The organisation's row is locked first: of two who act at once one waits. */
import { whyNotChangeAddressType, whyNotDeleteAddress } from "@siegel/contract/account-acts.ts";
import { addresses_max } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import {
  type Address,
  readAddresses,
  readOrganisationData,
  removeAddress,
  type StoredAddress,
  saveAddress,
} from "./organisation-data-store.ts";
import { type ByAdministrator, recordChange } from "./record-change.ts";

/** What a change needs. */
export type OrganisationDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** What changes; what is left out stays. `version`: the one that was read, null: whichever it is. */
export type AddressChange = { readonly [name in keyof Address]?: Address[name] | undefined } & {
  readonly addressId: string;
  readonly version: number | null;
};

/** Why an address stays as it is; `now`: as somebody else left it. */
export type AddressRefusal =
  | { readonly ok: false; readonly code: "NOT_FOUND" | "BillingAddressDeleteError" }
  | { readonly ok: false; readonly code: "INVALID_REQUEST"; readonly message: Said }
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly address: StoredAddress };

/** The address as it is now, or why it stays. */
export type ChangedAddress = { readonly ok: true; readonly address: StoredAddress } | AddressRefusal;

const full: AddressRefusal = {
  ok: false,
  code: "INVALID_REQUEST",
  message: {
    en: `An organisation has at most ${addresses_max} addresses. Change one of them, or delete one that is not needed any more.`,
    de: `Eine Organisation hat höchstens ${addresses_max} Anschriften. Ändern Sie eine davon, oder löschen Sie eine, die niemand mehr braucht.`,
  },
};

/** Adds an address, in a transaction of its own or the caller's. */
export async function addAddress(deps: OrganisationDeps, by: ByAdministrator, added: Address): Promise<ChangedAddress> {
  return await inTransaction(deps.db, async (trx) => {
    if ((await lockAddresses(trx, by)).length >= addresses_max) return full;
    const address = { ...added, addressId: deps.random.id(), version: 1 };
    await write(deps, { trx, by, address, type: "organisation.address-added" });
    return { ok: true, address } as const;
  });
}

/** Changes an address. The only billing address stays one. */
export async function changeAddress(
  deps: OrganisationDeps,
  by: ByAdministrator,
  { addressId, version, ...changed }: AddressChange,
): Promise<ChangedAddress> {
  return await inTransaction(deps.db, async (trx) => {
    const all = await lockAddresses(trx, by);
    const now = all.find((one) => one.addressId === addressId);
    if (now === undefined) return { ok: false, code: "NOT_FOUND" } as const;
    if (version !== null && version !== now.version)
      return { ok: false, code: "CHANGED_MEANWHILE", address: now } as const;
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const address: StoredAddress = { ...now, ...given, version: now.version + 1 };
    const billing = all.filter(({ type }) => type === "billing address").length;
    const code = whyNotChangeAddressType({ from: now.type, to: address.type }, billing);
    if (code !== null) return { ok: false, code } as const;
    await write(deps, { trx, by, address, type: "organisation.address-changed" });
    return { ok: true, address } as const;
  });
}

/** Deletes an address that is no billing address. */
export async function deleteAddress(
  deps: OrganisationDeps,
  by: ByAdministrator,
  addressId: string,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: "NOT_FOUND" | "BillingAddressDeleteError" }> {
  return await inTransaction(deps.db, async (trx) => {
    const now = (await lockAddresses(trx, by)).find((one) => one.addressId === addressId);
    if (now === undefined) return { ok: false, code: "NOT_FOUND" } as const;
    const code = whyNotDeleteAddress(now.type);
    if (code !== null) return { ok: false, code } as const;
    await removeAddress(trx, addressId);
    const details = { address: addressId, kind: now.type };
    await recordChange(trx, by, { at: deps.clock.now(), type: "organisation.address-deleted", details });
    return { ok: true } as const;
  });
}

async function lockAddresses(trx: Db, { organisationId }: ByAdministrator): Promise<StoredAddress[]> {
  await readOrganisationData(trx, organisationId, { forUpdate: true });
  return await readAddresses(trx, organisationId);
}

async function write(
  { clock }: Pick<OrganisationDeps, "clock">,
  { trx, by, address, type }: { trx: Db; by: ByAdministrator; address: StoredAddress; type: string },
): Promise<void> {
  const at = clock.now();
  await saveAddress(trx, by.organisationId, { ...address, at });
  await recordChange(trx, by, { at, type, details: { address: address.addressId, kind: address.type } });
}
