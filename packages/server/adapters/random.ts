/** Randomness of the operating system through node:crypto. */
import { randomBytes, randomInt } from "node:crypto";
import type { Random } from "../ports/random.ts";

// Crockford base32, lower case: no i, l, o, u.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const idLength = 26;

/** The system's cryptographic generator; `id` has 26 × 5 = 130 random bits. */
export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  id: () => Array.from(randomBytes(idLength), (octet) => alphabet.charAt(octet & 31)).join(""),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
};
