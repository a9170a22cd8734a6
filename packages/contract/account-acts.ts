/**
 * What may be done with a thing of an organisation in its state: one function for each act, which answers the code of the reason why not, or
 * null. The server asks before it acts, the web before it offers a button.
 */
import type { AddressType } from "./address-types.ts";

/** `expired` tokens are terminated too: nothing brings one back. */
export const tokenStates = ["active", "terminated"] as const;
export type TokenState = (typeof tokenStates)[number];

/** Why a token may not be renamed, disabled or given a new key (admin-side.md §4: only while it is active). */
export function whyNotChangeToken({ state }: { readonly state: TokenState }): "TOKEN_TERMINATED" | null {
  return state === "active" ? null : "TOKEN_TERMINATED";
}

/** admin-side.md §5: invoices need somewhere to go. */
export const whyNotDeleteAddress = (type: AddressType): "BillingAddressDeleteError" | null =>
  type === "billing address" ? "BillingAddressDeleteError" : null;

/** The last billing address stays one: else it could be deleted as another kind. `billing`: how many there are. */
export const whyNotChangeAddressType = (
  change: { readonly from: AddressType; readonly to: AddressType },
  billing: number,
): "BillingAddressDeleteError" | null =>
  change.from === "billing address" && change.to !== change.from && billing <= 1 ? "BillingAddressDeleteError" : null;
