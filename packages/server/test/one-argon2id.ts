/** What one guess at a certificate's password costs and nothing else, for who compares with it. */
import { randomBytes } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { act_cost } from "../adapters/trust/password-wrap.ts";

/** One argon2id as the signing module does it, in another thread: several at once take several processors. */
export async function oneArgon2id(): Promise<void> {
  const { memoryKiB: memoryCost, passes: timeCost } = act_cost;
  await hashRaw(randomBytes(16), {
    ...{ memoryCost, timeCost, parallelism: 1, outputLen: 32, salt: randomBytes(16) },
    // Argon2id; the package's enumeration exists for its types only.
    algorithm: 2,
  });
}
