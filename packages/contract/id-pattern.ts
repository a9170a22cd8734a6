/** What every identifier of this service looks like (ids.ts); alone, for whoever must not load a parser for it. */
export const idPattern = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Its characters: lower-case Crockford base32, each of five bits. */
export const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
