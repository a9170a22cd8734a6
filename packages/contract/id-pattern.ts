/** The format of every id of this service (ids.ts); in a file of its own for code that must not load zod. */
export const idPattern = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Its characters: lower-case Crockford base32, five bits each. */
export const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
