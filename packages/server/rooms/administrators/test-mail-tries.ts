/** How often a person may send themselves a test mail: some at once, then slower, as with passwords. */
import type { Db } from "../../db/database.ts";
import { addressHashOf } from "./address-hash.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { takeTry } from "./tries-store.ts";

/** Seconds until the next one may be sent; 0: now, and it counts. */
export async function mayTryTestMail(
  db: Db,
  { administratorId, organisationId }: ActingPerson,
  now: Date,
): Promise<number> {
  const addressHash = addressHashOf(`test mail ${administratorId}`);
  return await takeTry(db, { addressHash, origin: organisationId, isKnownBrowser: false }, now);
}
