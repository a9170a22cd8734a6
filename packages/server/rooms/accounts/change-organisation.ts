/** Administrators change their organisation's data, with addresses at the same time or without: all of it or nothing. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  type AddressChange,
  type AddressRefusal,
  addAddress,
  changeAddress,
  type OrganisationDeps,
} from "./change-address.ts";
import {
  type Address,
  type OrganisationData,
  readAddresses,
  readOrganisationData,
  type StoredAddress,
  type StoredOrganisationData,
  saveOrganisationData,
} from "./organisation-data-store.ts";
import { type ByAdministrator, recordChange } from "./record-change.ts";

/** An organisation's data and addresses. */
export type OrganisationState = {
  readonly data: StoredOrganisationData;
  readonly addresses: readonly StoredAddress[];
};

/** What is left out stays; `addresses`: those with an id are changed, the others added. */
export type OrganisationChange = { readonly [name in keyof OrganisationData]?: OrganisationData[name] | undefined };

/** Why everything stays as it is; `now`: as somebody else left it. */
export type OrganisationRefusal =
  | Exclude<AddressRefusal, { readonly code: "CHANGED_MEANWHILE" }>
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: OrganisationState };

/** Data and addresses of an organisation. @throws where there is no such organisation */
export async function organisationOf(db: Db, organisationId: string): Promise<OrganisationState> {
  const data = await readOrganisationData(db, organisationId);
  return { data, addresses: await readAddresses(db, organisationId) };
}

/** Undoes what was written before a refusal. */
class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
  readonly refusal: OrganisationRefusal;
  constructor(refusal: OrganisationRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Changes data and addresses. `version`: the one of the data that was read, null: whichever it is. */
export async function changeOrganisation(
  deps: OrganisationDeps,
  by: ByAdministrator,
  asked: {
    readonly change: OrganisationChange;
    readonly version: number | null;
    readonly addresses: ReadonlyArray<Address | AddressChange>;
  },
): Promise<{ readonly ok: true; readonly state: OrganisationState } | OrganisationRefusal> {
  try {
    return await inTransaction(deps.db, async (trx) => {
      const now = await readOrganisationData(trx, by.organisationId, { forUpdate: true });
      if (asked.version !== null && asked.version !== now.version)
        return { ok: false, code: "CHANGED_MEANWHILE", now: await organisationOf(trx, by.organisationId) } as const;
      await saveData({ ...deps, db: trx }, by, { now, change: asked.change });
      for (const address of asked.addresses) await saveOne({ ...deps, db: trx }, by, address);
      return { ok: true, state: await organisationOf(trx, by.organisationId) } as const;
    });
  } catch (fault) {
    if (fault instanceof RefusedAddress) return fault.refusal;
    throw fault;
  }
}

async function saveData(
  { db, clock }: OrganisationDeps,
  by: ByAdministrator,
  { now, change }: { readonly now: StoredOrganisationData; readonly change: OrganisationChange },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await saveOrganisationData(db, by.organisationId, { ...now, ...given, version: now.version + 1 });
  // Which ones, not what they say: the trail keeps no data of persons that it need not.
  const details = { changed: Object.keys(given).sort() };
  await recordChange(db, by, { at: clock.now(), type: "organisation.changed", details });
}

async function saveOne(deps: OrganisationDeps, by: ByAdministrator, address: Address | AddressChange): Promise<void> {
  const saved = "addressId" in address ? await changeAddress(deps, by, address) : await addAddress(deps, by, address);
  if (saved.ok) return;
  if (saved.code !== "CHANGED_MEANWHILE") throw new RefusedAddress(saved);
  throw new RefusedAddress({ ok: false, code: saved.code, now: await organisationOf(deps.db, by.organisationId) });
}
