/** Randomness of the operating system through node:crypto. */
import { randomBytes, randomInt } from "node:crypto";
import { idAlphabet } from "@siegel/contract/id-pattern.ts";
import type { Random } from "../ports/random.ts";

const idLength = 26;

/** The system's cryptographic generator; `id` has 26 × 5 = 130 random bits. */
export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  id: () => Array.from(randomBytes(idLength), (byte) => idAlphabet.charAt(byte & 31)).join(""),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
};
