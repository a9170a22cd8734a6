/** What an address of an organisation is for (admin-side.md §3), as the wire says it. */
export const addressTypes = ["billing address", "shipping address"] as const;
/** One of them. */
export type AddressType = (typeof addressTypes)[number];
