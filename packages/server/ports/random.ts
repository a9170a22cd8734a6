/** Randomness from a cryptographic generator; never throws, never repeats. */
export type Random = {
  /** `length` random bytes. */
  readonly bytes: (length: number) => Uint8Array;
  /** An id of 130 random bits, 26 characters of Crockford base32. */
  readonly id: () => string;
  /** `length` uniformly random decimal digits. */
  readonly digits: (length: number) => string;
};
