/** How often people may try whether mails and events arrive. */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { test_events_per_hour_max } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { addressHashOf } from "./address-hash.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { takeOf, takeTry } from "./tries-store.ts";

/** Seconds until a person may send themselves the next test mail, 0: now, and it counts. Some at once, then slower, as with passwords. */
export async function mayTryTestMail(
  db: Db,
  { administratorId, organisationId }: ActingPerson,
  now: Date,
): Promise<number> {
  const addressHash = addressHashOf(`test mail ${administratorId}`);
  return await takeTry(db, { addressHash, origin: organisationId, isKnownBrowser: false }, now);
}

/** Seconds until an organisation may send the next test event, 0: now, and it counts. */
export async function secondsToNextTestEvent(db: Db, organisationId: OrganisationId, now: Date): Promise<number> {
  const what = `test events ${organisationId}`;
  return await takeOf(db, { what, max: test_events_per_hour_max, within_s: 3_600 }, now);
}
