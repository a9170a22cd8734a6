/**
 * What may be done with a thing of an organisation in its state: one function for each act, which answers the code of the reason why not, or
 * null. The server asks before it acts, the web before it offers a button.
 */

/** `expired` tokens are terminated too: nothing brings one back. */
export const tokenStates = ["active", "terminated"] as const;
export type TokenState = (typeof tokenStates)[number];

/** Why a token may not be renamed, disabled or given a new key (admin-side.md §4: only while it is active). */
export function whyNotChangeToken({ state }: { readonly state: TokenState }): "TOKEN_TERMINATED" | null {
  return state === "active" ? null : "TOKEN_TERMINATED";
}
