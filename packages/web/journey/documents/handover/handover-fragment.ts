/** What stands behind the # of a hand-over's address: its secret, which no browser sends anywhere, and whether it is for a seal. Pure. */

/** `token`: base64url, so without the mark behind it. */
export type HandoverFragment = { readonly token: string; readonly forSeal: boolean };

const seal_mark = "~seal";

/** With its #. */
export function fragmentOf({ token, forSeal }: HandoverFragment): string {
  return `#${token}${forSeal ? seal_mark : ""}`;
}

/** Reads what `fragmentOf` made; anything else is a token that nobody knows. */
export function readFragment(hash: string): HandoverFragment {
  const forSeal = hash.endsWith(seal_mark);
  return { token: hash.slice(1, forSeal ? -seal_mark.length : undefined), forSeal };
}
