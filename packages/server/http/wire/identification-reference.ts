/** The short name of an identification, the same for its signer and at the operator's desk. */

/** For example `I-4F2A-9C01`. */
export const referenceOf = ({ checkId }: { readonly checkId: string }): string =>
  `I-${checkId.slice(0, 4)}-${checkId.slice(4, 8)}`.toUpperCase();
